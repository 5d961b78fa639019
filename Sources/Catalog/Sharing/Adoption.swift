// SPDX-License-Identifier: Apache-2.0
// Takes over rows as the hub decided them. Nothing is refused: the hub has checked them, and a replica that kept a row
// out would part from the others for ever. It is no command and cannot be undone here. What was done here and is still
// in the outbox stays on top: the hub will decide on it.
//
// A row of the feed is as it is now, not as it was when it changed. So one that belongs to a product that is not here
// yet need not wait for it: it was moved there after the product was made, and comes again.

import Foundation

final class Adoption {
  private let connection: Connection
  private let outbox: Outbox
  private let hasUnsent: Bool
  private let isShared: Bool
  /// Products whose parts changed, with when that was.
  private var touched: [Int64: Date] = [:]
  /// Products that have their next revision.
  private var revised: Set<Int64> = []
  private var differences: [UUID: ProductDifference] = [:]
  private var hasOthers = false
  /// How many rows changed here.
  private(set) var count = 0

  init(on connection: Connection) throws {
    self.connection = connection
    outbox = Outbox(connection: connection)
    isShared = try outbox.isOpen
    hasUnsent = try connection.integer("SELECT EXISTS (SELECT 1 FROM outbox)") == 1
  }

  /// Of a row that comes twice, the later one counts.
  func adopt(_ rows: [HubRow]) throws -> [CatalogChange] {
    var latest: [[String]: HubRow] = [:]
    for row in rows { latest[[row.kind, row.row]] = row }
    var present: [String: [(HubRow, StepPatch.Values)]] = [:]
    var gone: [String: [HubRow]] = [:]
    for row in latest.values {
      // What a later version keeps at the hub.
      guard SharedPatch.kinds.contains(row.kind) else { continue }
      do {
        switch try wanted(row) {
        case .values(let values): present[row.kind, default: []].append((row, values))
        case .none: gone[row.kind, default: []].append(row)
        case .asItIs: break
        }
      } catch is LineProblem {
        try mark(row, because: "notUnderstood")
      }
    }
    for kind in SharedPatch.kinds {
      for (row, values) in present[kind] ?? [] { try put(row, values) }
    }
    for kind in SharedPatch.kinds.reversed() {
      for row in gone[kind] ?? [] { try remove(row) }
    }
    for (key, moment) in touched where !revised.contains(key) {
      try connection.run(
        "UPDATE product SET changed = ?, \(Revision.becomesNext) WHERE key = ?", moment, key)
    }
    if hasOthers || differences.count > 20_000 { return [.everything] }
    return differences.isEmpty ? [] : [.products(differences)]
  }

  // MARK: What is on top

  private enum Wanted {
    case values(StepPatch.Values)
    case none
    /// What was done here of a row that is gone there: until the hub has decided, nothing is taken away.
    case asItIs
  }

  private func wanted(_ row: HubRow) throws -> Wanted {
    var values = try row.values()
    guard hasUnsent else { return values.map(Wanted.values) ?? .none }
    for patch in try outbox.waiting(row.kind, row.row) {
      if row.kind == SharedPatch.tags {
        values = patch.new == nil ? nil : Self.merged(values, patch)
      } else if let new = patch.new {
        guard values != nil || patch.old == nil else { return .asItIs }
        values = (values ?? [:]).merging(new) { $1 }
        for (column, count) in patch.added {
          let now: Int64 = if case .integer(let now)?? = values?[column] { now } else { 0 }
          let (sum, overflows) = now.addingReportingOverflow(count)
          values?[column] = .integer(overflows ? now : max(0, sum))
        }
      } else {
        values = nil
      }
    }
    if let values { return .values(values) }
    if row.kind == "product", try outbox.hasSomething(of: row.row), row.value == nil {
      return .asItIs
    }
    if row.kind == "field", row.value == nil {
      let isUsed = try connection.integer(
        "SELECT EXISTS (SELECT 1 FROM outbox_patch WHERE kind = 'product_value' AND row LIKE '%/' || ?)",
        row.row)
      if isUsed == 1 { return .asItIs }
    }
    return .none
  }

