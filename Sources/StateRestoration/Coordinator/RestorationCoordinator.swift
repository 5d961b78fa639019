// SPDX-License-Identifier: Apache-2.0
// Decides when windows are written and which are restored. It lives on the main thread and never
// touches a file there: a queue of its own does that, and only the end of a session waits for it.
// Each part keeps its own state: what has to be saved (`SaveQueue`), which windows are open
// (`OpenScenes`), closed (`ClosedWindows`) or kept (`KeptWindows`), and how the start is going
// (`LaunchGuard`).

import Foundation

/// Saves the windows of an application and restores them.
@MainActor
public final class RestorationCoordinator {
  // MARK: What the application may say

  /// Called before a window's record is written; returning false keeps what was saved before, and
  /// the window is asked about again at the next save.
  public var shouldSave: ((SceneSession) -> Bool)?
  /// Called at the start, once for each version of the application that wrote windows; returning
  /// false keeps them on disk without showing them, at this start and every other.
  public var shouldRestore: ((_ writtenBy: String) -> Bool)?
  /// Stores the application's own values in the session, whenever windows are saved, after
  /// ``setNeedsEncoding()`` and at the end. A value that it encoded or decoded before in this run and
  /// does not encode is removed; one that it does not know, of a newer version, is kept.
  public var willEncode: ((inout StateCoder) -> Void)?
  /// Receives those values at the start, before any window is restored.
  public var didDecode: ((StateCoder) -> Void)?

  // MARK: What the application may know

  /// Whether changes reach the disk. If they do not, show a banner in every window.
  public private(set) var savingState = SavingState.saving {
    didSet { if savingState != oldValue { savingStateObservers.call(savingState) } }
  }
  /// When writing is tried again after a failure.
  package var retriesAt: Date? { saves.retriesAt }
  /// Where state is stored in this run.
  public var place: StatePlace { obstacle?.place ?? .home }
  /// The open scenes, most recent first.
  public var scenes: [SceneSession] { open.all }
  /// Windows that are saved but not shown, with the reason, most recent first.
  public var keptWindows: [KeptWindow] { kept.all }
  /// Whether ``reopenClosedScene(_:)`` has something to open.
  public var canReopenClosedScene: Bool { closed.count > 0 && !hasEnded }

  /// Calls a handler with each new ``savingState``, until it is cancelled.
  @discardableResult
  public func onSavingStateChange(_ handler: @escaping (SavingState) -> Void) -> StateSubscription {
    savingStateObservers.add(handler)
  }

  /// Calls a handler with the windows that were discarded for good, until it is cancelled: closed ones that are too
  /// old, or had to make room on a full disk, and those that were forgotten. What belongs to them elsewhere can go. An
  /// archived session may still have one.
  @discardableResult
  public func onDiscard(_ handler: @escaping (Set<UUID>) -> Void) -> StateSubscription {
    discards.add(handler)
  }

  /// Calls a handler with ``canReopenClosedScene`` when that changes, until it is cancelled.
  @discardableResult
  public func onCanReopenChange(_ handler: @escaping (Bool) -> Void) -> StateSubscription {
    closed.observers.add(handler)
  }

  // MARK: Inside

  let configuration: RestorationConfiguration
  let writer = StateWriter()
  private(set) lazy var saves = SaveQueue(writer, clock, of: self)
  private(set) lazy var journals = Journals(clock, self)
  let launch: LaunchGuard
  let closed = ClosedWindows()
  private(set) lazy var pictures = WindowPictures(configuration)
  var open = OpenScenes()
  let savingStateObservers = Subscriptions<SavingState>()
  var kept = KeptWindows()
  var session = CurrentSession()
  /// Why nothing is saved in the user's home.
  var obstacle: SavingObstacle?
  var phase = Phase.new
  lazy var registered = Registered(continuations: Continuations())
  let arrivals = Subscriptions<ActivityArrival>()
  let discards = Subscriptions<Set<UUID>>()
  let namedSessionsObservers = Subscriptions<Void>()
  /// Other windows are about to take the place of those on the screen.
  var isChangingWindows = false
  var isTidyingNamedSessions = false
  let calls = CallsUnderWay<Call>()
  /// Windows with a record in `windows/`.
  var recordsOnDisk: Set<UUID> = []
  /// The journals that a record being written makes unnecessary.
  private var folded: [UUID: ClosedRange<Int>] = [:]
  /// Windows that a batch is taken of, and whose journals have everything.
  private var covered: Set<UUID> = []
  /// Windows whose views are asked before the next frame.
  private var toCollect: Set<UUID> = []
  /// `end` is at work.
  var isEnding = false

