// SPDX-License-Identifier: Apache-2.0
// SQLite's backup: copies a database page by page over another, in small steps, so that it can
// yield in between. The target stays unchanged until the last step, which is one commit.

import CSQLite
import Foundation

final class PageCopy {
  private let handle: OpaquePointer
  private let target: Connection

  init(from source: Connection, to target: Connection) throws {
    guard let handle = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw SQLiteError(of: target.handle, sql: "backup")
    }
    self.handle = handle
    self.target = target
  }

  deinit {
    sqlite3_backup_finish(handle)
  }

  /// Copies the next `pages` and returns whether there are more.
  func step(_ pages: Int) throws -> Bool {
    errno = 0
    let code = sqlite3_backup_step(handle, Int32(clamping: pages))
    let systemError = errno
    switch code {
    case SQLITE_OK: return true
    case SQLITE_DONE: return false
    default:
      throw SQLiteError(
        code: code, message: String(cString: sqlite3_errstr(code)), sql: "backup",
        systemError: systemError)
    }
  }
}