  /// The tags with what was added and removed here.
  private static func merged(_ values: StepPatch.Values?, _ patch: SharedPatch) -> StepPatch.Values
  {
    let (present, old, new) = (list(values), list(patch.old), list(patch.new))
    let kept = present.filter { !old.contains($0) || new.contains($0) }
    let all = kept + new.filter { !old.contains($0) && !kept.contains($0) }
    let tags = Set(all) == Set(new) ? new : all
    return [SharedPatch.tagColumn: .text(tags.joined(separator: "\n"))]
  }

  private static func list(_ values: StepPatch.Values?) -> [String] {
    guard case .text(let text)?? = values?[SharedPatch.tagColumn], !text.isEmpty else { return [] }
    return text.split(separator: "\n").map(String.init)
  }

  // MARK: Putting in

  private func put(_ row: HubRow, _ values: StepPatch.Values) throws {
    try connection.run("SAVEPOINT adopted")
    do {
      if row.kind == SharedPatch.tags {
        try putTags(row, Self.list(values))
      } else if let table = RecordedTable.all.first(where: { $0.name == row.kind }) {
        try put(row, values, into: table)
      }
    } catch let error as SQLiteError where error.kind == .constraint {
      // A later version may know values that this file cannot have.
      try connection.run("ROLLBACK TO adopted")
      try mark(row, because: error.message)
    }
    try connection.run("RELEASE adopted")
  }

  private func put(_ row: HubRow, _ values: StepPatch.Values, into table: RecordedTable) throws {
    let place = try HubPlace(row, in: table, on: connection)
    guard !place.waits else { return }
    var wanted: StepPatch.Values = [:]
    for column in table.columns where !SharedPatch.staying.contains(column) {
      if let named = place.named[column] {
        wanted[column] = .some(named)
      } else if column == "product" {
        guard case .text(let owner)?? = values[column],
          let key = try HubPlace.key(owner, in: .product, on: connection)
        else { return }
        wanted[column] = .integer(key)
      } else {
        wanted[column] = .some(values[column] ?? nil)
      }
    }
    let present = try place.key.flatMap { try HubPlace.present(table, $0, on: connection) }
    let changed = Set(wanted.filter { $0.value != present?[$0.key] ?? nil || present == nil }.keys)
    if changed.isEmpty { return }
    try connection.run("DELETE FROM hub_marked WHERE kind = ? AND row = ?", row.kind, row.row)
    do { try table.admit(&wanted, changed: changed) } catch let reason as InvalidValue {
      table.derive(&wanted, changed: changed)
      try mark(row, because: "\(reason.problem)")
    }
    if table.name == "field", case .text(let folded)?? = wanted["name_key"] {
      // Two were made at the same time. Each machine keeps both, under one name.
      let isTaken = try connection.integer(
        "SELECT EXISTS (SELECT 1 FROM field WHERE name_key = ? AND id <> ?)", folded,
        UUID(uuidString: row.row))
      if isTaken == 1 { wanted["name_key"] = .text("\(folded)\u{1}\(row.row)") }
    }
    if let key = place.key {
      try update(
        table, key, from: present ?? [:],
        to: wanted.filter { changed.contains($0.key) || RecordedTable.derived.contains($0.key) },
        of: row)
    } else {
      try insert(wanted, into: table, at: place, of: row)
    }
    count += 1
    if table.name == "product", let id = UUID(uuidString: row.row),
      let refused = try RefusedValue.ofProducts(
        connection, where: SQLPiece(sql: "product.id = ?", arguments: [id])
      ).first
    {
      try mark(row, because: "\(refused.reason.problem)")
    }
  }