  enum Phase { case new, beginning, running, ended }

  /// What the coordinator asks of the application.
  enum Call: Hashable {
    case shouldSave(UUID)
    case willEncode
    case make(UUID)
    case continuing(ActivityType)
  }

  var isRunning: Bool { phase == .running }
  var hasEnded: Bool { phase == .ended }

  /// Nothing is read or written before `begin`.
  public init(_ configuration: RestorationConfiguration) {
    self.configuration = configuration
    launch = LaunchGuard(writer, configuration.environment)
  }

  var environment: RestorationEnvironment { configuration.environment }
  var clock: any RestorationClock { environment.clock }

  func log(_ message: String) { environment.log(message) }

  func schedule(after seconds: Double, _ work: @escaping @MainActor @Sendable () -> Void) {
    clock.schedule(after: seconds, work)
  }

  // MARK: Windows

  /// Creates a window, which is saved at once unless it is private (`isRestorable` false). For a
  /// single-instance kind, the existing window is returned if there is one.
  public func makeScene(
    kind: SceneKind, activity: UserActivity?, isRestorable: Bool = true
  ) -> SceneSession {
    if !configuration.sceneKinds.contains(kind) {
      RestorationMisuse.report("The kind of window “\(kind)” is not declared.")
    }
    if configuration.singleInstanceKinds.contains(kind),
      let scene = scenes.first(where: { $0.kind == kind })
    {
      if let activity { _ = scene.tryToContinue(activity) }
      return scene
    }
    let scene = adopt(SceneRecord(id: UUID(), kind: kind))
    scene.lastSaved = nil
    scene.wasRead = false
    scene.isRestorable = isRestorable && !configuration.neverRestoredKinds.contains(kind)
    scene.activity = activity
    show(scene)
    return scene
  }

  /// Creates a session from a record and starts observing its changes.
  func adopt(_ record: SceneRecord) -> SceneSession {
    var record = record
    record.activity = record.activity.flatMap(declared)
    record.closed = nil
    record.closedOnDay = nil
    let scene = SceneSession(record, self)
    scene.lastSaved = record
    scene.wasRead = true
    scene.generationOnDisk = recordsOnDisk.contains(record.id) ? record.generation : nil
    scene.applicationVersion = configuration.applicationVersion
    return scene
  }

  /// Adds a window to the open ones, as the most recent.
  func show(_ scene: SceneSession) {
    // Nobody would save it.
    guard !hasEnded else { return }
    endClosingRun()
    if let last = scenes.first { losesFocus(last) }
    open.insert(scene)
    // A window is painted before its record is on a slow disk. An application that may say no is asked when it has it,
    // before the next frame.
    let isJournaled =
      shouldSave == nil && isRunning && isSavedKind(scene) && journals.append(scene)
    saves.windowOpened(scene.id, isJournaled: isJournaled)
    if shouldSave != nil, isRunning { collectSoon(scene) }
    pictures.remove([scene.id])
    makeWay()
    sessionChanged()
    saves.writeSoon(isUrgent: true)
    closed.announce()
  }

  /// Call when a window gets the focus. Unsaved changes of the others are written. While
  /// ``restore(_:pause:)`` runs, the focus that each window gets in turn is ignored.
  public func focus(_ scene: SceneSession) {
    let last = scenes.first
    guard open.bringToFront(scene) else { return }
    if let last { losesFocus(last) }
    sessionChanged()
    saves.writeSoon(isUrgent: true)
  }

