// SPDX-License-Identifier: Apache-2.0
// Reads and writes the values of custom fields. A value is a text with its sort key, or a number,
// or, for money, both: the currency code and the minor units. So one index serves the order of
// every kind.

import Foundation

extension Row {
  /// The value in the columns `kind`, `text` and `number`.
  func fieldValue() -> FieldValue? {
    FieldKind.value(
      word: text("kind"), text: textIfPresent("text"),
      number: isNull("number") ? nil : int64("number"))
  }
}

struct ValueTable {
  let connection: Connection
  /// The custom fields, if they have been read: for many products.
  var fields: [UUID: StoredField]?

  private func field(_ id: UUID) throws -> StoredField? {
    if let fields { return fields[id] }
    return try FieldTable(connection: connection).field(id)
  }

  /// The values of the product with this row number; of each text no more than so many characters.
  func values(of product: Int64, atMost most: Int? = nil) throws -> [UUID: FieldValue] {
    var values: [UUID: FieldValue] = [:]
    let text = most.map { "substr(value.text, 1, \($0)) AS text" } ?? "value.text"
    try connection.forEachRow(
      """
      SELECT field.id, field.kind, \(text), value.number
      FROM product_value AS value JOIN field ON field.key = value.field WHERE value.product = ?
      """, arguments: [product]
    ) { row in
      values[try row.uuid("id")] = row.fieldValue()
      return true
    }
    return values
  }

  /// The text of a product's values that is searched, as in the view `searchable`.
  func searchedText(of product: Int64) throws -> String? {
    try connection.first(
      """
      SELECT group_concat(text, ' ') AS texts FROM (
        SELECT text FROM product_value WHERE product = ? AND number IS NULL ORDER BY field)
      """, product
    ) { $0.textIfPresent("texts") } ?? nil
  }

  /// Refuses values that a user gave a product although their fields are not offered for it.
  func requireOffered(_ old: [UUID: FieldValue], for product: Product) throws {
    for (id, value) in product.values where old[id] != value {
      try field(id)?.field.requireOffered(
        in: product.category, changing: old[id], to: value)
    }
  }

  /// Writes the values that differ. Those that another product has are not checked once more: what one lets in, another
  /// can have, also if its field has become narrower since.
  func update(
    _ old: [UUID: FieldValue], to new: [UUID: FieldValue], of product: Int64,
    areStored: Bool = false
  ) throws {
    for id in Set(old.keys).union(new.keys).sorted(by: { $0.uuidString < $1.uuidString })
    where old[id] != new[id] {
      guard let field = try field(id) else {
        // The old value was deleted with its field.
        if new[id] == nil { continue }
        throw CatalogError.fieldMissing
      }
      if areStored {
        try write(new[id], of: product, in: field)
      } else {
        try set(new[id], of: product, in: field)
      }
    }
  }

  func set(_ value: FieldValue?, of product: Int64, in field: StoredField) throws {
    try write(
      value.flatMap { try field.field.kind.checked($0, for: field.field.refusalName) },
      of: product, in: field)
  }

  private func write(_ value: FieldValue?, of product: Int64, in field: StoredField) throws {
    guard let value else {
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
