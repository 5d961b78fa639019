// SPDX-License-Identifier: Apache-2.0
// SQLite's backup: copies a database page by page over another, in small steps, so that it can
// yield in between. The target stays unchanged until the last step, which is one commit.
//
// It begins and ends within one call: SQLite does not notice when a target is closed before the copying is finished, and
// then uses memory that is gone.

import CSQLite
import Foundation

extension Connection {
  /// Copies all of this database over `target`, so many pages at a time. What `between` throws stops it, and leaves the
  /// target as it was.
  func copyPages(
    to target: Connection, atATime pages: Int32, between: () throws -> Void = {}
  ) throws {
    guard let copying = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw SQLiteError(of: target.handle, sql: "backup")
    }
    defer { sqlite3_backup_finish(copying) }
    while true {
      errno = 0
      let code = sqlite3_backup_step(copying, pages)
      let systemError = errno
      switch code {
      case SQLITE_OK: try between()
      case SQLITE_DONE: return
      default:
        throw SQLiteError(
          code: code, message: String(cString: sqlite3_errstr(code)), sql: "backup",
          systemError: systemError)
      }
    }
  }
}
