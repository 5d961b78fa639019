// SPDX-License-Identifier: Apache-2.0
// A preference as a property. Its value is stored in the settings, and several properties may show
// the same one.

/// A preference of the whole application.
@MainActor
@propertyWrapper
public final class AppStorage<Value: Codable & Equatable> {
  private let key: StateKey
  private let settings: AppSettings
  private let initial: Value
  private let observers = Subscriptions<Value>()

  /// A preference for a key; `wrappedValue` is the default.
  public init(wrappedValue: Value, _ key: StateKey, in settings: AppSettings) {
    self.key = key
    self.settings = settings
    initial = wrappedValue
    settings.register(
      SettingOwner(owner: self, type: Value.self) { [weak self] in self?.changed() },
      for: key)
  }

  /// The value in the settings, or the default. Setting it saves it.
  public var wrappedValue: Value {
    get { settings.value(Value.self, for: key) ?? initial }
    set { if newValue != wrappedValue { settings.set(newValue, for: key) } }
  }

  /// For observing: `$onStart.onChange { … }`.
  public var projectedValue: AppStorage<Value> { self }

  /// Calls a handler with each new value, until it is cancelled or the property is released.
  @discardableResult
  public func onChange(_ handler: @escaping (Value) -> Void) -> StateSubscription {
    observers.add(handler)
  }

  private func changed() {
    let value = wrappedValue
    observers.call(value)
  }
}

extension AppStorage where Value: Sendable {
  /// Each new value: `for await style in $style.values { … }`. It does not keep the property.
  public var values: AsyncStream<Value> { observers.stream() }
}
