// SPDX-License-Identifier: Apache-2.0
// The start: which windows are restored, which are kept, and what the user should know.

import Foundation

extension RestorationCoordinator {
  /// Takes the lock and restores windows. `isFullSession`: the desktop is restoring a whole
  /// session. Without `restores`, this start shows none; they are kept, and come back at the next one.
  /// A process that only answers searches never calls this, and leaves no trace.
  public func begin(
    _ policy: StartPolicy, isFullSession: Bool = false, restores: Bool = true
  ) async -> Restoration {
    guard phase == .new else {
      RestorationMisuse.report("A coordinator begins once.")
      return .nothing
    }
    phase = .beginning
    if !configuration.hasValidID, configuration.stateDirectory == nil {
      RestorationMisuse.report("“\(configuration.applicationID)” is no application's identifier.")
    }
    let opened = await writer.open(configuration) { ids in
      DispatchQueue.main.async { [weak self] in
        MainActor.assumeIsolated { self?.discarded(ids) }
      }
    }
    guard !hasEnded else {
      writer.close()
      return .nothing
    }
    let state = opened.state
    for remark in state.remarks { log("\(remark.file): \(remark.reason).") }
    obstacle = opened.obstacle
    let reason = StartReason(state, isFullSession: isFullSession, bootID: opened.bootID)
    session.open(state.session, on: StateTime.day(clock.now))
    closed.found(state.closed.filter { isOfKnownKind($0) }.count)
    launch.begin(after: state.launch, bootID: opened.bootID)
    didDecode?(session.values)
    var choice = StartChoice(
      state, restores ? policy : nil, reason: reason, alreadyNoted: session.record.notified)
    if !hasEnded { choose(&choice) }
    guard !hasEnded else {
      launch.end()
      writer.close()
      return .nothing
    }
    let early = scenes
    session.isWritten(by: configuration.applicationVersion, noted: choice.noted)
    let oldest = choice.kept.takeOldest()
    if restores { choice.kept.mustMakeWay() }
    kept = choice.kept
    phase = .running
    openJournals(opened)
    saves.open(generation: state.generation) { [writer] in writer.emptyOtherPlace() }
    // A window that was opened before the disk answered stays in front.
    open.append(choice.shown.map { adopt($0) })
    saves.windowsDiffer(Set(early.map(\.id)))
    writeWhatDiffers(state, choice)
    close(unwanted: oldest)
    if !early.isEmpty { makeWay() }
    pictures.removeAll(but: pictures.areKept ? Set(state.closed.map(\.id)) : [])
    archive(state)
    sessionChanged()
    saves.writeSoon(isUrgent: true)
    if obstacle?.reason == .anotherProcess { waitForTheOther() }
    let restoration = Restoration(
      reason: reason, scenes: Array(scenes.dropFirst(early.count)), kept: kept.all,
      isCautious: launch.isCautious, notices: choice.notices)
    savingChanged()
    closed.announce()
    return restoration
  }

  private func discarded(_ ids: Set<UUID>) {
    pictures.remove(ids)
    discards.call(ids)
  }

  private func choose(_ choice: inout StartChoice) {
    var answers: [String: Bool] = [:]
    for record in choice.records {
      let version = record.applicationVersion ?? choice.lastVersion
      if configuration.isNeverRestored(record) { continue }
      if !choice.isWanted || !record.wasShown {
        choice.kept.add(
          record, launch.withheld.contains(record.id) ? .crashed : .notWanted)
      } else if !isOfKnownKind(record) {
        choice.keepUnknown(record)
      } else if let shouldRestore, !answers.answer(for: version, by: shouldRestore) {
        choice.keepRefused(record, version)
      } else if launch.isEmptied || launch.withheld.contains(record.id) {
        choice.kept.add(record, .crashed)
      } else if configuration.singleInstanceKinds.contains(record.kind),
        (scenes.map(\.kind) + choice.shown.map(\.kind)).contains(record.kind)
      {
        choice.kept.add(record, .notWanted)
      } else if let most = configuration.windowsAtOnce, choice.shown.count >= max(most, 1) {
        choice.kept.add(record, .waiting)
      } else {
        choice.shown.append(record)
      }
    }
    launch.keep(withheld: Set(choice.kept.withheld.map(\.id)))
    choice.note(isEmptied: launch.isEmptied)
  }

  /// What is only in memory needs no journal.
  func openJournals(_ opened: OpenedState) {
    recordsOnDisk = opened.state.onDisk
    journals.open(
      opened.place == .memory
        ? nil
        : opened.directory.map {
          Journals.Place(
            directory: $0, standIns: opened.standIns, files: environment.fileSystem,
            found: opened.state.journals)
        })
  }

  // A record that differs from what was read is written again.
  private func writeWhatDiffers(_ state: StoredState, _ choice: StartChoice) {
    saves.windowsDiffer(state.unsaved.intersection(open.ids))
    writeWhatMoved(state)
    for record in choice.changed { saves.set(.open(record), of: record.id) }
  }