  /// Remembers that others have changed a row.
  private func touch(_ row: HubRow) throws {
    guard isShared else { return }
    try connection.run(
      "INSERT OR IGNORE INTO hub_touched (kind, row) VALUES (?, ?)", row.kind, row.row)
  }

  private func update(
    _ table: RecordedTable, _ key: [StoredValue], from present: StepPatch.Values,
    to values: StepPatch.Values, of row: HubRow
  ) throws {
    try touch(row)
    var values = values
    if table.columns.contains("changed") { values["changed"] = row.moment.storedValue }
    var sets = values.keys.sorted().map { "\($0) = ?" }
    let arguments = values.keys.sorted().map { values[$0] ?? nil }
    if table.hasRevision { sets.append(Revision.becomesNext) }
    try connection.run(
      "UPDATE \(table.name) SET \(sets.joined(separator: ", ")) WHERE \(table.key.map { "\($0) = ?" }.joined(separator: " AND "))",
      arguments: arguments + key)
    if table.name == "product", case .integer(let number) = key[0] {
      revised.insert(number)
      let old: ProductDifference.Place = (present["deleted"] ?? nil) == nil ? .catalogue : .trash
      let new = values["deleted"].map { $0 == nil ? ProductDifference.Place.catalogue : .trash }
      tell(row.row, from: old, to: new ?? old)
    } else {
      try tellOwner(present["product"] ?? key.first, in: table, of: row)
      if let moved = values["product"] { try tellOwner(moved, in: table, of: row) }
    }
  }

  private func insert(
    _ values: StepPatch.Values, into table: RecordedTable, at place: HubPlace, of row: HubRow
  ) throws {
    var values = values
    var key = place.missing
    if table.numbering == table.name {
      key = [.integer(try RowNumbers(connection: connection).next(in: table.name))]
    }
    if table.columns.contains("changed") { values["changed"] = row.moment.storedValue }
    if table.hasRevision {
      // One that was erased before must not get a revision that a draft is based on.
      let last = table.name == "product" ? try connection.integer("SELECT revision FROM erased") : 0
      values["revision"] = .integer(Int64(Revision.next(after: last)))
    }
    let columns = table.key + table.columns
    try connection.run(
      """
      INSERT INTO \(table.name) (\(table.list(columns)))
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
      """, arguments: key + table.columns.map { values[$0] ?? nil })
    if table.name == "product" {
      if case .integer(let number)? = key.first { revised.insert(number) }
      tell(row.row, from: .absent, to: (values["deleted"] ?? nil) == nil ? .catalogue : .trash)
    } else {
      try tellOwner(values["product"] ?? key.first, in: table, of: row)
    }
  }

  private func putTags(_ row: HubRow, _ tags: [String]) throws {
    guard let key = try HubPlace.key(row.row, in: .product, on: connection) else { return }
    let present = try connection.rows(
      "SELECT tag FROM product_tag WHERE product = ? ORDER BY position", key
    ) {
      $0.text("tag")
    }
    if present == tags { return }
    try touch(row)
    try connection.run("DELETE FROM product_tag WHERE product = ?", key)
    for (position, tag) in tags.enumerated() {
      try connection.run(
        "INSERT INTO product_tag (product, position, tag) VALUES (?, ?, ?)", key, position, tag)
    }
    count += 1
    try tellProduct(key, row)
  }

  // MARK: Taking out

