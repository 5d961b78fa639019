// SPDX-License-Identifier: Apache-2.0
// Searches some products by their current texts: it builds a full-text index of these alone, in
// memory, and queries it. The results match those of the large index, which is of the same kind.
// Reading the texts takes longest by far, so all queries of a search share one index.

struct TextSearch {
  let connection: Connection
  let expression: String

  /// Those of `keys` that match the search, in the given order.
  func matching(_ keys: [Int64]) throws -> [Int64] {
    let found = try KeySet(Self.indexing(keys, on: connection) { try rows("rowid", as: Self.key) })
    return keys.filter(found.contains)
  }

  static func key(_ row: Row) -> Int64 { row.int64("rowid") }

  /// `columns` of the table `some_texts`, for the products that are indexed and match the search. The argument is the
  /// second one in the SQL of the columns.
  func rows<Value>(
    _ columns: String, binding argument: String? = nil, as transform: (Row) throws -> Value
  ) throws -> [Value] {
    try connection.rows(
      "SELECT \(columns) FROM temp.some_texts WHERE some_texts MATCH ?1",
      arguments: [expression] + (argument.map { [$0] } ?? []), as: transform)
  }

  /// The words of some products.
  static func words(of keys: [Int64], on connection: Connection) throws -> Set<String> {
    try Set(
      indexing(keys, on: connection) {
        try connection.execute(
          """
          CREATE VIRTUAL TABLE IF NOT EXISTS temp.some_words USING fts5vocab (
            temp, some_texts, row)
          """)
        return try connection.rows("SELECT term FROM temp.some_words") { $0.text("term") }
      })
  }

  /// Indexes some products for as long as `body` asks for them. Of none there is nothing to ask.
  static func indexing<Value>(
    _ keys: [Int64], on connection: Connection, _ body: () throws -> [Value]
  ) throws -> [Value] {
    guard !keys.isEmpty else { return [] }
    // This index does not store the texts either, so snippets are made from the catalogue's own.
    try connection.run(
      "CREATE TEMP VIEW IF NOT EXISTS current_texts AS SELECT * FROM main.searchable")
    try connection.run(
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.some_texts USING fts5 (
        \(SearchColumn.list), content = 'current_texts', content_rowid = 'key',
        tokenize = '\(SearchTokenizer.name)')
      """)
    try connection.run(
      """
      INSERT INTO temp.some_texts (rowid, \(SearchColumn.list))
      SELECT text.key, \(SearchColumn.list)
      FROM json_each(?) AS given CROSS JOIN searchable AS text ON text.key = given.value
      """, ProductFinder.json(keys))
    let found = try body()
    try connection.run("INSERT INTO temp.some_texts (some_texts) VALUES ('delete-all')")
    return found
  }
}
