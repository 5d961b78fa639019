// SPDX-License-Identifier: Apache-2.0
// Windows that are kept under a name: whoever opens them finds them as they were kept, with what was typed in them since.

import Foundation

extension RestorationCoordinator {
  /// The sessions with a name: those with a number by their numbers, then those that were kept automatically, the
  /// newest first. `problems`: files that can't be read, which stay as they are.
  public func namedSessions() async -> (sessions: [NamedSession], problems: [StateProblem]) {
    guard isRunning, obstacle == nil else { return ([], []) }
    return await writer.ask { store in
      var problems: [StateProblem] = []
      let sessions = store.namedSessions(&problems)
      return (sessions, problems.filter { if case .adjusted = $0.reason { false } else { true } })
    } ?? ([], [])
  }

  /// A session with a name, with what was typed meanwhile in windows that are open.
  public func namedSession(_ id: UUID) async throws -> NamedSession {
    let windows = (try? savedWindows(of: scenes)) ?? []
    return try await askForNamedSessions { store in
      var session = try store.namedSession(id)
      let newer = Dictionary(windows.map { ($0.id, $0.whole) }) { $1 }
      _ = session.takeOverDrafts(of: newer)
      return session
    }
  }

  /// The session whose windows were opened, or kept, last.
  public var currentNamedSession: UUID? { session.record.named }

  /// Keeps the open windows under a name. They stay open, and go their own way from then on.
  public func keepWindows(as name: String) async throws -> NamedSession {
    guard let name = NamedSession.name(name) else { throw NamedSession.Refused.noName }
    let windows = try savedWindows(of: scenes)
    return try await add(NamedSession(name: name, saved: clock.now, windows: windows))
  }

  /// Adds a session whose windows come from elsewhere. `source`: tells what they come from, so that it is not added twice:
  /// then the session that came from it before is returned, with what became of it.
  public func addNamedSession(
    _ sent: SentWindows, from source: String? = nil
  ) async throws -> NamedSession {
    guard let name = NamedSession.name(sent.name) else { throw NamedSession.Refused.noName }
    guard !sent.windows.isEmpty else { throw NamedSession.Refused.noWindows }
    let windows = sent.windows.reversed().map { saves.numbered(SceneRecord($0)) }
    var session = NamedSession(name: name, saved: clock.now, windows: windows.reversed())
    session.source = source
    return try await add(session, isOpen: false)
  }

  /// Adds a session again that was removed. `isOpen`: the windows on the screen are those of it again.
  public func addAgain(_ session: NamedSession, isOpen: Bool = false) async throws {
    _ = try await add(session, isOpen: isOpen)
  }

  private func add(_ new: NamedSession, isOpen: Bool = true) async throws -> NamedSession {
    let added = try await changeNamedSessions { [generation = nextGeneration()] store in
      var session = new
      let others = store.namedSessions().filter { !$0.isAutomatic }
      if let source = new.source, let known = others.first(where: { $0.source == source }) {
        return known
      }
      guard !others.contains(where: { NamedSession.areSame($0.name, session.name) }) else {
        throw NamedSession.Refused.nameIsTaken
      }
      let taken = Set(others.compactMap(\.number))
      if session.number.map(taken.contains) ?? true {
        session.number = (1...NamedSession.mostNumbers).first { !taken.contains($0) }
      }
      session.generation = generation
      try store.write(session)
      return session
    }
    if isOpen { isNamed(added.id) }
    return added
  }

  /// The open windows take the place of those that were kept. What was typed in a window that is not among them, and is
  /// nowhere else, can be reopened with that window.
  public func updateNamedSession(_ id: UUID) async throws {
    let windows = try savedWindows(of: scenes)
    let ids = Set(windows.map(\.id))
    let lost = try await changeNamedSessions {
      [now = clock.now, generation = nextGeneration()] store in
      var session = try store.namedSession(id)
      let lost = store.onlyDrafts(in: session, apartFrom: ids)
      guard lost.isEmpty else { return lost }
      (session.windows, session.saved, session.generation) = (windows, now, generation)
      try store.write(session)
      return []
    }
    guard !lost.isEmpty else { return isNamed(id) }
    try await close(lost)
    try await updateNamedSession(id)
  }

