// SPDX-License-Identifier: Apache-2.0
// How the rows are now that the history has touched, as another copy of the catalogue can compare them with its own.
// Steps alone do not tell it once both have changed the same: what a step had before is not what is there.

import Foundation

/// A row as it travels.
struct SharedRow: Equatable {
  var values: StepPatch.Values
  /// When it, or its product, was changed.
  var moment: Date
}

struct CopyState {
  let connection: Connection

  /// A step that put in more rows than this is compared row by row only where something happened to them since.
  private static let mostInserted = 2_000

  /// Passes on each product that a step touched, with all that belongs to it, and other rows that a step touched.
  func forEachTouched(_ receiver: (HubRow) throws -> Void) throws {
    let exporter = StepExporter(connection: connection)
    var told: Set<SharedName> = []
    func body(_ row: HubRow) throws {
      guard told.insert(SharedName(kind: row.kind, row: row.row)).inserted else { return }
      try receiver(row)
    }
    let remembered = try remembered()
    for key in try touchedProducts().union(owners(of: remembered)).sorted() {
      if let product = try product(key) {
        try forEachRow(of: key, product, with: exporter, body)
      } else if let id = try goneName(of: .product, key) {
        try body(HubRow(kind: "product", row: id, value: nil, moment: Date(milliseconds: 0)))
      }
    }
    try forEachGonePart(body)
    for table in RecordedTable.all where table.owner == nil {
      for key in try touchedKeys(of: table) {
        try forEach(exporter, table, at: key, since: Date(milliseconds: 0), body)
        if try !isThere(table, key), let name = try goneName(of: table, key) {
          try body(HubRow(kind: table.name, row: name, value: nil, moment: Date(milliseconds: 0)))
        }
      }
      try forEachFormerName(of: table, body)
    }
    for name in remembered.sorted(by: { ($0.kind, $0.row) < ($1.kind, $1.row) })
    where !told.contains(name) {
      let present = try row(name)
      // Of what belongs to a product that is there, all has been told.
      let moment = Date(milliseconds: 0)
      try body(
        HubRow(
          kind: name.kind, row: name.row, value: present.map { SharedPatch.json($0.values) },
          moment: present?.moment ?? moment))
    }
  }

  /// The rows that steps have touched whose patches the history does not have.
  private func remembered() throws -> Set<SharedName> {
    try Set(
      connection.rows("SELECT DISTINCT kind, row FROM history_touched") {
        SharedName(kind: $0.text("kind"), row: $0.text("row"))
      })
  }

  /// The products that these are, or belong to, that are there.
  private func owners(of names: Set<SharedName>) throws -> Set<Int64> {
    var keys: Set<Int64> = []
    for name in names {
      switch name.kind {
      case "product", SharedPatch.tags, "product_value":
        let product = name.row.split(separator: "/").first.map(String.init) ?? ""
        if let key = try HubPlace.key(product, in: .product, on: connection) { keys.insert(key) }
      case "note", "product_image":
        guard let id = UUID(uuidString: name.row) else { continue }
        let key = try connection.first("SELECT product FROM \(name.kind) WHERE id = ?", id) {
          $0.int64("product")
        }
        if let key { keys.insert(key) }
      default: break
      }
    }
    return keys
  }

  /// A row as it is now; nil if there is none.
  func row(_ name: SharedName) throws -> SharedRow? {
    if name.kind == SharedPatch.tags {
      guard let key = try HubPlace.key(name.row, in: .product, on: connection) else { return nil }
      return SharedRow(
        values: [SharedPatch.tagColumn: .text(try tags(of: key))],
        moment: try product(key)?.changed ?? Date(milliseconds: 0))
    }
    guard let table = RecordedTable.all.first(where: { $0.name == name.kind }) else { return nil }
    let row = HubRow(kind: name.kind, row: name.row, value: nil, moment: Date(milliseconds: 0))
    guard case .integer(let key)? = try HubPlace(row, in: table, on: connection).key?.first
    else { return nil }
    var found: SharedRow?
    let range = InsertedRange(table: table, first: key, last: key)
    try StepExporter(connection: connection).readInserted(range, .max) { patch in
      guard patch.sharedRow == name.row else { return }
      found = SharedRow(
        values: patch.travelling(patch.new) ?? [:], moment: patch.moment ?? Date(milliseconds: 0))
    }
    return found
  }

  /// The notes or pictures of a product, in their order.
  func parts(_ kind: String, of product: String) throws -> [(id: String, position: Int64)] {
    guard let key = try HubPlace.key(product, in: .product, on: connection) else { return [] }
    return try connection.rows(
      "SELECT id, position FROM \(kind) WHERE product = ? ORDER BY position, key", key
    ) { (try $0.uuid("id").uuidString, $0.int64("position")) }
  }

  // MARK: What was touched

  private func touchedProducts() throws -> Set<Int64> {
    let parts = RecordedTable.parts.filter { $0.name != "product" }.flatMap { part in
      part.key.contains("product")
        ? ["SELECT product FROM \(part.history)"]
        : ["product", "new_product"].map { "SELECT \($0) FROM \(part.history)" }
    }
    let inserted = ["product", "note", "product_image"].map { table in
      """
      SELECT \(table == "product" ? "\(table).key" : "\(table).product")
      FROM history_inserted AS range JOIN \(table) ON \(table).key BETWEEN range.first AND range.last
      WHERE range.name = '\(table)' AND range.last - range.first < \(Self.mostInserted)
      """
    }
    let all = ["SELECT key FROM history_product"] + parts + inserted
    return try Set(
      connection.rows(
        "SELECT key FROM (\(all.joined(separator: " UNION "))) WHERE key IS NOT NULL"
      ) { $0.int64("key") })
  }

