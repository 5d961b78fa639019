// SPDX-License-Identifier: Apache-2.0
// Produces elements on one thread while another stores them: reading a line takes about half as
// long as storing its product.

import Foundation

/// Elements produced some batches ahead. Sendable because the condition guards what two threads
/// use; only the consumer uses `current`.
final class ReadAhead<Element: Sendable>: @unchecked Sendable {
  private static var mostWaiting: Int { 8 }

  // The condition guards these.
  private let condition = NSCondition()
  /// Batches in reverse order.
  private var waiting: [[Element]] = []
  private var failure: (any Error)?
  private var isFinished = false
  private var isAbandoned = false

  /// The batch being consumed; used by the consumer only.
  private var current: [Element] = []

  /// Runs `body`, which consumes the batches that the producer returns until one is empty. `start`
  /// returns the producer, which runs on its own thread.
  static func run<Value>(
    _ start: @escaping @Sendable () -> () throws -> [Element], _ body: (ReadAhead) throws -> Value
  ) rethrows -> Value {
    let ahead = ReadAhead()
    DispatchQueue.global(qos: .userInitiated).async { ahead.fill(start()) }
    defer { ahead.abandon() }
    return try body(ahead)
  }

  /// The next element; nil at the end. Throws an error of the producer, or of `idle`, which is
  /// called now and then while there is nothing to consume: the input may come from a user
  /// typing.
  func next(_ idle: () throws -> Void) throws -> Element? {
    if let element = current.popLast() { return element }
    condition.lock()
    defer { condition.unlock() }
    while waiting.isEmpty, !isFinished {
      if !condition.wait(until: Date(timeIntervalSinceNow: 0.2)) { try idle() }
    }
    guard !waiting.isEmpty else {
      if let failure { throw failure }
      return nil
    }
    current = waiting.removeFirst()
    condition.signal()
    return current.popLast()
  }

  private func fill(_ make: () throws -> [Element]) {
    var goesOn = true
    while goesOn {
      let batch = Result { try make() }
      condition.lock()
      while waiting.count >= Self.mostWaiting, !isAbandoned { condition.wait() }
      switch batch {
      case .success(let elements) where elements.isEmpty: goesOn = false
      // The consumer takes from the end.
      case .success(let elements): waiting.append(elements.reversed())
      case .failure(let error): (failure, goesOn) = (error, false)
      }
      if isAbandoned { goesOn = false }
      isFinished = !goesOn
      condition.signal()
      condition.unlock()
    }
  }

  private func abandon() {
    condition.lock()
    isAbandoned = true
    condition.signal()
    condition.unlock()
  }
}
