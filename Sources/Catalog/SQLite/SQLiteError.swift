// SPDX-License-Identifier: Apache-2.0
// An error of SQLite, with the statement that caused it. It stays inside the module, which turns it
// into a `CatalogError`.

import CSQLite
import Foundation

struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The extended result code.
  let code: Int32
  let message: String
  let sql: String
  /// The `errno` of the system call that failed, 0 if none did.
  let systemError: Int32

  init(code: Int32, message: String, sql: String, systemError: Int32 = 0) {
    self.code = code
    self.message = code == Self.otherPage ? Self.otherPageMessage : message
    self.sql = sql
    self.systemError = systemError
  }

  /// An index of ours does not match what it was made from.
  static let mismatchedIndex = SQLiteError(
    code: SQLITE_CORRUPT | 1 << 8, message: "the titles do not match the products", sql: "")

  /// Something in the file that is not ours, or damaged, takes no end.
  static let endless = SQLiteError(
    code: SQLITE_TOOBIG, message: "it takes longer than anything of ours", sql: "")

  /// The code for a page that is not as it was written (SQLITE_IOERR_DATA, a macro that Swift does not import).
  private static let otherPage = SQLITE_IOERR | 32 << 8

  static let otherPageMessage = "a page of it is not as it was written"

  static func corrupt(_ message: String) -> SQLiteError {
    SQLiteError(code: SQLITE_CORRUPT, message: message, sql: "")
  }

  /// The failures that callers distinguish.
  enum Kind: Sendable {
    case busy, full, inputOutput, corrupt, notADatabase, readOnly, cannotOpen, permission
    case constraint, interrupted, wrongSQL, other
  }

  var kind: Kind {
    // Only ENOSPC on the file and the log is SQLITE_FULL. A quota, a limit on the size of files
    // and no room for the log's index come as I/O errors, no room for a new file as one that
    // cannot be opened.
    let isOutOfRoom = [EFBIG, EDQUOT, ENOSPC].contains(systemError) || code == noRoomForIndex
    if isOutOfRoom, [SQLITE_IOERR, SQLITE_CANTOPEN].contains(primaryCode) { return .full }
    if code == Self.otherPage { return .corrupt }
    switch primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_FULL: return .full
    case SQLITE_IOERR: return .inputOutput
    case SQLITE_CORRUPT, SQLITE_FORMAT: return .corrupt
    case SQLITE_NOTADB: return .notADatabase
    case SQLITE_READONLY: return .readOnly
    case SQLITE_CANTOPEN: return .cannotOpen
    case SQLITE_PERM, SQLITE_AUTH: return .permission
    case SQLITE_CONSTRAINT: return .constraint
    case SQLITE_ERROR: return .wrongSQL
    case SQLITE_INTERRUPT: return .interrupted
    default: return .other
    }
  }

  /// Whether it means that the file is damaged.
  var isDamage: Bool { kind == .corrupt || kind == .notADatabase }

  /// Whether it is only the full-text index that is damaged (SQLITE_CORRUPT_VTAB, a macro that Swift
  /// does not import): it can be made again.
  var isDamageOfIndex: Bool { code == SQLITE_CORRUPT | 1 << 8 }

  /// Whether a row was refused because another one has its key or a value that only one may have
  /// (SQLITE_CONSTRAINT_UNIQUE and its like, macros that Swift does not import).
  var isOfUniqueness: Bool { [6, 8, 10].contains { code == SQLITE_CONSTRAINT | $0 << 8 } }

  var description: String { "SQLite \(code): \(message)" + (sql.isEmpty ? "" : " in: \(sql)") }

  /// SQLITE_IOERR_SHMSIZE, a macro that Swift does not import.
  private var noRoomForIndex: Int32 { SQLITE_IOERR | 19 << 8 }

  private var primaryCode: Int32 { code & 0xff }
}
