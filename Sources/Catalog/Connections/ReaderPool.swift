// The reading connections. Each query goes to the first one that is free: in a queue of its own
// each might wait for another window's long search.

import Foundation
import Synchronization

final class ReaderPool: Sendable {
  private struct Turns {
    var idle: [ConnectionQueue]
    var waiting: [CheckedContinuation<ConnectionQueue, Never>] = []
  }

  private let readers: [ConnectionQueue]
  private let turns: Mutex<Turns>

  init(_ readers: [ConnectionQueue]) {
    self.readers = readers
    turns = Mutex(Turns(idle: readers))
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
      let reader = turns.withLock {
        if $0.idle.isEmpty { $0.waiting.append(continuation) }
        return $0.idle.popLast()
      }
      if let reader { continuation.resume(returning: reader) }
    }
  }

  private func giveBack(_ reader: ConnectionQueue) {
    let next = turns.withLock {
      if $0.waiting.isEmpty { $0.idle.append(reader) }
      return $0.waiting.isEmpty ? nil : $0.waiting.removeFirst()
    }
    next?.resume(returning: reader)
  }
}
