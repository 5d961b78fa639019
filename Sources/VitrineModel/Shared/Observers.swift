// SPDX-License-Identifier: Apache-2.0
// Observers of a model's changes. They are notified synchronously on the main thread, so that a view
// never lags behind, and held weakly, so that a closed window need not unregister.

/// Notifies observers of a model's changes.
@MainActor
public final class Observers<Change> {
  private struct Observer {
    weak var owner: AnyObject?
    let handler: @MainActor (Change) -> Void
  }
  private var observers: [Observer] = []

  public init() {}

  /// Runs `handler` on each change for as long as `owner` lives. It must not capture `owner`
  /// strongly.
  public func add(_ owner: AnyObject, _ handler: @escaping @MainActor (Change) -> Void) {
    observers.append(Observer(owner: owner, handler: handler))
  }

  public func notify(_ change: Change) {
    observers.removeAll { $0.owner == nil }
    for observer in observers where observer.owner != nil { observer.handler(change) }
  }
}
