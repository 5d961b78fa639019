// SPDX-License-Identifier: Apache-2.0
// Takes back one import alone, whatever was done since: undo would have to take that back first. What was edited since
// stays as it is; the rest is as it was before the import. It is a command of its own, so it can be undone, and in a
// shared catalogue it travels like any other.

import Foundation

/// What became of the products of an import that was taken back alone.
public struct TakenBack: Sendable, Equatable {
  /// How many are gone, because the import had made them.
  public var removed = 0
  /// How many are, at least in part, as they were before.
  public var restored = 0
  /// How many were edited since in what the import had changed, or are still there although it had made them.
  public var kept = 0

  var count: Int { removed + restored }
}

struct TakeBack {
  let connection: Connection
  let step: Int
  private let moment = Date()

  /// Nil if there is no import with this number that is done.
  init?(_ step: Int, on connection: Connection) throws {
    (self.step, self.connection) = (step, connection)
    let kind = CatalogCommand.Kind.importProducts.rawValue
    let isThere = try connection.integer(
      "SELECT EXISTS (SELECT 1 FROM history WHERE step = ? AND NOT undone AND command = ?)", step,
      kind)
    guard isThere == 1 else { return nil }
  }

  /// Within a step of the history.
  func carryOut() throws -> TakenBack {
    var result = TakenBack()
    try BulkWrite.run(on: connection, .importing) { bulk in
      for patch in try patches() { try restore(patch, &bulk, counting: &result) }
    }
    try remove(counting: &result)
    try forgetList()
    try removeFields()
    return result
  }

  // MARK: Products that were there

  private struct Patch {
    let key: Int64
    let old: Int
    let new: Int
    /// Whether it went into the trash or came out of it.
    let isMoved: Bool
    let oldDeleted: Date?
    let newDeleted: Date?
  }

  private func patches() throws -> [Patch] {
    try connection.rows(
      """
      SELECT key, revision, new_revision, deleted IS NOT new_deleted AS is_moved, deleted, new_deleted
      FROM history_product
      WHERE step = ? AND existed AND remains AND revision IS NOT new_revision ORDER BY key
      """, step
    ) { row in
      Patch(
        key: row.int64("key"), old: row.int("revision"), new: row.int("new_revision"),
        isMoved: row.int("is_moved") == 1,
        oldDeleted: row.isNull("deleted") ? nil : row.date("deleted"),
        newDeleted: row.isNull("new_deleted") ? nil : row.date("new_deleted"))
    }
  }

  private func restore(
    _ patch: Patch, _ bulk: inout BulkWrite, counting result: inout TakenBack
  ) throws {
    guard let current = try EntryReader(connection: connection).entry(patch.key) else { return }
    let (product, past) = (current.product, PastVersions(connection: connection))
    guard let before = try past.product(product, at: patch.old),
      let after = product.revision == patch.new
        ? product : try past.product(product, at: patch.new)
    else {
      result.kept += 1
      return
    }
    let change = ProductChange(from: after, to: before)
    let left = change.leavingOut(whatDiffersIn: product, from: after)
    let safe = left.withAmounts(ifSameIn: product, as: after)
    var isKept = safe != change
    let isChanged = try bulk.change(product.id, at: moment) { current in
      var entry = current
      entry.product = safe.applied(to: product)
      if before.pictures != after.pictures {
        if product.pictures == after.pictures {
          entry.product.pictures = before.pictures
        } else {
          isKept = true
        }
      }
      if patch.isMoved {
        // By its kind alone: a moment is a number with more digits than a date has.
        if (current.deleted == nil) == (patch.newDeleted == nil) {
          entry.deleted = patch.oldDeleted
        } else {
          isKept = true
        }
      }
      return entry
    }
    if isChanged { result.restored += 1 }
    if isKept { result.kept += 1 }
  }

  // MARK: Products that it made

  private func remove(counting result: inout TakenBack) throws {
    let table = ProductTable(connection: connection)
    let made = "(SELECT key FROM product WHERE \(Self.isMade("product", "key")))"
    let keys = try connection.rows(
      """
      SELECT key, head IS NULL AS is_head, \(Self.isEdited) AS is_edited FROM product
      WHERE key IN \(made) ORDER BY is_head, key
      """, step
    ) { (key: $0.int64("key"), isEdited: $0.int("is_edited") == 1) }
    // Variants first: what one of them takes stays with it.
    for product in keys {
      let hasVariants = try connection.integer(
        """
        SELECT EXISTS (SELECT 1 FROM product AS variant, product AS head
          WHERE head.key = ? AND variant.head = lower(hex(head.id)))
        """, product.key)
      if product.isEdited || hasVariants == 1 {
        result.kept += 1
      } else {
        try table.remove(product.key)
        result.removed += 1
      }
    }
  }

