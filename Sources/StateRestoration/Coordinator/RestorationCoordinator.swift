// Decides when windows are written and which come back. It lives on the main thread and never
// touches a file there: a queue of its own does that, and only the ends of a session wait for it.

import Foundation

/// Keeps the windows of an application on disk, and brings them back.
@MainActor
public final class RestorationCoordinator {
  // MARK: What the application may say

  /// Asked before a window's record is written; false leaves what is saved as it is.
  public var shouldSave: ((SceneSession) -> Bool)?
  /// Asked at the start, with the version of the application that wrote the state; false keeps it
  /// on disk and shows nothing of it.
  public var shouldRestore: ((_ writtenBy: String) -> Bool)?
  /// Puts the application's own values into the session, before it is written: at every change of
  /// the windows, and after ``setNeedsEncoding()``.
  public var willEncode: ((inout StateCoder) -> Void)?
  /// Is given them back at the start, before any window.
  public var didDecode: ((StateCoder) -> Void)?

  // MARK: What the application may know

  /// Whether what changes gets to the disk. Worth a banner in every window when it does not.
  public internal(set) var savingState = SavingState.saving {
    didSet { if savingState != oldValue { onSavingStateChange?(savingState) } }
  }
  /// Called with each new state.
  public var onSavingStateChange: ((SavingState) -> Void)?
  /// While not saving: when it is tried again.
  public internal(set) var retriesAt: Date?
  /// Where state is kept in this run.
  public internal(set) var place = StatePlace.home
  /// The scenes on screen, most recent first.
  public internal(set) var scenes: [SceneSession] = []
  /// Whether ``reopenClosedScene(_:)`` has something to open.
  public var canReopenClosedScene: Bool { closedCount > 0 && !hasEnded }
  /// Called when that changes.
  public var onCanReopenChange: ((Bool) -> Void)?

  // MARK: Inside

  let configuration: RestorationConfiguration
  let writer = StateWriter()
  var hasBegun = false
  /// Every window of the start is on screen.
  var isRestored = false
  var hasEnded = false
  /// On disk, but not on screen: they keep their place in the order.
  var notShown: [SceneRecord] = []
  var session = SessionRecord()
  var isSessionStale = false
  var stale: Set<UUID> = []
  /// New scenes that the application has not let be written yet.
  var unwritten: Set<UUID> = []
  /// Scenes that are no longer on screen, until their last word is on disk.
  var fates: [UUID: SceneFate] = [:]
  var generation = 0
  var launch: LaunchRecord?
  let timer: SaveTimer
  var inFlight: [Int: BatchInFlight] = [:]
  var lastBatch = 0
  /// Windows of this batch and those before it are not to come back.
  var lastForgotten = 0
  var wantsAnotherWrite = false
  var closedCount = 0 {
    didSet { if (closedCount > 0) != (oldValue > 0) { onCanReopenChange?(closedCount > 0) } }
  }
  var closingRun = ClosingRun()
  /// Windows of an application without any: they come back at the next start.
  var resting: [SceneRecord] = []
  var factories: [String: (SceneSession) -> Void] = [:]
  var continuations: [String: (UserActivity) -> Bool] = [:]
  var withheld: [SceneRecord] = []

  /// Nothing is read or written before `begin`.
  public init(_ configuration: RestorationConfiguration) {
    self.configuration = configuration
    timer = SaveTimer(configuration.environment.clock)
    timer.onDue = { [weak self] in self?.write() }
  }

  var environment: RestorationEnvironment { configuration.environment }
  var clock: any RestorationClock { environment.clock }

  func log(_ message: String) { environment.log(message) }

  // MARK: Windows

  /// A new window, written at once; a private one (`isRestorable` false) never is.
  public func makeScene(
    kind: String, activity: UserActivity?, isRestorable: Bool = true
  ) -> SceneSession {
    if !configuration.sceneKinds.contains(kind) {
      ProgrammingError.report("The kind of window “\(kind)” is not declared.")
    }
    var record = SceneRecord(id: UUID(), kind: kind)
    record.activity = activity
    let scene = adopt(record)
    scene.isRestorable = isRestorable
    unwritten.insert(scene.id)
    show(scene)
    return scene
  }

  /// Makes a session of a record, whose changes are heard from now on.
  func adopt(_ record: SceneRecord) -> SceneSession {
    var record = record
    record.activity = record.activity.flatMap(declared)
    let scene = SceneSession(record)
    scene.applicationVersion = configuration.applicationVersion
    scene.log = environment.log
    scene.declared = { [weak self] in self?.declared($0) }
    scene.onChange = { [weak self] in self?.changed($0, $1) }
    return scene
  }

  /// A window joins those on screen, as the most recent one.
  func show(_ scene: SceneSession) {
    endClosingRun()
    scenes.insert(scene, at: 0)
    stale.insert(scene.id)
    fates[scene.id] = nil
    sessionChanged()
    writeSoon(isUrgent: true)
  }

  /// A window got the focus. What the others have to save is saved.
  public func focus(_ scene: SceneSession) {
    guard scenes.first !== scene, let place = scenes.firstIndex(where: { $0 === scene }) else {
      return
    }
    scenes.insert(scenes.remove(at: place), at: 0)
    sessionChanged()
    writeSoon(isUrgent: true)
  }

  private func changed(_ scene: SceneSession, _ change: SceneSession.Change) {
    guard !hasEnded, scenes.contains(where: { $0 === scene }) else { return }
    switch change {
    case .urgency:
      if !stale.isEmpty || isSessionStale { writeSoon(isUrgent: true) }
      return
    case .state: closingRun = ClosingRun()
    // Windows change their size by themselves when another one closes.
    case .geometry: break
    }
    stale.insert(scene.id)
    writeSoon()
  }

  /// The application's own values changed: `willEncode` is asked before the next save.
  public func setNeedsEncoding() {
    guard !isSessionStale else { return }
    sessionChanged()
    writeSoon()
  }

  func sessionChanged() {
    session.isClean = false
    isSessionStale = true
  }

  /// The windows that have something to come back from, most recent first.
  var listed: [UUID] {
    scenes.isEmpty
      ? resting.map(\.id)
      : scenes.filter { $0.isRestorable && !unwritten.contains($0.id) }.map(\.id)
  }

  // MARK: Activities

  /// An activity the application has declared; others are refused, and the log says so.
  func declared(_ activity: UserActivity) -> UserActivity? {
    if configuration.activityTypes.contains(activity.type) { return activity }
    log("An activity of the undeclared type “\(activity.type)” was refused.")
    return nil
  }

  /// What the application does when no window goes on with an activity of this type: it opens one.
  /// The handler says whether it did.
  public func onContinue(_ type: String, _ handler: @escaping (UserActivity) -> Bool) {
    if !configuration.activityTypes.contains(type) {
      ProgrammingError.report("The activity type “\(type)” is not declared.")
    }
    continuations[type] = handler
  }

  /// Goes on with an activity that came as a link, by a drag, from the shell's search: in the window
  /// that is about the same thing already, else where the application wants. Whether anyone did.
  @discardableResult
  public func continueActivity(_ activity: UserActivity) -> Bool {
    guard let activity = declared(activity) else { return false }
    let target = activity.targetContentIdentifier
    for scene in scenes where target != nil && scene.activity?.targetContentIdentifier == target {
      if scene.tryToContinue(activity) { return true }
    }
    return continuations[activity.type]?(activity) ?? false
  }
}
