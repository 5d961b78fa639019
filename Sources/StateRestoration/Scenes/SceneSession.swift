// SPDX-License-Identifier: Apache-2.0
// A window's identity and state while it is open. Every change is reported to the coordinator,
// which decides when to write; setting the same value again is not a change. A value that can't be
// saved is refused at once, and the previous one stays.

import Foundation

/// What a scene needs of whoever saves it.
@MainActor
protocol SceneSessionDelegate: AnyObject {
  func changed(_ scene: SceneSession, _ change: SceneSession.Change)
  /// Returns nil for an activity that the application has not declared.
  func declared(_ activity: UserActivity) -> UserActivity?
  func log(_ line: String)
  func schedule(after seconds: Double, _ work: @escaping @MainActor @Sendable () -> Void)
}

/// A window's identity, from when it is first opened until it can no longer be reopened.
@MainActor
public final class SceneSession: Identifiable {
  /// The window's permanent name on disk.
  public nonisolated let id: UUID
  /// The kind of window, as declared by the application.
  public nonisolated let kind: SceneKind

  /// A change to a scene.
  enum Change {
    /// Something the user did.
    case state
    /// Something that also changes on its own: the window's size, or what is encoded when the focus
    /// is lost.
    case passive
    /// Unsaved changes should be written at once.
    case urgency
    /// A value was refused, or a refused one was replaced.
    case refusal
  }

  var record: SceneRecord
  /// The record as last passed to the writer, or read.
  var lastSaved: SceneRecord? { didSet { wasSaved = lastSaved != nil } }
  /// Kept beside it, because all windows are asked at every save of the session.
  private(set) var wasSaved = false
  private(set) weak var delegate: (any SceneSessionDelegate)?
  /// What has changed since the last line of the window's journal.
  var unjournaled: [RecordPart: PartChange] {
    get {
      guard let justEdited else { return changedParts }
      return [.storage(justEdited.key): .unknown]
    }
    set {
      changedParts = newValue
      justEdited = nil
    }
  }
  private var changedParts: [RecordPart: PartChange] = [:]
  /// If that is one edit of a text and nothing else.
  private(set) var justEdited: JustEdited?
  /// It is in the journal.
  func journaledJustEdited() { justEdited = nil }
  /// Whether it is one of the coordinator's windows.
  var isOpen = false

  /// An edit of a text, and what the text was before.
  struct JustEdited {
    let key: String
    let edit: TextEdit
    let before: EditedText.State
    /// The code points of the text.
    let count: Int
  }
  /// The generation of its record on the disk; nil if there is none, or while one is being written.
  var generationOnDisk: Int?
  /// What the kernel has of it with its journals, whatever becomes of the record that is being written.
  var lastCovered: SceneRecord?
  /// Its record and its journals are being removed.
  func leavesNothing() {
    // Until they are gone, what comes from now on must be newer than they are.
    record.generation = lastSaved?.generation ?? record.generation
    lastSaved = nil
    lastCovered = nil
    generationOnDisk = nil
  }
  /// Whether it was there before this run, or before it was closed.
  var wasRead = false
  /// The version of the running application.
  var applicationVersion = ""
  var owners: [String: KeyOwner] = [:] { didSet { lastStored = nil } }
  /// What hears of the value that was stored last: at nearly every key press it is the same one.
  private var lastStored: LastStored?

  private struct LastStored {
    let key: String
    let changed: (() -> Void)?
  }
  var layers = ActivityLayers()
  var trees: [ViewTree] = []
  /// Whether something in the trees changed before they were registered.
  var treesNeedEncoding = false
  /// Refused values, until another value is set.
  private(set) var refusals: [RecordEntry: LeftOut] = [:]
  private let continuations = Continuations()
  /// Steps that must be done before the window counts as restored.
  let steps = RestoringSteps()
  let calls = CallsUnderWay<Call>()

  /// What the scene asks of the application.
  enum Call: Hashable {
    case encoding
    case contributing
    case restoring(ObjectIdentifier)
    case making(String)
    case continuing(ActivityType)
  }

  /// Which activities from outside the window takes, by their target, like UIKit's
  /// `activationConditions`. Saved with the window: one that is not shown yet is asked, too.
  public var activationConditions: ActivationConditions {
    get { record.conditions }
    set {
      let entry = RecordEntry(place: .activity, key: "conditions")
      guard newValue != record.conditions else { return accept(entry) }
      do {
        try newValue.check()
        record.conditions = newValue
        unjournaled[.activity] = .unknown
        delegate?.changed(self, .passive)
        accept(entry)
      } catch { refuse(entry, error) }
    }
  }

