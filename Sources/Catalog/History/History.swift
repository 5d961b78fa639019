// SPDX-License-Identifier: Apache-2.0
// Undo that survives restarts: every command is a step with an identifier of its own, made of patches:
// what it changed of each row, as it was before and as it was after. Undo applies a step's patches
// backward, redo applies them forward, and so does what was made in another copy of the catalogue. A
// step is always applied as a whole.

import Foundation

/// The limits of the history's size in bytes, roughly.
struct HistoryBounds: Sendable {
  /// For old rows.
  var limit = 64 << 20
  /// For inserted rows that were undone and are kept for redo.
  var kept = 2 << 30
  /// Whether a user must agree before more than usual is forgotten.
  var asks = false
  /// What undo and redo do with what was changed outside the history; nil: they ask, by throwing.
  var overwriting: UndoClash.Choice?

  /// Limited to a quarter of the free space on the catalogue's disk.
  func limited(by directory: String) -> HistoryBounds {
    guard let free = freeBytes(on: directory) else { return self }
    var bounds = self
    bounds.kept = min(kept, free / 4)
    return bounds
  }
}

struct History {
  /// The largest number of a step, of how often one was undone, or of bytes. Only another program has written larger ones,
  /// or negative ones, and nothing is to stop at them.
  static let largest = 1 << 53

  /// The result of a change, and what observers receive once it is on disk.
  typealias Outcome<Value> = (value: Value, changes: [CatalogChange])

  let connection: Connection
  var bounds = HistoryBounds()

  /// Prepares the writing connection; its triggers are temporary.
  static func install(on connection: Connection) throws {
    try connection.installRecording()
    try connection.execute(RecordedTable.all.map(\.recorder).joined())
  }

  // MARK: Recording

  /// Runs `body`, inside the caller's transaction, as one step. `count` gives the number of
  /// products it affects; by default, the changed ones are counted. A body that changes nothing
  /// leaves no step.
  func record<Value>(
    _ kind: CatalogCommand.Kind, count: ((Value) -> Int)? = nil,
    variants: VariantUpkeep.Kind = .asked,
    _ body: () throws -> Value
  ) throws -> Outcome<Value> {
    let start = try start()
    let step = try nextNumber(after: start.lastStep)
    var edited: EditedProducts?
    let value = try recording(step, after: start.marks) {
      let value = try body()
      edited = try EditedProducts.of(step, connection)
      let upkeep = VariantUpkeep(
        connection: connection, step: step, mark: start.marks["product"], kind: variants)
      edited = try upkeep.follow(edited)
      // Every command would pay for looking.
      if connection.hasInserted { try rememberInserted(by: step, since: start.marks) }
      return value
    }
    let onlyEdits = edited != nil
    // What is forgotten may have had pictures.
    if !onlyEdits || start.hasUndone { connection.recording.onlyEdits = false }
    let content = try edited?.content(of: step) ?? recordedContent(of: step)
    if content.isEmpty { return (value, []) }
    let change = try edited.map(\.change) ?? change(by: content, isUndo: false)
    // A new command makes it impossible to redo what was undone.
    if start.hasUndone { try drop(steps(ofWhich: "undone")) }
    let products = count?(value) ?? change?.productCount ?? content.products
    let command = CatalogCommand(kind: kind, count: products, moment: Date(), number: step)
    try connection.run(
      """
      INSERT INTO history (step, id, command, count, moment, undone, size)
      VALUES (?, ?, ?, ?, ?, 0, ?)
      """, step, UUID.drawn(), kind.rawValue, command.count, command.moment, content.size)
    if start.isShared {
      let outbox = Outbox(connection: connection)
      try outbox.send(outbox.patches(of: step), by: command)
    }
    let size = try resize(by: content.size)
    let forgotten = try forgetBeyondLimit(size, after: (step, command))
    if let forgotten {
      connection.recording.onlyEdits = false
      try requireAccepted(loss(by: command, size: content.size, forgotten: forgotten))
    } else if onlyEdits {
      try connection.recording.keep(
        lastStep: step, isShared: start.isShared, at: connection.momentOfRecording())
    }
    return (value, [change, forgotten].compactMap { $0 })
  }

