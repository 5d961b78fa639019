// SPDX-License-Identifier: Apache-2.0
// Stored values that this program would have refused. Another program can have written them, or
// somebody can have put them into a step for other copies of the catalogue.

import Foundation

/// A value of a product that this program would have refused, and why.
struct RefusedValue {
  let reason: InvalidValue
  let title: String
  let id: UUID

  /// Those in built-in fields. `condition` is about rows of `product`.
  static func ofProducts(
    _ connection: Connection, where condition: SQLPiece
  ) throws -> [RefusedValue] {
    var refused: [RefusedValue] = []
    try connection.forEachRow(
      "SELECT \(ProductTable.columns(of: "product")) FROM product WHERE \(condition.sql)",
      arguments: condition.arguments
    ) { row in
      let product = try row.product()
      var checked = product
      for field in ProductField.stored {
        do {
          try field.set(field.value(of: product), in: &checked)
          // A currency is read in any case, and stored in one.
          guard field != .price || field.isSame(checked, product) else {
            throw InvalidValue(.currency, .notACurrency)
          }
        } catch let reason as InvalidValue {
          refused.append(
            RefusedValue(reason: reason, title: product.title.text, id: product.id))
        }
      }
      return true
    }
    return refused
  }

  /// Those in a custom field. `condition` is about rows `v` of `product_value`.
  static func of(
    _ field: StoredField, _ connection: Connection, where condition: SQLPiece
  ) throws -> [RefusedValue] {
    var refused: [RefusedValue] = []
    try connection.forEachRow(
      """
      SELECT p.id AS id, p.title AS title, v.text AS text, v.number AS number
      FROM product_value AS v JOIN product AS p ON p.key = v.product
      WHERE v.field = ? AND \(condition.sql)
      """, arguments: [field.key] + condition.arguments
    ) { row in
      do {
        try field.field.kind.requireFitting(
          text: row.textIfPresent("text"),
          number: row.isNull("number") ? nil : row.int64("number"), for: field.field.refusalName)
      } catch let reason as InvalidValue {
        refused.append(
          RefusedValue(reason: reason, title: row.text("title"), id: try row.uuid("id")))
      }
      return true
    }
    return refused
  }
}
