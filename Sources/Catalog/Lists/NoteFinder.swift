// SPDX-License-Identifier: Apache-2.0
// The notes of the whole catalogue, newest first, or those that fit a search. The products' full-text
// index tells in which products all the words are; in which of a product's notes they are is looked
// up in an index of these notes alone, in memory, as `TextSearch` does with products.

import Foundation

struct NoteFinder {
  let connection: Connection

  /// How much of a note is read for a list.
  private static let beginning = 400

  /// The row numbers of the notes outside the trash.
  /// - Parameter limit: how many of the notes that may fit are looked at, if that is not all of them.
  func order(
    for text: String, lookingAtMost limit: Int = .max
  ) throws -> (order: RowOrder, isComplete: Bool) {
    guard let expression = SearchText(text).expression else { return (RowOrder(try all()), true) }
    let found = try connection.keys(
      SQLPiece(
        sql: "SELECT rowid FROM search WHERE search MATCH ?",
        arguments: ["{notes} : (\(expression))"]))
    let stale = try SearchIndex(connection: connection).stale()
    var notes: [(key: Int64, product: Int64)] = []
    var counts: [Int64: Int] = [:]
    try connection.forEachRow(Self.newestFirst("key, product"), arguments: []) { row in
      let product = row.int64("product")
      if found.contains(product) || stale.contains(product) {
        notes.append((row.int64("key"), product))
        counts[product, default: 0] += 1
      }
      return true
    }
    let isComplete = notes.count <= limit
    notes = Array(notes.prefix(limit))
    let isSure = { (product: Int64) in counts[product] == 1 && !stale.contains(product) }
    let others = try matching(notes.lazy.filter { !isSure($0.product) }.map(\.key), expression)
    let fitting = notes.lazy.filter { isSure($0.product) || others.contains($0.key) }
    return (RowOrder(fitting.map(\.key)), isComplete)
  }

  /// The items of those of `keys` that exist, with the passages that fit a search.
  func items(_ keys: [Int64], for text: String) throws -> [Int64: ListedNote] {
    let expression = SearchText(text).expression
    let found = try expression.map { try passages(of: keys, $0) } ?? [:]
    var items: [Int64: ListedNote] = [:]
    for key in keys {
      items[key] = try connection.first(
        """
        SELECT note.id AS id, note.title AS title, substr(note.text, 1, \(Self.beginning)) AS text,
          note.changed AS changed, product.id AS owner, product.title AS owner_title
        FROM note JOIN product ON product.key = note.product
        WHERE note.key = ? AND product.deleted IS NULL
        """, key
      ) { row in
        ListedNote(
          id: try row.uuid("id"), productID: try row.uuid("owner"),
          productTitle: row.text("owner_title"), title: row.text("title"),
          beginning: row.text("text"), found: found[key], changed: row.date("changed"))
      }
    }
    return items
  }

  /// The row number of a note.
  func key(of id: UUID) throws -> Int64? {
    try connection.first("SELECT key FROM note WHERE id = ?", id) { $0.int64("key") }
  }

  private func all() throws -> [Int64] {
    var keys: [Int64] = []
    try connection.integers(Self.newestFirst("key"), arguments: []) {
      keys.append(contentsOf: $0)
      return true
    }
    return keys
  }

  private static func newestFirst(_ columns: String) -> String {
    """
    SELECT \(columns) FROM note
    WHERE product NOT IN (SELECT key FROM product WHERE deleted IS NOT NULL)
    ORDER BY changed DESC, key DESC
    """
  }

  // MARK: Searching some notes

  private func matching(_ keys: [Int64], _ expression: String) throws -> KeySet {
    KeySet(try search(keys, expression, columns: "rowid") { $0.int64("rowid") })
  }

  private func passages(of keys: [Int64], _ expression: String) throws -> [Int64: String] {
    let found = try search(
      keys, expression,
      columns: "rowid, snippet(some_notes, 0, '', '', '\(ListedNote.omission)', 24) AS passage"
    ) { (key: $0.int64("rowid"), passage: $0.text("passage")) }
    return Dictionary(found.map { ($0.key, $0.passage) }) { first, _ in first }
  }

  private func search<Value>(
    _ keys: [Int64], _ expression: String, columns: String, as transform: (Row) throws -> Value
  ) throws -> [Value] {
    guard !keys.isEmpty else { return [] }
    // The same words as in `searchable`.
    try connection.run(
      """
      CREATE TEMP VIEW IF NOT EXISTS current_notes AS
      SELECT key, title || ' ' || text AS words FROM main.note
      """)
    try connection.run(
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.some_notes USING fts5 (
        words, content = 'current_notes', content_rowid = 'key',
        tokenize = '\(SearchTokenizer.name)')
      """)
    try connection.run(
      """
      INSERT INTO temp.some_notes (rowid, words)
      SELECT note.key, words
      FROM json_each(?) AS given CROSS JOIN current_notes AS note ON note.key = given.value
      """, ProductFinder.json(keys))
    let found = try connection.rows(
      "SELECT \(columns) FROM temp.some_notes WHERE some_notes MATCH ?", expression, as: transform)
    try connection.run("INSERT INTO temp.some_notes (some_notes) VALUES ('delete-all')")
    return found
  }
}
