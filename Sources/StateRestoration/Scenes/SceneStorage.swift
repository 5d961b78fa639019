// A property that is kept with its window. A view names the key, under its own restoration
// identifier, and gives the default; the value is there again when the window comes back.

import Foundation

/// A value kept with a window.
@MainActor
@propertyWrapper
public final class SceneStorage<Value: Codable & Equatable & Sendable> {
  private let key: String
  private let session: SceneSession
  private let initial: Value
  private var value: Value
  private var isStoring = false
  private let observers = Subscriptions<Value>()

  /// `wrappedValue`: what a window without a stored value begins with. A key has one owner in a
  /// window.
  public init(wrappedValue: Value, _ key: String, in session: SceneSession) {
    self.key = key
    self.session = session
    initial = wrappedValue
    value = session.value(Value.self, for: key) ?? wrappedValue
    session.claim(key, for: self) { [weak self] in self?.storageChanged() }
  }

  /// What is stored with the window, or the default. Setting it saves it.
  public var wrappedValue: Value {
    get { value }
    set {
      guard newValue != value else { return }
      value = newValue
      isStoring = true
      session.set(newValue, for: key)
      isStoring = false
      observers.call(newValue)
    }
  }

  /// For observing: `$tab.onChange { … }`.
  public var projectedValue: SceneStorage<Value> { self }

  /// Calls a handler with each new value, as long as the property lives or until it is cancelled.
  @discardableResult
  public func onChange(_ handler: @escaping (Value) -> Void) -> Subscription {
    observers.add(handler)
  }

  /// Forgets the stored value: the property begins anew, with its default.
  public func reset() {
    session.set(Value?.none, for: key)
  }

  private func storageChanged() {
    guard !isStoring else { return }
    let stored = session.value(Value.self, for: key) ?? initial
    guard stored != value else { return }
    value = stored
    observers.call(stored)
  }
}
