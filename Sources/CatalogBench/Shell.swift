// The sqlite3 shell fills the same tables and indexes from CSV: the yardstick for bulk insert.
//
// What it is to fill is read from a catalogue's own file, so that a new column or index is in the
// comparison without a change here. CSV knows text alone. So the shell imports each file into a
// table of text, and takes the rows over from there: an empty field of a column that may be NULL
// becomes NULL, identifiers become as many bytes as they have in the catalogue.

import Foundation

struct Shell {
  /// The catalogue's file whose products it is given.
  let source: String
  /// Where the CSV files and its database go.
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
    // Nothing of what the shell itself makes: the tables behind a virtual table, SQLite's own.
    schema = try ask(
      """
      SELECT group_concat(sql, ';' || char(10)) || ';' FROM (SELECT sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
        AND tbl_name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
      ORDER BY rowid)
      """)
    // The steps of undo are no part of the products: the shell fills none.
    let names = try ask(
      """
      SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
        AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name NOT LIKE 'history%'
      """)
    tables = try names.split(separator: "\n").map { name in
      let columns = try Self.ask(
        source, "SELECT name, type, \"notnull\", pk FROM pragma_table_info('\(name)')",
        in: directory, "-json")
      return Table(
        name: String(name),
        columns: try JSONDecoder().decode([Column].self, from: Data(columns.utf8)))
    }
  }

  /// Writes the products of the catalogue as CSV, a file for each table.
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
    try output(
      of: "sqlite3", ["-batch", "-bail", "-readonly", source], input: script, in: directory)
  }

  /// Makes an empty file with the catalogue's tables, as an empty catalogue has them.
  func prepare() throws {
    removeDatabase(database)
    let script = "PRAGMA page_size = \(pageSize);\nPRAGMA journal_mode = WAL;\n\(schema)\n"
    try output(of: "sqlite3", ["-batch", "-bail", database], input: script, in: directory)
  }

  /// Fills the tables and the full-text index from the CSV files.
  func fill() throws {
    // The cache is as large as the catalogue makes its own for this.
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
    try output(of: "sqlite3", ["-batch", "-bail", database], input: script, in: directory)
  }

  /// What the shell answers to one query of a file.
  static func ask(
    _ path: String, _ sql: String, in directory: URL, _ mode: String = "-list"
  ) throws -> String {
    try output(of: "sqlite3", ["-batch", "-bail", "-readonly", mode, path, sql], in: directory)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
