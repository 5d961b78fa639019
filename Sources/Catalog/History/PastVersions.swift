// SPDX-License-Identifier: Apache-2.0
// A product or note at an earlier revision, reconstructed from the undo history. An edit that was
// based on it can only be merged if both versions are known.

import Foundation

struct PastVersions {
  let connection: Connection

  /// A revision of a row, on one side of the patch of a step.
  private struct Found {
    let key: Int64
    let step: Int
    let isUndone: Bool

    /// The steps between that revision and now: those since the step, or, if it is undone, those that
    /// a redo would carry out up to it.
    var between: String {
      isUndone ? "undone AND history.step <= \(step)" : "NOT undone AND history.step >= \(step)"
    }
    /// Of these, the one nearest to that revision.
    var nearest: String { isUndone ? "max" : "min" }
    var order: String { isUndone ? "step DESC" : "step" }
    /// The side of a patch that is nearer to that revision.
    func side(_ column: String) -> String { isUndone ? "new_\(column)" : column }
    var wasThere: String { isUndone ? "remains" : "existed" }
  }

  /// A note that was deleted and restored has a new row; a product keeps its row.
  private func find(_ id: UUID, at revision: Int, in table: RecordedTable) throws -> Found? {
    let isSameRow =
      table.name == "product" ? "patch.key = (SELECT key FROM product WHERE id = ?1)" : "true"
    return try connection.first(
      """
      SELECT patch.key AS key, step, undone
      FROM history JOIN \(table.history) AS patch USING (step)
      WHERE \(isSameRow) AND iif(
        undone, remains AND new_revision = ?2 AND patch.new_id = ?1,
        existed AND revision = ?2 AND patch.id = ?1)
      ORDER BY step DESC LIMIT 1
      """, id, revision
    ) {
      Found(key: $0.int64("key"), step: $0.int("step"), isUndone: $0.int("undone") == 1)
    }
  }

  /// What each column of a row was: the value before the first change since then, or its present
  /// value.
  private static func values(_ table: RecordedTable, _ found: Found) -> String {
    table.columns.map { column in
      let patches = "FROM patch WHERE patch.key = known.key AND \(column) IS NOT new_\(column)"
      return """
        iif(EXISTS (SELECT 1 \(patches)),
          (SELECT \(found.side(column)) \(patches) ORDER BY \(found.order) LIMIT 1),
          present.\(column)) AS \(column)
        """
    }.joined(separator: ", ")
  }

  /// A query for a row as it was.
  private func query(_ found: Found, in table: RecordedTable) -> String {
    """
    WITH patch AS MATERIALIZED (
      SELECT row.* FROM history JOIN \(table.history) AS row USING (step)
      WHERE \(found.between) AND row.key = ?1)
    SELECT known.key AS key, \(Self.values(table, found))
    FROM (SELECT ?1 AS key) AS known LEFT JOIN \(table.name) AS present USING (key)
    """
  }

  /// The product at `revision`, nil if the history does not reach back to it.
  func product(_ current: Product, at revision: Int) throws -> Product? {
    guard let found = try find(current.id, at: revision, in: .product) else { return nil }
    let past = try connection.first(query(found, in: .product), found.key) {
      try $0.product()
    }
    guard var product = past else { return nil }
    let tags = try connection.rows(
      """
      WITH past AS (
        SELECT position, \(found.side("tag")) AS tag, \(found.nearest)(step)
        FROM history JOIN history_product_tag USING (step)
        WHERE \(found.between) AND product = ?1 AND tag IS NOT new_tag GROUP BY position)
      SELECT tag, position FROM past WHERE tag IS NOT NULL
      UNION ALL SELECT tag, position FROM product_tag
        WHERE product = ?1 AND position NOT IN (SELECT position FROM past)
      ORDER BY position
      """, found.key
    ) { Tag(stored: $0.text("tag")) }
    product.tags = Tags(stored: tags)
    product.pictures = try pictures(found)
    // A field that was removed, or whose kind has changed, has no past.
    let values = try connection.rows(
      """
      WITH past AS (
        SELECT field, \(found.side("text")) AS text, \(found.side("number")) AS number,
          \(found.nearest)(step)
        FROM history JOIN history_product_value USING (step)
        WHERE \(found.between) AND product = ?1 AND (text IS NOT new_text OR number IS NOT new_number)
        GROUP BY field),
      value AS (
        SELECT field, text, number FROM past WHERE text IS NOT NULL OR number IS NOT NULL
        UNION ALL SELECT field, text, number FROM product_value
          WHERE product = ?1 AND field NOT IN (SELECT field FROM past))
      SELECT field.id, field.kind, value.text, value.number
      FROM value JOIN field ON field.key = value.field
      """, found.key
    ) { row in try row.fieldValue().map { (try row.uuid("id"), $0) } }
    product.values = Dictionary(values.compactMap(\.self)) { $1 }
    return product
  }

  /// The pictures that a product had.
  private func pictures(_ found: Found) throws -> [ProductPicture] {
    let table = RecordedTable.picture
    // What an undone step had inserted is kept under the negative of its number.
    let sides = table.columns.flatMap {
      [
        "iif(row.step < 0, NULL, row.\($0)) AS \($0)",
        "iif(row.step < 0, row.\($0), row.new_\($0)) AS new_\($0)",
      ]
    }
    return try connection.rows(
      """
      WITH patch AS MATERIALIZED (
        SELECT history.step AS step, row.key AS key, row.step > 0 AND existed AS existed, remains,
          \(sides.joined(separator: ", "))
        FROM history JOIN history_product_image AS row ON row.step IN (history.step, -history.step)
        WHERE \(found.between)),
      known AS (
        SELECT key FROM product_image WHERE product = ?1
        UNION SELECT key FROM patch WHERE product = ?1 OR new_product = ?1),
      past AS (
        SELECT ifnull((SELECT \(found.wasThere) FROM patch WHERE patch.key = known.key
            ORDER BY \(found.order) LIMIT 1), 1) AS was_there,
          \(Self.values(table, found))
        FROM known LEFT JOIN product_image AS present USING (key)
        WHERE NOT EXISTS (
          SELECT 1 FROM history JOIN history_inserted USING (step)
          WHERE \(found.between) AND NOT undone AND name = 'product_image'
            AND known.key BETWEEN first AND last))
      SELECT id, hash, extension, caption, turn, position FROM past
      WHERE was_there AND product = ?1 ORDER BY position
      """, found.key
    ) { try $0.picture() }
  }

  /// The note at `revision`, nil if the history does not reach back to it.
  func note(_ id: UUID, at revision: Int) throws -> Note? {
    guard let found = try find(id, at: revision, in: .note) else { return nil }
    return try connection.first(
      """
      WITH past AS (\(query(found, in: .note)))
      SELECT \(NoteTable.columns(of: "past"))
      FROM past JOIN product ON product.key = past.product
      """, found.key, as: NoteTable.note)
  }
}
