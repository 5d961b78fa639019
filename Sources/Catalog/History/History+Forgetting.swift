// SPDX-License-Identifier: Apache-2.0
// The history is limited in size. The oldest steps are forgotten first, and observers are notified,
// so that nobody finds out from an Undo that does nothing.

import Foundation

extension History {
  /// What a step has recorded.
  func content(of step: Int) throws -> StepContent {
    try content(of: step, Self.contentOfStep)
  }

  /// The same of the step that was just recorded, for which only the tables are read that it touched.
  func recordedContent(of step: Int) throws -> StepContent {
    let touched = Self.contentOfTables.indices.filter(connection.recording.has)
    return try content(
      of: step, touched.map { Self.contentOfTables[$0] }.joined() + Self.insertedByStep)
  }

  private func content(of step: Int, _ sql: String) throws -> StepContent {
    var content = StepContent(step: step)
    try connection.forEachRow(sql, arguments: [step]) { row in
      let name = row.text("name")
      if row.isNull("first") {
        content.rows[name] = row.int("rows")
        content.size &+= row.int("size")
      } else if let range = try InsertedRange(
        name, first: row.int64("first"), last: row.int64("last"))
      {
        content.ranges.append(range)
        content.size &+= 20
      }
      return true
    }
    return content
  }

  private static let contentOfStep = contentOfTables.joined() + insertedByStep

  /// By the numbers of the tables.
  private static let contentOfTables = RecordedTable.all.map { table in
    """
    SELECT '\(table.name)' AS name, count(*) AS rows,
      ifnull(sum(\(table.overhead) + \(table.size()) + \(table.size("new_"))), 0) AS size,
      NULL AS first, NULL AS last
    FROM \(table.history) WHERE step = ?1 UNION ALL

    """
  }

  private static let insertedByStep = """
    SELECT name AS name, 0 AS rows, 0 AS size, first AS first, last AS last
    FROM history_inserted WHERE step = ?1
    """

  /// Forgets steps until their total `size` is within the limit, after `latest` was carried out,
  /// undone or redone. A command that is too large on its own is forgotten, together with the steps
  /// that can only be reached through it. Otherwise the oldest go first, and then those that would
  /// be redone last.
  func forgetBeyondLimit(
    _ size: Int, after latest: (step: Int, command: CatalogCommand)
  ) throws -> CatalogChange? {
    guard size > bounds.limit else { return nil }
    var total = size
    let row = try connection.first("SELECT size, undone FROM history WHERE step = ?", latest.step) {
      (size: $0.int("size"), isUndone: $0.int("undone") == 1)
    }
    if let row, row.size > bounds.limit {
      let steps = try steps(
        ofWhich: row.isUndone
          ? "undone AND step >= \(latest.step)" : "NOT undone AND step <= \(latest.step)")
      return try forget(steps, tooLarge: latest.command)
    }
    // A little more than needed, so that not every following command has to forget another one.
    let goal = bounds.limit - bounds.limit / 64
    var gone: [Int] = []
    for order in ["NOT undone ORDER BY step", "undone ORDER BY step DESC"] where total > goal {
      try connection.forEachRow("SELECT step, size FROM history WHERE \(order)", arguments: []) {
        let step = $0.int("step")
        guard total > goal, step != latest.step else { return false }
        gone.append(step)
        total &-= $0.int("size")
        return true
      }
    }
    return try forget(gone)
  }

  /// Forgets what would be redone last, while the rows kept for redo exceed their limit.
  func forgetBeyondKept(after latest: Int) throws -> CatalogChange? {
    var total = try connection.integer(
      "SELECT cast(total(kept) AS INTEGER) FROM history WHERE undone")
    var gone: [Int] = []
    try connection.forEachRow(
      "SELECT step, kept FROM history WHERE undone ORDER BY step DESC", arguments: []
    ) {
      let step = $0.int("step")
      guard total > bounds.kept, step != latest else { return false }
      gone.append(step)
      total &-= $0.int("kept")
      return true
    }
    return gone.isEmpty ? nil : try forget(gone)
  }

  /// What to ask a user about before `command` is carried out. It is normal that old history is
  /// lost; it is not normal that one command costs a large part of it.
  func loss(
    by command: CatalogCommand, size: Int, forgotten: CatalogChange, isUndo: Bool = false
  ) -> HistoryLoss? {
    guard case .forgot(let count, let tooLarge) = forgotten else { return nil }
    if isUndo {
      return HistoryLoss(tooLarge == nil ? .later(count) : .redo(later: count - 1), by: command)
    }
    if tooLarge != nil { return HistoryLoss(.undo(older: count - 1), by: command) }
    return size > bounds.limit / 4 ? HistoryLoss(.older(count), by: command) : nil
  }

  func requireAccepted(_ loss: HistoryLoss?) throws {
    if bounds.asks, let loss { throw CatalogError.wouldForget(loss) }
  }

