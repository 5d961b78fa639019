// SPDX-License-Identifier: Apache-2.0
// Names that are stored on disk. Each sort has a type of its own, so that a kind of window is never taken for a type
// of activity; a program lists its names once, as static members, and writes `.note` from then on.

/// A name that is stored on disk: it never gets a second meaning.
public protocol StateName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
where RawValue == String {
  /// The name as it is stored.
  init(rawValue: String)
}

extension StateName {
  /// The name as it is stored.
  public init(_ name: String) { self.init(rawValue: name) }
  /// The name as it is stored.
  public init(stringLiteral name: String) { self.init(rawValue: name) }
  public var description: String { rawValue }
}

/// A kind of window, as the application declares it.
public struct SceneKind: StateName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A type of activity, such as `org.example.App.reading`, as the application declares it.
public struct ActivityType: StateName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension [StateKey: StateValue] {
  /// As they are stored.
  var byName: [String: StateValue] { reduce(into: [:]) { $0[$1.key.rawValue] = $1.value } }
}

extension [String: StateValue] {
  /// As a program has them.
  var byKey: [StateKey: StateValue] { reduce(into: [:]) { $0[StateKey($1.key)] = $1.value } }
}

/// The name of a value that is saved with a window, by an object of a tree, or as a preference. Begin it with the
/// name of the view that owns it, such as `Detail.tab`. What contains “draft” is what a user typed, and is left out last.
public struct StateKey: StateName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
