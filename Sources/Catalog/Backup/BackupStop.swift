// SPDX-License-Identifier: Apache-2.0
// Stops a backup in progress from another thread: closing must not wait until a large catalogue is
// copied.

import Foundation

/// Sendable because the lock guards all of it; of the connection, which is not, only `interrupt` is
/// called, which any thread may do.
final class BackupStop: @unchecked Sendable {
  // The lock guards everything below it.
  private let lock = NSLock()
  private var isStopped = false
  private var running: Connection?

  func stop() {
    lock.withLock {
      isStopped = true
      running?.interrupt()
    }
  }

  /// Throws if the backup is to stop.
  func check() throws {
    if lock.withLock({ isStopped }) { throw CancellationError() }
  }

  /// Runs a long query, which stopping interrupts.
  func whileRunning<Value>(_ connection: Connection, _ body: () throws -> Value) throws -> Value {
    lock.withLock { running = connection }
    // Before the connection closes: it must not be interrupted afterwards.
    defer {
      lock.withLock {
        running = nil
        connection.endInterruption()
      }
    }
    try check()
    do {
      return try body()
    } catch let error as SQLiteError where error.kind == .interrupted {
      throw CancellationError()
    }
  }
}