  private func losesFocus(_ scene: SceneSession) {
    if scene.needsEncodingAnyway() { changed(scene, .passive) }
  }

  func changed(_ scene: SceneSession, _ change: SceneSession.Change) {
    guard !hasEnded, scene.isOpen else { return }
    // What the application changes while it is asked whether to save is taken after its answer, and is not asked
    // about again.
    if calls.isUnderWay(.shouldSave(scene.id)), change != .refusal { return }
    switch change {
    case .urgency:
      if saves.hasSomethingToSay { saves.writeSoon(isUrgent: true) }
      return
    case .refusal: return savingChanged()
    case .state: closed.interruptRun()
    // Windows change their size on their own when another one closes.
    case .passive: break
    }
    saves.windowChanged(scene.id, isJournaled: journal(scene))
  }

  // Whether what has changed in a window is given to the kernel now, or will be before the next frame.
  private func journal(_ scene: SceneSession) -> Bool {
    guard isRunning, isSavedKind(scene) else { return false }
    if scene.hasToCollect {
      collectSoon(scene)
      return true
    }
    guard let shouldSave else { return journals.append(scene) }
    guard calls.once(.shouldSave(scene.id), { shouldSave(scene) }) == true, scene.isOpen,
      isSavedKind(scene)
    else { return false }
    if scene.hasToCollect {
      collectSoon(scene)
      return true
    }
    return journals.append(scene)
  }

  // Views may report a change before they have made it, and many report several.
  private func collectSoon(_ scene: SceneSession) {
    guard toCollect.insert(scene.id).inserted else { return }
    DispatchQueue.main.async { [weak self, id = scene.id] in
      MainActor.assumeIsolated {
        guard let self, self.toCollect.remove(id) != nil, !self.hasEnded else { return }
        // It may have been closed and opened again.
        guard let scene = self.open[id] else { return }
        guard self.prepare(scene), self.open.contains(scene), self.isSavedKind(scene),
          self.journals.append(scene)
        else { return self.saves.windowChanged(scene.id) }
        self.savingChanged()
      }
    }
  }

  /// The application's own values have changed: `willEncode` is called soon. While it runs this has
  /// no effect.
  public func setNeedsEncoding() {
    guard !calls.isUnderWay(.willEncode) else { return }
    sessionChanged()
    saves.writeSoon()
  }

  func sessionChanged() {
    if !isEnding { session.goesOn() }
    saves.sessionChanged()
  }

  /// The windows that have something to restore, most recent first.
  private var listed: [UUID] {
    scenes.isEmpty
      ? closed.resting.map(\.id)
      : scenes.compactMap { $0.wasSaved && isSavedKind($0) ? $0.id : nil }
  }

  /// Whether a window is one that comes back.
  func isSavedKind(_ scene: SceneSession) -> Bool {
    scene.isRestorable && !configuration.neverRestoredKinds.contains(scene.kind)
  }

  /// Tries immediately to write what could not be written.
  public func retrySaving() {
    guard isRunning else { return }
    saves.retry()
  }
}

extension RestorationCoordinator: SceneSessionDelegate {}

extension RestorationCoordinator: JournalsDelegate {
  func journalsChanged() { savingChanged() }

  func journalFailed(_ id: UUID) {
    if open[id] != nil { saves.windowChanged(id) }
  }

  func journalIsLong(_ id: UUID) {
    if open[id] != nil { saves.writeSoon(isUrgent: true) }
  }
}

extension RestorationCoordinator: SaveSource {
  func prepare(_ id: UUID) -> Bool { open[id].map(prepare) ?? true }

