// SPDX-License-Identifier: Apache-2.0
// Categories and tags exist only in products, so renaming one changes all products that have it.

import Foundation

extension ProductTable {
  /// Returns how many products were in the category or its subcategories.
  func renameCategory(
    _ old: CategoryPath, to new: CategoryPath, at moment: Date
  ) throws -> Int {
    guard old != new else { return 0 }
    // "0" is the character after "/", so whatever sorts between them is inside the category.
    let isWithin = "(category = ?1 OR category > ?1 || '/' AND category < ?1 || '0')"
    let longer = try connection.rows(
      """
      SELECT DISTINCT substr(category, length(?1) + 1) AS rest
      FROM (SELECT category FROM product UNION ALL SELECT category FROM field) WHERE \(isWithin)
      """, old.text
    ) { $0.text("rest") }
    for rest in longer { _ = try CategoryPath(new.text + rest) }
    // A field that is offered for the category stays offered for its products.
    try connection.run(
      """
      UPDATE field SET category = ?2 || substr(category, length(?1) + 1) WHERE \(isWithin)
      """, old.text, new.text)
    return try connection.recording.changingMore {
      try connection.run(
        """
        UPDATE product SET category = ?2 || substr(category, length(?1) + 1), changed = ?3,
          \(Revision.becomesNext)
        WHERE \(isWithin)
        """, old.text, new.text, moment)
    }
  }

  /// Returns how many products had the tag.
  func renameTag(_ old: String, to new: Tag, at moment: Date) throws -> Int {
    guard old != new.text else { return 0 }
    let count = try connection.run(
      """
      UPDATE product SET changed = ?2, \(Revision.becomesNext)
      WHERE key IN (SELECT product FROM product_tag WHERE tag = ?1)
      """, old, moment)
    try connection.run(
      """
      DELETE FROM product_tag
      WHERE tag = ?1 AND product IN (SELECT product FROM product_tag WHERE tag = ?2)
      """, old, new.text)
    try connection.run("UPDATE product_tag SET tag = ?2 WHERE tag = ?1", old, new.text)
    return count
  }
}
