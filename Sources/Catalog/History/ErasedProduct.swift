// SPDX-License-Identifier: Apache-2.0
// A product that was deleted permanently, as the history still holds it: the step that erased it has all its rows.

import Foundation

struct ErasedProduct {
  let connection: Connection

  /// The product with its notes and pictures as they were when it was erased; nil if the history does not hold it.
  func entry(_ id: UUID) throws -> CatalogEntry? {
    let found = try connection.first(
      """
      SELECT step, patch.* FROM history JOIN history_product AS patch USING (step)
      WHERE NOT undone AND existed AND NOT remains AND patch.id = ? ORDER BY step DESC LIMIT 1
      """, id
    ) { (step: $0.int("step"), key: $0.int64("key"), product: try $0.product()) }
    guard let found else { return nil }
    var product = found.product
    let row = (found.step, found.key)
    product.tags = Tags(
      stored: try rows("tag", of: "product_tag", in: row, by: "position") {
        Tag(stored: $0.text("tag"))
      })
    product.pictures = try rows(
      "id, hash, extension, caption, turn", of: "product_image", in: row, by: "position"
    ) { try $0.picture() }
    // A field that was removed meanwhile has none.
    let values = try rows(
      "field.id AS id, field.kind AS kind, patch.text AS text, patch.number AS number",
      of: "product_value AS patch JOIN field ON field.key = patch.field", in: row, by: "field.key"
    ) { row in try row.fieldValue().map { (try row.uuid("id"), $0) } }
    product.values = Dictionary(values.compactMap(\.self)) { $1 }
    let notes = try rows(
      "id, title, text, revision, created, changed", of: "note", in: row, by: "position"
    ) {
      Note(
        id: try $0.uuid("id"), productID: id, title: NoteTitle(stored: $0.text("title")),
        text: FreeText(stored: $0.text("text")), revision: $0.int("revision"),
        created: $0.date("created"), changed: $0.date("changed"))
    }
    return CatalogEntry(product: product, notes: notes)
  }

  /// What a step deleted of a product in a table.
  private func rows<Value>(
    _ columns: String, of table: String, in row: (step: Int, key: Int64), by order: String,
    _ value: (Row) throws -> Value
  ) throws -> [Value] {
    try connection.rows(
      """
      SELECT \(columns) FROM history_\(table)
      WHERE step = ? AND product = ? AND existed AND NOT remains ORDER BY \(order)
      """, row.step, row.key, as: value)
  }
}
