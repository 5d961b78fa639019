// SPDX-License-Identifier: Apache-2.0
// Sessions with a name, one file each. What was typed in a window belongs to the window: whichever of them have
// it get what was typed there last, so that nothing is typed twice and nothing that is done comes back.

import Foundation

extension StateStore {
  /// The largest one.
  private var namedBytes: Int { historyBytes }

  /// All of them, those with a number first, then the newest.
  func namedSessions(_ problems: inout [StateProblem]) -> [NamedSession] {
    var found: [NamedSession] = []
    for name in StateDirectory.records(in: directory.named, files) {
      let path = directory.named + "/" + name
      do {
        var remarks: [String] = []
        let session = try namedSession(at: path, &remarks)
        guard directory.named(session.id) == path else {
          throw StateProblem.Reason.notNamedAfterAWindow
        }
        found.append(session)
        problems += remarks.map { StateProblem(path, .adjusted($0)) }
      } catch let failure as StateFileFailure where failure.code == ENOENT {
        // It was removed while we were reading.
      } catch { problems.append(StateProblem(path, error)) }
    }
    namedWindows = Dictionary(found.map { ($0.id, $0.ids) }) { $1 }
    return found.sorted {
      let (left, right) = ($0.number ?? .max, $1.number ?? .max)
      return left == right ? $0.generation > $1.generation : left < right
    }
  }

  func namedSessions() -> [NamedSession] {
    var problems: [StateProblem] = []
    return namedSessions(&problems)
  }

  func namedSession(_ id: UUID) throws -> NamedSession {
    var remarks: [String] = []
    do { return try namedSession(at: directory.named(id), &remarks) } catch let failure
      as StateFileFailure where failure.code == ENOENT
    { throw NamedSession.Refused.missing } catch {
      throw NamedSession.Refused.unreadable(StateProblem.Reason(error))
    }
  }

  private func namedSession(at path: String, _ remarks: inout [String]) throws -> NamedSession {
    let data = try files.contents(path, limit: namedBytes)
    guard data.count <= namedBytes else { throw StateProblem.Reason.tooLarge(limit: namedBytes) }
    return try NamedSession(
      try StateValue(json: data, deepest: StateLimits.historyDepth), schema: schema,
      remarks: &remarks)
  }

  /// Replaces it, or adds it.
  func write(_ session: NamedSession) throws {
    var session = session
    session.windows = session.windows.map(\.whole)
    let data = session.value.canonicalData()
    guard data.count <= namedBytes else { throw NamedSession.Refused.tooLarge(limit: namedBytes) }
    try makingRoom(sparing: session.ids) {
      bytesNeeded = Self.onDisk(data.count)
      try StateDirectory.prepare(directory.named, files)
      try files.replace(directory.named(session.id), with: data)
    }
    namedWindows?[session.id] = session.ids
  }

  func removeNamedSession(_ id: UUID) throws {
    try files.removeIfThere(directory.named(id))
    namedWindows?[id] = nil
    try files.flushDirectory(directory.named)
  }

  /// Removes those that nobody asked for.
  func removeAutomaticSessions() throws {
    guard files.exists(directory.named) else { return }
    for session in namedSessions() where session.isAutomatic { try removeNamedSession(session.id) }
  }

  /// Removes windows from all of them, and those that have no other.
  func removeFromNamedSessions(_ isForgotten: (SceneRecord) -> Bool) throws {
    guard files.exists(directory.named) else { return }
    for var session in namedSessions() where session.windows.contains(where: isForgotten) {
      session.windows.removeAll(where: isForgotten)
      if session.windows.isEmpty, session.isAutomatic {
        try removeNamedSession(session.id)
      } else {
        try write(session)
      }
    }
  }

  // MARK: What was typed

  /// All of them that have these windows get what was typed there.
  func takeOverDrafts(of records: [SceneRecord]) throws {
    guard !records.isEmpty else { return }
    if namedWindows == nil { _ = namedSessions() }
    let newer = Dictionary(records.map { ($0.id, $0) }) { $0.generation > $1.generation ? $0 : $1 }
    for (id, windows) in namedWindows ?? [:]
    where windows.contains(where: { newer[$0] != nil }) {
      var session = try namedSession(id)
      if session.takeOverDrafts(of: newer) { try write(session) }
    }
  }

