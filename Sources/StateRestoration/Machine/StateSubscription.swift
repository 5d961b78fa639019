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
    .told { handler in add { _ = handler($0) } }
  }

  /// Calls the handlers in the order in which they were added.
  func call(_ value: Value) {
    if handlers.isEmpty { return }
    for number in handlers.keys.sorted() { handlers[number]?(value) }
  }
}

extension AsyncStream where Element: Sendable {
  /// What a handler is called with. The handler returns whether somebody still waits for it.
  @MainActor
  static func told(
    _ add: (@escaping (Element) -> Bool) -> StateSubscription
  ) -> AsyncStream<Element> {
    let (stream, continuation) = makeStream()
    let end = StreamEnd { continuation.finish() }
    let subscription = add { value in
      withExtendedLifetime(end) {
        if case .terminated = continuation.yield(value) { return false }
        return true
      }
    }
    continuation.onTermination = { _ in Task { @MainActor in subscription.cancel() } }
    return stream
  }
}

/// A stream does not end by itself when nobody can add to it any more: whoever waits would wait for ever.
private final class StreamEnd {
  private let finish: () -> Void

  init(_ finish: @escaping () -> Void) { self.finish = finish }

  deinit { finish() }
}
