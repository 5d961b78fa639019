// Decides when windows are written and which come back. It lives on the main thread and never
// touches a file there: a queue of its own does that, and only the ends of a session wait for it.
// The parts each keep their own state: what is to be saved (`SaveQueue`), which windows are open
// (`OpenScenes`), closed (`ClosedWindows`) or kept back (`KeptWindows`), how the start goes
// (`LaunchGuard`).

import Foundation

/// Keeps the windows of an application on disk, and brings them back.
@MainActor
public final class RestorationCoordinator {
  // MARK: What the application may say

  /// Asked before a window's record is written; false leaves what is saved as it is, and the window
  /// is asked for again at the next save.
  public var shouldSave: ((SceneSession) -> Bool)?
  /// Asked at the start, once for each version of the application that wrote windows; false keeps
  /// them on disk and shows nothing of them, at this start and at every other.
  public var shouldRestore: ((_ writtenBy: String) -> Bool)?
  /// Puts the application's own values into the session, before it is written: at every change of
  /// the windows, after ``setNeedsEncoding()`` and at the end. What it does not encode is gone.
  public var willEncode: ((inout StateCoder) -> Void)?
  /// Is given them back at the start, before any window.
  public var didDecode: ((StateCoder) -> Void)?

  // MARK: What the application may know

  /// Whether what changes gets to the disk. Worth a banner in every window when it does not.
  public private(set) var savingState = SavingState.saving {
    didSet { if savingState != oldValue { onSavingStateChange?(savingState) } }
  }
  /// Called with each new state.
  public var onSavingStateChange: ((SavingState) -> Void)?
  /// While not saving: when it is tried again.
  public var retriesAt: Date? { saves.retriesAt }
  /// Where state is kept in this run.
  public internal(set) var place = StatePlace.home
  /// The scenes on screen, most recent first.
  public var scenes: [SceneSession] { open.all }
  /// Windows that are saved and not shown, with the reason, the most recent first.
  public var keptWindows: [KeptWindow] { kept.all }
  /// Called when windows that are kept back are opened or forgotten.
  public var onKeptWindowsChange: (() -> Void)?
  /// Whether ``reopenClosedScene(_:)`` has something to open.
  public var canReopenClosedScene: Bool { closed.count > 0 && !hasEnded }
  /// Called when that changes.
  public var onCanReopenChange: ((Bool) -> Void)? {
    get { closed.onCanReopenChange }
    set { closed.onCanReopenChange = newValue }
  }

  // MARK: Inside

  let configuration: RestorationConfiguration
  let writer = StateWriter()
  let saves: SaveQueue
  let launch: LaunchGuard
  let closed = ClosedWindows()
  var open = OpenScenes()
  var kept = KeptWindows() { didSet { if kept != oldValue { onKeptWindowsChange?() } } }
  /// Not to be shown, and made way for, once the application has windows of its own.
  var hasUnwantedWindows = false
  var session = SessionRecord()
  /// New scenes that the application has not let be written yet.
  var unwritten: Set<UUID> = []
  var obstacle: SavingObstacle?
  var applicationLeftOut: [LeftOut] = []
  var hasBegun = false
  var hasEnded = false
  var factories: [String: (SceneSession) -> Void] = [:]
  var continuations: [String: (UserActivity) -> Bool] = [:]

  /// Nothing is read or written before `begin`.
  public init(_ configuration: RestorationConfiguration) {
    self.configuration = configuration
    saves = SaveQueue(writer, configuration.environment.clock)
    launch = LaunchGuard(writer, configuration.environment)
    saves.source = self
  }

  var environment: RestorationEnvironment { configuration.environment }
  var clock: any RestorationClock { environment.clock }

  func log(_ message: String) { environment.log(message) }

  // MARK: Windows

  /// A new window, written at once; a private one (`isRestorable` false) never is. Of a kind with a
  /// single instance the window that is there is returned, if there is one.
  public func makeScene(
    kind: String, activity: UserActivity?, isRestorable: Bool = true
  ) -> SceneSession {
    if !configuration.sceneKinds.contains(kind) {
      ProgrammingError.report("The kind of window “\(kind)” is not declared.")
    }
    if configuration.singleInstanceKinds.contains(kind),
      let scene = scenes.first(where: { $0.kind == kind })
    {
      if let activity { _ = scene.tryToContinue(activity) }
      return scene
    }
    let scene = adopt(SceneRecord(id: UUID(), kind: kind))
    scene.isRestorable = isRestorable && !configuration.neverRestoredKinds.contains(kind)
    scene.activity = activity
    unwritten.insert(scene.id)
    show(scene)
    return scene
  }

