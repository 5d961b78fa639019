// SPDX-License-Identifier: Apache-2.0
// Finds the products whose value of a custom field contains a text. No index can answer that, but
// usually many products share a value: so each different value is tested once, jumping from one to
// the next along their index.

struct ValueText {
  let field: QueriedField
  /// Folded like the keys of the values.
  let text: String

  /// The products, including the trash; nil if they are more than `limit`, or if there is a limit
  /// and the field has more than `most` different values.
  func keys(_ connection: Connection, atMost limit: Int, of most: Int) throws -> KeySet? {
    guard let values = try values(connection, atMost: most) else {
      return limit == .max ? try connection.keys(everywhere) : nil
    }
    var keys = KeySet()
    for sql in values.map(products) + [inLongTexts] {
      try connection.integers(sql.sql, arguments: sql.arguments) { block in
        for key in block { keys.insert(key) }
        return keys.count <= limit
      }
      if keys.count > limit { return nil }
    }
    return keys
  }

  /// The keys that contain the text; nil if there are too many different ones.
  private func values(_ connection: Connection, atMost most: Int) throws -> [String]? {
    func next(_ condition: String) -> String {
      """
      SELECT v.text_key FROM product_value AS v INDEXED BY product_value_by_value
      WHERE \(field.isItsOwn) AND v.text_key \(condition) ORDER BY v.text_key LIMIT 1
      """
    }
    var found: [String] = []
    var count = 0
    try connection.forEachRow(
      """
      WITH RECURSIVE different (value) AS (
        SELECT (\(next("IS NOT NULL")))
        UNION ALL SELECT (\(next("> different.value"))) FROM different WHERE value IS NOT NULL)
      SELECT value, instr(value, ?) > 0 AS matches FROM different WHERE value IS NOT NULL
      """, arguments: [text]
    ) { row in
      count += 1
      if row.int("matches") == 1 { found.append(row.text("value")) }
      return count <= most
    }
    return count <= most ? found : nil
  }

  private func products(having value: String) -> SQLPiece {
    field.values("v.product", SQLPiece(sql: "v.text_key = ?", arguments: [value]))
  }

  /// The key of a long text is only its beginning.
  private var inLongTexts: SQLPiece {
    SQLPiece(
      sql: """
        SELECT v.product FROM product_value AS v INDEXED BY product_value_long
        WHERE \(field.isItsOwn) AND length(v.text) > 200 AND instr(folded(v.text), ?) > 0
        """, arguments: [text])
  }

  /// The same by testing every value.
  private var everywhere: SQLPiece {
    let short = field.values(
      "v.product", SQLPiece(sql: "instr(v.text_key, ?) > 0", arguments: [text]))
    return SQLPiece(
      sql: "\(short.sql) UNION ALL \(inLongTexts.sql)",
      arguments: short.arguments + inLongTexts.arguments)
  }
}

struct TitleText {
  /// Folded like the titles.
  let text: String

  /// Nil if the packed titles can't tell.
  init?(_ text: String) {
    guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    self.text = text
  }

  /// The products, including the trash; nil if they are more than `limit`, or if many products wait
  /// to be indexed. `condition` is that a product's title contains the text.
  func keys(
    _ finder: ProductFinder, _ condition: QueryConditions.Condition, atMost limit: Int
  ) throws -> KeySet? {
    let connection = finder.connection
    let stale = try SearchIndex(connection: connection).stale()
    guard stale.count <= finder.limits.few,
      var keys = try TitleBlocks(connection: connection).keys(containing: text, atMost: limit)
    else { return nil }
    keys.subtract(stale)
    for key in try finder.meeting(stale.keys, [condition]) { keys.insert(key) }
    return keys
  }
}
