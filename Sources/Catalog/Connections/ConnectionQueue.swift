// A connection on a serial queue of its own, so that no caller's thread ever waits for a disk.

import Foundation

/// The connection is touched on the queue alone, but for `interrupt`.
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

  /// Runs `body` when its turn comes. When the task is cancelled, a body that has not begun does
  /// not begin; one that is running is interrupted if `isInterruptible`.
  func run<Value: Sendable>(
    isInterruptible: Bool = false, _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let operation = Operation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { [self] in
          let result = Result { try perform(operation, body) }
          lock.withLock { running = nil }
          continuation.resume(with: result)
        }
      }
    } onCancel: {
      lock.withLock {
        operation.isCancelled = true
        // Only while its own operation runs: the next one is another's.
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

  /// Closes the connection after what is waiting, by `close`; later calls find it closed.
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

  /// Guarded by the queue's lock.
  private final class Operation: @unchecked Sendable {
    var isCancelled = false
  }
}