  /// Makes a session of a record, whose changes are heard from now on.
  func adopt(_ record: SceneRecord) -> SceneSession {
    var record = record
    record.activity = record.activity.flatMap(declared)
    record.closed = nil
    record.closedOnDay = nil
    let scene = SceneSession(record)
    scene.lastSaved = record
    scene.applicationVersion = configuration.applicationVersion
    scene.log = environment.log
    scene.declared = { [weak self] in self?.declared($0) }
    scene.onChange = { [weak self] in self?.changed($0, $1) }
    return scene
  }

  /// A window joins those on screen, as the most recent one.
  func show(_ scene: SceneSession) {
    endClosingRun()
    open.insert(scene)
    saves.windowOpened(scene.id)
    makeWay()
    sessionChanged()
    saves.writeSoon(isUrgent: true)
  }

  /// A window got the focus. What the others have to save is saved.
  public func focus(_ scene: SceneSession) {
    let last = scenes.first
    guard open.bringToFront(scene) else { return }
    if let last, last.needsEncodingAnyway() { changed(last, .passive) }
    sessionChanged()
    saves.writeSoon(isUrgent: true)
  }

  private func changed(_ scene: SceneSession, _ change: SceneSession.Change) {
    guard !hasEnded, open.contains(scene) else { return }
    switch change {
    case .urgency:
      if saves.hasSomethingToSay { saves.writeSoon(isUrgent: true) }
      return
    case .refusal: return savingChanged()
    case .state: closed.interruptRun()
    // Windows change their size by themselves when another one closes.
    case .passive: break
    }
    saves.windowChanged(scene.id)
  }

  /// The application's own values changed: `willEncode` is asked before the next save.
  public func setNeedsEncoding() {
    sessionChanged()
    saves.writeSoon()
  }

  func sessionChanged() {
    session.isClean = false
    saves.sessionChanged()
  }

  /// The windows that have something to come back from, most recent first.
  private var listed: [UUID] {
    scenes.isEmpty
      ? closed.resting.map(\.id)
      : scenes.filter { $0.isRestorable && !unwritten.contains($0.id) }.map(\.id)
  }

  /// Tries at once what could not be written.
  public func retrySaving() {
    guard hasBegun, !hasEnded else { return }
    saves.retry()
  }
}

extension RestorationCoordinator: SaveSource {
  func fate(of id: UUID) -> SceneFate? {
    guard let scene = open[id] else { return .dropped }
    guard scene.isRestorable else {
      // It may be listed still.
      saves.sessionChanged()
      return .gone
    }
    guard shouldSave?(scene) ?? true else { return nil }
    let record = saves.numbered(scene.collected())
    scene.lastSaved = record
    if unwritten.remove(id) != nil { saves.sessionChanged() }
    return .open(record)
  }

  func rank(of id: UUID) -> Int { open.rank(id) }

  func isOnScreen(_ id: UUID) -> Bool { open[id] != nil }

  func sessionToSave() -> SessionRecord {
    session.isUsed(on: StateTime.day(clock.now))
    if let willEncode {
      var coder = StateCoder(applicationVersion: configuration.applicationVersion)
      willEncode(&coder)
      applicationLeftOut = coder.refused.map {
        LeftOut(scene: nil, place: .application, key: $0.key, refusal: $0.value)
      }
      var values = coder.values(over: session.application)
      if StateValue.object(values).canonicalData().count > StateLimits.applicationBytes {
        values = session.application
        applicationLeftOut.append(
          LeftOut(
            scene: nil, place: .application, key: "",
            refusal: .tooLargeTogether(limit: StateLimits.applicationBytes)))
      }
      for line in applicationLeftOut.map(\.line) { log(line) }
      session.application = values
    }
    session.order = listed + kept.ids
    session.focused = listed.first
    session.generation = saves.generation
    return session
  }

  func didEncode(_ values: [String: EncodedValue], of id: UUID) { open[id]?.takeOver(values) }

  func savingChanged() {
    if let obstacle {
      savingState = .off(obstacle)
    } else if let failure = saves.failure {
      savingState = .notSaving(failure)
    } else {
      let leftOut = leftOut
      savingState = leftOut.isEmpty ? .saving : .leavingOut(leftOut)
    }
  }

  /// Every value that is not saved, in the order of the windows.
  public var leftOut: [LeftOut] {
    var all = applicationLeftOut
    let byWriter = Dictionary(grouping: saves.leftOut) { $0.scene }
    for scene in scenes where !scene.refusals.isEmpty || byWriter[scene.id] != nil {
      let refused = scene.refusals.values.sorted { $0.key < $1.key }
      all += refused
      all += (byWriter[scene.id] ?? []).filter { leftOut in
        !refused.contains { $0.key == leftOut.key && $0.place == leftOut.place }
      }
    }
    return all
  }
}
