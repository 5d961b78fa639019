// SPDX-License-Identifier: Apache-2.0
// A value that is saved part by part. A part that can't be read gets its default without affecting
// other parts; it is written back as it was found, because a newer version may understand it.

import StateRestoration

/// A value whose parts are read one by one.
public protocol SavedByParts: Codable, Equatable, Sendable {
  init()
  static var parts: [SavedPart<Self>] { get }
  /// Parts that this version does not know or can't read, by name. Written back unchanged.
  var unread: [String: StateValue] { get set }
}

/// A part of a saved value: its name on disk, and the property that holds it.
public struct SavedPart<State> {
  public let name: String
  /// Whether the saved value was valid.
  let read: (inout State, StateValue) -> Bool
  /// Nil if the part has its default.
  let write: (State) throws -> StateValue?
}

extension SavedPart where State: SavedByParts {
  /// `isValid`: rejects values of the right type that make no sense.
  init<Value: Codable & Equatable>(
    _ name: String, _ property: WritableKeyPath<State, Value>,
    isValid: @escaping (Value) -> Bool = { _ in true }
  ) {
    self.name = name
    read = { state, saved in
      guard let value = saved.decoded(as: Value.self), isValid(value) else { return false }
      state[keyPath: property] = value
      return true
    }
    write = { state in
      let value = state[keyPath: property]
      return value == State()[keyPath: property] ? nil : try StateValue(encoding: value)
    }
  }
}

extension SavedByParts {
  public init(from decoder: any Decoder) throws {
    self.init()
    unread = try [String: StateValue](from: decoder)
    for part in Self.parts {
      if let saved = unread[part.name], part.read(&self, saved) { unread[part.name] = nil }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var saved = unread
    for part in Self.parts {
      if let value = try part.write(self) { saved[part.name] = value }
    }
    try saved.encode(to: encoder)
  }
}
