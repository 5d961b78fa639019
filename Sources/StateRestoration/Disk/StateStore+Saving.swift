// SPDX-License-Identifier: Apache-2.0
// Writes in batches: all records of a batch are written to temporary files, then flushed, then
// renamed, and the directory is flushed once for all of them. A failure does not hold up the rest.

import Foundation

/// What should happen to a window's files. Each operation can be repeated without harm.
enum SceneFate: Equatable, Sendable {
  /// It comes back at the next start.
  case open(SceneRecord)
  /// It can be reopened.
  case closed(SceneRecord)
  /// It is neither open nor closed; archived sessions may still contain it.
  case dropped
  /// It leaves nothing behind, not even in archived sessions.
  case gone
}

extension SceneFate {
  var record: SceneRecord? {
    switch self {
    case .open(let record), .closed(let record): record
    case .dropped, .gone: nil
    }
  }

  var generation: Int { record?.generation ?? 0 }
  var isClosed: Bool { closedRecord != nil }
  var closedRecord: SceneRecord? { if case .closed(let record) = self { record } else { nil } }
}

/// What the writer does in one run.
struct SaveBatch: Sendable {
  var fates: [UUID: SceneFate] = [:]
  var session: SessionRecord?
  /// The journals that are not needed once a window's record is on the disk.
  var journals: [UUID: ClosedRange<Int>] = [:]
  /// Whether it is the last one of the session.
  var isLast = false
  /// Whether journals have all that is in it, but for the session.
  var isCovered = true

  var isEmpty: Bool { fates.isEmpty && session == nil }
  var count: Int { fates.count + (session == nil ? 0 : 1) }
}

/// The result of saving a batch.
struct SaveResult: Sendable {
  /// What could not be saved.
  var failed = SaveBatch()
  var failure: StateFileFailure?
  /// The values that were left out, for each window that was written.
  var leftOut: [UUID: [LeftOut]] = [:]
  /// The generations of the records that are on the disk now.
  var generations: [UUID: Int] = [:]
  /// The values that have been encoded.
  var encoded: [UUID: [String: EncodedValue]] = [:]
  /// The texts that were put together from their edits.
  var texts: [UUID: [String: WholeText]] = [:]
}

extension StateStore {
  /// How many files are open at once while a batch is written.
  private static let filesAtOnce = 64

  /// Saves everything that can be saved.
  func save(_ batch: SaveBatch) -> SaveResult {
    defer { announceDiscarded() }
    var result = SaveResult()
    let own = Set(batch.fates.keys)
    func fail(_ id: UUID, _ error: any Error) {
      result.failed.fates[id] = batch.fates[id]
      result.failed.journals[id] = batch.journals[id]
      result.failure = error as? StateFileFailure ?? StateFileFailure(directory.window(id), EIO)
    }
    // By generation, because closed windows are ordered by it.
    let gathered = gather(batch)
    let fates = batch.fates.filter { !gathered.contains($0.key) }
      .sorted { $0.value.generation < $1.value.generation }
    var written: [(id: UUID, layout: RecordLayout?)] = []
    var hasChangedNames = false
    for start in stride(from: 0, to: fates.count, by: Self.filesAtOnce) {
      var staged: [(id: UUID, layout: RecordLayout?, file: StagedFile?)] = []
      for (id, fate) in fates[start..<min(start + Self.filesAtOnce, fates.count)] {
        do {
          try makingRoom(sparing: own) {
            let (layout, file) = try self.stage(
              fate, id, isJournaled: batch.journals[id] != nil, result: &result)
            staged.append((id, layout, file))
          }
        } catch { fail(id, error) }
      }
      let failures = files.flush(staged.compactMap(\.file))
      for (id, layout, file) in staged {
        let failure = file.flatMap { failures[$0.temporary] }
        var file = file
        do {
          try makingRoom(sparing: own) {
            if try self.put(&file, failure, layout: layout, fate: batch.fates[id], id: id) {
              hasChangedNames = true
            }
          }
          written.append((id, layout))
        } catch { fail(id, error) }
      }
    }
    if hasChangedNames { flush(&written, batch, fail) }
    for (id, layout) in written {
      do {
        try removeJournals(of: id, batch.journals[id])
        try tidy(id, layout, fate: batch.fates[id])
        result.generations[id] = self.written[id]?.record.generation
      } catch { fail(id, error) }
    }
    do { try leaveGathered(written.map(\.id), batch) } catch {
      for (id, _) in written { fail(id, error) }
    }
    if batch.fates.values.contains(where: \.isClosed) {
      // They are closed whether or not this succeeds: when the sessions are opened, it is made up for.
      try? takeOverDrafts(of: written.compactMap { batch.fates[$0.id]?.closedRecord })
      forgetOldClosed()
    }
    let leaving = Set(
      written.map(\.id).filter { batch.fates[$0] == .gone && result.failed.fates[$0] == nil })
    do { try removeTraces(of: leaving.subtracting(gone)) } catch {
      for id in leaving { fail(id, error) }
    }
    if let session = batch.session, completesChange(session), let failure = result.failure {
      // The next start must not look for windows that could not be written.
      result.failed.session = session
      result.failure = failure
    } else if let session = batch.session {
      do { try makingRoom(sparing: own) { try self.write(session) } } catch {
        result.failed.session = session
        result.failure = error as? StateFileFailure ?? StateFileFailure(directory.session, EIO)
      }
    }
    return result
  }