  /// Whether a row is one that the step inserted; `?1` is the step.
  private static func isMade(_ table: String, _ key: String) -> String {
    """
    EXISTS (SELECT 1 FROM history_inserted AS made WHERE made.step = ?1
      AND made.name = '\(table)' AND \(key) BETWEEN made.first AND made.last)
    """
  }

  /// Whether a product was changed by a later step, or got something.
  private static let isEdited: String = {
    var conditions = [
      """
      EXISTS (SELECT 1 FROM history JOIN history_product AS patch USING (step)
        WHERE step > ?1 AND NOT undone AND patch.key = product.key
          AND patch.revision IS NOT patch.new_revision)
      """
    ]
    for part in RecordedTable.parts where part.name != "product" {
      let isOfIt =
        part.key.contains("product")
        ? "patch.product = product.key" : "product.key IN (patch.product, patch.new_product)"
      conditions.append(
        """
        EXISTS (SELECT 1 FROM history JOIN \(part.history) AS patch USING (step)
          WHERE step > ?1 AND NOT undone AND \(isOfIt))
        """)
      // Parts without row numbers of their own are recorded one by one, unless the product is new, too.
      guard part.numbering == part.name else { continue }
      conditions.append(
        """
        EXISTS (SELECT 1 FROM \(part.name) AS part
          WHERE part.product = product.key AND NOT \(isMade(part.name, "part.key")))
        """)
    }
    return "(\(conditions.joined(separator: " OR ")))"
  }()

  // MARK: What its source remembers

  /// The source knows the list before this one again, unless a later one came from it.
  private func forgetList() throws {
    let tables = RecordedTable.all.filter { ["source", "source_row"].contains($0.name) }
    for table in tables {
      let isLater = try connection.integer(
        """
        SELECT EXISTS (SELECT 1 FROM history JOIN \(table.history) USING (step)
          WHERE step > ?1 AND NOT undone)
          OR EXISTS (SELECT 1 FROM history JOIN history_inserted AS made USING (step)
            WHERE step > ?1 AND NOT undone AND made.name = '\(table.name)')
        """, step)
      if isLater == 1 { return }
    }
    for table in tables {
      try connection.run(
        "DELETE FROM \(table.name) WHERE \(Self.isMade(table.name, "key"))", step)
      try connection.run(
        """
        UPDATE \(table.name) SET content = past.content FROM \(table.history) AS past
        WHERE past.step = ?1 AND existed AND remains AND past.key = \(table.name).key
          AND past.content IS NOT past.new_content
        """, step)
      try connection.run(
        """
        INSERT INTO \(table.name) (key, \(table.list(table.columns)))
        SELECT key, \(table.list(table.columns)) FROM \(table.history)
        WHERE step = ?1 AND existed AND NOT remains
        """, step)
    }
  }
}

extension TakeBack {
  /// The custom fields that it made, unless anything has a use for them by now.
  private func removeFields() throws {
    let made = try connection.rows(
      """
      SELECT id FROM field WHERE \(Self.isMade("field", "field.key"))
        AND NOT EXISTS (SELECT 1 FROM product_value WHERE product_value.field = field.key)
        AND NOT EXISTS (SELECT 1 FROM history JOIN history_field AS patch USING (step)
          WHERE step > ?1 AND NOT undone AND patch.key = field.key)
      """, step
    ) { try $0.uuid("id") }
    let table = FieldTable(connection: connection)
    for id in made where try !isNamed(id.uuidString) { _ = try table.remove(table.require(id)) }
  }

  /// Whether options of variants, a template, a saved search or a source is about the field with this identifier.
  private func isNamed(_ field: String) throws -> Bool {
    try connection.integer(
      """
      SELECT EXISTS (SELECT 1 FROM product WHERE options IS NOT NULL AND instr(upper(options), ?1))
        OR EXISTS (SELECT 1 FROM template WHERE instr(upper(content), ?1))
        OR EXISTS (SELECT 1 FROM saved_search WHERE instr(upper(content), ?1))
        OR EXISTS (SELECT 1 FROM source WHERE instr(upper(content), ?1))
      """, field) == 1
  }
}

extension ProductChange {
  /// What makes one version of a product another one.
  fileprivate init(from old: Product, to new: Product) {
    self.init()
    set(whatDiffersIn: new, from: old)
  }

  /// Without the unit and the amounts in it, if the unit is to change and any of them was edited since: a number of
  /// kilograms is none of grams.
  fileprivate func withAmounts(ifSameIn product: Product, as old: Product) -> ProductChange {
    guard self.unit != nil else { return self }
    let isSame =
      product.unit == old.unit && product.packSize == old.packSize && product.price == old.price
      && product.stock == old.stock && product.minimumStock == old.minimumStock
    if isSame { return self }
    var change = self
    (change.unit, change.packSize, change.price) = (nil, nil, nil)
    (change.stock, change.minimumStock) = (nil, nil)
    return change
  }
}
