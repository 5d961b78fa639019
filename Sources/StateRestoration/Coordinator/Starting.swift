// The start: what comes back, what is held back, and what the person is told about it.

import Foundation

extension RestorationCoordinator {
  /// Takes the lock and brings back what is to be brought back. `isFullSession`: the desktop is
  /// bringing a whole session back. A process that only answers a search never calls this, and
  /// leaves no trace.
  public func begin(_ policy: StartPolicy, isFullSession: Bool = false) async -> Restoration {
    if hasBegun { ProgrammingError.report("A coordinator begins once.") }
    let opened = await writer.open(configuration)
    let state = opened.state
    for remark in state.remarks { log("\(remark.file): \(remark.reason).") }
    place = opened.place
    if let reason = opened.reason { savingState = .off(reason: Self.sentence(place, reason)) }
    hasBegun = true
    closedCount = state.closed.filter { isOfKnownKind($0) }.count
    generation = state.generation

    let reason: StartReason =
      state.isEmpty
      ? .first
      : state.session?.isClean != true
        ? .afterUnexpectedEnd : isFullSession ? .fullSession : .normal
    var start = Start(told: state.session?.told ?? [])
    session = state.session ?? SessionRecord()
    beginLaunch(state.launch, opened.bootID)
    let writtenBy = session.applicationVersion
    didDecode?(StateCoder(applicationVersion: writtenBy, values: session.application))

    let early = scenes
    let isWanted =
      policy == .always || (policy == .afterUnexpectedEnd && reason == .afterUnexpectedEnd)
    choose(state, isWanted: isWanted, reason, &start)
    session.told = start.told
    session.applicationVersion = configuration.applicationVersion
    withheld = start.withheld
    // A window that was quicker than the disk stays in front.
    scenes += start.shown.map { adopt($0) }
    // A record that is not as it was read is written again.
    stale.formUnion(state.unsaved.intersection(scenes.map(\.id)))
    for record in notShown where state.unsaved.contains(record.id) {
      fates[record.id] = .open(record)
    }
    for record in state.closed where state.unsaved.contains(record.id) {
      fates[record.id] = .closed(record)
    }
    putBy(state)
    sessionChanged()
    writeSoon(isUrgent: true)
    return Restoration(
      reason: reason, scenes: Array(scenes.dropFirst(early.count)), withheld: withheld,
      isCautious: (launch?.crashes ?? 0) >= LaunchRecord.crashesThatWithhold,
      notices: start.notices)
  }

  /// What is being decided at a start.
  private struct Start {
    var told: Set<String>
    var shown: [SceneRecord] = []
    var withheld: [SceneRecord] = []
    var notices: [RestorationNotice] = []

    mutating func say(_ kind: RestorationNotice.Kind, _ message: String, once key: String? = nil) {
      if let key, !told.insert(key).inserted { return }
      notices.append(RestorationNotice(kind: kind, message: message))
    }
  }

  private static func sentence(_ place: StatePlace, _ reason: String) -> String {
    place == .untilLogout
      ? "Windows are kept only until you log out, because \(reason)."
      : "Windows are not being saved, because \(reason)."
  }

  private func choose(
    _ state: StoredState, isWanted: Bool, _ reason: StartReason, _ start: inout Start
  ) {
    let records = SessionRecord.ordered(state.records, by: state.session)
    let isRefused =
      isWanted && !records.isEmpty && shouldRestore?(session.applicationVersion) == false
    let isEmptied = (launch?.crashes ?? 0) >= LaunchRecord.crashesThatEmpty
    for record in isWanted && !isRefused ? records : [] {
      if !isOfKnownKind(record) {
        start.say(
          .unknownKind(record.kind),
          "A window of an unknown kind was kept, but can’t be shown.", once: "kind " + record.kind)
      } else if isEmptied || launch?.withheld.contains(record.id) == true {
        start.withheld.append(record)
      } else {
        start.shown.append(record)
      }
    }
    let shown = Set(start.shown.map(\.id))
    notShown = records.filter { !shown.contains($0.id) }
    launch?.withheld.removeAll { id in !records.contains { $0.id == id } }

    if isRefused {
      let version = session.applicationVersion
      start.say(
        .refused(version: version),
        "The windows of another version were kept, but can’t be shown.", once: "refused " + version)
    }
    if let version = state.newerVersion {
      start.say(
        .newerVersion, "The windows of a newer version were left as they are.",
        once: "newer \(version)")
    }
    guard isWanted else { return }
    if reason == .afterUnexpectedEnd, !start.shown.isEmpty, !isEmptied {
      start.say(
        .endedUnexpectedly, "The application ended unexpectedly. Your windows are back.")
    }
    if !start.withheld.isEmpty {
      let count = start.withheld.count
      start.say(
        .withheld(count: count),
        count == 1
          ? "1 window was not opened, because opening it failed before."
          : "\(count) windows were not opened, because opening them failed before.")
    }
    // A newer version's record stays where it is, and is found again at every start.
    let unreadable = state.unreadable.filter {
      $0.word != Unreadable.newer || start.told.insert("newer " + $0.file).inserted
    }.count
    if unreadable > 0 {
      start.say(
        .unreadable(count: unreadable),
        unreadable == 1
          ? "1 window could not be restored." : "\(unreadable) windows could not be restored.")
    }
    let missing = state.missing.count
    if missing > 0 {
      start.say(
        .missing(count: missing),
        missing == 1
          ? "The saved state of 1 window is missing."
          : "The saved state of \(missing) windows is missing.")
    }
  }

  // The session as it was found becomes history before anything of it changes.
  private func putBy(_ state: StoredState) {
    let records = SessionRecord.ordered(state.records, by: state.session)
    let found = state.session ?? SessionRecord()
    let log = environment.log
    writer.async { store in
      do { try store.archive(found, records) } catch {
        log("The last session could not be put by: \(error.localizedDescription).")
      }
    }
    if let stored = state.session, stored.migratedFrom != nil {
      writer.async { $0.removeOldLayout(stored) }
    }
  }

  // MARK: Factories

  /// Says how a kind of window is made, for `restore(_:)`.
  public func register(_ kind: String, _ make: @escaping (SceneSession) -> Void) {
    if !configuration.sceneKinds.contains(kind) {
      ProgrammingError.report("The kind of window “\(kind)” is not declared.")
    }
    factories[kind] = make
  }

  /// Makes all windows of a start with the registered factories: the focused one first, the others
  /// one by one, so that the first can be used meanwhile.
  public func restore(_ restoration: Restoration) async {
    for scene in restoration.scenes {
      guard let make = factories[scene.kind] else {
        ProgrammingError.report("Nothing makes a window of the kind “\(scene.kind)”.")
        continue
      }
      willRestore(scene)
      make(scene)
      didRestore(scene)
      await Task.yield()
    }
    didFinishRestoring()
  }
}
