// SPDX-License-Identifier: Apache-2.0
// Exports the steps of the history for another copy of the catalogue. Of a row that a step inserted, the
// table has what became of it since; what it was comes from the patches of later steps.

import Foundation

extension History {
  /// Calls `export` for each step that was undone, the newest first, and then for each that stands, the
  /// oldest first, with a function that reads its patches. Where undone ones have arrived before, they
  /// are to be undone before others arrive. Steps of versions before identifiers are left out, and
  /// counted.
  func exportSteps(
    _ export: (TravellingStep, ((StepPatch) throws -> Void) throws -> Void) throws -> Void
  ) throws -> Int {
    let exporter = StepExporter(connection: connection, leavesOutLost: true)
    let undone = try connection.rows(
      """
      SELECT step, id, turn, command, count, moment FROM (
        SELECT 1 AS is_there, step, id, turn, command, count, moment FROM history WHERE undone
        UNION ALL SELECT 0, number, id, turn, '', 0, 0 FROM history_gone WHERE turn % 2)
      WHERE id IS NOT NULL ORDER BY is_there DESC, step DESC
      """, as: travelling)
    for step in undone { try export(step, { _ in }) }
    let standing = try connection.rows(
      """
      SELECT step, id, turn, command, count, moment FROM history
      WHERE id IS NOT NULL AND NOT undone ORDER BY step
      """
    ) { (number: $0.int("step"), step: try travelling($0)) }
    for (number, step) in standing {
      try export(step) { try exporter.readPatches(of: number, $0) }
    }
    return try connection.integer("SELECT count(*) FROM history WHERE id IS NULL")
  }

  /// Passes on the identifiers of all steps that were ever here, with how often each was undone or redone.
  func forEachKnown(_ body: ([UUID: Int]) throws -> Void) throws {
    var turns: [UUID: Int] = [:]
    try connection.forEachRow(
      """
      SELECT id, max(turn) AS turn FROM (
        SELECT id, turn FROM history WHERE id IS NOT NULL UNION ALL SELECT id, turn FROM history_gone)
      GROUP BY id
      """, arguments: []
    ) { row in
      turns[try row.uuid("id")] = Self.travelling(turn: row.int("turn"))
      if turns.count == 1_000 {
        try body(turns)
        turns = [:]
      }
      return true
    }
    if !turns.isEmpty { try body(turns) }
  }

  private func travelling(_ row: Row) throws -> TravellingStep {
    let known = command(row)
    let command = CatalogCommand(
      kind: known.kind, count: min(max(0, known.count), Self.largest),
      moment: max(known.moment, Date(milliseconds: 0)), number: known.number)
    return TravellingStep(
      id: try row.uuid("id"), turn: Self.travelling(turn: row.int("turn")), command: command)
  }

  /// What another program has put there is not to keep the rest from travelling.
  private static func travelling(turn: Int) -> Int { turn & (largest - 1) }
}

/// Reads the patches of steps, and knows the identifiers of the rows they refer to.
final class StepExporter {
  private let connection: Connection
  private let leavesOutLost: Bool
  private var identifiers: [String: [Int64: UUID]] = [:]

  /// - Parameter leavesOutLost: whether patches about rows that are found nowhere are left out: a step that was
  ///   skipped had put them in, or had taken them out and is remembered as that.
  init(connection: Connection, leavesOutLost: Bool = false) {
    self.connection = connection
    self.leavesOutLost = leavesOutLost
  }

  func readPatches(of step: Int, _ body: (StepPatch) throws -> Void) throws {
    let ranges = try ranges(of: step)
    for table in RecordedTable.arriving {
      for range in ranges where range.table.name == table.name {
        try readInserted(range, step, body)
      }
      let columns = table.columns.flatMap { [$0, "new_\($0)"] }
      try connection.forEachRow(
        """
        SELECT existed, remains, \(table.list(table.key + columns)) FROM \(table.history)
        WHERE step = ? AND (existed OR remains)
        """, arguments: [step]
      ) {
        if let patch = try self.patch(of: table, $0) { try body(patch) }
        return true
      }
    }
  }

  private func ranges(of step: Int) throws -> [InsertedRange] {
    do {
      return try History(connection: connection).ranges(of: step)
    } catch let error as SQLiteError where leavesOutLost && error == InsertedRange.impossible {
      return []
    }
  }

  /// Nil if it is left out.
  private func patch(of table: RecordedTable, _ row: Row) throws -> StepPatch? {
    do {
      return try wholePatch(of: table, row)
    } catch let error as SQLiteError where leavesOutLost && error == Self.lostRow {
      return nil
    }
  }

