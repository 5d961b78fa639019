// SPDX-License-Identifier: Apache-2.0
// Handlers that can be cancelled, and the same as sequences.

/// A registered handler. `cancel()` removes it; releasing the subscription does not.
@MainActor
public final class StateSubscription {
  private var onCancel: (() -> Void)?

  init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }

  /// Stops calling the handler.
  public func cancel() {
    onCancel?()
    onCancel = nil
  }
}

/// The handlers for one kind of change.
@MainActor
final class Subscriptions<Value> {
  private var handlers: [Int: (Value) -> Void] = [:]
  private var last = 0

  func add(_ handler: @escaping (Value) -> Void) -> StateSubscription {
    last += 1
    let number = last
    handlers[number] = handler
    return StateSubscription { [weak self] in self?.handlers[number] = nil }
  }

  /// What the handlers are called with, for `for await`, which ends with the handlers. Whoever stops waiting is not kept.
  func stream() -> AsyncStream<Value> where Value: Sendable {
    let (stream, continuation) = AsyncStream<Value>.makeStream()
    let end = StreamEnd { continuation.finish() }
    let subscription = add { value in
      withExtendedLifetime(end) { _ = continuation.yield(value) }
    }
    continuation.onTermination = { _ in Task { @MainActor in subscription.cancel() } }
    return stream
  }

  /// Calls the handlers in the order in which they were added.
  func call(_ value: Value) {
    if handlers.isEmpty { return }
    for number in handlers.keys.sorted() { handlers[number]?(value) }
  }
}

/// A stream does not end by itself when nobody can add to it any more: whoever waits would wait for ever.
private final class StreamEnd {
  private let finish: () -> Void

  init(_ finish: @escaping () -> Void) { self.finish = finish }

  deinit { finish() }
}
