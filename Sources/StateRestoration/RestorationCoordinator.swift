// Decides when windows are written and which come back. It lives on the main thread and never
// touches a file there, but for the last flush and for the marker that says which window is being
// restored, which must be on disk before that window has its chance to crash.

import Foundation

@MainActor
public final class RestorationCoordinator {
  /// 300 ms after the last change, at most 1 s after the first one.
  static let pause = 0.3
  static let longestWait = 1.0
  /// Two closings further apart than this are not one run of closings.
  static let closingRunGap = 30.0

  public private(set) var savingState = SavingState.saving {
    didSet { if savingState != oldValue { onSavingStateChange?(savingState) } }
  }
  public var onSavingStateChange: (@MainActor (SavingState) -> Void)?

  private let configuration: RestorationConfiguration
  private var store: StateStore?
  /// Most recent first.
  private var open: [SceneSession] = []
  /// Brought in from disk but not shown; they keep their place in the order.
  private var notShown: [UUID] = []
  private var stale: Set<UUID> = []
  private var session = SessionRecord()
  private var launch: LaunchRecord?
  private var firstStale: Date?
  private var due = Date.distantFuture
  private var isTimerArmed = false
  private var retryDelay = 1.0
  private var closingRun: [(id: UUID, time: Date)] = []
  private var hasEnded = false

  public init(_ configuration: RestorationConfiguration) {
    self.configuration = configuration
  }

  // MARK: Start

  /// Takes the lock and brings back what is to be brought back.
  public func begin(_ policy: StartPolicy) async -> Restoration {
    let (store, problem) = await Self.openStore(configuration)
    self.store = store
    var notices: [RestorationNotice] = []
    if let problem { savingState = problem }
    guard let store else {
      return Restoration(reason: .first, scenes: [], withheld: [], notices: [])
    }
    let state = await withCheckedContinuation { continuation in
      store.queue.async { continuation.resume(returning: store.read()) }
    }

    let crashes = state.launch?.crashesBefore(bootID: configuration.bootID) ?? 0
    let reason: StartReason =
      state.session == nil && state.records.isEmpty
      ? .first : state.session?.isClean == true ? .normal : .afterUnexpectedEnd
    session.generation = (state.session?.generation ?? 0) + 1
    launch = LaunchRecord(
      bootID: configuration.bootID, pid: getpid(), phase: .starting, crashes: crashes)
    mark(.starting)

    let isWanted =
      policy == .always || (policy == .afterUnexpectedEnd && reason == .afterUnexpectedEnd)
    let records = SessionRecord.ordered(state.records, by: state.session)
    var shown: [SceneRecord] = []
    var withheld: [SceneRecord] = []
    for record in isWanted ? records : [] {
      if !configuration.sceneKinds.contains(record.kind) {
        notices.append(
          RestorationNotice(message: "A window of an unknown kind was kept, but can’t be shown."))
      } else if crashes >= 3 || (crashes == 2 && record.id == state.launch?.scene) {
        withheld.append(record)
      } else {
        shown.append(record)
      }
    }
    let shownIDs = Set(shown.map(\.id))
    notShown = records.map(\.id).filter { !shownIDs.contains($0) }
    open = shown.map { record in
      var record = record
      if let type = record.activity?.type, !configuration.activityTypes.contains(type) {
        log("A window's activity of the undeclared type \(type) was ignored.")
        record.activity = nil
      }
      return session(for: record)
    }
    if !state.unreadable.isEmpty {
      for file in state.unreadable { log("\(file.name) could not be restored: \(file.reason).") }
      let count = state.unreadable.count
      notices.append(
        RestorationNotice(
          message: count == 1
            ? "1 window could not be restored." : "\(count) windows could not be restored."))
    }
    if !withheld.isEmpty {
      notices.append(
        RestorationNotice(message: "A window was left out, because restoring it went wrong twice."))
    }
    if reason == .afterUnexpectedEnd, !shown.isEmpty {
      notices.append(
        RestorationNotice(message: "Vitrine ended unexpectedly. Your windows are back."))
    }
    return Restoration(reason: reason, scenes: open, withheld: withheld, notices: notices)
  }

  private static func openStore(
    _ configuration: RestorationConfiguration
  ) async -> (StateStore?, SavingState?) {
    await Task.detached { () -> (StateStore?, SavingState?) in
      let id = configuration.applicationID
      let standard =
        configuration.stateDirectory
        ?? .standard(applicationID: id, configuration.environment)
      var reason = "there is no home directory"
      if let standard {
        do { return (try StateStore(standard, bootID: configuration.bootID), nil) } catch {
          switch error as? StateStore.Unavailable {
          case .taken?:
            return (nil, .off(reason: "Another process is already saving these windows."))
          case .failure(let failure)?: reason = failure.sentence
          case nil: reason = error.localizedDescription
          }
        }
      }
      if let temporary = StateDirectory.untilLogout(
        applicationID: id, configuration.environment),
        let store = try? StateStore(temporary, bootID: configuration.bootID)
      {
        return (
          store, .off(reason: "Windows are kept only until you log out, because \(reason).")
        )
      }
      return (nil, .off(reason: "Windows are not being saved, because \(reason)."))
    }.value
  }

