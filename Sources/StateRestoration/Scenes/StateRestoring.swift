// Objects in a tree that keep state of their own under their names, for programs whose views are
// such a tree. Everything is decoded before anything is told that restoring has finished, so that
// an object may then look at the others.

import Foundation

/// An object with state that comes back.
@MainActor
public protocol StateRestoring: AnyObject {
  /// Its name among its siblings. Without one it is skipped, and so are its children.
  var restorationIdentifier: String? { get }
  /// Saved state is given to an object of the same class, or of one that inherits from it. By
  /// default the whole name of the type, with its module.
  var restorationClass: String { get }
  /// The objects within it.
  var restorationChildren: [any StateRestoring] { get }
  /// Puts what is to come back into the coder.
  func encodeState(to coder: inout StateCoder)
  /// Takes it out again. The other objects may not have done so yet.
  func decodeState(from coder: StateCoder)
  /// Called for every object once all of them are decoded.
  func didFinishRestoring()
}

extension StateRestoring {
  public var restorationClass: String { RestorationClass.name(of: type(of: self)) }
  public var restorationChildren: [any StateRestoring] { [] }
  public func encodeState(to coder: inout StateCoder) {}
  public func decodeState(from coder: StateCoder) {}
  public func didFinishRestoring() {}
}

/// What one object of the tree encodes and decodes.
public struct StateCoder: Sendable, Equatable {
  /// The version of the application that wrote the values.
  public let applicationVersion: String
  /// The class of the object that encoded them; empty for the application's own values.
  public let restorationClass: String
  /// Everything in it.
  public private(set) var values: [String: StateValue]
  /// The values that could not be encoded.
  private(set) var refused: [String: StateRefusal] = [:]

  init(
    applicationVersion: String, restorationClass: String = "", values: [String: StateValue] = [:]
  ) {
    self.applicationVersion = applicationVersion
    self.restorationClass = restorationClass
    self.values = values
  }

  /// The value under a key; nil when there is none or it is of another type.
  public func decode<T: Decodable>(_ type: T.Type, for key: String) -> T? {
    values[key]?.decoded(as: type)
  }

  /// What can't be saved is not encoded, and the coordinator says so; what was saved before stays.
  public mutating func encode<T: Encodable>(_ value: T, for key: String) {
    do {
      values[key] = try StateValue(encoding: value)
      refused[key] = nil
    } catch {
      values[key] = nil
      refused[key] = error as? StateRefusal ?? .notEncodable("\(error)")
    }
  }

  /// The values, with those of before in the place of those that were refused.
  func values(over old: [String: StateValue]) -> [String: StateValue] {
    refused.keys.reduce(into: values) { values, key in values[key] = values[key] ?? old[key] }
  }
}
