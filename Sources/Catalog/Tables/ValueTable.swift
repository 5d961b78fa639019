// Reading and writing what products have in a person's own fields. A value is a text with what it is
// sorted by, or a number, or both for an amount of money: the code of the currency and its smallest
// units. So one index has the order of every kind.

import Foundation

/// A value as the columns have it.
struct StoredFieldValue: Equatable {
  var text: String?
  /// What texts are sorted by: folded, and no more of it than an index should hold.
  var textKey: String?
  var number: Int64?

  init(_ value: FieldValue) {
    switch value {
    case .text(let text): (self.text, textKey) = (text, Self.key(of: text))
    case .integer(let number): self.number = Int64(number)
    case .number(let number): self.number = number.millionths
    case .money(let price):
      (text, textKey, number) = (price.currency.code, price.currency.code, price.minorUnits)
    case .day(let day): number = Int64(day.number)
    case .yesNo(let isTrue): number = isTrue ? 1 : 0
    case .tags(let tags):
      // A tag is one line.
      let lines = tags.map(\.text).joined(separator: "\n")
      (text, textKey) = (lines, Self.key(of: lines))
    case .category(let path): (text, textKey) = (path.text, Self.key(of: path.text))
    }
  }

  static func key(of text: String) -> String {
    // No text has more code points than bytes.
    if text.utf8.count <= longestKey { return text.folded }
    return String(String(text.unicodeScalars.prefix(longestKey)).folded)
  }

  static let longestKey = 200
}

extension FieldKind {
  /// The value in two columns; nil when another program wrote what no value of this kind can be.
  static func value(word: String, text: String?, number: Int64?) -> FieldValue? {
    switch word {
    case "line", "text", "choice", "code", "link": text.map(FieldValue.text)
    case "wholeNumber", "year": number.map { .integer(Int($0)) }
    case "number": number.map { .number(DecimalNumber(millionths: $0)) }
    case "money":
      text.flatMap { code in
        number.map { .money(Price(storedMinorUnits: $0, currency: Currency(stored: code))) }
      }
    case "date": number.flatMap { CalendarDay(number: Int($0)) }.map { .day($0) }
    case "yesNo": number.map { .yesNo($0 != 0) }
    case "tags":
      text.map { .tags(Tags(stored: $0.split(separator: "\n").map { Tag(stored: String($0)) })) }
    case "category": text.map { .category(CategoryPath(stored: $0)) }
    default: nil
    }
  }
}

extension Row {
  /// The value in three columns from `first`: the word of the kind, the text and the number.
  func fieldValue(_ first: Int) -> FieldValue? {
    FieldKind.value(
      word: text(first), text: textIfPresent(first + 1),
      number: isNull(first + 2) ? nil : int64(first + 2))
  }
}

struct ValueTable {
  let connection: Connection

  /// The values of a product, by its row number.
  func values(of product: Int64) throws -> [UUID: FieldValue] {
    var values: [UUID: FieldValue] = [:]
    try connection.forEachRow(
      """
      SELECT field.id, field.kind, value.text, value.number
      FROM product_value AS value JOIN field ON field.key = value.field WHERE value.product = ?
      """, arguments: [product]
    ) { row in
      values[try row.uuid(0)] = row.fieldValue(1)
      return true
    }
    return values
  }

  /// What of a product's values is searched, as the view `searchable` has it.
  func searchedText(of product: Int64) throws -> String? {
    try connection.first(
      """
      SELECT group_concat(text, ' ') FROM (
        SELECT text FROM product_value WHERE product = ? AND number IS NULL ORDER BY field)
      """, product
    ) { $0.textIfPresent(0) } ?? nil
  }

  /// Writes the values that differ from those a product has.
  func update(_ old: [UUID: FieldValue], to new: [UUID: FieldValue], of product: Int64) throws {
    for id in Set(old.keys).union(new.keys).sorted(by: { $0.uuidString < $1.uuidString })
    where old[id] != new[id] {
      guard let field = try FieldTable(connection: connection).field(id) else {
        // What was there went with its field.
        if new[id] == nil { continue }
        throw CatalogError.fieldMissing
      }
      try set(new[id], of: product, in: field)
    }
  }

  func set(_ value: FieldValue?, of product: Int64, in field: StoredField) throws {
    guard
      let value = try value.flatMap({ try field.field.kind.checked($0, for: field.field.refused) })
    else {
      try connection.run(
        "DELETE FROM product_value WHERE product = ? AND field = ?", product, field.key)
      return
    }
    let stored = StoredFieldValue(value)
    try connection.run(
      """
      INSERT INTO product_value (product, field, text, text_key, number) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (product, field) DO UPDATE SET
        text = excluded.text, text_key = excluded.text_key, number = excluded.number
      """, product, field.key, stored.text, stored.textKey, stored.number)
  }
}