  private func touchedKeys(of table: RecordedTable) throws -> [Int64] {
    try connection.rows(
      """
      SELECT key FROM (SELECT key FROM \(table.history) UNION
        SELECT \(table.name).key FROM history_inserted AS range
          JOIN \(table.name) ON \(table.name).key BETWEEN range.first AND range.last
        WHERE range.name = '\(table.name)' AND range.last - range.first < \(Self.mostInserted))
      ORDER BY key
      """
    ) { $0.int64("key") }
  }

  // MARK: Rows that are there

  private func product(_ key: Int64) throws -> (id: String, changed: Date)? {
    try connection.first("SELECT id, changed FROM product WHERE key = ?", key) {
      (try $0.uuid("id").uuidString, $0.date("changed"))
    }
  }

  private func forEachRow(
    of key: Int64, _ product: (id: String, changed: Date), with exporter: StepExporter,
    _ body: (HubRow) throws -> Void
  ) throws {
    try forEach(exporter, .product, at: key, since: product.changed, body)
    let tags = SharedPatch.tags(of: product.id, from: nil, to: nil)
    let list: StepPatch.Values = [SharedPatch.tagColumn: .text(try self.tags(of: key))]
    try body(
      HubRow(
        kind: tags.kind, row: tags.row, value: SharedPatch.json(list), moment: product.changed))
    for table in [RecordedTable.picture, .note] {
      for part in try connection.rows(
        "SELECT key FROM \(table.name) WHERE product = ? ORDER BY position, key", key,
        as: { $0.int64("key") })
      {
        try forEach(exporter, table, at: part, since: product.changed, body)
      }
    }
    if let values = RecordedTable.all.first(where: { $0.name == "product_value" }) {
      try forEach(exporter, values, at: key, since: product.changed, body)
    }
  }

  private func forEach(
    _ exporter: StepExporter, _ table: RecordedTable, at key: Int64, since moment: Date,
    _ body: (HubRow) throws -> Void
  ) throws {
    let range = InsertedRange(table: table, first: key, last: key)
    try exporter.readInserted(range, .max) { patch in
      guard let row = patch.sharedRow else { return }
      try body(
        HubRow(
          kind: table.name, row: row, value: SharedPatch.json(patch.travelling(patch.new) ?? [:]),
          moment: patch.moment ?? moment))
    }
  }

  private func tags(of key: Int64) throws -> String {
    try ProductTable(connection: connection).tags(of: key).map(\.text).joined(separator: "\n")
  }

  // MARK: Rows that are gone

  private func forEachGonePart(_ body: (HubRow) throws -> Void) throws {
    for table in [RecordedTable.picture, .note] {
      let keys = try connection.rows(
        """
        SELECT DISTINCT key FROM \(table.history)
        WHERE key NOT IN (SELECT key FROM \(table.name))
        """
      ) { $0.int64("key") }
      for key in keys {
        guard let name = try goneName(of: table, key) else { continue }
        try body(HubRow(kind: table.name, row: name, value: nil, moment: Date(milliseconds: 0)))
      }
    }
    let values = try connection.rows(
      """
      SELECT DISTINCT product.id AS id, field.id AS field FROM history_product_value AS past
        JOIN product ON product.key = past.product JOIN field ON field.key = past.field
        LEFT JOIN product_value AS present
          ON present.product = past.product AND present.field = past.field
      WHERE present.product IS NULL
      """
    ) { "\(try $0.uuid("id").uuidString)/\(try $0.uuid("field").uuidString)" }
    for row in values {
      try body(
        HubRow(kind: "product_value", row: row, value: nil, moment: Date(milliseconds: 0)))
    }
  }

  /// A row that is found by its name may have got another one.
  private func forEachFormerName(
    of table: RecordedTable, _ body: (HubRow) throws -> Void
  ) throws {
    let naming = table.naming[0]
    guard naming != "id" else { return }
    let names = try connection.rows(
      """
      SELECT name FROM (SELECT \(naming) AS name FROM \(table.history)
        UNION SELECT new_\(naming) FROM \(table.history)) AS past
      WHERE name IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM \(table.name) AS present WHERE present.\(naming) = name)
      """
    ) { $0.text("name") }
    for name in names {
      try body(HubRow(kind: table.name, row: name, value: nil, moment: Date(milliseconds: 0)))
    }
  }

  private func isThere(_ table: RecordedTable, _ key: Int64) throws -> Bool {
    try connection.integer("SELECT EXISTS (SELECT 1 FROM \(table.name) WHERE key = ?)", key) == 1
  }

  /// What a row was called that is gone; nil if another has that name now: one that was restored has a new number.
  private func goneName(of table: RecordedTable, _ key: Int64) throws -> String? {
    let naming = table.naming[0]
    let name = "coalesce(past.\(naming), past.new_\(naming))"
    return try connection.first(
      """
      SELECT \(name) AS name FROM \(table.history) AS past WHERE key = ?1 AND \(name) IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM \(table.name) AS other WHERE other.\(naming) = \(name)) LIMIT 1
      """, key
    ) { naming == "id" ? try $0.uuid("name").uuidString : $0.text("name") }
  }
}

extension StepPatch {
  /// When the row was changed, if it says so.
  fileprivate var moment: Date? {
    guard case .integer(let moment)?? = new?["changed"] else { return nil }
    return Date(milliseconds: moment)
  }
}