  /// Lets variants follow their heads after a hub decided on these: that goes to the hub, but is no command to undo.
  func followHeads(of products: Set<UUID>) throws -> [CatalogChange] {
    let start = try start()
    let step = try nextNumber(after: start.lastStep)
    try recording(step, after: start.marks) {
      try VariantUpkeep(
        connection: connection, step: step, mark: start.marks["product"], kind: .merged
      ).follow(products)
    }
    let content = try recordedContent(of: step)
    if content.isEmpty { return [] }
    let change = try change(by: content, isUndo: false)
    let outbox = Outbox(connection: connection)
    try outbox.send(
      outbox.patches(of: step), by: CatalogCommand(kind: .other, count: 0, moment: Date()))
    for table in RecordedTable.all.map(\.history) {
      try connection.run("DELETE FROM \(table) WHERE step = ?", step)
    }
    return [change].compactMap(\.self)
  }

  /// What there is before a step.
  private struct Start {
    let lastStep: Int
    let hasUndone: Bool
    let isShared: Bool
    let marks: RowMarks
  }

  /// In one statement, because every command pays for it, and in none if nothing but edits came before: the numbers of rows
  /// are in as many places as there are tables.
  private func start() throws -> Start {
    if let known = try connection.recording.known(at: connection.momentOfRecording()) {
      return Start(
        lastStep: known.lastStep, hasUndone: false, isShared: known.isShared,
        marks: RowMarks(known: known.marks))
    }
    let start = try connection.first("\(Self.beforeStep), \(RowNumbers.columns)") { row in
      Start(
        lastStep: row.int("last_step"), hasUndone: row.int("has_undone") == 1,
        isShared: row.int("is_shared") == 1, marks: RowMarks(row))
    }
    guard let start else { throw SQLiteError.corrupt("a question had no answer") }
    return start
  }

  private static let beforeStep = """
    SELECT ifnull((SELECT max(step) FROM history), 0) AS last_step,
      EXISTS (SELECT 1 FROM history WHERE undone) AS has_undone,
      EXISTS (SELECT 1 FROM hub) AS is_shared
    """

  /// The number of a new step.
  func nextNumber() throws -> Int {
    try nextNumber(after: connection.integer("SELECT ifnull(max(step), 0) FROM history"))
  }

  /// What no step can follow is forgotten.
  private func nextNumber(after last: Int) throws -> Int {
    if last < Self.largest { return max(0, last) + 1 }
    _ = try forget(steps(ofWhich: "step >= \(Self.largest)"))
    // The rows of those, so that no new step takes them for its own.
    for table in RecordedTable.all.map(\.history) + ["history_inserted"] {
      try connection.run(
        """
        DELETE FROM \(table) WHERE step NOT IN (SELECT step FROM history)
          AND -step NOT IN (SELECT step FROM history)
        """)
    }
    return try nextNumber()
  }

  /// Records the rows that change while `body` runs.
  private func recording<Value>(
    _ step: Int, after marks: RowMarks, _ body: () throws -> Value
  ) throws -> Value {
    connection.recording.begin(step, after: marks.numbers)
    defer { connection.recording.end() }
    connection.beginNotingInserts()
    return try body()
  }

  // MARK: Reading

  func commands() throws -> CommandHistory {
    CommandHistory(
      undoable: try connection.rows(
        "SELECT step, command, count, moment FROM history WHERE NOT undone ORDER BY step DESC",
        as: command),
      redoable: try connection.rows(
        "SELECT step, command, count, moment FROM history WHERE undone ORDER BY step",
        as: command),
      forgotten: try connection.integer("SELECT steps FROM history_forgotten"))
  }

  func command(_ row: Row) -> CatalogCommand {
    CatalogCommand(
      kind: CatalogCommand.Kind(rawValue: row.text("command")) ?? .other, count: row.int("count"),
      moment: row.date("moment"), number: row.int("step"))
  }
}

extension UUID {
  /// A random one, as `UUID()` makes, which opens a file for each.
  fileprivate static func drawn() -> UUID {
    var system = SystemRandomNumberGenerator()
    let high = system.next() & ~0xF000 | 0x4000
    let low = system.next() & ~(0b11 << 62) | 0b10 << 62
    return UUID(uuid: unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self))
  }
}
