// SPDX-License-Identifier: Apache-2.0
// The reading connections. Each query goes to the first one that is free: with a queue for each, a
// query could wait behind another window's long search. Background reads never hold the last free
// connection and are cancelled when one is needed.

import Foundation
import Synchronization

final class ReaderPool: Sendable {
  private typealias Turn = CheckedContinuation<ConnectionQueue, Never>

  private struct Turns {
    var idle: [ConnectionQueue]
    var waiting: [Turn] = []
    var waitingInBackground: [Turn] = []
    var isBusyInBackground = false
    /// Stops what is running in the background.
    fileprivate var stop: (@Sendable () -> Void)?
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

  /// Runs `body` only while another connection is free, or while the only one is. As soon as
  /// somebody else would have to wait, it is interrupted and throws `CancellationError`.
  func runInBackground<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let reader = await takeInBackground()
    defer { giveBack(reader) }
    let work = Task { try await reader.run(isInterruptible: true, body) }
    let isInTheWay = turns.withLock {
      $0.stop = { work.cancel() }
      return !$0.waiting.isEmpty
    }
    if isInTheWay { work.cancel() }
    defer { turns.withLock { ($0.stop, $0.isBusyInBackground) = (nil, false) } }
    return try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      work.cancel()
    }
  }

  /// Closes the connections after what is running; later calls throw.
  func close() async {
    for reader in readers { await reader.close() }
  }

  private func take() async -> ConnectionQueue {
    await withCheckedContinuation { continuation in
      let (reader, stop) = turns.withLock {
        if $0.idle.isEmpty { $0.waiting.append(continuation) }
        return ($0.idle.popLast(), $0.waiting.isEmpty ? nil : $0.stop)
      }
      stop?()
      if let reader { continuation.resume(returning: reader) }
    }
  }

  private func takeInBackground() async -> ConnectionQueue {
    await withCheckedContinuation { continuation in
      turns.withLock { $0.waitingInBackground.append(continuation) }
      goOnInBackground()
    }
  }

  private func giveBack(_ reader: ConnectionQueue) {
    let next = turns.withLock {
      if $0.waiting.isEmpty { $0.idle.append(reader) }
      return $0.waiting.isEmpty ? nil : $0.waiting.removeFirst()
    }
    next?.resume(returning: reader)
    goOnInBackground()
  }

  private func goOnInBackground() {
    let next = turns.withLock { turns -> (Turn, ConnectionQueue)? in
      // One connection stays free for those who wait for an answer.
      guard !turns.isBusyInBackground, !turns.waitingInBackground.isEmpty,
        turns.idle.count > 1 || turns.idle.count == readers.count,
        let reader = turns.idle.popLast()
      else { return nil }
      turns.isBusyInBackground = true
      return (turns.waitingInBackground.removeFirst(), reader)
    }
    if let (turn, reader) = next { turn.resume(returning: reader) }
  }
}
