// SPDX-License-Identifier: Apache-2.0
// SQL functions of ours: the folded form of a text, the identifier that hex() wrote, and how well a product
// matches a search; and the full-text index's tokenizer. They exist on every connection; no table and no stored statement uses
// the functions, so other programs can read the file.

import CSQLite
import Foundation

enum QueryFunctions {
  static func install(on connection: OpaquePointer) throws {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    guard
      sqlite3_create_function_v2(
        connection, "folded", 1, flags, nil, folded, nil, nil, nil) == SQLITE_OK
    else { throw SQLiteError(of: connection, sql: "folded") }
    guard
      sqlite3_create_function_v2(
        connection, "identifier", 1, flags, nil, identifier, nil, nil, nil) == SQLITE_OK
    else { throw SQLiteError(of: connection, sql: "identifier") }
    try installRelevance(on: connection)
  }

  // MARK: Relevance

  private static func installRelevance(on connection: OpaquePointer) throws {
    guard let interface = csqlite_full_text(connection), SearchTokenizer.install(on: interface),
      interface.pointee.xCreateFunction?(interface, "relevance", nil, relevance, nil) == SQLITE_OK
    else { throw SQLiteError(of: connection, sql: "relevance") }
  }
}

private func folded(
  _ context: OpaquePointer?, _ count: Int32, arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let text = text(arguments)?.folded else { return sqlite3_result_null(context) }
  sqlite3_result_text(context, text, Int32(clamping: text.utf8.count), csqlite_transient())
}

/// The bytes that hex() wrote; SQLite has a function for it since 3.41.
private func identifier(
  _ context: OpaquePointer?, _ count: Int32, arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let text = text(arguments), let id = UUID(hex: text[...]) else {
    return sqlite3_result_null(context)
  }
  withUnsafeBytes(of: id.uuid) { bytes in
    sqlite3_result_blob(context, bytes.baseAddress, 16, csqlite_transient())
  }
}

private func text(_ arguments: UnsafeMutablePointer<OpaquePointer?>?) -> String? {
  guard let value = arguments?[0], let bytes = sqlite3_value_text(value) else { return nil }
  let count = Int(sqlite3_value_bytes(value))
  return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
}

/// How well the row matches; less is better. First by where all the words are found: in the
/// title, else with the codes, else with the tags, else anywhere. In the title the earlier word
/// and then the shorter title is better, elsewhere the more mentions.
///
/// The first argument has a letter for each phrase of the query: those with the same one are spellings of
/// one word. The second one is how many words a match has; 0 for all.
///
/// Unlike bm25 it asks about no other row: neither the time for a row nor its place among the
/// others depends on how many there are.
private func relevance(
  _ api: UnsafePointer<Fts5ExtensionApi>?, _ search: OpaquePointer?, context: OpaquePointer?,
  count: Int32, values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let api = api?.pointee, count == 2, let groups = values?[0], let wanted = values?[1],
    let letters = sqlite3_value_text(groups)
  else { return }
  let phraseCount = Int(sqlite3_value_bytes(groups))
  guard api.xPhraseCount?(search) == Int32(phraseCount), phraseCount > 0 else { return }
  var instances: Int32 = 0
  var status = api.xInstCount?(search, &instances) ?? SQLITE_ERROR
  // For title, codes, tags and the rest: which words are found, and how often.
  var found: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
  var mentions: Int32 = 0
  var earliest = Int32.max
  var last: (column: Int32, offset: Int32) = (-1, -1)
  var index: Int32 = 0
  while index < instances, status == SQLITE_OK {
    var (phrase, column, offset): (Int32, Int32, Int32) = (0, 0, 0)
    status = api.xInst?(search, index, &phrase, &column, &offset) ?? SQLITE_ERROR
    let bit = UInt32(1) << UInt32(letters[Int(phrase)] & 31)
    switch column {
    case 0:
      found.0 |= bit
      earliest = min(earliest, offset)
    case 1: found.1 |= bit
    case 2: found.2 |= bit
    default: found.3 |= bit
    }
    // A prefix may be given twice at one place, where a joined word begins as its first part does;
    // whether it is depends on how the index was written.
    if (column, offset) != last { mentions += 1 }
    last = (column, offset)
    index += 1
  }
  let all = (0..<phraseCount).reduce(UInt32(0)) { $0 | UInt32(1) << UInt32(letters[$1] & 31) }
  let words = all.nonzeroBitCount
  let needed = sqlite3_value_int(wanted) > 0 ? Int(sqlite3_value_int(wanted)) : words
  var score: Int64
  if found.0.nonzeroBitCount >= needed {
    var length: Int32 = 0
    if status == SQLITE_OK { status = api.xColumnSize?(search, 0, &length) ?? SQLITE_ERROR }
    score = Int64(min(earliest, 0xfff)) << 12 | Int64(min(max(length, 0), 0xfff))
  } else {
    let withCodes = found.0 | found.1
    let place: Int64 =
      withCodes.nonzeroBitCount >= needed
      ? 1 : (withCodes | found.2).nonzeroBitCount >= needed ? 2 : 3
    score = place << 24 | Int64(0xffff - min(mentions, 0xffff))
  }
  guard status == SQLITE_OK else { return sqlite3_result_error_code(context, status) }
  sqlite3_result_int64(context, score)
}
