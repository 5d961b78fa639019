// SPDX-License-Identifier: Apache-2.0
// What a file that may come from anywhere is not allowed: values and statements beyond what ours need, and to work
// without end. What takes time is counted from row to row, because whoever reads may take as long as they like.

import CSQLite
import Foundation

extension Connection {
  /// How long a statement may work for a row, in a file that is not only ours.
  static let longestWork = Duration.seconds(20)

  /// From now on a statement that works longer ends with `SQLiteError.endless`.
  func limitTime(to limit: Duration = longestWork) {
    timeLimit = limit
    beginTime()
  }

  /// Neither triggers nor views of the file run.
  func ignoreForeignCode() {
    csqlite_set_triggers(handle, 0)
    csqlite_set_views(handle, 0)
  }

  func setLimits(_ access: Access) {
    // No value is longer than a part of the packed titles or a line of an import.
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 256 << 20)
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 16 << 20)
    sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 500)
    sqlite3_limit(handle, SQLITE_LIMIT_COMPOUND_SELECT, 100)
    sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 20)
    // Rewriting a file attaches another.
    if access != .readWrite { sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0) }
  }

  /// Looks at the clock while a statement runs.
  func look() {
    if let deadline, .now > deadline { isOverdue = true }
  }

  /// Runs a statement within its time.
  func inTime(_ body: () throws -> Void) throws {
    beginTime()
    do { try body() } catch let error as SQLiteError where isOverdue {
      isOverdue = false
      throw error.kind == .interrupted ? SQLiteError.endless : error
    }
  }

  /// Passes on a row; the next one has as much time again.
  func anew<Value>(_ body: (Value) throws -> Bool, _ value: Value) throws -> Bool {
    defer { beginTime() }
    return try body(value)
  }

  private func beginTime() {
    deadline = timeLimit.map { .now + $0 }
  }
}
