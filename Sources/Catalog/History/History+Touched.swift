// SPDX-License-Identifier: Apache-2.0
// What steps have touched whose patches are not in the history: those of another copy that did not go together with what
// is here, those that were undone and then discarded, or skipped, decisions between two copies, and an undo that met
// other values than its step had left. Without it, another copy would take what such a step did for something that
// nobody has done.

import Foundation

extension History {
  /// One that was discarded is forgotten as a whole if it has touched more rows than this: nobody but another copy that
  /// knew it before asks, and a command is not to take as long as the one that it replaces.
  private static let mostDiscarded = 10_000
  /// With more rows than this, the oldest are forgotten: somebody is asked about them then.
  static let mostRemembered = 100_000

  /// What a step has touched that is in the history, if `turn` is how often it was undone or redone for somebody who
  /// has `known` of it: nil if it was never there.
  func touched(by number: Int, turn: Int, since known: Int?) throws -> TouchedRows {
    var touched = TouchedRows()
    let exporter = StepExporter(connection: connection, leavesOutLost: true)
    let sign = TouchedRows.sign(from: known, to: turn)
    try exporter.readPatches(of: number) { touched.add($0, times: sign) }
    // The rows that it had put in, if it is undone.
    try exporter.readPatches(of: 0 &- number) { touched.addGone($0) }
    return touched
  }

  /// Remembers what a step has touched, besides what is known of it.
  func remember(_ touched: TouchedRows, by id: UUID) throws {
    guard !touched.isEmpty else { return }
    var all = touched
    let known = try self.touched(by: id)
    for (name, columns) in known.columns { all.add(name, columns) }
    for (name, columns) in all.columns {
      try connection.run(
        """
        INSERT OR REPLACE INTO history_touched (id, kind, row, columns, stock)
        VALUES (?, ?, ?, ?, ?)
        """, id, name.kind, name.row, columns.sorted().joined(separator: " "),
        name.kind == "product"
          ? (touched.stock[name.row] ?? known.stock[name.row]).map { TouchedRows.possibleStock($0) }
          : nil)
    }
    try forgetOldest()
  }

  private func forgetOldest() throws {
    let count = try connection.integer("SELECT count(*) FROM history_touched")
    guard count > Self.mostRemembered else { return }
    // More than needed, so that not every following one has to forget another one.
    try connection.run(
      """
      DELETE FROM history_touched WHERE id IN (
        SELECT id FROM history_gone WHERE id IN (SELECT id FROM history_touched) ORDER BY number
        LIMIT (SELECT 1 + count(DISTINCT id) / 4 FROM history_touched))
      """)
  }

  /// Remembers that rows became what they are by no step of the history: a step that nobody can undo.
  func rememberDecision(on touched: TouchedRows) throws {
    guard !touched.isEmpty else { return }
    let id = UUID()
    try connection.run("INSERT INTO history_gone (id, turn) VALUES (?, 0)", id)
    try remember(touched, by: id)
  }

  /// Before it is dropped that was undone, or that is skipped.
  func rememberTouched(by number: Int) throws {
    let id = try connection.first(
      "SELECT id FROM history WHERE step = ? AND id IS NOT NULL", number
    ) { try $0.uuid("id") }
    guard let id else { return }
    do {
      let rows = try content(of: number).allRows &+ content(of: 0 &- number).allRows
      guard rows <= Self.mostDiscarded else { return }
      try remember(touched(by: number, turn: 0, since: nil), by: id)
    } catch let error as SQLiteError where error.kind == .corrupt {
      // Somebody discards it, and what another program has made of it is not to be in the way.
    }
  }

  /// What is remembered of a step.
  func touched(by id: UUID) throws -> TouchedRows {
    var touched = TouchedRows()
    try forEachTouched(where: SQLPiece(sql: "id = ?", arguments: [id])) { _, one in
      touched.formUnion(one)
    }
    return touched
  }

  /// Passes on what is remembered, row by row.
  func forEachTouched(
    where condition: SQLPiece = SQLPiece(sql: "true"), _ body: (UUID, TouchedRows) throws -> Void
  ) throws {
    try connection.forEachRow(
      "SELECT id, kind, row, columns, stock FROM history_touched WHERE \(condition.sql)",
      arguments: condition.arguments
    ) { row in
      var touched = TouchedRows()
      let name = SharedName(kind: row.text("kind"), row: row.text("row"))
      touched.add(name, row.text("columns").split(separator: " ").map(String.init))
      if !row.isNull("stock") { touched.addStock(row.int64("stock"), of: name.row) }
      try body(try row.uuid("id"), touched)
      return true
    }
  }
}

extension TouchedRows {
  /// How often a step counts that was undone or redone between two moments; nil is before it was made.
  static func sign(from known: Int?, to turn: Int) -> Int64 {
    let before: Int64 = known.map { $0.isMultiple(of: 2) ? 1 : 0 } ?? 0
    return (turn.isMultiple(of: 2) ? 1 : 0) - before
  }

  /// Whether somebody who knows a step as it was at `known` sees something new at `turn`.
  static func isNew(_ turn: Int, since known: Int?) -> Bool {
    // One that was made and undone in between has never been there.
    known.map { $0 < turn } ?? turn.isMultiple(of: 2)
  }
}
