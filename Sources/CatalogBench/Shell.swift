// SPDX-License-Identifier: Apache-2.0
// Fills the same tables and indexes from CSV with the sqlite3 shell, as the baseline for bulk
// insertion.
//
// The schema is read from the catalogue's file, so that a new column or index is included without a
// change here. CSV only has text, so the shell imports each file into a table of text and copies
// the rows from there: an empty field of a nullable column becomes NULL, and identifiers become
// blobs as in the catalogue.

import BenchTables
import Foundation

struct Shell {
  /// The catalogue file that has the products.
  let source: String
  /// Where the CSV files and the shell's database go.
  let directory: URL
  var database: String { directory.appendingPathComponent("shell.sqlite").path }

  private let tables: [Table]
  private let schema: String
  private let pageSize: String

  private struct Table {
    let name: String
    let columns: [Column]
  }

  private struct Column: Decodable {
    let name: String
    let type: String
    let notnull: Int
    let pk: Int
  }

  init(source: String, directory: URL) throws {
    self.source = source
    self.directory = directory
    func ask(_ sql: String) throws -> String { try Self.ask(source, sql, in: directory) }
    pageSize = try ask("PRAGMA page_size")
    // Without the tables that the shell creates itself: those behind a virtual table, and SQLite's
    // own.
    schema = try ask(
      """
      SELECT group_concat(sql, ';' || char(10)) || ';' FROM (SELECT sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
        AND tbl_name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
      ORDER BY rowid)
      """)
    // Without the tables of the undo history: the shell leaves them empty.
    let names = try ask(
      """
      SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
        AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name NOT LIKE 'history%'
      """)
    tables = try names.split(separator: "\n").map { name in
      let columns = try Self.ask(
        source, "SELECT name, type, \"notnull\", pk FROM pragma_table_info('\(name)')",
        in: directory, mode: "-json")
      return Table(
        name: String(name),
        columns: try JSONDecoder().decode([Column].self, from: Data(columns.utf8)))
    }
  }

  /// Writes the catalogue's products as CSV, one file per table.
  func export() throws {
    var script = ".mode csv\n.headers on\n"
    for table in tables {
      let columns = table.columns.map { column in
        column.type == "BLOB"
          ? "hex(substr(\(column.name), 1, length(\(column.name)) / 2)) AS \(column.name)"
          : column.name
      }
      script += """
        .once \(table.name).csv
        SELECT \(columns.joined(separator: ", ")) FROM \(table.name);

        """
    }
    try outputOfProgram(
      "sqlite3", ["-batch", "-bail", "-readonly", source], input: script, in: directory)
  }

  /// Creates a file with the tables of an empty catalogue.
  func prepare() throws {
    removeDatabase(database)
    // The shell does not have our tokenizer.
    let plain = schema.replacingOccurrences(
      of: "tokenize = 'vitrine'", with: "tokenize = 'unicode61 remove_diacritics 2'")
    let script = "PRAGMA page_size = \(pageSize);\nPRAGMA journal_mode = WAL;\n\(plain)\n"
    try outputOfProgram("sqlite3", ["-batch", "-bail", database], input: script, in: directory)
  }

  /// Fills the tables and the full-text index from the CSV files.
  func fill() throws {
    // The same cache size as the catalogue uses for bulk insertion.
    var script = """
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -262144;
      BEGIN;

      """
    for table in tables {
      let names = table.columns.map(\.name).joined(separator: ", ")
      let values = table.columns.map { column in
        if column.type == "BLOB" { return "CAST(\(column.name) AS BLOB)" }
        return column.notnull == 0 && column.pk == 0 ? "nullif(\(column.name), '')" : column.name
      }
      script += """
        CREATE TEMP TABLE text_of_\(table.name) (\(names));
        .import --csv --skip 1 --schema temp \(table.name).csv text_of_\(table.name)
        INSERT INTO main.\(table.name) (\(names))
        SELECT \(values.joined(separator: ", ")) FROM text_of_\(table.name);

        """
    }
    script += "INSERT INTO search (search) VALUES ('rebuild');\nCOMMIT;\n"
    try outputOfProgram("sqlite3", ["-batch", "-bail", database], input: script, in: directory)
  }

  /// The shell's output for one query on a file.
  static func ask(
    _ path: String, _ sql: String, in directory: URL, mode: String = "-list"
  ) throws -> String {
    try outputOfProgram(
      "sqlite3", ["-batch", "-bail", "-readonly", mode, path, sql], in: directory
    )
    .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
