// SPDX-License-Identifier: Apache-2.0
// A connection on its own serial queue, so that no caller's thread ever waits for the disk.

import Foundation

/// Sendable because the connection is used on the queue alone, except for `interrupt`, and the lock
/// guards the rest.
final class ConnectionQueue: @unchecked Sendable {
  private let queue: DispatchQueue
  private var connection: Connection?
  // The lock guards `running`.
  private let lock = NSLock()
  private var running: Operation?

  init(_ connection: Connection, label: String) {
    self.connection = connection
    queue = DispatchQueue(label: label, qos: .userInitiated)
  }

  /// Runs `body` on the queue. If the task is cancelled, a body that has not started never does;
  /// one that is running is interrupted if `isInterruptible`. `afterwards` follows on the queue, while the caller has
  /// its answer already.
  func run<Value: Sendable>(
    isInterruptible: Bool = false, afterwards: (@Sendable () -> Void)? = nil,
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let operation = Operation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { [self] in
          let result = Result { try perform(operation, body) }
          lock.withLock {
            running = nil
            connection?.endInterruption()
          }
          continuation.resume(with: result)
          afterwards?()
        }
      }
    } onCancel: {
      lock.withLock {
        operation.isCancelled = true
        // Only while its own operation is running, never another one.
        if isInterruptible, running === operation { connection?.interrupt() }
      }
    }
  }

  /// Runs `body` on the queue without waiting for it.
  func schedule(
    after pause: DispatchTimeInterval? = nil, _ body: @escaping @Sendable (Connection) -> Void
  ) {
    let work = { @Sendable [self] in
      if let connection { body(connection) }
    }
    if let pause {
      queue.asyncAfter(deadline: .now() + pause, execute: work)
    } else {
      queue.async(execute: work)
    }
  }

  /// Runs `body` between two operations and waits for it. It must be short, and nothing that runs
  /// on this queue may wait for the caller.
  func pause<Value>(_ body: () throws -> Value) rethrows -> Value {
    try queue.sync(execute: body)
  }

  /// The same with the connection; nil once that is closed.
  func pause<Value>(using body: (Connection) throws -> Value) rethrows -> Value? {
    try queue.sync { try connection.map(body) }
  }

  /// Closes the connection by `close`, after all waiting operations; later calls throw.
  func close(_ close: @escaping @Sendable (Connection) -> Void = { $0.close() }) async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        if let connection { close(connection) }
        lock.withLock { connection = nil }
        continuation.resume()
      }
    }
  }

  private func perform<Value>(
    _ operation: Operation, _ body: (Connection) throws -> Value
  ) throws -> Value {
    let isCancelled = lock.withLock {
      running = operation
      return operation.isCancelled
    }
    if isCancelled { throw CancellationError() }
    guard let connection else { throw CatalogError.closed }
    return try body(connection)
  }

  /// Sendable because the lock of the `ConnectionQueue` guards it.
  private final class Operation: @unchecked Sendable {
    var isCancelled = false
  }
}