  /// Windows that are not on screen and that were read from another place, or in another form, than
  /// they are written in from now on.
  func writeWhatMoved(_ state: StoredState) {
    for record in state.records where state.unsaved.contains(record.id) && open[record.id] == nil {
      saves.set(.open(record), of: record.id)
    }
    for record in state.closed where state.unsaved.contains(record.id) {
      saves.set(.closed(record), of: record.id)
    }
    for id in state.superseded { saves.set(.dropped, of: id) }
    for record in state.records + state.closed where configuration.isNeverRestored(record) {
      saves.set(.gone, of: record.id)
    }
  }

  // Windows of much earlier runs that others have replaced.
  private func close(unwanted records: [SceneRecord]) {
    for var record in records {
      record.closedOnDay = session.record.daysOfUse
      saves.set(.closed(record), of: record.id)
    }
    closed.found(closed.count + records.filter { isOfKnownKind($0) }.count)
  }

  // The session is archived as it was found, before anything in it changes.
  private func archive(_ state: StoredState) {
    let configuration = configuration
    let records = SessionRecord.ordered(state.records, by: state.session)
      .filter { !configuration.isNeverRestored($0) }
    let found = state.session ?? SessionRecord()
    let log = environment.log
    writer.async { store in
      do { try store.archive(found, records) } catch {
        log("The last session could not be archived: \(error.localizedDescription).")
      }
    }
    removeNeverRestoredFromHistory()
    writer.async { $0.removeUnusedParts() }
    if let stored = state.session, stored.migratedFrom != nil {
      let session = session.record
      writer.async { $0.removeOldLayout(session) }
    }
  }

  /// An earlier version may have archived windows that are never to come back.
  func removeNeverRestoredFromHistory() {
    guard !configuration.neverRestoredKinds.isEmpty else { return }
    let (configuration, log) = (configuration, environment.log)
    writer.async { store in
      do { try store.removeFromHistory(configuration.isNeverRestored) } catch {
        log("An archived session could not be changed: \(error.localizedDescription).")
      }
    }
  }

  // MARK: Restoring

  /// Sets how a kind of window is created by ``restore(_:pause:)`` and ``make(_:)``.
  public func register(_ kind: SceneKind, _ make: @escaping (SceneSession) -> Void) {
    if !configuration.sceneKinds.contains(kind) {
      RestorationMisuse.report("The kind of window “\(kind)” is not declared.")
    }
    registered.makes[kind] = make
  }

  /// Creates all windows of a start with the registered factories: the focused one first, then the
  /// others from back to front, so that they stack as they did and the first is usable in the
  /// meantime; in a full session, where nobody waits for it, it comes last. Waits for `pause` after
  /// each, and at the end for ``SceneSession/whileRestoring(atMost:_:)``. Afterwards the application
  /// presents the focused window again. Stops if the application has ended; skips windows that have been closed in the meantime.
  public func restore(
    _ restoration: Restoration, pause: @MainActor () async -> Void = { await Task.yield() }
  ) async {
    open.keepsOrder = true
    let awaited = restoration.reason == .fullSession ? 0 : 1
    let others = restoration.scenes.dropFirst(awaited).reversed()
    for scene in restoration.scenes.prefix(awaited) + others {
      guard !hasEnded else { break }
      guard open.contains(scene) else { continue }
      willRestore(scene)
      make(scene)
      didRestore(scene)
      await pause()
    }
    open.keepsOrder = false
    for scene in restoration.scenes where !hasEnded && open.contains(scene) {
      await scene.stepsAreDone()
    }
    if !hasEnded { didFinishRestoring() }
  }

  /// Creates a window with the factory of its kind. For windows that are reopened or were kept back,
  /// as ``restore(_:pause:)`` does for the windows of a start.
  public func make(_ scene: SceneSession) {
    guard let make = registered.makes[scene.kind] else {
      RestorationMisuse.report("Nothing makes a window of the kind “\(scene.kind)”.")
      return leaveUnmade(scene)
    }
    calls.once(.make(scene.id)) { make(scene) }
  }

  // Nobody could see such a window or close it. What was saved of it is kept.
  private func leaveUnmade(_ scene: SceneSession) {
    guard open.remove(scene) else { return }
    let saved = scene.wasRead ? scene.lastSaved : nil
    if let saved { kept.add(saved, .unknownKind) }
    saves.windowLeft(scene.id, saved == nil ? .gone : nil)
    sessionChanged()
    saves.writeSoon()
    savingChanged()
  }

  package func willRestore(_ scene: SceneSession) { launch.willRestore(scene.id) }

  /// Call when a window is on screen.
  public func didRestore(_ scene: SceneSession) { launch.didRestore(scene.id) }

  package func didFinishRestoring() { launch.didFinishRestoring() }
}

extension [String: Bool] {
  /// The answer for a version, asked only once.
  fileprivate mutating func answer(for version: String, by ask: (String) -> Bool) -> Bool {
    if let answer = self[version] { return answer }
    let answer = ask(version)
    self[version] = answer
    return answer
  }
}
