// The titles of all products in packed form: one row for every 256 row numbers, with a line for each of
// them, empty where there is no product. A text within a title, such as the end of a word, is looked
// for in these few rows, which takes some milliseconds for a million products; stepping through the
// index of titles takes ten times as long, and no word of the full-text index may contain the text.
//
// They are kept with the full-text index: a product that is stale there may have another title here.

import Foundation

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
    let text = SoughtBytes(text)
    var keys = KeySet()
    try connection.forEachRow("SELECT block, titles FROM title_block", arguments: []) { row in
      let first = row.int64("block") << Self.bits
      row.withBytes("titles") { titles in
        text.forEachLine(in: titles) { keys.insert(first + Int64($0)) }
      }
      return keys.count <= limit
    }
    return keys.count <= limit ? keys : nil
  }
}

/// A text that is looked for in many lines, at eight places at once: where its first and its last byte
/// are, the rest is compared. That takes the same time for rare letters as for common ones.
private struct SoughtBytes {
  private let bytes: [UInt8]
  private let first: Word
  private let last: Word

  /// Eight bytes.
  private typealias Word = UInt64
  private static let width = MemoryLayout<Word>.size
  private static let newlines = word(of: UInt8(ascii: "\n"))

  private static func word(of byte: UInt8) -> Word { Word.max / 0xFF * Word(byte) }

  init(_ text: String) {
    bytes = Array(text.utf8)
    (first, last) = (Self.word(of: bytes.first ?? 0), Self.word(of: bytes.last ?? 0))
  }

  /// Calls `body` with the number of each line that contains the text.
  func forEachLine(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
    guard !bytes.isEmpty else { return }
    var (line, start) = (0, 0)
    while let begin = place(in: lines, from: start) {
      line += Self.lineEnds(in: UnsafeRawBufferPointer(rebasing: lines[start..<begin]))
      body(line)
      // The rest of the line does not matter.
      guard let end = lines[begin...].firstIndex(of: UInt8(ascii: "\n")) else { return }
      start = end
    }
  }

  private func place(in lines: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let length = bytes.count - 1
    var begin = start
    while begin + length + Self.width <= lines.count {
      let different =
        (lines.loadUnaligned(fromByteOffset: begin, as: Word.self) ^ first)
        | (lines.loadUnaligned(fromByteOffset: begin + length, as: Word.self) ^ last)
      // Whether one of the bytes is zero.
      if (different &- Self.word(of: 1)) & ~different & Self.word(of: 0x80) != 0,
        let place = (begin..<begin + Self.width).first(where: { isText(at: $0, of: lines) })
      {
        return place
      }
      begin += Self.width
    }
    return (begin..<max(begin, lines.count - length)).first { isText(at: $0, of: lines) }
  }

  private func isText(at place: Int, of lines: UnsafeRawBufferPointer) -> Bool {
    guard lines[place] == bytes[0], let base = lines.baseAddress else { return false }
    return memcmp(base + place, bytes, bytes.count) == 0
  }

  private static func lineEnds(in text: UnsafeRawBufferPointer) -> Int {
    var (count, place) = (0, 0)
    while place + width <= text.count {
      let different = text.loadUnaligned(fromByteOffset: place, as: Word.self) ^ newlines
      let rest = word(of: 0x7F)
      // The highest bit of each byte that is zero.
      let same = ~((different & rest &+ rest) | different | rest)
      count += same.nonzeroBitCount
      place += width
    }
    return text[place...].reduce(count) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }
}
