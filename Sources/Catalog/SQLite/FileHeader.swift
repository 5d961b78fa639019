// SPDX-License-Identifier: Apache-2.0
// What the first bytes of a database file say about it.
//
// SQLite opens and closes the file for us: if we did, and another connection of this process had
// it open, closing would drop that connection's locks.

import CSQLite
import Foundation

struct FileHeader {
  let applicationID: Int
  /// Whether texts are UTF-8, as ours are. SQLite opens a file with some other numbers there, too, and then finds
  /// that wrong when it reads the tables once more: when something was written already.
  let isInUTF8: Bool

  /// Nil if the file is not a database.
  init?(of path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened else { throw SQLiteError(code: code, message: "out of memory", sql: "") }
    defer { sqlite3_close_v2(opened) }
    guard code == SQLITE_OK else { throw SQLiteError(of: opened, sql: "") }

    var bytes = [UInt8](repeating: 0, count: 100)
    let result = csqlite_read_start(opened, &bytes, Int32(bytes.count))
    if result == SQLITE_IOERR | 2 << 8 { return nil }  // SQLITE_IOERR_SHORT_READ
    guard result == SQLITE_OK else {
      throw SQLiteError(code: result, message: String(cString: sqlite3_errstr(result)), sql: "")
    }
    guard bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
    func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    applicationID = number(at: 68)
    isInUTF8 = number(at: 56) == 1
  }
}
