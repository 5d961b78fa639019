// SPDX-License-Identifier: Apache-2.0
// Reads what steps are about from their patches. A patch has only the columns that changed; the others are as they are
// now, which is right for what does not change often, such as the currency of a price.

import Foundation

struct StepDetails {
  let connection: Connection

  /// What a step is about; of one that touched no product there is nothing to say.
  func detail(of step: Int) throws -> StepDetail {
    guard let key = try product(of: step) else { return StepDetail() }
    var detail = StepDetail(title: try title(of: key, in: step))
    detail.before = try row(key, in: step, side: "")
    detail.after = try row(key, in: step, side: "new_")
    return detail
  }

  /// The row number of the first product that a step touched.
  private func product(of step: Int) throws -> Int64? {
    // What an undone step had inserted is kept under the negative of its number.
    let found = try connection.first(
      """
      SELECT key FROM (
        SELECT key FROM history_product WHERE step IN (?1, -?1)
        UNION ALL SELECT product FROM history_product_value WHERE step = ?1
        UNION ALL SELECT product FROM history_product_tag WHERE step = ?1
        UNION ALL SELECT ifnull(product, new_product) FROM history_product_image
          WHERE step IN (?1, -?1)
        UNION ALL SELECT ifnull(product, new_product) FROM history_note WHERE step IN (?1, -?1)
        UNION ALL SELECT first FROM history_inserted WHERE step = ?1 AND name = 'product'
        UNION ALL SELECT product FROM history_inserted JOIN note ON note.key BETWEEN first AND last
          WHERE step = ?1 AND name = 'note'
        UNION ALL SELECT product
          FROM history_inserted JOIN product_image AS image ON image.key BETWEEN first AND last
          WHERE step = ?1 AND name = 'product_image')
      WHERE key IS NOT NULL LIMIT 1
      """, step
    ) { $0.int64("key") }
    return found
  }

  private func title(of key: Int64, in step: Int) throws -> String? {
    try connection.first(
      """
      SELECT title FROM (
        SELECT title FROM product WHERE key = ?1
        UNION ALL SELECT ifnull(title, new_title) FROM history_product
          WHERE step IN (?2, -?2) AND key = ?1)
      WHERE title IS NOT NULL LIMIT 1
      """, key, step
    ) { $0.text("title") }
  }

  /// A product on one side of a step, without its photos.
  private func row(_ key: Int64, in step: Int, side: String) throws -> Product? {
    let columns = ProductField.stored.flatMap(\.columns).map {
      "iif(patch.\($0) IS patch.new_\($0), now.\($0), patch.\(side)\($0)) AS \($0)"
    }
    let known = try connection.first(
      """
      SELECT now.id AS id, now.revision AS revision, now.created AS created, now.changed AS changed,
        \(columns.joined(separator: ", "))
      FROM history_product AS patch JOIN product AS now USING (key)
      WHERE step = ?1 AND key = ?2 AND existed AND remains
      """, step, key
    ) { try $0.product() }
    guard var product = known else { return nil }
    product.tags = Tags(
      stored: try connection.rows(
        """
        SELECT \(side)tag AS tag FROM history_product_tag
        WHERE step = ?1 AND product = ?2 AND \(side)tag IS NOT NULL ORDER BY position
        """, step, key
      ) { Tag(stored: $0.text("tag")) })
    let values = try connection.rows(
      """
      SELECT field.id AS id, field.kind AS kind, value.\(side)text AS text,
        value.\(side)number AS number
      FROM history_product_value AS value JOIN field ON field.key = value.field
      WHERE step = ?1 AND product = ?2
      """, step, key
    ) { row in try row.fieldValue().map { (try row.uuid("id"), $0) } }
    product.values = Dictionary(values.compactMap(\.self)) { $1 }
    return product
  }
}
