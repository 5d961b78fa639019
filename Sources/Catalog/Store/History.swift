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
  var limit = 64 << 20

  /// Prepares the connection that writes: what is here lives as long as it does.
  static func install(on connection: Connection) throws {
    try connection.execute(
      """
      CREATE TEMP TABLE recording (step INTEGER);
      INSERT INTO recording VALUES (NULL);
      CREATE TEMP TABLE loose_image (hash TEXT, extension TEXT);

      """ + RecordedTable.all.map(\.recorder).joined())
  }

  // MARK: Recording

  /// Runs `body`, within the transaction of the caller, as one step; `count` tells from its value
  /// how many products it was about. A body that changes nothing leaves no step.
  func record<Value>(
    _ kind: CatalogCommand.Kind, count: (Value) -> Int, _ body: () throws -> Value
  ) throws -> Value {
    let step = try connection.integer("SELECT ifnull(max(step), 0) + 1 FROM history")
    try connection.run("UPDATE recording SET step = ?", step)
    let value = try body()
    try connection.run("UPDATE recording SET step = NULL")
    try SearchIndex(connection: connection).refresh()
    guard let size = try size(of: step) else { return value }
    // What was undone and not redone can never be redone from here.
    for undone in try steps("undone") { try drop(undone) }
    try connection.run(
      "INSERT INTO history (step, command, count, moment, undone, size) VALUES (?, ?, ?, ?, 0, ?)",
      step, kind.rawValue, count(value), Date(), size)
    try forgetBeyondLimit()
    return value
  }

  // MARK: Undo and redo

  /// Undoes the newest command that is not undone.
  func undo() throws -> (CatalogCommand, [CatalogChange])? {
    try swap("SELECT max(step) FROM history WHERE NOT undone", undone: 1)
  }

  /// Does again what was undone last.
  func redo() throws -> (CatalogCommand, [CatalogChange])? {
    try swap("SELECT min(step) FROM history WHERE undone", undone: 0)
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

  private func swap(_ choice: String, undone: Int) throws -> (CatalogCommand, [CatalogChange])? {
    let step = try connection.first(choice) { $0.intIfPresent(0) }
    guard let step = step ?? nil,
      let command = try connection.first(
        "SELECT command, count, moment FROM history WHERE step = ?", step, as: command)
    else { return nil }
    let changes = try changes(in: step)
    for table in RecordedTable.all { try takeOut(table, step) }
    for table in RecordedTable.all { try putIn(table, step) }
    try SearchIndex(connection: connection).refresh()
    try connection.run(
      "UPDATE history SET undone = ?, size = ? WHERE step = ?", undone, size(of: step) ?? 0, step)
    try forgetBeyondLimit()
    return (command, changes)
  }

  /// Sets aside what is there now of the rows the step touched.
  private func takeOut(_ table: RecordedTable, _ step: Int) throws {
    let key = table.list(table.key)
    try connection.run(
      """
      INSERT INTO \(table.swap) (existed, \(key), \(table.list(table.columns)))
      SELECT present.\(table.key[0]) IS NOT NULL, \(table.list(table.key, of: "past")),
        \(table.list(table.columns, of: "present"))
      FROM \(table.history) AS past LEFT JOIN \(table.name) AS present USING (\(key))
      WHERE past.step = ?
      """, step)
    try connection.run(
      """
      DELETE FROM \(table.name)
      WHERE (\(key)) IN (SELECT \(key) FROM \(table.history) WHERE step = ?)
      """, step)
  }

  /// Puts the remembered rows in place, and remembers those that were set aside.
  private func putIn(_ table: RecordedTable, _ step: Int) throws {
    let key = table.list(table.key)
    let columns = table.list(table.columns)
    let values = table.columns.map {
      $0 == "revision" ? "max(past.revision, ifnull(present.revision, 0)) + 1" : "past.\($0)"
    }
    try connection.run(
      """
      INSERT INTO \(table.name) (\(key), \(columns))
      SELECT \(table.list(table.key, of: "past")), \(values.joined(separator: ", "))
      FROM \(table.history) AS past JOIN \(table.swap) AS present USING (\(key))
      WHERE past.step = ? AND past.existed
      """, step)
    try connection.run("DELETE FROM \(table.history) WHERE step = ?", step)
    try connection.run(
      """
      INSERT INTO \(table.history) (step, existed, \(key), \(columns))
      SELECT ?, existed, \(key), \(columns) FROM \(table.swap)
      """, step)
    try connection.run("DELETE FROM \(table.swap)")
  }

  /// What observers are told when the step is swapped.
  private func changes(in step: Int) throws -> [CatalogChange] {
    let products = try connection.rows(
      """
      SELECT ifnull(past.id, present.id) FROM history_product AS past
        LEFT JOIN product AS present USING (key) WHERE step = ?1
      UNION SELECT id FROM history_product_tag JOIN product ON product.key = product
        WHERE step = ?1
      UNION SELECT product.id FROM history_product_image AS past
        LEFT JOIN product_image AS present USING (key)
        JOIN product ON product.key = ifnull(past.product, present.product) WHERE step = ?1
      """, step
    ) { try $0.uuid(0) }
    let notes = try connection.rows(
      """
      SELECT DISTINCT product.id FROM history_note AS past LEFT JOIN note AS present USING (key)
        JOIN product ON product.key = ifnull(past.product, present.product) WHERE step = ?
      """, step
    ) { CatalogChange.notes(product: try $0.uuid(0)) }
    return (products.isEmpty ? [] : [.products(Set(products))]) + notes
  }

  // MARK: Forgetting

  /// About how many bytes the rows of a step take; nil when it touched none.
  private func size(of step: Int) throws -> Int? {
    let (rows, size) = try RecordedTable.all.reduce((rows: 0, size: 0)) { sum, table in
      let found = try connection.first(
        """
        SELECT count(*), ifnull(sum(iif(existed, 100 + \(table.sizeExpression), 20)), 0)
        FROM \(table.history) WHERE step = ?
        """, step
      ) { (rows: $0.int(0), size: $0.int(1)) }
      return (sum.rows + (found?.rows ?? 0), sum.size + (found?.size ?? 0))
    }
    return rows > 0 ? size : nil
  }

  /// Forgets the oldest steps first, then those that would be redone last.
  private func forgetBeyondLimit() throws {
    var total = try connection.integer("SELECT ifnull(sum(size), 0) FROM history")
    while total > limit {
      let step =
        try connection.first("SELECT step, size FROM history WHERE NOT undone ORDER BY step") {
          (number: $0.int(0), size: $0.int(1))
        }
        ?? connection.first("SELECT step, size FROM history ORDER BY step DESC") {
          (number: $0.int(0), size: $0.int(1))
        }
      guard let step else { return }
      try drop(step.number)
      try connection.run("UPDATE history_forgotten SET steps = steps + 1")
      total -= step.size
    }
  }

  private func steps(_ condition: String) throws -> [Int] {
    try connection.rows("SELECT step FROM history WHERE \(condition)") { $0.int(0) }
  }

  private func drop(_ step: Int) throws {
    try connection.run(
      """
      INSERT INTO loose_image SELECT hash, extension FROM history_product_image
      WHERE step = ? AND existed
      """, step)
    for table in RecordedTable.all {
      try connection.run("DELETE FROM \(table.history) WHERE step = ?", step)
    }
    try connection.run("DELETE FROM history WHERE step = ?", step)
  }

  /// The pictures that forgetting left without anything that refers to them. Asked once the
  /// forgetting is on the disk; the answer is given once.
  static func takeLooseImages(_ connection: Connection) throws -> [(hash: String, ext: String)] {
    guard try connection.integer("SELECT EXISTS (SELECT 1 FROM loose_image)") == 1 else {
      return []
    }
    defer { _ = try? connection.run("DELETE FROM loose_image") }
    return try connection.rows(
      """
      SELECT DISTINCT hash, extension FROM loose_image AS l
      WHERE NOT EXISTS (SELECT 1 FROM product_image AS i WHERE i.hash = l.hash)
        AND NOT EXISTS (SELECT 1 FROM history_product_image AS h WHERE h.hash = l.hash)
      """
    ) { ($0.text(0), $0.text(1)) }
  }
}
