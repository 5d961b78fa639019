// SPDX-License-Identifier: Apache-2.0
// Windows with a name take the place of those on the screen. First these are on the disk, as a session of their own; then one
// file says that the others come back from now on; then their records are written and those of the first removed. Wherever
// the process ends, either the ones or the others come back, whole, and nothing of them is lost.

import Foundation

/// Windows that have taken the place of others.
@MainActor
public struct ChangedWindows {
  /// The windows that are not open any more, and that the application removes from the screen without closing them.
  public let gone: [SceneSession]
  /// The windows that are open now, and that ``RestorationCoordinator/restore(_:pause:)`` makes.
  public let restoration: Restoration
  /// The session that has what is gone.
  public let kept: NamedSession?
}

extension RestorationCoordinator {
  /// Opens the windows of a session in place of those that are open, which are kept under a name: as a session that
  /// ``namedSessions()`` lists behind the others, and that opening again takes away. A window that is in both has what was typed in it last.
  /// Windows that are never saved stay open.
  public func openNamedSession(_ id: UUID, keeping name: String) async throws -> ChangedWindows {
    guard !isChangingWindows else { throw NamedSession.Refused.busy }
    isChangingWindows = true
    defer { isChangingWindows = false }
    let keptID = UUID()
    for _ in 0..<Self.mostAttempts {
      let leaving = scenes
      let windows = try leaving.contains { isSavedKind($0) } ? savedWindows(of: leaving) : []
      let before = leaving.map { $0.snapshot() }
      var going: NamedSession?
      if !windows.isEmpty {
        var session = NamedSession(
          id: keptID, name: name, saved: clock.now, windows: windows)
        (session.isAutomatic, session.origin) = (true, currentNamedSession)
        session.generation = nextGeneration()
        going = session
      }
      let others = kept.all.map(\.record)
      let coming = try await askForNamedSessions { [going] store in
        do { return try store.makeWay(for: id, going, others: others) } catch {
          // They stay on the screen.
          if going != nil { try? store.removeNamedSession(keptID) }
          throw error
        }
      }
      guard isRunning else { throw NamedSession.Refused.notSaving }
      // What was typed meanwhile must be in it.
      let isUnchanged =
        scenes.map(\.id) == leaving.map(\.id) && !scenes.contains(where: \.hasToCollect)
        && scenes.map { $0.snapshot() } == before
      if isUnchanged { return try change(leaving, to: coming, keeping: going) }
    }
    try? await changeNamedSessions { try $0.removeNamedSession(keptID) }
    throw NamedSession.Refused.busy
  }

  private static let mostAttempts = 50

  // All at once: from here on, what happens in the windows that go is not saved any more.
  private func change(
    _ leaving: [SceneSession], to coming: NamedSession, keeping going: NamedSession?
  ) throws -> ChangedWindows {
    let gone = leaving.filter { isSavedKind($0) }
    let staying = Set(leaving.map(\.kind)).intersection(configuration.singleInstanceKinds)
      .subtracting(gone.map(\.kind))
    let windows = coming.windows.filter { mayComeBack($0) && !staying.contains($0.kind) }
    guard !windows.isEmpty else {
      let id = going?.id
      writer.async { if let id { try? $0.removeNamedSession(id) } }
      throw NamedSession.Refused.noWindows
    }
    announce(
      ChangeOfWindows(
        coming: coming.id, going: Set(gone.map(\.id)), generation: saves.generation))
    let ids = Set(windows.map(\.id))
    for scene in gone {
      _ = open.remove(scene)
      recordsOnDisk.remove(scene.id)
      if ids.contains(scene.id) { journals.drop(scene.id) }
      saves.windowLeft(scene.id, ids.contains(scene.id) ? nil : .dropped)
    }
    closed.interruptRun()
    kept.removeAll { ids.contains($0.id) }
    makeWay()
    pictures.remove(ids)
    var scenes: [SceneSession] = []
    for window in windows.reversed() {
      let scene = adopt(saves.numbered(window))
      open.insert(scene)
      saves.windowOpened(scene.id)
      scenes.insert(scene, at: 0)
    }
    session.changes(nil)
    session.isNamed(coming.isAutomatic ? coming.origin : coming.id)
    sessionChanged()
    saves.write(everything: true)
    tidyNamedSessions(after: coming)
    savingChanged()
    closed.announce()
    return ChangedWindows(
      gone: gone,
      restoration: Restoration(
        reason: .normal, scenes: scenes, kept: kept.all, isCautious: false, notices: []),
      kept: going)
  }

  // From when this is on the disk, the next start brings the other windows back.
  private func announce(_ change: ChangeOfWindows) {
    session.changes(change)
    session.goesOn()
    let record = sessionToSave()
    let log = environment.log
    writer.async { store in
      do { try store.write(record) } catch {
        log("That other windows are opened could not be written: \(error.localizedDescription).")
      }
    }
  }

  private func tidyNamedSessions(after coming: NamedSession) {
    isTidyingNamedSessions = true
    Task { [weak self, writer] in
      defer { self?.isTidyingNamedSessions = false }
      let tooMany = await writer.ask { $0.hasOpened(coming) }
      guard let self, !self.hasEnded else { return }
      for id in tooMany ?? [] { try? await self.removeNamedSession(id) }
      await self.countClosed()
      self.namedSessionsObservers.call(())
    }
  }

  private func mayComeBack(_ record: SceneRecord) -> Bool {
    isOfKnownKind(record) && shouldRestore?(record.applicationVersion ?? "") != false
  }
}
