// SPDX-License-Identifier: Apache-2.0
// Reads and writes which groups of likely duplicates were told apart.

struct MarkedDistinctTable {
  let connection: Connection

  func all() throws -> MarkedDistinct {
    var found = MarkedDistinct()
    // An older catalogue that can only be read has no such table.
    guard
      try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'told_apart'") > 0
    else { return found }
    try connection.forEachRow("SELECT content FROM told_apart", arguments: []) {
      found.insert($0.text("content"))
      return true
    }
    return found
  }

  func insert(_ group: DuplicateGroup) throws {
    try connection.run(
      """
      INSERT INTO told_apart (products, content) VALUES (?, ?)
      ON CONFLICT (products) DO UPDATE SET content = excluded.content
      WHERE content <> excluded.content
      """, group.id, try MarkedDistinct.Seen(group).text)
  }

  func removeAll() throws {
    try connection.run("DELETE FROM told_apart")
  }
}
