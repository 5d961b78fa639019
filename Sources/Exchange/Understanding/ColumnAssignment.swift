// SPDX-License-Identifier: Apache-2.0
// Which column is which field: what a person said goes first, then what is known of the format, then names, then
// the values. What remains becomes custom fields, or stays out if nothing is in it.

import Catalog
import Foundation

struct ColumnAssignment {
  let names: [ColumnName]
  let evidence: [ColumnEvidence]
  let known: KnownTable?
  let fields: [CustomField]
  let choices: ImportChoices
  let hasHead: Bool
  /// Whether the list says beside its rows that its prices are without taxes.
  let areNet: Bool
  var targets: [UnderstoodColumn.Target?]
  /// Columns one of which is the price.
  var prices: [Int] = []
  /// Whether a person says that none of them is.
  var pricesAreNone = false
  /// The names of custom fields that are taken, folded.
  private var used: Set<String> = []

  init(
    _ names: [String], _ evidence: [ColumnEvidence], known: KnownTable?, fields: [CustomField],
    choices: ImportChoices, hasHead: Bool, areNet: Bool
  ) throws {
    self.names = names.map { ColumnName(hasHead ? $0 : "") }
    self.evidence = evidence
    self.known = known
    self.fields = fields
    self.choices = choices
    self.hasHead = hasHead
    self.areNet = areNet
    targets = [UnderstoodColumn.Target?](repeating: nil, count: names.count)
    try choose(names)
    if known?.isOwn ?? false {
      try assignOwn()
      return
    }
    assignKnown(names)
    findPrices(names)
    assignByName()
    assignByContent()
    try makeFields(names)
  }

  func isTaken(_ target: UnderstoodColumn.Target) -> Bool { targets.contains(target) }
  func isTaken(_ field: ProductField) -> Bool {
    isTaken(.field(field)) || isBanned(field.name)
  }
  func isBanned(_ field: String) -> Bool { choices.mapping[field] == "" }

  // MARK: Choices

  private mutating func choose(_ names: [String]) throws {
    for column in choices.leftOut {
      guard let place = Self.place(of: column, in: names) else {
        throw UnknownColumn(name: column, known: names)
      }
      targets[place] = .leftOut
    }
    for (field, column) in choices.mapping.sorted(by: { $0.key < $1.key }) where !column.isEmpty {
      guard let place = Self.place(of: column, in: names) else {
        throw UnknownColumn(name: column, known: names)
      }
      targets[place] =
        switch field {
        case "id": .id
        case "currency": .currency
        case "images": .pictures
        case "notes": .note
        default:
          if let own = ProductField.named(field) {
            .field(own)
          } else {
            .custom(try custom(named: field, for: place))
          }
        }
    }
  }

  /// The column that a person means: by its name, its letter or its number.
  static func place(of column: String, in names: [String]) -> Int? {
    names.firstIndex(of: column) ?? names.firstIndex { HeadKey.of($0) == HeadKey.of(column) }
      ?? names.indices.first { TableLayout.letters($0) == column.uppercased() }
      ?? Int(column).flatMap { names.indices.contains($0 &- 1) ? $0 &- 1 : nil }
  }

  // MARK: Custom fields

  private mutating func makeFields(_ names: [String]) throws {
    for place in names.indices where targets[place] == nil {
      guard evidence[place].filled + evidence[place].wordsForNone > 0, !isBanned(names[place])
      else {
        targets[place] = .leftOut
        continue
      }
      let isPrice = known?.prices.contains(names[place]) ?? false
      targets[place] = try .custom(
        custom(named: names[place], for: place, kind: isPrice ? .money : nil))
    }
  }

  /// The catalogue's field of this name, or a new one of the kind that the whole column proposes.
  mutating func custom(named name: String, for place: Int, kind: FieldKind? = nil) throws
    -> CustomField
  {
    let field = try newField(named: name, for: place, kind: kind)
    used.insert(Self.key(field.name))
    return field
  }

  mutating func custom(_ field: CustomField) -> CustomField {
    used.insert(Self.key(field.name))
    return field
  }

  /// Alike for names that are one to a field.
  private static func key(_ name: String) -> String {
    name.precomposedStringWithCanonicalMapping.lowercased()
  }

  private func newField(named name: String, for place: Int, kind: FieldKind?) throws -> CustomField
  {
    if let field = fields.first(where: { $0.isNamed(name) }) { return field }
    let kind =
      (kind.map { ProposedKind($0, names[place], of: evidence[place]) }
      ?? ProposedKind(names[place], evidence[place])).kind
    var name = name.replacingOccurrences(of: "=", with: "-", options: .literal).split(
      whereSeparator: \.isWhitespace
    )
    .joined(separator: " ")
    name = String(name.prefix(60))
    name =
      String(
        String.UnicodeScalarView(
          name.unicodeScalars.filter {
            $0.properties.generalCategory != .control && !$0.properties.isBidiControl
          }.prefix(4 * 60))
      ).trimmed
    if name.isEmpty { name = TableLayout.letters(place) }
    for number in 1...(targets.count + 2) {
      let candidate =
        number == 1
        ? name
        : kind == .link || kind == .text && HeadKey.of(name) == "images"
          ? "\(name) (web)" : "\(name) \(number)"
      if used.contains(Self.key(candidate)) { continue }
      if number > 1, let field = fields.first(where: { $0.isNamed(candidate) }) { return field }
      do { return try CustomField(name: candidate, kind: kind) } catch let refused as InvalidValue {
        guard case .builtInField = refused.problem else { throw refused }
      }
    }
    return try CustomField(name: "\(name) \(TableLayout.letters(place))", kind: kind)
  }
}

/// A column that a person named and that the list does not have.
public struct UnknownColumn: Error, Equatable, Sendable {
  public let name: String
  public let known: [String]
}
