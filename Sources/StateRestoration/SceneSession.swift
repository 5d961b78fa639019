// A window's identity and state while it is open. Every change is told to the coordinator, which
// decides when to write; setting what is there already is no change.

import Foundation

/// The identity of a window, from its first opening until it can't be reopened any more.
@MainActor
public final class SceneSession: Identifiable {
  public nonisolated let id: UUID
  public nonisolated let kind: String

  var record: SceneRecord
  var onStale: ((SceneSession, _ isUrgent: Bool) -> Void)?
  private var registeredKeys: Set<String> = []

  init(_ record: SceneRecord) {
    id = record.id
    kind = record.kind
    self.record = record
  }

  /// What the person is doing in the window.
  public var activity: UserActivity? {
    get { record.activity }
    set {
      guard newValue != record.activity else { return }
      record.activity = newValue
      onStale?(self, false)
    }
  }

  public var geometry: SceneGeometry? {
    get { record.geometry }
    set {
      guard newValue != record.geometry else { return }
      record.geometry = newValue
      onStale?(self, false)
    }
  }

  /// Whether the window comes back at all: a private one does not, and leaves nothing behind.
  public var isRestorable = true {
    didSet { if isRestorable != oldValue { onStale?(self, true) } }
  }

  /// The stored value under a key; nil when there is none or it is of another type.
  public func value<T: Decodable>(_ type: T.Type, for key: String) -> T? {
    record.storage[key]?.decoded(as: type)
  }

  /// Stores a value under a key; nil removes it.
  public func set(_ value: (some Encodable)?, for key: String) {
    let stored = value.flatMap { StateValue(encoding: $0) }
    guard stored != record.storage[key] else { return }
    record.storage[key] = stored
    onStale?(self, false)
  }

  /// Writes what is stale without waiting for the person to pause.
  public func saveNow() { onStale?(self, true) }

  /// Whether a key is claimed for the first time in this scene. Two owners of one key would
  /// overwrite each other.
  func claim(_ key: String) -> Bool { registeredKeys.insert(key).inserted }
}
