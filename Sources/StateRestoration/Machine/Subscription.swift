// Handlers that can be taken back.

/// A handler that was registered; `cancel()` takes it back. Letting go of this does not.
@MainActor
public final class Subscription {
  private var onCancel: (() -> Void)?

  init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }

  /// The handler is not called any more.
  public func cancel() {
    onCancel?()
    onCancel = nil
  }
}

/// The handlers of one thing that changes.
@MainActor
final class Subscriptions<Value> {
  private var handlers: [Int: (Value) -> Void] = [:]
  private var last = 0

  func add(_ handler: @escaping (Value) -> Void) -> Subscription {
    last += 1
    let number = last
    handlers[number] = handler
    return Subscription { [weak self] in self?.handlers[number] = nil }
  }

  /// Calls the handlers in the order in which they came.
  func call(_ value: Value) {
    for number in handlers.keys.sorted() { handlers[number]?(value) }
  }
}
