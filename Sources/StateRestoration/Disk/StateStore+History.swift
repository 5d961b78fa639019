// SPDX-License-Identifier: Apache-2.0
// Whole sessions, archived so that a user can go back to yesterday's windows. Number 1 is the
// newest.

import Foundation

extension StateStore {
  /// The numbers of the archived sessions.
  var historyNumbers: [Int] {
    StateDirectory.records(in: directory.history, files).compactMap { Int($0.dropLast(5)) }
      .filter { $0 > 0 }.sorted()
  }

  func historyRecord(_ number: Int) throws -> HistoryRecord {
    var remarks: [String] = []
    return try historyRecord(number, &remarks)
  }

  func historyRecord(_ number: Int, _ remarks: inout [String]) throws -> HistoryRecord {
    let path = directory.history(number)
    let data = try files.contents(path, limit: historyBytes)
    guard data.count <= historyBytes else {
      throw StateProblem.Reason.tooLarge(limit: historyBytes)
    }
    return try HistoryRecord(
      try StateValue(json: data, deepest: StateLimits.historyDepth), schema: schema,
      remarks: &remarks)
  }

  /// Archives a session, unless it is empty or the same as the newest one. Returns whether all of
  /// it was archived: with very many windows, the last ones are left out.
  @discardableResult
  func archive(_ session: SessionRecord, files windows: [RecordFile]) throws -> Bool {
    guard !windows.isEmpty else { return true }
    let saved = (try? files.status(directory.session))?.modified ?? now()
    var record = HistoryRecord(saved: saved, session: session, windows: windows)
    if let newest = try? historyRecord(1), newest.isSame(as: record) { return true }
    var data = record.value.canonicalData()
    var count = windows.count
    while data.count > historyBytes, count > 1 {
      count = min(count - 1, count * historyBytes / data.count)
      record = HistoryRecord(
        saved: saved, session: session, windows: Array(windows.prefix(max(1, count))))
      data = record.value.canonicalData()
    }
    if count < windows.count {
      log("Only \(count) of \(windows.count) windows fit into the history of sessions.")
    }
    // Written before the others are renumbered, so that a full disk costs none of them.
    try files.replace(directory.history(0), with: data)
    for number in historyNumbers.reversed() {
      if number >= StateDirectory.historyLimit {
        try files.removeIfThere(directory.history(number))
      } else {
        try files.rename(directory.history(number), directory.history(number + 1))
      }
    }
    try files.rename(directory.history(0), directory.history(1))
    try files.flushDirectory(directory.history)
    return count == windows.count
  }

  /// Archives windows exactly as they were read.
  @discardableResult
  func archive(_ session: SessionRecord, _ windows: [SceneRecord]) throws -> Bool {
    try archive(
      session,
      files: windows.map { record in
        let file = written[record.id]
        return file?.record == record ? file ?? RecordFile(record) : RecordFile(record)
      })
  }

  /// Removes windows from all archived sessions.
  func removeFromHistory(_ isForgotten: (SceneRecord) -> Bool) throws {
    for number in historyNumbers {
      guard var record = try? historyRecord(number) else { continue }
      let count = record.windows.count
      record.windows.removeAll(where: isForgotten)
      guard record.windows.count < count else { continue }
      let kept = Set(record.windows.map(\.id))
      record.session.order.removeAll { !kept.contains($0) }
      record.parts = record.parts.filter { kept.contains($0.key) }
      try files.replace(directory.history(number), with: record.value.canonicalData())
    }
  }

  /// Removes the last good records of windows that have changed since.
  func removePrevious(_ isForgotten: (SceneRecord) -> Bool) throws {
    var hasRemoved = false
    for name in try files.list(directory.windows) where name.hasSuffix(DurableFile.previousEnding) {
      let path = directory.windows + "/" + name
      var remarks: [String] = []
      guard let data = try? files.contents(path, limit: StateLimits.recordBytes),
        let record = try? SceneRecord(data, schema: schema, remarks: &remarks),
        isForgotten(record), written[record.id].map({ !isForgotten($0.record) }) ?? false
      else { continue }
      try files.removeIfThere(path)
      hasRemoved = true
    }
    if hasRemoved { removeUnusedParts() }
  }

  /// The windows of an archived session, with their value files.
  func historyWindows(_ number: Int) throws -> (session: SessionRecord, windows: [SceneRecord]) {
    let archived = try historyRecord(number)
    let windows = try archived.windows.map { window in
      guard let names = archived.parts[window.id] else { return window }
      var fields = window.value.object ?? [:]
      fields[RecordFile.partsKey] = .array(names.map { .string($0) })
      var value = StateValue.object(fields)
      var remarks: [String] = []
      _ = addParts(to: &value, of: window.id, remarks: &remarks)
      for remark in remarks { log("\(directory.history(number)): \(remark).") }
      return try SceneRecord(value, schema: schema, remarks: &remarks)
    }
    return (archived.session, SessionRecord.ordered(windows, by: archived.session))
  }

  /// Makes an archived session the one that comes back next; the current one is archived instead.
  /// Returns the number of windows.
  func restoreHistory(_ number: Int) throws -> Int {
    let (archived, windows) = try historyWindows(number)
    let state = read()
    guard try archive(state.session ?? SessionRecord(), state.records) else {
      throw SavedWindowsRefusal.tooMany
    }
    var session = archived
    session.isClean = true
    session.generation = max(session.generation, state.generation) + 1
    session.daysOfUse = max(session.daysOfUse, state.session?.daysOfUse ?? 0)
    // A number of its own, so that no journal of these windows is taken for a later one.
    let open = windows.enumerated().map { index, window in
      var window = window
      window.generation = session.generation + windows.count - index
      return (window.id, SceneFate.open(window))
    }
    session.generation += windows.count
    try saveWhole(SaveBatch(fates: Dictionary(open) { $1 }, session: session))
    // Last, so that an interruption leaves too many windows rather than too few.
    let kept = Set(windows.map(\.id))
    let others = state.records.filter { !kept.contains($0.id) }.map { ($0.id, SceneFate.dropped) }
    try saveWhole(SaveBatch(fates: Dictionary(others) { $1 }))
    return windows.filter(\.wasShown).count
  }

  private func saveWhole(_ batch: SaveBatch) throws {
    let result = save(batch)
    if let failure = result.failure { throw failure }
  }
}

/// Why an archived session was not restored.
enum SavedWindowsRefusal: Error, Equatable {
  /// The current windows do not all fit into an archived session, and some would be lost.
  case tooMany
}

extension HistoryRecord {
  fileprivate func isSame(as other: HistoryRecord) -> Bool {
    session.order == other.session.order && windows.count == other.windows.count
      && parts == other.parts && zip(windows, other.windows).allSatisfy { $0.isSame(as: $1) }
  }
}