  init(_ record: SceneRecord, _ delegate: any SceneSessionDelegate) {
    self.delegate = delegate
    id = record.id
    kind = record.kind
    self.record = record
  }

  /// What the user is doing in the window: what was set here, with the contributions of views. An
  /// activity of an undeclared type, or one that can't be saved, is refused.
  public var activity: UserActivity? {
    get {
      collectContributions()
      return record.activity
    }
    set {
      guard newValue != activity else { return accept(RecordEntry(place: .activity, key: "")) }
      if let newValue, delegate?.declared(newValue) == nil { return }
      do {
        let accepted = try newValue.map { withoutLayers($0) }?.accepted()
        setActivity(accepted)
        delegate?.changed(self, .state)
        accept(RecordEntry(place: .activity, key: ""))
      } catch { refuse(RecordEntry(place: .activity, key: ""), error) }
    }
  }

  func schedule(after seconds: Double, _ work: @escaping @MainActor @Sendable () -> Void) {
    delegate?.schedule(after: seconds, work)
  }

  /// The window's size. A change is saved, but does not count as the user's action.
  public var geometry: SceneGeometry? {
    get { record.geometry }
    set {
      guard newValue != record.geometry else { return }
      record.geometry = newValue
      unjournaled[.geometry] = .unknown
      delegate?.changed(self, .passive)
    }
  }

  /// Whether the window is restored. A private one is not, and leaves nothing behind, not even in
  /// archived sessions.
  public var isRestorable = true {
    didSet {
      guard isRestorable != oldValue else { return }
      delegate?.changed(self, .state)
      delegate?.changed(self, .urgency)
    }
  }

  // MARK: Storage

  /// The stored value for a key; nil if there is none or it has another type.
  public func value<T: Decodable>(_ type: T.Type, for key: StateKey) -> T? {
    let key = key.rawValue
    putTogether(key)
    if let pending = record.pending[key] {
      if let value = pending.value as? T { return value }
      return (try? pending.encode())?.decoded(as: type)
    }
    return record.storage[key]?.decoded(as: type)
  }

  /// Stores a value for a key; nil removes it. A value that can't be saved is not stored, and the
  /// coordinator reports it.
  public func set<T: Encodable & Sendable>(_ value: T?, for key: StateKey) {
    _ = store(value, for: key)
  }

  /// Returns what that changed; nil if it was refused, or will be encoded when it is saved. This is the only
  /// time at which a long text is compared with what it was: the journal is given what was found.
  func store<T: Encodable & Sendable>(_ value: T?, for key: StateKey) -> [RecordChange]? {
    let key = key.rawValue
    let entry = RecordEntry(place: .storage, key: key)
    if let value, isLarge(key) {
      setPending(value, for: key)
      return nil
    }
    do {
      let stored = try value.map {
        try StateValue(encoding: $0, mostParts: StateLimits.quickParts)
      }
      putTogether(key)
      let old = record.storage[key]
      let changes = RecordChange.from(old, to: stored, at: RecordChange.path(ofStored: key))
      if record.pending.removeValue(forKey: key) != nil {
        unjournaled[.storage(key)] = .unknown
      } else if changes.isEmpty {
        accept(entry)
        return changes
      } else {
        let isFirst = unjournaled[.storage(key)] == nil
        unjournaled[.storage(key)] =
          isFirst ? .found(changes, of: old, record.edits[key]?.state) : .unknown
      }
      record.storage[key] = stored
      record.edits[key] = nil
      largeKeys.remove(key)
      self.stored(key)
      accept(entry)
      return changes
    } catch is StateEncoding.TooManyParts {
      if let value { setPending(value, for: key) }
    } catch { refuse(entry, error) }
    return nil
  }

  /// Stores a part of the value that is stored for a key; nil removes it. `path` leads there, by the names in the JSON of the
  /// value. The rest stays as it is, and is neither encoded nor compared. Returns false, and does nothing, if there is no such
  /// place, or if the part can't be saved: then store it all.
  public func set<T: Encodable & Sendable>(
    _ part: T?, for key: StateKey, at path: [String]
  ) -> Bool {
    let key = key.rawValue
    storeCaret(of: key)
    guard !path.isEmpty, record.pending[key] == nil, let old = record.storage[key],
      old.at(path.dropLast())?.object != nil,
      // What is typed there is in no part yet.
      record.edits[key]?.path.starts(with: path) != true,
      let new = Self.encoded(part, at: path)
    else { return false }
    let changes = RecordChange.from(
      old.at(path), to: new, at: RecordChange.path(ofStored: key, at: path))
    if !changes.isEmpty {
      let isFirst = unjournaled[.storage(key)] == nil
      unjournaled[.storage(key)] =
        isFirst ? .found(changes, of: old, record.edits[key]?.state) : .unknown
      record.storage[key].put(new, at: path)
      stored(key)
    }
    accept(RecordEntry(place: .storage, key: key))
    return true
  }

