// How a backup that is being made is told to stop, from another thread: closing must not wait for
// a large catalogue to be copied.

import Foundation

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

  /// Throws when it is time to stop.
  func check() throws {
    if lock.withLock({ isStopped }) { throw CancellationError() }
  }

  /// Runs a long query that stopping interrupts.
  func whileRunning<Value>(_ connection: Connection, _ body: () throws -> Value) throws -> Value {
    lock.withLock { running = connection }
    // Before the connection closes: an interrupt may not come after that.
    defer { lock.withLock { running = nil } }
    try check()
    do {
      return try body()
    } catch let error as SQLiteError where error.kind == .interrupted {
      throw CancellationError()
    }
  }
}
