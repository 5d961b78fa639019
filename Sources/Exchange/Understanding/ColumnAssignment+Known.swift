// SPDX-License-Identifier: Apache-2.0
// What is known of a program's columns.

import Catalog

extension ColumnAssignment {
  /// Of a table that Vitrine wrote, every column is known, by its place.
  mutating func assignOwn() throws {
    for (place, column) in (known?.columns ?? []).enumerated()
    where place < targets.count && targets[place] == nil {
      switch column.meaning {
      case .own(.id): targets[place] = .id
      case .own(let own): targets[place] = .structure(own)
      case .field(let id):
        targets[place] = ProductField.all.first { $0.id == id }.map { .field($0) }
      case .currency: targets[place] = .currency
      case .pictures: targets[place] = .pictures
      case .custom(let title, let kind):
        targets[place] = .custom(
          try fields.first { $0.isNamed(title) }
            ?? CustomField(name: title, kind: kind ?? .line, isCost: column.isCost))
      case .note: targets[place] = .note
      case .pictureNumber, .productKey, .variantOf, .variants, .variantLabels, .optionName,
        .optionValue, .rowKind, .language, .leftOut:
        targets[place] = .leftOut
      }
      if let field = targets[place], isBanned(field) { targets[place] = .leftOut }
    }
  }

  func isBanned(_ target: UnderstoodColumn.Target) -> Bool {
    UnderstoodColumn(name: "", target: target).field.map(isBanned) ?? false
  }

  /// The catalogue's field that is written under this name.
  func fieldOfGoogle(_ name: String) -> CustomField? {
    guard known?.format == .google else { return nil }
    return fields.first { GoogleAttribute.of($0.name) == name.lowercased() }
  }

  mutating func assignKnown(_ names: [String]) {
    for column in known?.columns ?? [] {
      guard
        let place = names.firstIndex(of: column.column)
          ?? names.firstIndex(where: { HeadKey.of($0) == HeadKey.of(column.column) }),
        targets[place] == nil
      else { continue }
      switch column.meaning {
      case .field(let id):
        guard let field = ProductField.all.first(where: { $0.id == id }), !isTaken(field),
          !evidence[place].hardlyFit(field)
        else { continue }
        targets[place] = .field(field)
      case .custom(let title, let kind):
        guard evidence[place].filled > 0 else { targets[place] = .leftOut; continue }
        if column.isOwnField, let own = try? ownField(named: title, kind, for: column) {
          targets[place] = .custom(own)
          continue
        }
        let own = fields.first { $0.isNamed(title) } ?? fieldOfGoogle(title)
        // “50,52” are two sizes.
        let kind = kind ?? (column.separator == "," ? ProposedKind.text(evidence[place]) : nil)
        if let field = try? custom(named: own?.name ?? title, for: place, kind: kind) {
          targets[place] = .custom(field)
        }
      case .currency: targets[place] = .currency
      case .pictures: targets[place] = pictures(place, names)
      case .note: targets[place] = .note
      case .language: targets[place] = .language
      case .own(.id): targets[place] = .id
      case .own(let own): targets[place] = .structure(own)
      case .pictureNumber, .productKey, .variantOf, .variants, .variantLabels, .optionName,
        .optionValue, .rowKind:
        targets[place] = .grouping
      case .leftOut: targets[place] = .leftOut
      }
    }
  }

  /// As the file of another catalogue says it, also what no value shows: that it is a cost.
  private mutating func ownField(
    named title: String, _ kind: FieldKind?, for column: KnownColumn
  ) throws -> CustomField {
    let made = try CustomField(name: title, kind: kind ?? .line, isCost: column.isCost)
    return custom(fields.first { $0.isNamed(title) } ?? made)
  }

  /// Addresses on the web are kept as links: nothing is fetched.
  mutating func pictures(_ place: Int, _ names: [String]) -> UnderstoodColumn.Target {
    guard evidence[place].links > 0 else { return .pictures }
    let kind = ProposedKind.ofAddresses(evidence[place])
    return (try? custom(named: names[place], for: place, kind: kind)).map { .custom($0) }
      ?? .pictures
  }
}