  // Nil if it can't be saved.
  private static func encoded(_ part: (some Encodable)?, at path: [String]) -> StateValue?? {
    guard let part else { return .some(nil) }
    guard let new = try? StateValue(encoding: part, mostParts: StateLimits.quickParts),
      (try? new.check(deepest: StateLimits.valueDepth - path.count)) != nil
    else { return nil }
    return new
  }

  // Encoding it would take too long for a key press.
  private func setPending(_ value: some Encodable & Sendable, for key: String) {
    record.pending[key] = PendingValue(value)
    record.edits[key] = nil
    unjournaled[.storage(key)] = .unknown
    stored(key)
    accept(RecordEntry(place: .storage, key: key))
  }

  // MARK: Editing

  /// Makes a change in the text that is stored for a key, or in a text of the value that is: `path` leads there, by the
  /// names in the JSON of the value. That costs the same however long the text is, while ``set(_:for:)``
  /// compares it. Returns false, and does nothing, if there is no text or it has no such place: then store it all.
  ///
  /// - Parameters:
  ///   - key: what the text, or the value with it, is stored for.
  ///   - edit: the change.
  ///   - path: the way to the text in the value; empty if the text is stored by itself.
  ///   - places: the numbers of the value that say where the caret is. They become the end of what was typed, which
  ///     costs less than to store them.
  public func edit(
    _ key: StateKey, _ edit: TextEdit, at path: [String] = [], caretsAt places: [[String]] = []
  ) -> Bool {
    let key = key.rawValue
    guard let (before, count, waiting) = add(edit, to: key, at: path, caretsAt: places) else {
      return false
    }
    if changedParts.isEmpty, justEdited == nil {
      justEdited = JustEdited(key: key, edit: edit, before: before, count: count)
    } else {
      unjournaled[.storage(key)] = .unknown
    }
    stored(key)
    if !refusals.isEmpty { accept(RecordEntry(place: .storage, key: key)) }
    if waiting >= Self.mostEdits { putTogether(key) }
    return true
  }

  private func add(
    _ edit: TextEdit, to key: String, at path: [String], caretsAt places: [[String]]
  ) -> (before: EditedText.State, count: Int, waiting: Int)? {
    if let added = record.edits.change(key, at: path, caretsAt: places, { $0.add(edit) }) {
      return added
    }
    // It may be another text of the value.
    putTogether(key)
    guard record.pending[key] == nil, let value = record.storage[key],
      let text = value.at(path)?.string,
      places.allSatisfy({ value.at($0.dropLast())?.object != nil })
    else { return nil }
    var edited = EditedText(text, at: path, caretsAt: places)
    guard let added = edited.add(edit) else { return nil }
    record.edits[key] = edited
    return added
  }

  /// So many edits wait for the writer.
  private static let mostEdits = 4096

  private func putTogether(_ key: String) {
    guard let text = record.edits[key], text.isWaiting else { return }
    if let whole = text.whole(record.storage[key]) {
      took(WholeText(state: text.state, value: whole), key)
    }
  }

  // The other parts of the value may be newer.
  private func took(_ text: WholeText, _ key: String) {
    guard record.edits.change(key, { $0.took(text.state) }) == true,
      let edited = record.edits[key]
    else { return }
    record.storage[key].put(text.value.at(edited.path), at: edited.path)
    if edited.edits.isEmpty { storeCaret(of: key) }
  }

  private func storeCaret(of key: String) {
    guard let edited = record.edits[key], edited.caret != nil else { return }
    edited.putCaret(in: &record.storage[key])
    record.edits.change(key) { $0.caretIsStored() }
  }

  /// Takes over texts that the writer has put together.
  func takeOver(_ texts: [String: WholeText]) { for (key, text) in texts { took(text, key) } }

  /// The keys with a stored value.
  public var keys: Set<StateKey> {
    Set(record.storage.keys.map { StateKey($0) } + record.pending.keys.map { StateKey($0) })
  }

  private func stored(_ key: String) {
    if lastStored?.key != key {
      lastStored = LastStored(key: key, changed: owners[key]?.storageChanged)
    }
    lastStored?.changed?()
    delegate?.changed(self, .state)
  }