  /// A window is about to be shown again.
  public func willRestore(_ scene: SceneSession) { mark(.restoring, scene.id) }

  /// A window is on screen.
  public func didRestore(_ scene: SceneSession) { mark(.starting) }

  /// Every window is on screen.
  public func didFinishRestoring() {
    mark(.running)
    sessionChanged()
    guard (launch?.crashes ?? 0) > 0 else { return }
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(LaunchRecord.forgivenAfter))
      guard let self, !self.hasEnded else { return }
      self.launch?.crashes = 0
      self.mark(.running)
    }
  }

  private func mark(_ phase: LaunchRecord.Phase, _ scene: UUID? = nil) {
    guard let store, launch != nil else { return }
    launch?.phase = phase
    launch?.scene = scene
    // A start that can't leave a mark is still a start.
    try? launch?.write(store.directory)
  }

  // MARK: Windows

  /// A new window, written at once.
  public func makeScene(kind: String, activity: UserActivity?) -> SceneSession {
    var record = SceneRecord(id: UUID(), kind: kind)
    record.activity = activity
    let scene = session(for: record)
    adopt(scene)
    return scene
  }

  private func session(for record: SceneRecord) -> SceneSession {
    let scene = SceneSession(record)
    scene.onStale = { [weak self] in self?.becameStale($0, isUrgent: $1) }
    return scene
  }

  private func adopt(_ scene: SceneSession) {
    endClosingRun()
    open.insert(scene, at: 0)
    stale.insert(scene.id)
    sessionChanged()
    writeStale()
  }

  /// A window got the focus.
  public func focus(_ scene: SceneSession) {
    guard open.first !== scene, let place = open.firstIndex(where: { $0 === scene }) else {
      return
    }
    open.insert(open.remove(at: place), at: 0)
    sessionChanged()
    schedule(within: Self.pause)
  }

  /// The person closed a window. It can be reopened; the last one of all comes back by itself, and
  /// with it those closed just before it in one go.
  public func close(_ scene: SceneSession) {
    guard let place = open.firstIndex(where: { $0 === scene }) else { return }
    open.remove(at: place)
    stale.remove(scene.id)
    scene.onStale = nil
    let now = Date()
    if let last = closingRun.last, now.timeIntervalSince(last.time) > Self.closingRunGap {
      closingRun = []
    }
    guard scene.isRestorable else {
      perform { $0.remove(scene.id) }
      return sessionChanged()
    }
    let record = stamped(scene.record)
    if open.isEmpty {
      let others = closingRun.map(\.id)
      perform { store in
        try store.write(record)
        for id in others { _ = store.takeClosed(id) }
      }
      session.focused = scene.id
      session.order = [scene.id] + others.reversed() + notShown
      perform { [session] in try $0.write(session) }
      resting = [scene.id] + others
    } else {
      closingRun.append((scene.id, now))
      perform { try $0.moveToClosed(record) }
      sessionChanged()
      schedule(within: 0)
    }
  }

  /// Windows of an application without any: they come back at the next start.
  private var resting: [UUID] = []

  // Something was done between two closings: they were no farewell.
  private func endClosingRun() {
    closingRun = []
    guard !resting.isEmpty else { return }
    let ids = resting
    resting = []
    perform { store in
      for id in ids {
        guard let record = try? StateStore.record(at: store.directory.window(id)) else { continue }
        try store.moveToClosed(record)
      }
    }
  }

  /// The window closed last, open again; nil when there is none.
  public func reopenClosedScene() async -> SceneSession? {
    guard let store, !hasEnded else { return nil }
    let record = await withCheckedContinuation { continuation in
      store.queue.async { continuation.resume(returning: store.takeClosed()) }
    }
    guard let record, !hasEnded else { return nil }
    let scene = session(for: record)
    adopt(scene)
    return scene
  }

  // MARK: Writing

  private func becameStale(_ scene: SceneSession, isUrgent: Bool) {
    guard open.contains(where: { $0 === scene }) else { return }
    closingRun = []
    stale.insert(scene.id)
    schedule(within: isUrgent ? 0 : Self.pause)
  }

  private func sessionChanged() {
    session.order = open.map(\.id) + notShown
    session.focused = open.first?.id
    session.isClean = false
    isSessionStale = true
  }

  private var isSessionStale = false

  private func schedule(within delay: Double) {
    guard store != nil, !hasEnded else { return }
    let now = Date()
    let first = firstStale ?? now
    firstStale = first
    let latest = first.addingTimeInterval(Self.longestWait)
    due = delay == 0 ? now : min(now.addingTimeInterval(delay), latest)
    armTimer()
  }

  // One timer at a time: it looks when it fires whether more came meanwhile.
  private func armTimer() {
    guard !isTimerArmed || due.timeIntervalSinceNow <= 0 else { return }
    if due.timeIntervalSinceNow <= 0 { return writeStale() }
    isTimerArmed = true
    DispatchQueue.main.asyncAfter(deadline: .now() + max(0.01, due.timeIntervalSinceNow)) {
      [weak self] in
      guard let self else { return }
      self.isTimerArmed = false
      if self.due.timeIntervalSinceNow <= 0 {
        self.writeStale()
      } else if self.firstStale != nil {
        self.armTimer()
      }
    }
  }

  private func writeStale() {
    firstStale = nil
    due = .distantFuture
    for scene in open where stale.contains(scene.id) {
      if scene.isRestorable {
        let record = stamped(scene.record)
        perform(retrying: scene.id) { try $0.write(record) }
      } else {
        perform { $0.remove(scene.id) }
      }
    }
    stale = []
    if isSessionStale {
      isSessionStale = false
      perform { [session] in try $0.write(session) }
    }
  }

  private func stamped(_ record: SceneRecord) -> SceneRecord {
    var record = record
    record.generation = session.generation
    return record
  }

  private func perform(
    retrying id: UUID? = nil, _ work: @escaping @Sendable (StateStore) throws -> Void
  ) {
    guard let store else { return }
    store.queue.async { [weak self] in
      let failure: String?
      do {
        try work(store)
        failure = nil
      } catch {
        failure = (error as? FileFailure)?.sentence ?? error.localizedDescription
      }
      DispatchQueue.main.async { self?.wrote(id, failure) }
    }
  }

  private func wrote(_ id: UUID?, _ failure: String?) {
    guard let failure else {
      if case .notSaving = savingState {
        savingState = .saving
        retryDelay = 1
      }
      return
    }
    if let id { stale.insert(id) }
    isSessionStale = true
    if case .off = savingState {} else { savingState = .notSaving(reason: failure) }
    retryLater()
  }

  private var isRetrying = false

  private func retryLater() {
    guard !isRetrying, !hasEnded else { return }
    isRetrying = true
    let delay = retryDelay
    retryDelay = min(retryDelay * 2, 60)
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(delay))
      self?.isRetrying = false
      self?.writeStale()
    }
  }

  /// Tries at once what could not be written.
  public func retrySaving() {
    retryDelay = 1
    writeStale()
  }

  // MARK: End

  /// Writes what is stale now and waits for it, but no longer than `seconds`. Whether all of it is
  /// on disk.
  @discardableResult
  public func flush(within seconds: Double = 1) -> Bool {
    guard let store else { return false }
    writeStale()
    let done = DispatchSemaphore(value: 0)
    store.queue.async { done.signal() }
    return done.wait(timeout: .now() + seconds) == .success && stale.isEmpty
  }

  /// The application ends: deliberately, so that the next start is a normal one. `keepingWindows`
  /// false leaves nothing to bring back.
  public func end(keepingWindows: Bool) {
    guard !hasEnded else { return }
    if keepingWindows {
      if !open.isEmpty { sessionChanged() }
    } else {
      stale = []
      session.order = []
      session.focused = nil
      forget()
    }
    session.isClean = true
    isSessionStale = true
    flush(within: 1)
    hasEnded = true
    launch?.crashes = 0
    mark(.clean)
    // Lets go of the lock: who starts next may have the windows.
    store = nil
  }

  /// Removes every saved window that is not on screen, for good.
  public func forget() {
    notShown = []
    let kept = hasEnded || session.order.isEmpty ? [] : open.map(\.id)
    perform { $0.removeWindows(except: Set(kept)) }
  }

  private func log(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
  }
}

extension FileFailure {
  /// What is wrong, as the end of a sentence.
  var sentence: String {
    switch code {
    case ENOSPC, EDQUOT: "the disk is full"
    case EROFS: "\(path) is on a read-only disk"
    case EACCES: "\(path) may not be written to"
    case EPERM: "\(path) belongs to somebody else, or others may write to it"
    case ENOTDIR: "\(path) is not a directory"
    default: "\(path): \(reason)"
    }
  }
}
