// SPDX-License-Identifier: Apache-2.0
// The usual case of a head that was edited: all its variants take what changed, so that nothing of them has to be read.

import Foundation

extension VariantUpkeep {
  /// Fields that are columns and mean the same in a head and in its variants. In another unit, each has other amounts.
  private static let passed = ProductField.all.filter {
    $0.isStoredWithProduct && $0.isForMany && !AnyField.builtIn($0).isForCodes && $0.id != .stock
      && $0.id != .unit
  }

  /// The row number of a product, if the step edited it and did no more than that with it.
  func edited(_ id: UUID) throws -> Int64? {
    try connection.first(
      """
      SELECT key FROM history_product AS patch
      WHERE step = ?1 AND id = ?2 AND \(Self.staysWhereItIs)
      """, step, id
    ) { $0.int64("key") }
  }

  private static let staysWhereItIs = """
    existed AND remains AND patch.deleted IS new_deleted AND patch.head IS new_head
    """

  /// Passes on what the step changed in a head, of which only fields were edited, if that is all there is to do with the
  /// variants that it did not touch (nil: it touched none): all of them take it, and nothing has to be compared. Returns
  /// whether it was.
  func passOn(
    from id: UUID, _ head: Int64, changed: Set<FieldID>, to variants: Set<Int64>? = nil
  ) throws -> Bool {
    guard kind == .asked else { return false }
    let fields = Self.passed.filter { changed.contains($0.id) }
    guard changed.subtracting(fields.map(\.id)).subtracting(Self.own).isEmpty else { return false }
    if fields.isEmpty { return true }
    let takes = fields.map { "instr(' ' || taken || ' ', ' \($0.id.text) ') > 0" }
      .joined(separator: " AND ")
    let isOwnSomewhere = try connection.integer(
      """
      SELECT EXISTS (SELECT 1 FROM product INDEXED BY product_by_head
        WHERE head = ? AND NOT coalesce(\(takes), 0))
      """, id.hex)
    guard isOwnSomewhere == 0 else { return false }
    let columns = fields.flatMap(\.writtenColumns)
    try connection.run(
      """
      \(RowUpdates.update(of: columns)) product SET (\(columns.joined(separator: ", "))) = (
          SELECT \(columns.map { "head.\($0)" }.joined(separator: ", "))
          FROM product AS head WHERE head.key = ?1),
        changed = ?2, \(Revision.becomesNext)
      WHERE \(variants == nil ? "head = ?3" : "key IN (SELECT value FROM json_each(?3))")
      """, head, moment,
      variants.map { "[\($0.sorted().map(String.init).joined(separator: ","))]" } ?? id.hex)
    return true
  }

  /// Fields that a variant never takes from its head.
  static let own: Set<FieldID> = [.sku, .gtin, .stock]
}

extension EditedProducts.Edited {
  /// The fields that differ.
  var changed: Set<FieldID> {
    Set(ProductField.stored.filter { fields.contains(ProductFields($0)) }.map(\.id))
  }
}