  /// Forgets the step that would be undone or redone next, without changing the catalogue.
  func skip(isUndo: Bool) throws -> (CatalogCommand, [CatalogChange])? {
    guard let (step, command) = try next(isUndo: isUndo) else { return nil }
    if isUndo { try rememberTouched(by: step) }
    return (command, [try forget([step])])
  }

  /// Forgets all steps. Returns how many there were.
  func forgetAll() throws -> (Int, [CatalogChange]) {
    let all = try steps(ofWhich: "true")
    return (all.count, all.isEmpty ? [] : [try forget(all)])
  }

  /// Forgets about so many bytes of steps, the oldest first.
  func forgetSome(ofBytes most: Int) throws -> (Int, [CatalogChange]) {
    var (some, total): ([Int], Int) = ([], 0)
    for order in ["NOT undone ORDER BY step", "undone ORDER BY step DESC"] where total < most {
      try connection.forEachRow("SELECT step, size FROM history WHERE \(order)", arguments: []) {
        some.append($0.int("step"))
        total &+= $0.int("size")
        return total < most
      }
    }
    return (some.count, some.isEmpty ? [] : [try forget(some)])
  }

  func forget(_ steps: [Int], tooLarge: CatalogCommand? = nil) throws -> CatalogChange {
    try drop(steps)
    try connection.run(
      "UPDATE history_forgotten SET steps = min(max(steps, 0), \(Self.largest)) + ?", steps.count)
    return .forgot(count: steps.count, tooLarge: tooLarge)
  }

  func steps(ofWhich condition: String) throws -> [Int] {
    try connection.rows("SELECT step FROM history WHERE \(condition) ORDER BY step") {
      $0.int("step")
    }
  }

  /// The newest first: an undone one may be about rows that an earlier one keeps for redo, and is to find their names.
  func drop(_ steps: [Int]) throws {
    for step in steps.sorted(by: >) { try drop(step) }
  }

  private func drop(_ step: Int) throws {
    let isUndone =
      try connection.integer("SELECT ifnull(max(undone), 0) FROM history WHERE step = ?", step) == 1
    if isUndone { try rememberTouched(by: step) }
    try connection.run(
      """
      INSERT OR IGNORE INTO loose_image
      SELECT hash, extension FROM history_product_image
      WHERE step IN (?1, -?1) AND hash IS NOT NULL
      UNION SELECT new_hash, new_extension FROM history_product_image
      WHERE step = ?1 AND new_hash IS NOT NULL
      """, step)
    // One that arrives again is not applied again.
    try connection.run(
      """
      INSERT INTO history_gone (id, turn) SELECT id, turn FROM history
      WHERE step = ? AND id IS NOT NULL
      ON CONFLICT DO UPDATE SET turn = max(turn, excluded.turn)
      """, step)
    for table in RecordedTable.all {
      try connection.run("DELETE FROM \(table.history) WHERE step IN (?1, -?1)", step)
    }
    try connection.run("DELETE FROM history_inserted WHERE step = ?", step)
    let size = try connection.integer("SELECT size FROM history WHERE step = ?", step)
    try connection.run("DELETE FROM history WHERE step = ?", step)
    try resize(by: 0 &- size)
  }

  /// Stores the sum of all sizes, and returns it. It is added up anew if another program has put an impossible one there.
  @discardableResult
  func resize(by bytes: Int) throws -> Int {
    let most = Self.largest
    // Not in one statement: what returns rows makes a table for them.
    var size = try connection.integer("SELECT bytes FROM history_size")
    if (0...most).contains(size), (-most...most).contains(bytes) {
      size += bytes
    } else {
      size = try connection.integer(
        "SELECT cast(total(min(max(size, 0), \(most))) AS INTEGER) FROM history")
    }
    try connection.run("UPDATE history_size SET bytes = ?", size)
    return size
  }
}

/// The size of what a step has recorded.
struct StepContent {
  let step: Int
  var ranges: [InsertedRange] = []
  /// The number of rows in each table.
  var rows: [String: Int] = [:]
  /// Roughly how many bytes they take.
  var size = 0

  var isEmpty: Bool { ranges.isEmpty && rows.values.allSatisfy { $0 == 0 } }

  func rows(of table: String) -> Int { rows[table] ?? 0 }

  /// Whether it inserted, changed or deleted a row of a table.
  func touches(_ table: String) -> Bool {
    rows(of: table) > 0 || ranges.contains { $0.table.name == table }
  }

  /// Roughly how many rows it moves.
  var allRows: Int {
    ranges.reduce(rows.values.reduce(0, &+)) { $0 &+ Int($1.last - $1.first) &+ 1 }
  }

  /// How many products it inserted, changed or deleted.
  var products: Int {
    let inserted = ranges.filter { $0.table.name == "product" }
    return inserted.reduce(rows(of: "product")) { $0 &+ Int($1.last - $1.first) &+ 1 }
  }
}
