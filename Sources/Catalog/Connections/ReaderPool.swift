// The reading connections. Each query goes to the first one that is free: in a queue of its own
// each might wait for another window's long search.

import Foundation

final class ReaderPool: @unchecked Sendable {
  private let readers: [ConnectionQueue]
  // The lock guards `idle` and `waiting`.
  private let lock = NSLock()
  private var idle: [ConnectionQueue]
  private var waiting: [CheckedContinuation<ConnectionQueue, Never>] = []

  init(_ readers: [ConnectionQueue]) {
    self.readers = readers
    idle = readers
  }

  /// Runs `body` when a connection is free. If the task is cancelled, a body that has not started
  /// never does, and one that is running is interrupted.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let reader = await take()
    defer { giveBack(reader) }
    return try await reader.run(isInterruptible: true, body)
  }

  /// Closes the connections after what is running; later calls throw.
  func close() async {
    for reader in readers { await reader.close() }
  }

  private func take() async -> ConnectionQueue {
    await withCheckedContinuation { continuation in
      let reader = lock.withLock {
        if idle.isEmpty { waiting.append(continuation) }
        return idle.popLast()
      }
      if let reader { continuation.resume(returning: reader) }
    }
  }

  private func giveBack(_ reader: ConnectionQueue) {
    let next = lock.withLock {
      if waiting.isEmpty { idle.append(reader) }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
    next?.resume(returning: reader)
  }
}
