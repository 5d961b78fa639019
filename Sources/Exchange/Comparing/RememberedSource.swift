// SPDX-License-Identifier: Apache-2.0
// What is kept of a source between its lists: how the last one was understood, and what each of its rows had. With
// that a list is compared three ways, and only what its source changed is proposed.

import Catalog
import Foundation

/// What a person says about the source of a list.
public struct SourceChoice: Sendable, Equatable {
  /// What becomes of products that the last list had and this one has not.
  public enum Gone: String, Sendable, Codable, CaseIterable {
    case leave, mark, trash, zero
  }

  public var name: String
  public var gone: Gone
  /// The tag of products that are gone, if they are marked.
  public var mark: String
  /// What becomes of what both the source and a person changed.
  public var decisions = ConflictDecisions()

  public init(_ name: String, gone: Gone = .leave, mark: String = "") {
    (self.name, self.gone, self.mark) = (name, gone, mark)
  }
}

/// How the lists of a source are understood.
public struct RememberedSource: Sendable, Equatable, Codable {
  struct Column: Sendable, Equatable, Codable {
    var name: String
    /// The field that its values went to; nil if there was none.
    var field: String?
  }

  public var choices = ImportChoices()
  /// How the file is read, as far as a person said so.
  public var reading = ReadingNames()
  var columns: [Column] = []
  /// What the last list was called, and what it was: its next one is mostly alike. Nil if an older version kept it.
  var file: String?
  var format: String?

  /// `ReadingChoices` by their names.
  public struct ReadingNames: Sendable, Equatable, Codable {
    public var format: String?
    public var delimiter: String?
    public var encoding: String?

    public init(_ choices: ReadingChoices = ReadingChoices()) {
      format = choices.format?.name
      delimiter = choices.delimiter
      encoding = (choices.encoding ?? choices.likelyEncoding)?.name
    }

    /// With what is not chosen now.
    public func completed(_ choices: ReadingChoices) -> ReadingChoices {
      var choices = choices
      choices.format = choices.format ?? format.flatMap { ForeignFormat(rawValue: $0) }
      choices.delimiter = choices.delimiter ?? delimiter
      choices.likelyEncoding = encoding.map { TextEncoding($0) }
      return choices
    }
  }

  public init() {}

  /// The fields of the last list's columns.
  public var fields: [String: String] {
    columns.reduce(into: [:]) { fields, column in
      if let field = column.field { fields[column.name] = field }
    }
  }

  /// Nil if another version wrote what this one can't read.
  public init?(_ source: ListSource) {
    guard
      let read = try? JSONDecoder().decode(
        RememberedSource.self, from: Data(source.content.utf8))
    else { return nil }
    self = read
  }

  func source(named name: String) throws -> ListSource {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try ListSource(
      name: name, content: String(decoding: encoder.encode(self), as: UTF8.self))
  }

  /// What is said now, and what was said before about the rest.
  func completed(_ now: ImportChoices) -> ImportChoices {
    var all = now
    all.mapping.merge(choices.mapping) { now, _ in now }
    all.answers.merge(choices.answers) { now, _ in now }
    if all.key.isEmpty { all.key = choices.key }
    if all.key == ImportChoices.foundKey { all.key = [] }
    all.sheet = all.sheet ?? choices.sheet
    all.headRow = all.headRow ?? choices.headRow
    all.leftOut += choices.leftOut.filter { !all.leftOut.contains($0) }
    return all
  }
}

/// What a row of the last list had.
struct RememberedRow {
  /// The product that it is about.
  var product: UUID
  /// Its values by the names of fields, as `kept` writes them.
  private(set) var values: [String: String]
  /// Whether a later list had it no more. It may come back.
  var isGone = false

  // A format of its own: there may be a million rows.
  private static let betweenFields: Character = "\u{1F}"
  private static let behindName: Character = "\u{1E}"

  // Fields have names, so these two are none.
  private static let addedTags = "+tags"
  private static let gone = "-"

  /// - Parameters:
  ///   - old: what was known of it before. What this list says nothing of stays so.
  ///   - fields: the names of those that this list has a column for.
  init(product: UUID, _ row: ReadRow, since old: RememberedRow?, columnsFor fields: Set<String>) {
    self.product = product
    values = old?.values.filter { !fields.contains($0.key) } ?? [:]
    for (field, value) in row.listed {
      values[Comparison.name(field)] = Self.kept(field.kind.text(of: value))
    }
    values[Self.addedTags] =
      row.addedTags.isEmpty ? nil : row.addedTags.map(\.text).joined(separator: "\n")
  }

  /// Whether the list gave the product this tag before.
  func hadAdded(_ tag: Tag) -> Bool {
    values[Self.addedTags]?.split(separator: "\n").contains { $0 == tag.text } ?? false
  }

  /// Whether a field had this value. Only that is ever asked, so a long text is kept as a number: an update of
  /// many rows would fill the history otherwise.
  func had(_ text: String?, in field: String) -> Bool { values[field] == text.map(Self.kept) }

  func knows(_ field: String) -> Bool { values[field] != nil }

  private static func kept(_ text: String) -> String {
    if text.utf8.count <= 24, !text.contains(where: { $0 == betweenFields || $0 == behindName }) {
      return text
    }
    // FNV-1a, and the length.
    let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "#\(String(hash, radix: 36)) \(text.utf8.count)"
  }

  init?(_ content: String) {
    let parts = content.split(separator: Self.betweenFields, omittingEmptySubsequences: false)
    guard let first = parts.first, let id = UUID(uuidString: String(first)) else { return nil }
    product = id
    values = [:]
    isGone = parts.contains { $0 == Self.gone }
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: Self.behindName) else { continue }
      values[String(part[..<end])] = String(part[part.index(after: end)...])
    }
  }

  var content: String {
    let text = values.sorted { $0.key < $1.key }.reduce(into: product.uuidString) { text, value in
      text.append(Self.betweenFields)
      text += value.key
      text.append(Self.behindName)
      text += value.value
    }
    return isGone ? text + String(Self.betweenFields) + Self.gone : text
  }
}
