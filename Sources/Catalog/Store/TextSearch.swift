// Which of some products a search finds, by their texts as they are now: an index of words is made
// of these alone, in memory, and asked the same. Exact as the large index is, because it is one of
// the same kind.

struct TextSearch {
  let connection: Connection
  let expression: String

  /// Those of `keys` that the search finds, in the order given.
  func matching(_ keys: [Int64]) throws -> [Int64] {
    guard !keys.isEmpty else { return [] }
    try connection.run(
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.some_texts USING fts5 (
        title, codes, tags, description, notes, content = '',
        tokenize = 'unicode61 remove_diacritics 2')
      """)
    try connection.run(
      """
      INSERT INTO temp.some_texts (rowid, title, codes, tags, description, notes)
      SELECT searchable.key, title, codes, tags, description, notes
      FROM json_each(?) AS given CROSS JOIN searchable ON searchable.key = given.value
      """, ProductFinder.json(keys))
    var found = KeySet()
    try connection.integers(
      "SELECT rowid FROM temp.some_texts WHERE some_texts MATCH ?", arguments: [expression]
    ) { block in
      for key in block { found.insert(key) }
      return true
    }
    try connection.run("INSERT INTO temp.some_texts (some_texts) VALUES ('delete-all')")
    return keys.filter(found.contains)
  }
}
