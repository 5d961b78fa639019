// SPDX-License-Identifier: Apache-2.0
// Adds very many rows without triggers, and without the indexes of tables whose rows will mostly be
// new. SQLite looks after both with every row, which takes longer than the rows.

import CSQLite
import Foundation

extension Connection {
  /// Runs `body`, inside a transaction, without this connection's temporary triggers and without
  /// those of the file: a statement that could run one keeps a copy of every page that it changes.
  /// If it throws, rolling back restores the temporary ones.
  func withoutTriggers<Value>(_ body: () throws -> Value) throws -> Value {
    let triggers = try rows("SELECT name, sql FROM sqlite_temp_schema WHERE type = 'trigger'") {
      (name: $0.text("name"), sql: $0.text("sql"))
    }
    for trigger in triggers { try execute("DROP TRIGGER temp.\(trigger.name)") }
    csqlite_set_triggers(handle, 0)
    defer { csqlite_set_triggers(handle, 1) }
    let value = try body()
    // SQLite stores the statement without the word TEMP.
    for trigger in triggers { try execute("CREATE TEMP" + trigger.sql.dropFirst("CREATE".count)) }
    return value
  }

  /// Runs `body`, inside a transaction, without the indexes of these tables, apart from one, and then
  /// makes them: written once and in its own order, each takes half as long.
  func withoutIndexes<Value>(
    of tables: [String], except kept: String, _ body: () throws -> Value
  ) throws -> Value {
    let names = tables.map { "'\($0)'" }.joined(separator: ", ")
    // Indexes that are part of a table's declaration have no text.
    let indexes = try rows(
      """
      SELECT name, sql FROM sqlite_schema
      WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (\(names)) AND name <> ?
      ORDER BY rowid
      """, kept
    ) { (name: $0.text("name"), sql: $0.text("sql")) }
    for index in indexes {
      try execute(
        "DROP INDEX \"\(index.name.replacingOccurrences(of: "\"", with: "\"\"", options: .literal))\""
      )
    }
    let value = try body()
    for index in indexes { try execute(index.sql) }
    return value
  }
}