  // MARK: The steps of a batch

  // Writes the record to a temporary file, unless it has not changed. A closing window's record is
  // written even if only its number is new: windows are reopened in the order in which they were
  // closed.
  private func stage(
    _ fate: SceneFate, _ id: UUID, isJournaled: Bool, result: inout SaveResult
  ) throws -> (RecordLayout?, StagedFile?) {
    guard let given = fate.record else { return (nil, nil) }
    if case .closed = fate, isMoved(given) { return (nil, nil) }
    let record = given.puttingTextsTogether
    if !given.edits.isEmpty { result.texts[id] = given.wholeTexts(in: record) }
    let old = written[id]
    // What was journaled meanwhile goes on from this record, even if it is as before.
    if let old, record.pending.isEmpty, !isJournaled, !hasChanged(record, fate, since: old) {
      result.leftOut[id] = []
      return (nil, nil)
    }
    let layout = RecordLayout(record, after: old)
    result.leftOut[id] = layout.leftOut
    if !record.pending.isEmpty {
      let refused = layout.leftOut.filter { $0.place == .storage }
      result.encoded[id] = record.pending.reduce(into: [:]) { encoded, entry in
        let leftOut = refused.first { $0.key.rawValue == entry.key }
        let value = leftOut == nil ? layout.file.record.storage[entry.key] : nil
        encoded[entry.key] = EncodedValue(pending: entry.value, value: value, leftOut: leftOut)
      }
    }
    for line in layout.leftOut.map(\.line) { log("The window \(id): \(line)") }
    if let old, !isJournaled, !hasChanged(layout.file.record, fate, since: old) {
      return (nil, nil)
    }
    // Never write what could not be read back.
    guard layout.data.count <= StateLimits.recordBytes else {
      throw StateFileFailure(directory.window(id), EFBIG)
    }
    bytesNeeded =
      Self.onDisk(layout.data.count)
      + layout.newParts.values.reduce(0) { $0 + Self.onDisk($1.count) }
    do {
      try write(layout.newParts, of: id)
      return (layout, try files.stage(directory.window(id), layout.data))
    } catch {
      // Nothing refers to them, and what is written again would need their room once more.
      for name in layout.newParts.keys { try? files.remove(directory.values(id) + "/" + name) }
      throw error
    }
  }

  func hasChanged(_ record: SceneRecord, _ fate: SceneFate, since old: RecordFile) -> Bool {
    if uncertain.contains(record.id) || old.record.id != record.id { return true }
    if case .closed = fate { return old.record != record }
    return !old.record.isSame(as: record)
  }