  private func wholePatch(of table: RecordedTable, _ row: Row) throws -> StepPatch {
    var patch = StepPatch(table: table)
    let (existed, remains) = (row.int("existed") == 1, row.int("remains") == 1)
    func isChanged(_ column: String) throws -> Bool {
      guard existed, remains else { return true }
      return try value(of: column, in: row, as: column)
        != value(of: column, in: row, as: "new_\(column)")
    }
    // The extension belongs to the hash, and what revision a change was based on to every change.
    for column in table.columns
    where try !RecordedTable.derived.contains(column)
      && (isChanged(column) || ["revision", "extension"].contains(column))
    {
      let old = try value(of: column, in: row, as: column)
      let new = try value(of: column, in: row, as: "new_\(column)")
      if RecordedTable.counters.contains(column), case .integer(let from) = old,
        case .integer(let to) = new
      {
        patch.added[column] = to &- from
        continue
      }
      if existed { patch.old = (patch.old ?? [:]).merging([column: old]) { $1 } }
      if remains { patch.new = (patch.new ?? [:]).merging([column: new]) { $1 } }
    }
    if existed, patch.old == nil { patch.old = [:] }
    if remains, patch.new == nil { patch.new = [:] }
    for column in table.naming {
      let isKey = table.key.contains(column)
      patch.row[column] =
        try value(of: column, in: row, as: isKey || existed ? column : "new_\(column)")
    }
    return patch
  }

  func readInserted(
    _ range: InsertedRange, _ step: Int, _ body: (StepPatch) throws -> Void
  ) throws {
    let table = range.table
    let columns = table.columns.map { column in
      let changes = """
        FROM patch WHERE \(table.isSameRow("patch", "known")) AND \(column) IS NOT new_\(column)
        """
      return """
        iif(EXISTS (SELECT 1 \(changes)),
          (SELECT \(column) \(changes) ORDER BY step LIMIT 1), present.\(column)) AS \(column)
        """
    }
    let keys = table.list(table.key)
    let since = "step IN (SELECT step FROM history WHERE NOT undone AND step > ?)"
    let isChanged =
      try connection.integer(
        "SELECT EXISTS (SELECT 1 FROM \(table.history) WHERE \(since) AND \(range.condition))",
        step, range.first, range.last) == 1
    try connection.forEachRow(
      isChanged
        ? """
        WITH patch AS MATERIALIZED (
          SELECT * FROM \(table.history) WHERE \(since) AND \(range.condition)),
        known AS (
          SELECT \(keys) FROM \(table.name) WHERE \(range.condition)
          UNION SELECT \(keys) FROM patch)
        SELECT \(table.list(table.key, of: "known")), \(columns.joined(separator: ", "))
        FROM known LEFT JOIN \(table.name) AS present USING (\(keys))
        WHERE ifnull((
          SELECT existed FROM patch WHERE \(table.isSameRow("patch", "known"))
          ORDER BY step LIMIT 1), 1)
        """
        : """
        SELECT \(table.list(table.key + table.columns)) FROM \(table.name)
        WHERE \(range.condition)
        """,
      arguments: isChanged
        ? [step, range.first, range.last, range.first, range.last] : [range.first, range.last]
    ) { row in
      var patch = StepPatch(table: table)
      patch.new = [:]
      for column in table.columns where !RecordedTable.derived.contains(column) {
        patch.new?[column] = .some(try value(of: column, in: row, as: column))
      }
      for column in table.naming {
        patch.row[column] = .some(try value(of: column, in: row, as: column))
      }
      try body(patch)
      return true
    }
  }

  /// What travels for a value.
  private func value(of column: String, in row: Row, as name: String) throws -> StoredValue? {
    if row.isNull(name) { return nil }
    if column == "id" { return .text(try row.uuid(name).uuidString) }
    guard let table = RecordedTable.referred(column) else { return row.value(name) }
    return .text(try identifier(of: row.int64(name), in: table).uuidString)
  }

  /// A step that was skipped may have put it in or taken it out, and a hub may take away a field.
  static let lostRow = SQLiteError.corrupt(
    "a step of the history is about a row that is found nowhere")

  private func identifier(of key: Int64, in table: RecordedTable) throws -> UUID {
    if let known = identifiers[table.name]?[key] { return known }
    let found =
      try connection.first("SELECT id FROM \(table.name) WHERE key = ?", key) { try $0.uuid("id") }
      // It has been erased since.
      ?? connection.first(
        "SELECT ifnull(id, new_id) AS id FROM \(table.history) WHERE key = ? LIMIT 1", key
      ) { try $0.uuid("id") }
    guard let found else { throw Self.lostRow }
    identifiers[table.name, default: [:]][key] = found
    return found
  }
}
