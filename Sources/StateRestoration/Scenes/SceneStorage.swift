// SPDX-License-Identifier: Apache-2.0
// A property that is saved with its window. A view chooses the key, under its own restoration
// identifier, and the default; the value is restored with the window. In an object that knows its window it is one
// line, and finds the window when it is first used: an object's other properties are not there yet when it is made.

import Foundation

/// An object that belongs to a window: its ``SceneStorage`` properties are saved with that window.
@MainActor
public protocol SceneMember: AnyObject {
  /// The window's scene.
  var scene: SceneSession { get }
}

/// A value saved with a window.
@MainActor
@propertyWrapper
public final class SceneStorage<Value: Codable & Equatable & Sendable> {
  private let key: StateKey
  private var session: SceneSession?
  private let initial: Value
  private var value: Value
  private var isStoring = false
  /// Whether what is stored is `value` as it was encoded here.
  private var isStored = false
  /// Whether nobody else has the key.
  private var isOwner = false
  private let observers = Subscriptions<Value>()

  /// A value for a key in the window of the object whose property this is, a ``SceneMember``:
  /// `@SceneStorage(.tab) var tab = Tab.details`. `wrappedValue` is the value in a window without a stored one.
  /// The key is claimed, and a second owner noticed, when the property is first used.
  public init(wrappedValue: Value, _ key: StateKey) {
    self.key = key
    initial = wrappedValue
    value = wrappedValue
  }

  /// The same for an optional value, which is nil in a window without a stored one.
  public convenience init(_ key: StateKey) where Value: ExpressibleByNilLiteral {
    self.init(wrappedValue: nil, key)
  }

  /// A value for a key, which has one owner per window; `wrappedValue` is the value in a window
  /// without a stored one.
  public init(wrappedValue: Value, _ key: StateKey, in session: SceneSession) {
    self.key = key
    initial = wrappedValue
    value = wrappedValue
    belong(to: session)
  }

  private func belong(to session: SceneSession) {
    self.session = session
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
    guard isOwner, let session else { return false }
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

  /// Each new value: `for await tab in $tab.values { … }`. It does not keep the property.
  public var values: AsyncStream<Value> { observers.stream() }

  /// Removes the stored value, which resets the property to its default.
  package func reset() {
    if isOwner { session?.set(Value?.none, for: key) } else { wrappedValue = initial }
  }

  private func storageChanged() {
    guard !isStoring else { return }
    isStored = false
    let stored = session?.value(Value.self, for: key) ?? initial
    guard stored != value else { return }
    value = stored
    observers.call(stored)
  }

  // MARK: In an object

  // Swift asks these, and not `wrappedValue`, for the property of an object. It finds them here only, not in an
  // extension, and there may only be one of each: it cannot ask for a `SceneMember`, because an object that is none
  // may give the scene itself.

  /// The value in the window of the object.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
    storage path: ReferenceWritableKeyPath<Owner, SceneStorage<Value>>
  ) -> Value {
    get { storage(of: owner, path).wrappedValue }
    set { storage(of: owner, path).wrappedValue = newValue }
  }

  /// The property, in the window of the object.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, projected _: KeyPath<Owner, SceneStorage<Value>>,
    storage path: ReferenceWritableKeyPath<Owner, SceneStorage<Value>>
  ) -> SceneStorage<Value> { storage(of: owner, path) }

  private static func storage<Owner: AnyObject>(
    of owner: Owner, _ path: ReferenceWritableKeyPath<Owner, SceneStorage<Value>>
  ) -> SceneStorage<Value> {
    let storage = owner[keyPath: path]
    guard storage.session == nil else { return storage }
    if let member = owner as? any SceneMember {
      storage.belong(to: member.scene)
    } else {
      RestorationMisuse.report(
        "“\(storage.key)” is not saved: \(type(of: owner)) is no SceneMember, and gave no scene.")
    }
    return storage
  }
}
