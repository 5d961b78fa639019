// SPDX-License-Identifier: Apache-2.0
// Reads and writes the sources of lists, and the rows of their last lists. A row that is the same as before is not
// written, so that the history keeps only what changed.

struct SourceTable {
  let connection: Connection

  func all() throws -> [ListSource] {
    guard try isThere else { return [] }
    return try connection.rows("SELECT name, content FROM source ORDER BY name") {
      ListSource(stored: $0.text("name"), content: $0.text("content"))
    }
  }

  func source(named name: String) throws -> ListSource? { try all().first { $0.name == name } }

  func rows(of name: String) throws -> [String: String] {
    guard try isThere else { return [:] }
    var rows: [String: String] = [:]
    let length = Self.beginning(of: name).count
    try connection.forEachRow(
      "SELECT place, content FROM source_row WHERE place > ? AND place < ?",
      arguments: [Self.beginning(of: name), Self.end(of: name)]
    ) { row in
      rows[String(row.text("place").dropFirst(length))] = row.text("content")
      return true
    }
    return rows
  }

  /// Keeps what a list leaves behind. Rows that it does not have are gone.
  func keep(_ memory: ListMemory) throws {
    let name = memory.source.name
    try connection.run(
      """
      INSERT INTO source (name, content) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET content = excluded.content
      WHERE content <> excluded.content
      """, name, memory.source.content)
    var old = try rows(of: name)
    for (key, content) in memory.rows {
      if let known = old.removeValue(forKey: key), known == content { continue }
      try connection.run(
        """
        INSERT INTO source_row (place, content) VALUES (?, ?)
        ON CONFLICT (place) DO UPDATE SET content = excluded.content
        """, Self.beginning(of: name) + key, content)
    }
    for key in old.keys {
      try connection.run(
        "DELETE FROM source_row WHERE place = ?", Self.beginning(of: name) + key)
    }
  }

  func remove(_ name: String) throws {
    let count = try connection.run("DELETE FROM source WHERE name = ?", name)
    if count == 0 { throw CatalogError.sourceMissing }
    try connection.run(
      "DELETE FROM source_row WHERE place > ? AND place < ?", Self.beginning(of: name),
      Self.end(of: name))
  }

  /// A name is one line.
  private static func beginning(of name: String) -> String { name + "\n" }
  private static func end(of name: String) -> String { name + "\u{B}" }

  /// An older catalogue that can only be read has no such table.
  private var isThere: Bool {
    get throws {
      try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'source'") > 0
    }
  }
}
