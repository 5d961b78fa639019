// Whole sessions put by, so that a person can go back to the windows of yesterday. The newest is
// number 1.

import Foundation

extension StateStore {
  /// The numbers of the sessions that are kept.
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
    let data = try files.contents(path, limit: HistoryRecord.byteLimit)
    guard data.count <= HistoryRecord.byteLimit else {
      throw Unreadable(word: "too-large", reason: "it is too large")
    }
    return try HistoryRecord(try StateValue(json: data), schema: schema, remarks: &remarks)
  }

  /// Puts a session by, unless it is empty or the newest one already.
  func archive(_ session: SessionRecord, _ windows: [SceneRecord]) throws {
    guard !windows.isEmpty else { return }
    let saved = (try? files.status(directory.session))?.modified ?? now()
    let record = HistoryRecord(saved: saved, session: session, windows: windows)
    if let newest = try? historyRecord(1), newest.isSame(as: record) { return }
    // Written before the others move: on a full disk nothing is given up for it.
    try files.replace(directory.history(0), with: record.value.canonicalData())
    for number in historyNumbers.reversed() {
      if number >= StateDirectory.historyLimit {
        try files.removeIfThere(directory.history(number))
      } else {
        try files.rename(directory.history(number), directory.history(number + 1))
      }
    }
    try files.rename(directory.history(0), directory.history(1))
  }

  /// Makes a session of the past the one that comes back next. The one that would have come back
  /// becomes history itself. Returns how many windows there are.
  func restoreHistory(_ number: Int) throws -> Int {
    let record = try historyRecord(number)
    let state = read()
    try archive(state.session ?? SessionRecord(), state.records)
    var session = record.session
    session.isClean = true
    session.generation = max(session.generation, state.generation)
    let windows = record.windows.map { ($0.id, SceneFate.open($0)) }
    try saveWhole(SaveBatch(fates: Dictionary(windows) { $1 }, session: session))
    // Last, so that an interruption leaves too many windows rather than too few.
    let kept = Set(record.windows.map(\.id))
    let others = state.records.filter { !kept.contains($0.id) }.map { ($0.id, SceneFate.gone) }
    try saveWhole(SaveBatch(fates: Dictionary(others) { $1 }))
    return record.windows.count
  }

  private func saveWhole(_ batch: SaveBatch) throws {
    if let failure = save(batch).failure { throw failure }
  }
}

extension HistoryRecord {
  fileprivate func isSame(as other: HistoryRecord) -> Bool {
    session.order == other.session.order && windows.count == other.windows.count
      && zip(windows, other.windows).allSatisfy { $0.isSame(as: $1) }
  }
}
