// Swaps the rows that a step recorded with the current ones: whole sets at a time, and only the
// columns that differ. Setting a column updates its indexes even if the value stays the same, and
// for ten thousand products that is most of the work.

import Foundation

extension History {
  /// Swaps the recorded rows of a table with the current ones. Returns the columns that differ, for
  /// rows that exist both before and after.
  func swap(_ table: RecordedTable, _ step: Int) throws -> Set<String> {
    let key = table.list(table.key)
    let columns = table.list(table.columns)
    try connection.run(
      """
      INSERT INTO \(table.swap) (existed, \(key), \(columns))
      SELECT present.\(table.key[0]) IS NOT NULL, \(table.list(table.key, of: "past")),
        \(table.list(table.columns, of: "present"))
      FROM \(table.history) AS past LEFT JOIN \(table.name) AS present USING (\(key))
      WHERE past.step = ?
      """, step)
    let differing = try differingColumns(of: table, step)
    // Otherwise a row could get a unique value before another row gives it up.
    let isExchange = !differing.isDisjoint(with: table.unique)
    try connection.run(
      """
      DELETE FROM \(table.name)
      WHERE (\(key)) IN (
        SELECT \(key) FROM \(table.history) WHERE step = ? AND (\(isExchange) OR NOT existed))
      """, step)
    if !isExchange, !differing.isEmpty { try update(table, differing, in: step) }
    try insert(table, step, isAll: isExchange)
    try connection.run("DELETE FROM \(table.history) WHERE step = ?", step)
    try connection.run(
      """
      INSERT INTO \(table.history) (step, existed, \(key), \(columns))
      SELECT ?, existed, \(key), \(columns) FROM \(table.swap)
      """, step)
    try connection.run("DELETE FROM \(table.swap)")
    return differing
  }

  /// The columns that differ, for rows that exist both before and after.
  private func differingColumns(of table: RecordedTable, _ step: Int) throws -> Set<String> {
    let answers = table.columns.map { "max(past.\($0) IS NOT present.\($0)) AS differs_\($0)" }
    return try connection.first(
      """
      SELECT \(answers.joined(separator: ", "))
      FROM \(table.history) AS past JOIN \(table.swap) AS present
        USING (\(table.list(table.key)))
      WHERE past.step = ? AND past.existed AND present.existed
      """, step
    ) { row in
      Set(table.columns.filter { row.int("differs_\($0)") == 1 })
    } ?? []
  }

  private func update(_ table: RecordedTable, _ columns: Set<String>, in step: Int) throws {
    let values = table.columns.filter(columns.contains).map {
      "\($0) = \(Self.restored($0, over: table.name))"
    }
    let isSame = table.key.map { "past.\($0) = \(table.name).\($0)" }.joined(separator: " AND ")
    try connection.run(
      """
      UPDATE \(table.name) SET \(values.joined(separator: ", "))
      FROM \(table.history) AS past WHERE past.step = ? AND past.existed AND \(isSame)
      """, step)
  }

  /// Inserts the rows that are missing, or all of them if all were taken out.
  private func insert(_ table: RecordedTable, _ step: Int, isAll: Bool) throws {
    let values = table.columns.map { Self.restored($0, over: "present") }
    try connection.run(
      """
      INSERT INTO \(table.name) (\(table.list(table.key)), \(table.list(table.columns)))
      SELECT \(table.list(table.key, of: "past")), \(values.joined(separator: ", "))
      FROM \(table.history) AS past JOIN \(table.swap) AS present
        USING (\(table.list(table.key)))
      WHERE past.step = ? AND past.existed AND (\(isAll) OR NOT present.existed)
      """, step)
  }

  /// The value a column gets back. A product that only moved keeps its revision.
  private static func restored(_ column: String, over present: String) -> String {
    guard column == "revision" else { return "past.\(column)" }
    return """
      iif(past.revision = \(present).revision, past.revision,
        max(past.revision, ifnull(\(present).revision, 0)) + 1)
      """
  }
}
