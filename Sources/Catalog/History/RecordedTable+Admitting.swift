// SPDX-License-Identifier: Apache-2.0
// What a row may have that a step from another copy brings: only what this program would have taken from a person, as the
// bytes of a step may come from anybody. What follows from other columns never travels; each copy works it out for itself,
// because another version may fold texts in another way.

import Foundation

extension RecordedTable {
  /// The columns that follow from another one of their row.
  static let derived = ["title_key", "supplier_key", "name_key", "text_key"]

  /// The columns that are numbers, with those that can be in each. Of a product's own, its fields know.
  private static let numbers: [String: ClosedRange<Int64>] = {
    let any = Int64.min...Int64.max
    // From year 1 to 9999, in milliseconds.
    let moments: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    return [
      "position": ManualOrder.sound, "revision": 1...Int64(Revision.largest), "turn": 0...270,
      "deleted": moments, "created": moments, "changed": moments,
      "price": any, "pack_size": any, "stock": any, "minimum_stock": any, "year": any,
      "number": any, "cost": 1...1,
    ]
  }()

  /// Completes a row that has new values in some columns, or throws if one of them cannot be there.
  func admit(_ row: inout StepPatch.Values, changed: Set<String>) throws {
    for column in changed where columns.contains(column) {
      guard let value = row[column] ?? nil, Self.referred(column) == nil, column != "id" else {
        continue
      }
      switch (value, Self.numbers[column]) {
      case (.integer(let number), let range?) where range.contains(number):
        if column == "position" { try requireFew(with: number) }
      case (.text(let text), nil): try require(text, in: column)
      default: throw InvalidValue(.id, .wrongKind)
      }
    }
    try requireWhole(row, changed)
    derive(&row, changed: changed)
  }

  /// Works out what follows from other columns.
  func derive(_ row: inout StepPatch.Values, changed: Set<String>) {
    for column in Self.derived where columns.contains(column) {
      let source = String(column.dropLast("_key".count))
      if changed.contains(source) { row[column] = .some(derived(from: source, in: row)) }
    }
  }

  /// A product has no more tags and notes than when they are added here.
  private func requireFew(with place: Int64) throws {
    switch name {
    case "product_tag" where place >= Tags.most:
      throw InvalidValue(.tags, .tooManyTags(limit: Tags.most))
    case "note" where place >= NoteTable.most:
      throw InvalidValue(.noteTitle, .tooManyNotes(limit: NoteTable.most))
    default: break
    }
  }

  /// The texts that no field checks.
  private func require(_ text: String, in column: String) throws {
    switch (name, column) {
    case ("product_tag", "tag"): try requireSame(text, Tag(text).text, for: .tags)
    case ("product_image", "caption"): _ = try FreeText(caption: text)
    case ("note", "title"): _ = try NoteTitle(text)
    case ("note", "text"): _ = try FreeText(note: text)
    case ("saved_search", "name"):
      try requireSame(text, SavedSearch.checked(name: text), for: .searchName)
    case ("source", "name"):
      try requireSame(text, ListSource(name: text, content: "").name, for: .sourceName)
    case ("template", "category"): try requireSame(text, CategoryPath(text).text, for: .category)
    default: break
    }
  }

  private func requireWhole(_ row: StepPatch.Values, _ changed: Set<String>) throws {
    switch name {
    case "product_image" where changed.contains("hash") || changed.contains("extension"):
      _ = try ProductPicture(contentHash: text("hash", row), fileExtension: text("extension", row))
    case "field" where !changed.isDisjoint(with: ["name", "kind", "detail", "category"]):
      let details = text("detail", row).split(separator: "\n").map(String.init)
      guard let kind = FieldKind(word: text("kind", row), details: details) else {
        throw InvalidValue(.fieldName, .wrongKind)
      }
      let category = text("category", row)
      let field = try CustomField(
        name: text("name", row), kind: kind,
        category: category.isEmpty ? nil : CategoryPath(category))
      try requireSame(text("name", row), field.name, for: .fieldName)
    default: break
    }
  }

  private func requireSame(
    _ text: String, _ checked: String, for field: InvalidValue.Field
  ) throws {
    guard text.utf8.elementsEqual(checked.utf8) else { throw InvalidValue(field, .wrongKind) }
  }

  private func text(_ column: String, _ row: StepPatch.Values) -> String {
    if case .text(let text)?? = row[column] { text } else { "" }
  }

  private func derived(from source: String, in row: StepPatch.Values) -> StoredValue? {
    guard case .text(let text)?? = row[source] else { return nil }
    return switch name {
    case "product": .text(text.folded)
    case "field": .text(CustomField.key(of: text))
    // The text of an amount is its currency, which is sorted by as it is.
    default: .text((row["number"] ?? nil) == nil ? StoredFieldValue.key(of: text) : text)
    }
  }
}
