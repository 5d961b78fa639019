// Who wants to hear of a model's changes. Told at once and on the main thread, so that what a view
// shows never lags behind; held weakly, so that a closed window needs no farewell.

/// Hears of a model's changes.
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