  /// Gives it another name.
  public func renameNamedSession(_ id: UUID, to name: String) async throws {
    guard let name = NamedSession.name(name) else { throw NamedSession.Refused.noName }
    try await changeNamedSessions { store in
      let others = store.namedSessions().filter { $0.id != id && !$0.isAutomatic }
      guard !others.contains(where: { NamedSession.areSame($0.name, name) }) else {
        throw NamedSession.Refused.nameIsTaken
      }
      var session = try store.namedSession(id)
      session.name = name
      try store.write(session)
    }
  }

  /// Removes it. Its windows in which something was typed that is nowhere else can be reopened.
  public func removeNamedSession(_ id: UUID) async throws {
    let lost = try await changeNamedSessions { [open = open.ids] in
      try $0.removeNamedSession(id, unlessLostApartFrom: open)
    }
    if !lost.isEmpty {
      try await close(lost)
      try await changeNamedSessions { try $0.removeNamedSession(id) }
    }
    if currentNamedSession == id { isNamed(nil) }
  }

  // MARK: Inside

  /// These windows become closed ones; throws if that is not on the disk.
  func close(_ windows: [SceneRecord]) async throws {
    for window in windows.reversed() where open[window.id] == nil {
      var record = saves.numbered(window)
      record.closed = clock.now
      record.closedOnDay = session.record.daysOfUse
      saves.set(.closed(record), of: record.id)
    }
    sessionChanged()
    saves.write(everything: true)
    let ids = Set(windows.map(\.id)).subtracting(open.ids)
    let closed = await writer.ask { Set($0.closedRecords().map(\.record.id)) } ?? []
    await countClosed()
    if !ids.isSubset(of: closed) {
      throw NamedSession.Refused.failure(saves.failure ?? StateFileFailure("", EIO))
    }
  }

  func isNamed(_ id: UUID?) {
    guard id != currentNamedSession else { return }
    session.isNamed(id)
    sessionChanged()
    saves.writeSoon()
    namedSessionsObservers.call(())
  }

  func nextGeneration() -> Int { saves.numbered(SceneRecord(id: UUID(), kind: "")).generation }

  /// The windows as they would be saved now, with numbers of their own.
  func savedWindows(of scenes: [SceneSession]) throws -> [SceneRecord] {
    guard isRunning, obstacle == nil else { throw NamedSession.Refused.notSaving }
    var windows: [SceneRecord] = []
    for scene in scenes.reversed() where open.contains(scene) && isSavedKind(scene) {
      if prepare(scene) {
        windows.append(saves.numbered(scene.snapshot()))
      } else if let saved = scene.lastSaved {
        windows.append(saves.numbered(saved))
      }
    }
    let ids = Set(windows.map(\.id))
    if let refused = leftOut.first(where: { $0.scene.map(ids.contains) == true }) {
      throw NamedSession.Refused.wouldLose(refused)
    }
    guard !windows.isEmpty else { throw NamedSession.Refused.noWindows }
    return windows.reversed()
  }

  /// Changes files, and says so.
  @discardableResult
  func changeNamedSessions<Answer: Sendable>(
    _ work: @escaping @Sendable (StateStore) throws -> Answer
  ) async throws -> Answer {
    let answer = try await askForNamedSessions(work)
    namedSessionsObservers.call(())
    return answer
  }

  func askForNamedSessions<Answer: Sendable>(
    _ work: @escaping @Sendable (StateStore) throws -> Answer
  ) async throws -> Answer {
    guard isRunning, obstacle == nil else { throw NamedSession.Refused.notSaving }
    let result = await writer.ask { store in Result { try work(store) } }
    guard let result else { throw NamedSession.Refused.notSaving }
    do { return try result.get() } catch let failure as StateFileFailure {
      throw NamedSession.Refused.failure(failure)
    }
  }
}
