// A property that is kept with its window. A view names the key, under its own restoration
// identifier, and gives the default; the value is there again when the window comes back.

import Foundation

/// A value kept with a window.
@MainActor
@propertyWrapper
public final class SceneStorage<Value: Codable & Equatable> {
  private let key: String
  private let session: SceneSession
  private var value: Value

  /// `wrappedValue`: what a window without a stored value begins with.
  public init(wrappedValue: Value, _ key: String, in session: SceneSession) {
    assert(session.claim(key), "The key \(key) has two owners in one scene.")
    self.key = key
    self.session = session
    value = session.value(Value.self, for: key) ?? wrappedValue
  }

  public var wrappedValue: Value {
    get { value }
    set {
      guard newValue != value else { return }
      value = newValue
      session.set(newValue, for: key)
    }
  }
}
