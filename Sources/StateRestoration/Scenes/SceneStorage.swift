// SPDX-License-Identifier: Apache-2.0
// A property that is saved with its window. A view chooses the key, under its own restoration
// identifier, and the default; the value is restored with the window.

import Foundation

/// A value saved with a window.
@MainActor
@propertyWrapper
public final class SceneStorage<Value: Codable & Equatable & Sendable> {
  private let key: String
  private let session: SceneSession
  private let initial: Value
  private var value: Value
  private var isStoring = false
  /// Whether what is stored is `value` as it was encoded here.
  private var isStored = false
  /// Whether nobody else has the key.
  private var isOwner = false
  private let observers = Subscriptions<Value>()

  /// A value for a key, which has one owner per window; `wrappedValue` is the value in a window
  /// without a stored one.
  public init(wrappedValue: Value, _ key: String, in session: SceneSession) {
    self.key = key
    self.session = session
    initial = wrappedValue
    value = wrappedValue
    isOwner = session.claim(key, for: self) { [weak self] in self?.storageChanged() }
    if isOwner, let stored = session.value(Value.self, for: key) { value = stored }
  }

  /// The value stored with the window, or the default. Setting it saves it.
  public var wrappedValue: Value {
    get { value }
    set {
      // Storing a long text compares it, and twice takes too long for a key press.
      guard isStored || newValue != value else { return }
      let (old, wasStored) = (value, isStored)
      value = newValue
      let isAnotherText = store(newValue)
      guard !wasStored || isAnotherText || newValue != old else { return }
      observers.call(newValue)
    }
  }

  // Returns whether a text in it is known to be another one.
  private func store(_ value: Value) -> Bool {
    guard isOwner else { return false }
    isStoring = true
    let changes = session.store(value, for: key)
    isStoring = false
    isStored = changes != nil
    return changes?.contains(where: \.isInText) == true
  }

  /// For observing: `$tab.onChange { … }`.
  public var projectedValue: SceneStorage<Value> { self }

  /// Calls a handler with each new value, until it is cancelled or the property is released.
  @discardableResult
  public func onChange(_ handler: @escaping (Value) -> Void) -> StateSubscription {
    observers.add(handler)
  }

  /// Removes the stored value, which resets the property to its default.
  public func reset() {
    if isOwner { session.set(Value?.none, for: key) } else { wrappedValue = initial }
  }

  private func storageChanged() {
    guard !isStoring else { return }
    isStored = false
    let stored = session.value(Value.self, for: key) ?? initial
    guard stored != value else { return }
    value = stored
    observers.call(stored)
  }
}