  private func remove(_ row: HubRow) throws {
    if row.isWithheld { try forget(row) }
    for table in ["hub_marked", "hub_touched"] {
      try connection.run("DELETE FROM \(table) WHERE kind = ? AND row = ?", row.kind, row.row)
    }
    if row.kind == SharedPatch.tags { return try putTags(row, []) }
    guard let table = RecordedTable.all.first(where: { $0.name == row.kind }) else { return }
    let place = try HubPlace(row, in: table, on: connection)
    guard let key = place.key, let present = try HubPlace.present(table, key, on: connection) else {
      return
    }
    count += 1
    if table.name == "product", case .integer(let number) = key[0] {
      try connection.run(
        "INSERT OR IGNORE INTO loose_image SELECT hash, extension FROM product_image WHERE product = ?",
        number)
      try ProductTable(connection: connection).remove(number)
      return tell(
        row.row, from: (present["deleted"] ?? nil) == nil ? .catalogue : .trash, to: .absent)
    }
    if table.name == "field" {
      try connection.run("DELETE FROM product_value WHERE field = ?", arguments: key)
    }
    if table.name == "product_image" {
      try connection.run(
        "INSERT OR IGNORE INTO loose_image VALUES (?, ?)",
        arguments: [present["hash"] ?? nil, present["extension"] ?? nil])
    }
    try connection.run(
      "DELETE FROM \(table.name) WHERE \(table.key.map { "\($0) = ?" }.joined(separator: " AND "))",
      arguments: key)
    try tellOwner(present["product"] ?? key.first, in: table, of: row)
  }

  /// Nothing that the history has of a row can be taken back, or read, any more. Steps stay with what else they did.
  private func forget(_ row: HubRow) throws {
    guard let table = RecordedTable.all.first(where: { $0.name == row.kind }) else { return }
    var keys = try HubPlace(row, in: table, on: connection).key ?? []
    let naming = table.naming[0]
    let name: StoredValue? =
      naming == "id" ? UUID(uuidString: row.row)?.storedValue : .text(row.row)
    for column in [naming, "new_\(naming)"] {
      // One that was removed here before it was withheld.
      keys += try connection.rows(
        "SELECT DISTINCT key FROM \(table.history) WHERE \(column) = ?", arguments: [name]
      ) { .integer($0.int64("key")) }
    }
    let history = History(connection: connection)
    var places = ["\(table.history) WHERE key = ?1"]
    places.append("history_inserted WHERE name = '\(table.name)' AND first = ?1 AND last = ?1")
    if table.name == "field" { places.append("history_product_value WHERE field = ?1") }
    for (key, place) in keys.flatMap({ key in places.map { (key, $0) } }) {
      let steps = try connection.rows(
        "SELECT DISTINCT abs(step) AS step FROM \(place)", arguments: [key]
      ) { $0.int("step") }
      try connection.run("DELETE FROM \(place)", arguments: [key])
      try history.drop(steps.filter { try history.content(of: $0).isEmpty })
    }
  }

  private func mark(_ row: HubRow, because reason: String) throws {
    try connection.run(
      "INSERT OR REPLACE INTO hub_marked (kind, row, value, reason) VALUES (?, ?, ?, ?)", row.kind,
      row.row,
      row.value ?? "", reason)
  }

  // MARK: Telling

  private func tell(
    _ product: String, from old: ProductDifference.Place, to new: ProductDifference.Place
  ) {
    guard let id = UUID(uuidString: product) else { return }
    differences[id] = ProductDifference(from: differences[id]?.old ?? old, to: new, fields: .all)
  }

  private func tellOwner(_ owner: StoredValue??, in table: RecordedTable, of row: HubRow) throws {
    guard table.owner == "product" else { return hasOthers = true }
    if case .integer(let key)?? = owner { try tellProduct(key, row) }
  }

  private func tellProduct(_ key: Int64, _ row: HubRow) throws {
    // Notes have revisions of their own.
    if row.kind != "note" { touched[key] = max(touched[key] ?? row.moment, row.moment) }
    let product = try connection.first(
      "SELECT id, deleted IS NULL AS is_there FROM product WHERE key = ?", key
    ) {
      (
        id: try $0.uuid("id"),
        place: $0.int("is_there") == 1 ? ProductDifference.Place.catalogue : .trash
      )
    }
    if let product { tell(product.id.uuidString, from: product.place, to: product.place) }
  }
}
