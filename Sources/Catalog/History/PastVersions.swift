// A product or note at an earlier revision, reconstructed from the undo history. An edit that was
// based on it can only be merged if both versions are known.

import Foundation

struct PastVersions {
  let connection: Connection

  /// The product at `revision`, nil if the history does not reach back to it.
  func product(_ current: Product, at revision: Int) throws -> Product? {
    let found = try connection.first(
      """
      SELECT \(ProductTable.columns(of: "past")), step, undone
      FROM history JOIN history_product AS past USING (step)
      WHERE past.key = (SELECT key FROM product WHERE id = ?) AND past.existed
        AND past.revision = ? AND past.id = ?
      ORDER BY step DESC LIMIT 1
      """, current.id, revision, current.id
    ) {
      (
        key: $0.int64("key"), product: try $0.product(), step: $0.int("step"),
        isUndone: $0.int("undone") == 1
      )
    }
    guard let found else { return nil }
    // An undone step holds the state after it, any other step the state before it.
    let later =
      found.isUndone ? "undone AND step <= \(found.step)" : "NOT undone AND step >= \(found.step)"
    let nearest = found.isUndone ? "max" : "min"
    let laterSteps = later.replacingOccurrences(of: "step", with: "history.step")
    var product = found.product
    let tags = try connection.rows(
      """
      WITH past AS (
        SELECT position, tag, existed, \(nearest)(step)
        FROM history JOIN history_product_tag USING (step)
        WHERE \(later) AND product = ?1 GROUP BY position)
      SELECT tag, position FROM past WHERE existed
      UNION ALL SELECT tag, position FROM product_tag
        WHERE product = ?1 AND position NOT IN (SELECT position FROM past)
      ORDER BY position
      """, found.key
    ) { Tag(stored: $0.text("tag")) }
    product.tags = Tags(stored: tags)
    product.pictures = try connection.rows(
      """
      WITH past AS (
        -- What an undone step had put in is kept under the negative of its number.
        SELECT rows.*, \(nearest)(history.step)
        FROM history JOIN history_product_image AS rows ON rows.step IN (history.step, -history.step)
        WHERE \(laterSteps) GROUP BY key)
      SELECT id, hash, extension, caption, turn, position FROM past WHERE existed AND product = ?1
      UNION ALL SELECT id, hash, extension, caption, turn, position FROM product_image AS present
        WHERE product = ?1 AND key NOT IN (SELECT key FROM past) AND NOT EXISTS (
          SELECT 1 FROM history JOIN history_inserted USING (step)
          WHERE \(later) AND name = 'product_image' AND present.key BETWEEN first AND last)
      ORDER BY position
      """, found.key
    ) { try $0.picture() }
    // A field that was removed, or whose kind has changed, has no past.
    let values = try connection.rows(
      """
      WITH past AS (
        SELECT field, text, number, existed, \(nearest)(step)
        FROM history JOIN history_product_value USING (step)
        WHERE \(later) AND product = ?1 GROUP BY field),
      value AS (
        SELECT field, text, number FROM past WHERE existed
        UNION ALL SELECT field, text, number FROM product_value
          WHERE product = ?1 AND field NOT IN (SELECT field FROM past))
      SELECT field.id, field.kind, value.text, value.number
      FROM value JOIN field ON field.key = value.field
      """, found.key
    ) { row in try row.fieldValue().map { (try row.uuid("id"), $0) } }
    product.values = Dictionary(values.compactMap(\.self)) { $1 }
    return product
  }

  /// The note at `revision`, nil if the history does not reach back to it.
  func note(_ id: UUID, at revision: Int) throws -> Note? {
    try connection.first(
      """
      SELECT \(NoteTable.columns(of: "past"))
      FROM history_note AS past JOIN product ON product.key = past.product
      WHERE past.existed AND past.id = ? AND past.revision = ? ORDER BY step DESC LIMIT 1
      """, id, revision, as: NoteTable.note)
  }
}
