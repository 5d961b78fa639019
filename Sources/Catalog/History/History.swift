// Undo that survives restarts: with every command, the rows it touched are kept as they were
// before. Undoing a step swaps those rows with the ones that are there now; what was swapped out
// is then what redoing it needs. So undo and redo are one operation, and a step is undone whole.
//
// Rows get a new revision when they are swapped in, even with old content: a draft that was based
// on what was there in between must not take it for its own.

import Foundation

struct History {
  let connection: Connection
  /// How many bytes of old rows are kept, about.
  var limit = Self.usualLimit

  static let usualLimit = 64 << 20

  /// Prepares the connection that writes: what is here lives as long as it does.
  static func install(on connection: Connection) throws {
    try connection.execute(
      """
      CREATE TEMP TABLE recording (step INTEGER);
      INSERT INTO recording VALUES (NULL);

      """ + RecordedTable.all.map(\.recorder).joined())
  }

  // MARK: Recording

  /// Runs `body`, within the transaction of the caller, as one step. `count` tells from its value
  /// how many products it was about; else those that changed are counted. A body that changes
  /// nothing leaves no step.
  func record<Value>(
    _ kind: CatalogCommand.Kind, count: ((Value) -> Int)? = nil, _ body: () throws -> Value
  ) throws -> Database.Outcome<Value> {
    let (step, hasUndone) =
      try connection.first(
        """
        SELECT ifnull(max(step), 0) + 1, EXISTS (SELECT 1 FROM history WHERE undone) FROM history
        """
      ) { ($0.int(0), $0.int(1) == 1) } ?? (1, false)
    try connection.run("UPDATE recording SET step = ?", step)
    let value = try body()
    try connection.run("UPDATE recording SET step = NULL")
    let content = try content(of: step)
    if content.isEmpty { return (value, []) }
    let change = try change(by: content, swapping: false)
    // What was undone and not redone can never be redone from here.
    if hasUndone { for undone in try steps(ofWhich: "undone") { try drop(undone) } }
    let number = count?(value) ?? change?.productIDs?.count ?? content.products
    let command = CatalogCommand(kind: kind, count: number, moment: Date())
    try connection.run(
      "INSERT INTO history (step, command, count, moment, undone, size) VALUES (?, ?, ?, ?, 0, ?)",
      step, kind.rawValue, command.count, command.moment, content.size)
    let size = try resize(by: content.size)
    return (value, [change, try forgetBeyondLimit(size, after: (step, command))].compactMap { $0 })
  }

  // MARK: Undo and redo

  /// Undoes the newest command that is not undone.
  func undo() throws -> (CatalogCommand, [CatalogChange])? {
    try swap("SELECT max(step) FROM history WHERE NOT undone", isUndo: true)
  }

  /// Does again what was undone last.
  func redo() throws -> (CatalogCommand, [CatalogChange])? {
    try swap("SELECT min(step) FROM history WHERE undone", isUndo: false)
  }

  func commands() throws -> CommandHistory {
    CommandHistory(
      undoable: try connection.rows(
        "SELECT command, count, moment FROM history WHERE NOT undone ORDER BY step DESC",
        as: command),
      redoable: try connection.rows(
        "SELECT command, count, moment FROM history WHERE undone ORDER BY step", as: command),
      forgotten: try connection.integer("SELECT steps FROM history_forgotten"))
  }

  private func command(_ row: Row) -> CatalogCommand {
    CatalogCommand(
      kind: CatalogCommand.Kind(rawValue: row.text(0)) ?? .other, count: row.int(1),
      moment: row.date(2))
  }

  private func swap(
    _ choice: String, isUndo: Bool
  ) throws -> (CatalogCommand, [CatalogChange])? {
    let step = try connection.first(choice) { $0.intIfPresent(0) }
    guard let step = step ?? nil,
      let command = try connection.first(
        "SELECT command, count, moment FROM history WHERE step = ?", step, as: command)
    else { return nil }
    let oldSize = try connection.integer("SELECT size FROM history WHERE step = ?", step)
    let change = try change(by: content(of: step), swapping: true)
    let isRemembered = try takeOutInserted(by: step)
    for table in RecordedTable.all { try swap(table, step) }
    let size = try content(of: step).size
    try connection.run(
      "UPDATE history SET undone = ?, size = ? WHERE step = ?", isUndo ? 1 : 0, size, step)
    let total = try resize(by: size - oldSize)
    let forgotten =
      isRemembered
      ? try forgetBeyondLimit(total, after: (step, command))
      : try forget(steps(ofWhich: "undone AND step >= \(step)"), tooLarge: command)
    return (command, [change, forgotten].compactMap { $0 })
  }
}
