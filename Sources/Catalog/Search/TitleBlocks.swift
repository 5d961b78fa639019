// SPDX-License-Identifier: Apache-2.0
// The titles of all products in packed form: one row for every 256 row numbers, with a line for each of
// them, empty where there is no product. A text within a title, such as the end of a word, is looked
// for in these few rows, which takes some milliseconds for a million products; stepping through the
// index of titles takes ten times as long, and no word of the full-text index may contain the text.
//
// They are kept with the full-text index: a product that is stale there may have another title here.

struct TitleBlocks {
  let connection: Connection

  /// How many row numbers a block has, as a power of two.
  private static let bits: Int64 = 8

  /// The block of a row number.
  static func block(of key: Int64) -> Int64 { key >> bits }

  /// The lines of `block` as SQL. As many line ends precede a title as lie between its row number
  /// and the one before; SQLite aggregates in the order of the inner query.
  private static func lines(of block: String) -> String {
    """
    (SELECT group_concat(line, '') FROM (
      SELECT replace(hex(zeroblob(
          (key & 255) - ifnull(lag(key & 255) OVER (ORDER BY key), 0))), '00', char(10))
        || replace(title_key, char(10), ' ') AS line
      FROM product WHERE key BETWEEN \(block) << 8 AND \(block) << 8 | 255 ORDER BY key))
    """
  }

  /// All blocks as they should be.
  private static let current = """
    SELECT every.block AS block, \(lines(of: "every.block")) AS titles
    FROM (SELECT DISTINCT key >> 8 AS block FROM product) AS every
    """

  /// Makes a block anew.
  func renew(_ block: Int64) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO title_block (block, titles)
      SELECT this.block, ifnull(\(Self.lines(of: "this.block")), '') FROM (SELECT ? AS block) AS this
      """, block)
  }

  /// Makes all of them anew.
  func renewAll() throws {
    try connection.run("DELETE FROM title_block")
    try connection.run("INSERT INTO title_block (block, titles) \(Self.current)")
  }

  /// Whether they are what the products say; only if no product is stale.
  func areCurrent() throws -> Bool {
    try connection.integer(
      """
      SELECT NOT EXISTS (
        SELECT 1 FROM (\(Self.current)) AS now LEFT JOIN title_block USING (block)
        WHERE title_block.titles IS NOT now.titles
      ) AND NOT EXISTS (
        SELECT 1 FROM title_block WHERE titles <> '' AND NOT EXISTS (
          SELECT 1 FROM product WHERE key BETWEEN block << 8 AND block << 8 | 255))
      """) == 1
  }

  /// The products whose title contains `text`, which is folded, including the trash; of stale ones
  /// it may be wrong. Nil if they are more than `limit`.
  func keys(containing text: String, atMost limit: Int) throws -> KeySet? {
    let text = SoughtText(text)
    var keys = KeySet()
    try connection.forEachRow("SELECT block, titles FROM title_block", arguments: []) { row in
      let first = row.int64("block") << Self.bits
      row.forEachLine(of: "titles", with: text) { keys.insert(first &+ Int64($0)) }
      return keys.count <= limit
    }
    return keys.count <= limit ? keys : nil
  }
}