  /// Asks the application whether a window may be saved, and its views for their state. While it is
  /// being asked, the answer is no.
  func prepare(_ scene: SceneSession) -> Bool {
    guard isSavedKind(scene) else { return true }
    if let shouldSave, calls.once(.shouldSave(scene.id), { shouldSave(scene) }) != true {
      return false
    }
    scene.collect()
    // Whoever flushes before the next frame need not wait for it. Not everybody who asks writes its record.
    if toCollect.remove(scene.id) != nil, open.contains(scene), !journals.append(scene) {
      saves.windowChanged(scene.id)
    }
    return true
  }

  func prepareSession() {
    guard let willEncode else { return }
    var coder = session.emptyCoder
    guard calls.once(.willEncode, { willEncode(&coder) }) != nil else { return }
    if session.take(coder) { saves.sessionChanged() }
    for line in session.leftOut.map(\.line) { log(line) }
  }

  func fate(of id: UUID) -> SceneFate {
    guard let scene = open[id] else { return .dropped }
    guard isSavedKind(scene) else {
      // It may still be listed.
      saves.sessionChanged()
      folded[id] = journals.drop(id)
      // Should it be restorable again, nothing of it is there to go on from.
      scene.leavesNothing()
      return .gone
    }
    let record = saves.numbered(scene.snapshot())
    let (numbers, haveAll) = journals.fold(scene, into: record)
    folded[id] = numbers
    if haveAll { covered.insert(id) }
    scene.lastCovered = haveAll ? record : nil
    scene.generationOnDisk = nil
    if !scene.wasSaved { saves.sessionChanged() }
    scene.lastSaved = record
    return .open(record)
  }

  func journals(of id: UUID) -> ClosedRange<Int>? {
    open[id] == nil ? journals.drop(id) : folded.removeValue(forKey: id)
  }

  func isCovered(_ id: UUID) -> Bool { covered.remove(id) != nil }

  var isJournalFlushed: Bool { journals.isFlushed && toCollect.isEmpty }

  func isWritten(_ fate: SceneFate, of id: UUID, generation: Int?) {
    guard case .open(let record) = fate else {
      recordsOnDisk.remove(id)
      return
    }
    recordsOnDisk.insert(id)
    // Unless another one is being written.
    if let scene = open[id], scene.lastSaved?.generation == record.generation {
      scene.generationOnDisk = generation
    }
    journals.isOnDisk(id, generation: record.generation)
  }

  func stacked(_ ids: Set<UUID>) -> [UUID] { open.stacked(ids) }

  func isOnScreen(_ id: UUID) -> Bool { open[id] != nil }

  func sessionToSave() -> SessionRecord {
    session.listing(
      listed, kept: kept.ids, generation: saves.generation, on: StateTime.day(clock.now))
  }

  func didEncode(_ values: [String: EncodedValue], of id: UUID) {
    for (key, encoded) in values {
      if let value = encoded.value { journals.knows(id, value, for: key) }
    }
    open[id]?.takeOver(values)
  }

  func didPutTogether(_ texts: [String: WholeText], of id: UUID) { open[id]?.takeOver(texts) }

  func savingChanged() {
    if let obstacle {
      savingState = .off(obstacle)
    } else if let failure = saves.failure {
      savingState = .notSaving(failure)
    } else if saves.isStalled || journals.isStalled {
      savingState = .notSaving(
        StateFileFailure(configuration.home?.windows ?? "", ETIMEDOUT))
    } else {
      let leftOut = leftOut
      savingState = leftOut.isEmpty ? .saving : .leavingOut(leftOut)
    }
  }

  /// All values that are not saved, in the order of the windows.
  public var leftOut: [LeftOut] {
    var all = session.leftOut
    let byWriter = Dictionary(grouping: saves.leftOut) { $0.scene }
    for scene in scenes where !scene.refusals.isEmpty || byWriter[scene.id] != nil {
      let refused = scene.refusals.values.sorted { $0.key.rawValue < $1.key.rawValue }
      all += refused
      all += (byWriter[scene.id] ?? []).filter { leftOut in
        !refused.contains { $0.key == leftOut.key && $0.place == leftOut.place }
      }
    }
    return all
  }
}
