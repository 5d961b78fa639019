// SPDX-License-Identifier: Apache-2.0
// Objects in a tree that save their own state under their names, for programs whose views form such
// a tree. Everything is decoded before any object is told that restoring has finished, so that
// objects may then use each other.

import Foundation

/// An object with state to restore.
@MainActor
public protocol StateRestoring: AnyObject {
  /// Its name among its siblings. Objects without one are skipped with their children.
  var restorationIdentifier: String? { get }
  /// Saved state is only given to an object of the same class or a subclass. By default the full
  /// name of the type, including its module.
  var restorationClass: String { get }
  /// The objects inside it.
  var restorationChildren: [any StateRestoring] { get }
  /// Stores the state in the coder.
  func encodeState(to coder: inout StateCoder)
  /// Reads the state back. The other objects may not have done so yet.
  func decodeState(from coder: StateCoder)
  /// Called for every object when all of them have decoded their state.
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
  /// The version of the application that saved the values.
  public let applicationVersion: String
  /// The class of the object that encoded them; empty for the application's own values.
  public let restorationClass: String
  private(set) var values: [String: StateValue]
  /// The values that could not be encoded.
  private(set) var refused: [String: StateRefusal] = [:]
  private let known: KnownKeys
  /// For references to other objects of it.
  let scene: CodedScene

  init(
    applicationVersion: String, restorationClass: String = "", values: [String: StateValue] = [:],
    known: KnownKeys = KnownKeys(), scene: CodedScene = CodedScene()
  ) {
    self.applicationVersion = applicationVersion
    self.restorationClass = restorationClass
    self.values = values
    self.known = known
    self.scene = scene
  }

  /// The value for a key; nil if there is none or it has another type.
  public func decode<T: Decodable>(_ type: T.Type, for key: StateKey) -> T? {
    let key = key.rawValue
    known.insert(key)
    return values[key]?.decoded(as: type)
  }

  /// A value that can't be saved is not encoded, and the coordinator reports it; the previous one
  /// stays.
  public mutating func encode<T: Encodable>(_ value: T, for key: StateKey) {
    let key = key.rawValue
    known.insert(key)
    do {
      values[key] = try StateValue(encoding: value)
      refused[key] = nil
    } catch {
      values[key] = nil
      refused[key] = error as? StateRefusal ?? .notEncodable("\(error)")
    }
  }

  /// The values, with the previous value in place of each refused one, and with those of keys that
  /// the program does not know: a newer version may have written them.
  func values(over old: [String: StateValue]) -> [String: StateValue] {
    values.merging(old.filter { refused[$0.key] != nil || !known.contains($0.key) }) { new, _ in new
    }
  }
}

/// The keys that one object has encoded or asked for in this run: what it does not encode any more is
/// removed, and every other key is kept.
final class KnownKeys: Sendable, Equatable {
  private let keys = Locked<Set<String>>([])

  func insert(_ key: String) { _ = keys.withLock { $0.insert(key) } }
  func contains(_ key: String) -> Bool { keys.withLock { $0.contains(key) } }

  // What was asked for is no part of a coder's value.
  static func == (left: KnownKeys, right: KnownKeys) -> Bool { true }
}