  /// Requests that unsaved changes are written immediately, in the background.
  public func saveNow() {
    // What is being encoded is about to be written.
    guard !calls.isUnderWay(.encoding) else { return }
    if needsEncodingAnyway() { delegate?.changed(self, .passive) }
    delegate?.changed(self, .urgency)
  }

  // MARK: Large values

  // Keys whose value was large when last encoded.
  private var largeKeys: Set<String> = []

  private func isLarge(_ key: String) -> Bool {
    if record.pending[key] != nil || largeKeys.contains(key) { return true }
    guard let value = record.storage[key], value.hasManyParts else { return false }
    largeKeys.insert(key)
    return true
  }

  /// Takes over values encoded by the writer, unless a newer one has been set. One that it refused
  /// stays refused until another value is set, however often the window is saved meanwhile.
  func takeOver(_ encoded: [String: EncodedValue]) {
    for (key, encoded) in encoded where record.pending[key] === encoded.pending {
      record.pending[key] = nil
      if let value = encoded.value {
        record.storage[key] = value
        if value.hasManyParts { largeKeys.insert(key) } else { largeKeys.remove(key) }
      }
      // The writer has logged it.
      if let leftOut = encoded.leftOut {
        refusals[RecordEntry(place: .storage, key: key)] = leftOut
        delegate?.changed(self, .refusal)
      }
    }
  }

  // MARK: Refusals

  func refuse(_ entry: RecordEntry, _ error: any Error) {
    let refusal = error as? StateRefusal ?? .notEncodable("\(error)")
    let leftOut = LeftOut(scene: id, place: entry.place, key: entry.key, refusal: refusal)
    if refusals.updateValue(leftOut, forKey: entry) != leftOut { delegate?.log(leftOut.line) }
    delegate?.changed(self, .refusal)
  }

  func accept(_ entry: RecordEntry) {
    if !refusals.isEmpty, refusals.removeValue(forKey: entry) != nil {
      delegate?.changed(self, .refusal)
    }
  }

  /// What refused them is gone.
  func forgetRefusals(where isGone: (RecordEntry) -> Bool) {
    for entry in refusals.keys.filter(isGone) { accept(entry) }
  }

  // MARK: Continuing

  /// Adds what the window does to continue an activity of this type, until that is cancelled. The handler returns whether it
  /// did: a window with unsaved changes should not leave them. There can be several, such as one in each
  /// view: they are asked in turn, the last one added first.
  @discardableResult
  public func onContinue(
    _ type: ActivityType, _ handler: @escaping (UserActivity) -> Bool
  ) -> StateSubscription {
    continuations.add(type, handler)
  }

  /// The activities of a type that the window continues: each is taken, as if a handler of ``onContinue(_:_:)`` had returned
  /// true. It does not keep the window.
  public func continuedActivities(_ type: ActivityType) -> AsyncStream<UserActivity> {
    .told { onContinue(type, $0) }
  }

  func tryToContinue(_ activity: UserActivity) -> Bool {
    calls.once(.continuing(activity.type)) { continuations.tryToContinue(activity) } ?? false
  }

  // MARK: Collecting

  /// Asks all views for their state.
  func collect() {
    collectContributions()
    _ = calls.once(.encoding, encodeTrees)
  }

  /// Whether views have something to say that was not asked for yet.
  var hasToCollect: Bool {
    layers.isStale || layers.contributions.contains { $0.needsSave && $0.isCurrent }
      || steps.areDone && hasTreesToEncode
  }

  var hasTreesToEncode: Bool { trees.contains { $0.needsEncoding && $0.isThere } }

  /// The record as it was collected.
  func snapshot() -> SceneRecord {
    record.applicationVersion = applicationVersion
    record.wasShown = true
    return record
  }
}

/// The owner of a key in a scene's storage, held weakly so that a view can be recreated.
struct KeyOwner {
  weak var owner: AnyObject?
  var storageChanged: (() -> Void)?
}

extension SceneSession {
  /// Registers the owner of a key. Two owners of one key would overwrite each other, which is a
  /// programming error: the second one is not saved. Returns whether it is the first.
  func claim(_ key: StateKey, for owner: AnyObject, _ changed: @escaping () -> Void) -> Bool {
    let key = key.rawValue
    guard owners[key]?.owner == nil else {
      RestorationMisuse.report("“\(key)” has two owners in one scene.")
      return false
    }
    owners[key] = KeyOwner(owner: owner, storageChanged: changed)
    return true
  }
}