  /// The windows of a session in which something was typed that is nowhere else, not in these windows either.
  func onlyDrafts(in session: NamedSession, apartFrom open: Set<UUID>) -> [SceneRecord] {
    let others = namedSessions().filter { $0.id != session.id }
      .reduce(into: open) { $0.formUnion($1.ids) }
    let closed = Set((closedFiles ?? readClosedFiles()).map(\.id))
    return session.windows.filter {
      $0.hasDrafts && !others.contains($0.id) && !closed.contains($0.id) && written[$0.id] == nil
    }
  }

  /// Removes a session, unless something was typed in its windows that is nowhere else. Returns these windows.
  func removeNamedSession(
    _ id: UUID, unlessLostApartFrom open: Set<UUID>
  ) throws -> [SceneRecord] {
    let lost = onlyDrafts(in: try namedSession(id), apartFrom: open)
    if lost.isEmpty { try removeNamedSession(id) }
    return lost
  }

  // MARK: Opening one in place of others

  /// Keeps the windows that are to make way, and puts what was typed in them into every session that has them.
  /// `others`: further windows, whose text may be newer, too. Returns what is to be opened.
  func makeWay(
    for id: UUID, _ going: NamedSession?, others: [SceneRecord]
  ) throws -> NamedSession {
    _ = try namedSession(id)
    if let going { try write(going) }
    let gone = (going?.windows ?? []).map(\.whole)
    try takeOverDrafts(of: gone + others + closedRecords().map(\.record))
    return try namedSession(id)
  }

  /// The windows of a session are on the screen and on the disk: what was kept automatically for them is not needed
  /// any more, nor what newer ones have all windows of. Returns those that are too many.
  func hasOpened(_ session: NamedSession) -> [UUID] {
    guard writtenSession?.change == nil else { return [] }
    if session.isAutomatic, session.windows.allSatisfy({ written[$0.id] != nil }) {
      try? removeNamedSession(session.id)
    }
    let all = namedSessions()
    var kept: [NamedSession] = []
    for one in all where one.isAutomatic {
      if kept.contains(where: { one.ids.isSubset(of: $0.ids) }) {
        try? removeNamedSession(one.id)
      } else {
        kept.append(one)
      }
    }
    // Rather those whose windows have a name elsewhere than the only one that has them.
    let named = all.filter { !$0.isAutomatic }.reduce(into: Set<UUID>()) { $0.formUnion($1.ids) }
    let oldestFirst = Array(kept.dropFirst().reversed())
    let order =
      oldestFirst.filter { $0.ids.isSubset(of: named) }
      + oldestFirst.filter { !$0.ids.isSubset(of: named) }
    return order.prefix(max(0, kept.count - StateDirectory.automaticLimit)).map(\.id)
  }

  /// Whether this session ends a change of windows.
  func completesChange(_ session: SessionRecord) -> Bool {
    writtenSession?.change != nil && session.change == nil
  }

  /// The process ended while other windows took the place of these: those come back.
  func completeChange(_ state: inout StoredState) {
    guard let change = state.session?.change else { return }
    let coming: NamedSession
    do { coming = try namedSession(change.coming) } catch {
      // All that was there is still in the session of the windows that go.
      return state.remarks.append(StateProblem(directory.named(change.coming), error))
    }
    state.superseded.formUnion(
      state.records.filter { isLeft($0, by: change, for: coming) }.map(\.id))
    state.records.removeAll { isLeft($0, by: change, for: coming) }
    for record in coming.windows {
      let found = state.records.firstIndex { $0.id == record.id }
      if let found, state.records[found].generation > change.generation { continue }
      if let found { state.records.remove(at: found) }
      state.records.append(record)
      state.unsaved.insert(record.id)
      uncertain.insert(record.id)
    }
    state.session?.order = coming.windows.map(\.id)
    state.session?.focused = coming.windows.first?.id
  }

  private func isLeft(
    _ record: SceneRecord, by change: ChangeOfWindows, for coming: NamedSession
  ) -> Bool {
    change.going.contains(record.id) && !coming.ids.contains(record.id)
      && record.generation <= change.generation
  }
}
