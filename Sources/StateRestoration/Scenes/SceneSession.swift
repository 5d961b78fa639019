// A window's identity and state while it is open. Every change is reported to the coordinator, which
// decides when to write; setting what is there already is no change. A value that can't be saved is
// refused at once, and the one before stays.

import Foundation

/// The identity of a window, from its first opening until it can't be reopened any more.
@MainActor
public final class SceneSession: Identifiable {
  /// The window's name on disk, for ever.
  public nonisolated let id: UUID
  /// The kind of window it is, as the application declared it.
  public nonisolated let kind: String

  /// What happened to a scene.
  enum Change {
    /// Something a person did.
    case state
    /// What changes by itself too: the window's size, what is encoded when it loses the focus.
    case passive
    /// What is not saved yet is to be written at once.
    case urgency
    /// A value was refused, or one that was refused is accepted now.
    case refusal
  }

  var record: SceneRecord
  /// The record as it was last handed to the writer, or read.
  var lastSaved: SceneRecord?
  var onChange: ((SceneSession, Change) -> Void)?
  var log: (String) -> Void = { _ in }
  /// Nil for an activity the application has not declared.
  var declared: (UserActivity) -> UserActivity? = { $0 }
  /// The version of the running application.
  var applicationVersion = ""
  var owners: [String: KeyOwner] = [:]
  var layers = ActivityLayers()
  var trees: [ViewTree] = []
  /// Whether something in the trees changed before they were known.
  var treesNeedEncoding = false
  /// Values that were refused, until something else is set in their place.
  private(set) var refusals: [RecordEntry: LeftOut] = [:]
  private var continuations: [String: (UserActivity) -> Bool] = [:]

  /// Which activities the window is willing to show, and which it should show before others: as
  /// UIKit's `activationConditions`.
  public var activationConditions = ActivationConditions()

  init(_ record: SceneRecord) {
    id = record.id
    kind = record.kind
    self.record = record
  }

  /// What the person is doing in the window: what was set here, with what views contribute to it.
  /// An activity of a type that is not declared is refused, and so is one that can't be saved.
  public var activity: UserActivity? {
    get {
      collectContributions()
      return record.activity
    }
    set {
      guard newValue != activity else { return }
      if let newValue, declared(newValue) == nil { return }
      do {
        let accepted = try newValue.map { withoutLayers($0) }?.accepted()
        accept(RecordEntry(place: .activity, key: ""))
        setActivity(accepted)
        onChange?(self, .state)
      } catch { refuse(RecordEntry(place: .activity, key: ""), error) }
    }
  }

  /// The window's size. A change is saved, but is nothing that a person did.
  public var geometry: SceneGeometry? {
    get { record.geometry }
    set {
      guard newValue != record.geometry else { return }
      record.geometry = newValue
      onChange?(self, .passive)
    }
  }

  /// Whether the window comes back at all: a private one does not, and leaves nothing behind, not
  /// even in the sessions of the past.
  public var isRestorable = true {
    didSet {
      guard isRestorable != oldValue else { return }
      onChange?(self, .state)
      onChange?(self, .urgency)
    }
  }

  /// The window's name for a compositor that places windows again (`xdg-session-management`).
  public nonisolated var toplevelName: String { id.uuidString.lowercased() }

  // MARK: Storage

  /// The stored value under a key; nil when there is none or it is of another type.
  public func value<T: Decodable>(_ type: T.Type, for key: String) -> T? {
    if let pending = record.pending[key] {
      if let value = pending.value as? T { return value }
      return (try? pending.encode())?.decoded(as: type)
    }
    return record.storage[key]?.decoded(as: type)
  }

  /// Stores a value under a key; nil removes it. A value that can't be saved is not stored, and the
  /// coordinator says so.
  public func set<T: Encodable & Sendable>(_ value: T?, for key: String) {
    let entry = RecordEntry(place: .storage, key: key)
    if let value, isLarge(key), !(value is String) {
      // Encoding it takes longer than a key press may.
      record.pending[key] = PendingValue(value)
      return stored(key)
    }
    do {
      let stored = try value.map { try StateValue(encoding: $0) }
      accept(entry)
      guard record.pending[key] != nil || stored != record.storage[key] else { return }
      record.pending[key] = nil
      record.storage[key] = stored
      largeKeys.remove(key)
      self.stored(key)
    } catch { refuse(entry, error) }
  }

  /// The keys under which something is stored.
  public var keys: Set<String> { Set(record.storage.keys).union(record.pending.keys) }

  private func stored(_ key: String) {
    owners[key]?.storageChanged?()
    onChange?(self, .state)
  }

  /// Asks for an immediate write of what is not saved yet, in the background.
  public func saveNow() {
    if needsEncodingAnyway() { onChange?(self, .passive) }
    onChange?(self, .urgency)
  }

  // MARK: Large values

  // Keys whose value was large when it was last encoded.
  private var largeKeys: Set<String> = []

  private func isLarge(_ key: String) -> Bool {
    if record.pending[key] != nil || largeKeys.contains(key) { return true }
    guard let value = record.storage[key], value.isLarge else { return false }
    largeKeys.insert(key)
    return true
  }

  /// Takes over what the writer has encoded, unless something newer was set meanwhile.
  func takeOver(_ encoded: [String: EncodedValue]) {
    for (key, encoded) in encoded where record.pending[key] === encoded.pending {
      record.pending[key] = nil
      if let value = encoded.value {
        record.storage[key] = value
        if value.isLarge { largeKeys.insert(key) } else { largeKeys.remove(key) }
      }
    }
  }

  // MARK: Refusals

  func refuse(_ entry: RecordEntry, _ error: any Error) {
    let refusal = error as? StateRefusal ?? .notEncodable("\(error)")
    let leftOut = LeftOut(scene: id, place: entry.place, key: entry.key, refusal: refusal)
    if refusals.updateValue(leftOut, forKey: entry) != leftOut { log(leftOut.line) }
    onChange?(self, .refusal)
  }

  func accept(_ entry: RecordEntry) {
    if refusals.removeValue(forKey: entry) != nil { onChange?(self, .refusal) }
  }

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
    encodeTrees()
    record.applicationVersion = applicationVersion
    record.wasShown = true
    return record
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

/// For which activities a window is activated, by their target.
@MainActor
public struct ActivationConditions {
  /// Whether the window can show this target at all.
  public var canActivate: (_ targetContentIdentifier: String) -> Bool = { _ in true }
  /// Whether it should show this target before other windows that could.
  public var prefersToActivate: (_ targetContentIdentifier: String) -> Bool = { _ in false }

  /// A window that takes what others do not prefer.
  public init() {}
}
