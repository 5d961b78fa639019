// SPDX-License-Identifier: Apache-2.0
// The usual case of a head that was edited: all its variants take what changed, so that nothing of them has to be read.

import Foundation
import Synchronization

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
  /// variants that it did not touch: all of them take it, and nothing has to be compared. Returns whether it was.
  func passOn(
    from id: UUID, _ head: Int64, changed: Set<FieldID>, to variants: Set<Int64>
  ) throws -> Bool {
    guard kind == .asked else { return false }
    let fields = Self.passed.filter { changed.contains($0.id) }
    guard changed.subtracting(fields.map(\.id)).subtracting(Self.own).isEmpty else { return false }
    if fields.isEmpty { return true }
    let statements = Passing.on(fields)
    var takeAll = true
    try connection.forEachRow(statements.question, arguments: [id.hex]) {
      takeAll = $0.int("takes_all") == 1
      return takeAll
    }
    guard takeAll else { return false }
    let keys = "[\(variants.sorted().map(String.init).joined(separator: ","))]"
    try connection.run(statements.updateOfSome, head, moment, keys)
    return true
  }

  /// The same for one head that the step edited, and for all its variants, which it did not touch. Returns these; nil if
  /// there is more to do.
  func passOn(from head: EditedProducts.Edited) throws -> [EditedProducts.Edited]? {
    let changed = head.fields.subtracting(Self.ownFields)
    guard Self.passedFields.isSuperset(of: changed) else { return nil }
    let statements = Passing.on(Self.passed.filter { changed.contains(ProductFields($0)) })
    let hex = head.id.hex
    var variants: [EditedProducts.Edited]? = []
    try connection.forEachRow(statements.question, arguments: [hex]) { row in
      guard row.int("takes_all") == 1 else {
        variants = nil
        return false
      }
      variants?.append(
        EditedProducts.Edited(
          key: row.int64("key"), id: try row.uuid("id"), isHead: false,
          isInTrash: row.int("is_in_trash") == 1, fields: changed.union(.revision)))
      return true
    }
    if let variants, !variants.isEmpty {
      try connection.run(statements.updateOfAll, head.key, moment, hex)
    }
    return variants
  }

  /// Fields that a variant never takes from its head.
  static let own: Set<FieldID> = [.sku, .gtin, .stock]
  /// The same, and what is no field.
  static let ownFields: ProductFields = [.sku, .gtin, .stock, .position, .revision]
  private static let passedFields = ProductFields(passed.map { ProductFields($0) })
  /// Fields whose length counts in a step.
  static let textFields: ProductFields = {
    let texts = Set(RecordedTable.product.texts)
    let fields = ProductField.stored.filter { !texts.isDisjoint(with: $0.writtenColumns) }
    return ProductFields(fields.map { ProductFields($0) })
  }()
}

/// The statements that pass on some fields, which are long.
private struct Passing {
  /// Of each variant of a head, whether it takes all of them.
  let question: String
  let updateOfAll, updateOfSome: String

  private static let known = Mutex<[[String]: Passing]>([:])

  static func on(_ fields: [ProductField]) -> Passing {
    known.withLock { known in
      let names = fields.map(\.name)
      if let found = known[names] { return found }
      let new = Passing(fields)
      known[names] = new
      return new
    }
  }

  private init(_ fields: [ProductField]) {
    let takes = fields.map { "instr(' ' || taken || ' ', ' \($0.id.text) ') > 0" }
      .joined(separator: " AND ")
    question = """
      SELECT key, id, deleted IS NOT NULL AS is_in_trash, coalesce(\(takes), 0) AS takes_all
      FROM product INDEXED BY product_by_head WHERE head = ?
      """
    let columns = fields.flatMap(\.writtenColumns)
    let update = """
      \(RowUpdates.update(of: columns)) product SET (\(columns.joined(separator: ", "))) = (
          SELECT \(columns.map { "head.\($0)" }.joined(separator: ", "))
          FROM product AS head WHERE head.key = ?1),
        changed = ?2, \(Revision.becomesNext)
      """
    updateOfAll = "\(update) WHERE head = ?3"
    updateOfSome = "\(update) WHERE key IN (SELECT value FROM json_each(?3))"
  }
}