  // Renames the record into place; a closed window's moves on from there, a forgotten one's is
  // removed. Returns whether any name in the directory has changed.
  private func put(
    _ file: inout StagedFile?, _ failure: (any Error)?, layout: RecordLayout?, fate: SceneFate?,
    id: UUID
  ) throws -> Bool {
    if let layout {
      uncertain.insert(id)
      if let flushed = file {
        // It is closed and gone even if this fails: with more room it is staged again.
        file = nil
        try files.install(flushed: flushed, failure, keepingPrevious: true)
      } else {
        let staged = try files.stage(directory.window(id), layout.data)
        try files.install(staged, keepingPrevious: true)
      }
      noteParts(layout.file, of: id)
    }
    switch fate {
    case .closed(let record): try moveToClosed(layout?.file ?? written[id] ?? RecordFile(record))
    case .gone where gone.contains(id): return false
    case .gone, .dropped: try removeWindow(id)
    case .open, nil: return layout != nil
    }
    return true
  }

  // Names are flushed once for the whole batch; until then nothing counts as saved.
  private func flush(
    _ saved: inout [(id: UUID, layout: RecordLayout?)], _ batch: SaveBatch,
    _ fail: (UUID, any Error) -> Void
  ) {
    do {
      let isClosing = saved.contains { batch.fates[$0.id]?.isClosed == true }
      if isClosing { try files.flushDirectory(directory.closed) }
      try files.flushDirectory(directory.windows)
    } catch {
      for (id, _) in saved { fail(id, error) }
      saved = []
    }
  }

  // Removes what the new records make unnecessary.
  private func tidy(_ id: UUID, _ layout: RecordLayout?, fate: SceneFate?) throws {
    uncertain.remove(id)
    switch fate {
    case .open:
      gone.remove(id)
      if let layout { written[id] = layout.file }
      try removeClosed(id)
    case .closed:
      gone.remove(id)
      written[id] = nil
    case .dropped:
      written[id] = nil
      try removeClosed(id)
    case .gone where gone.contains(id), nil: break
    case .gone:
      if written[id] != nil || !namesOfClosed(id).isEmpty { discards(id) }
      written[id] = nil
      try removeClosed(id)
      try removeParts(of: id)
    }
    removeUnusedOwnParts(of: id)
  }

  // All at once, because every archived session has to be read. A private window that changes again
  // leaves nothing to remove.
  private func removeTraces(of ids: Set<UUID>) throws {
    guard !ids.isEmpty else { return }
    try removeFromHistory { ids.contains($0.id) }
    try removeFromNamedSessions { ids.contains($0.id) }
    for id in ids { try removeFromQuarantine(id) }
    gone.formUnion(ids)
  }

  // `.prev` goes first: a window exists as long as its record does, even if only `.prev` is left.
  private func removeWindow(_ id: UUID) throws {
    let path = directory.window(id)
    try files.removeIfThere(path + DurableFile.previousEnding)
    try files.removeIfThere(path + DurableFile.unfinishedEnding)
    try files.removeIfThere(path)
  }

  func write(_ session: SessionRecord) throws {
    // A new number alone is not a change.
    var news = session
    news.generation = writtenSession?.generation ?? 0
    if news == writtenSession { return }
    let before = writtenSession
    writtenSession = nil
    do {
      let data = session.value.canonicalData()
      // Never write what could not be read back.
      guard data.count <= StateLimits.sessionBytes else {
        throw StateFileFailure(directory.session, EFBIG)
      }
      bytesNeeded = Self.onDisk(data.count)
      try files.replace(directory.session, with: data)
    } catch {
      // Only the days of use matter, and the last known ones will do.
      lastKnownDay = max(lastKnownDay, before?.daysOfUse ?? 0)
      throw error
    }
    writtenSession = session
    lastKnownDay = max(lastKnownDay, session.daysOfUse)
  }

  // MARK: What was read

  /// What was just read is what is on disk.
  func knows(_ file: RecordFile) { written[file.record.id] = file }

  func knows(_ session: SessionRecord) {
    writtenSession = session
    lastKnownDay = max(lastKnownDay, session.daysOfUse)
  }
}
