// A window's identity and state while it is open. Every change is told to the coordinator, which
// decides when to write; setting what is there already is no change.

import Foundation

/// The identity of a window, from its first opening until it can't be reopened any more.
@MainActor
public final class SceneSession: Identifiable {
  public nonisolated let id: UUID
  public nonisolated let kind: String

  /// What happened to a scene.
  enum Change {
    /// Something a person did.
    case state
    /// The window's size, which others can change too.
    case geometry
    /// What is stale is to be written at once.
    case urgency
  }

  var record: SceneRecord
  var onChange: ((SceneSession, Change) -> Void)?
  var log: (String) -> Void = { _ in }
  /// Nil for an activity the application has not declared.
  var declared: (UserActivity) -> UserActivity? = { $0 }
  /// The version of the running application.
  var applicationVersion = ""
  var owners: [String: KeyOwner] = [:]
  var contributions: [ActivityContribution] = []
  var views: ViewTree?
  private var continuations: [String: (UserActivity) -> Bool] = [:]

  init(_ record: SceneRecord) {
    id = record.id
    kind = record.kind
    self.record = record
  }

  /// What the person is doing in the window: what was set here, with what views contribute to it.
  /// An activity of a type that is not declared is refused, and the log says so.
  public var activity: UserActivity? {
    get {
      collectContributions()
      return record.activity
    }
    set {
      guard newValue != activity else { return }
      if let newValue, declared(newValue) == nil { return }
      record.activity = newValue
      for contribution in contributions { contribution.needsSave = contribution.isCurrent }
      onChange?(self, .state)
    }
  }

  /// The window's size. A change is saved, but is nothing that a person did.
  public var geometry: SceneGeometry? {
    get { record.geometry }
    set {
      guard newValue != record.geometry else { return }
      record.geometry = newValue
      onChange?(self, .geometry)
    }
  }

  /// Whether the window comes back at all: a private one does not, and leaves nothing behind.
  public var isRestorable = true {
    didSet {
      guard isRestorable != oldValue else { return }
      onChange?(self, .state)
      onChange?(self, .urgency)
    }
  }

  // MARK: Storage

  /// The stored value under a key; nil when there is none or it is of another type.
  public func value<T: Decodable>(_ type: T.Type, for key: String) -> T? {
    record.storage[key]?.decoded(as: type)
  }

  /// Stores a value under a key; nil removes it. What can't be written as JSON is not stored, and
  /// the log says so.
  public func set<T: Encodable>(_ value: T?, for key: String) {
    do {
      try store(try value.map { try StateValue(encoding: $0) }, for: key)
    } catch {
      log("The value for “\(key)” can't be saved: \(error).")
    }
  }

  private func store(_ value: StateValue?, for key: String) throws {
    guard value != record.storage[key] else { return }
    record.storage[key] = value
    owners[key]?.storageChanged?()
    onChange?(self, .state)
  }

  /// The keys under which something is stored.
  public var keys: Set<String> { Set(record.storage.keys) }

  /// Asks for an immediate write of what is stale, in the background.
  public func saveNow() { onChange?(self, .urgency) }

  // MARK: Continuing

  /// What the window does when it is asked to go on with an activity of this type. The handler
  /// says whether it did: a window with a changed draft is not led away from it.
  public func onContinue(_ type: String, _ handler: @escaping (UserActivity) -> Bool) {
    continuations[type] = handler
  }

  func tryToContinue(_ activity: UserActivity) -> Bool {
    continuations[activity.type]?(activity) ?? false
  }

  // MARK: Collecting

  /// The record with everything in it that views have to say.
  func collected() -> SceneRecord {
    collectContributions()
    views?.encodeIfNeeded(into: &record, applicationVersion, log)
    return record
  }

  private func collectContributions() {
    for contribution in contributions where contribution.needsSave {
      contribution.needsSave = false
      guard let activity = record.activity else { continue }
      let changed = contribution.added(to: activity)
      if changed.type == activity.type || declared(changed) != nil { record.activity = changed }
    }
  }
}

/// Who owns a key of a scene's storage. Gone with its owner, so that a view can be made anew.
struct KeyOwner {
  weak var owner: AnyObject?
  var storageChanged: (() -> Void)?
}

extension SceneSession {
  /// Registers the owner of a key. Two owners of one key would overwrite each other: that is an
  /// error in the program.
  func claim(_ key: String, for owner: AnyObject, _ changed: @escaping () -> Void) {
    if owners[key]?.owner != nil {
      ProgrammingError.report("“\(key)” has two owners in one scene.")
    }
    owners[key] = KeyOwner(owner: owner, storageChanged: changed)
  }
}
