// SPDX-License-Identifier: Apache-2.0
// Which products are variants of which. The head is named by its identifier as text, so that a row
// means the same in every copy of the catalogue, in whatever order rows arrive there.

import Foundation

struct VariantTable {
  let connection: Connection

  /// Whether there is any variant, in the trash or not.
  func isEmpty() throws -> Bool {
    try connection.integer(
      "SELECT EXISTS (SELECT 1 FROM product INDEXED BY product_by_head WHERE head IS NOT NULL)")
      == 0
  }

  /// The row numbers of a head's variants in the manual order.
  func keys(of head: UUID, includingTrash: Bool = false) throws -> [Int64] {
    try connection.rows(
      """
      SELECT key FROM product INDEXED BY product_by_head
      WHERE head = ? AND (deleted IS NULL OR ?) ORDER BY position, key
      """, head.hex, includingTrash ? 1 : 0
    ) { $0.int64("key") }
  }

  /// Gives the variants of one head, also those in the trash, another one.
  func move(from old: UUID, to new: UUID, at moment: Date) throws {
    try connection.run(
      """
      UPDATE product SET head = ?, changed = ?, \(Revision.becomesNext)
      WHERE head = ? AND id <> ?
      """, new.hex, moment, old.hex, new)
  }
}
