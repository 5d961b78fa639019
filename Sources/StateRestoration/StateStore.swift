// The files of one application's windows: reading them at the start, writing them while it runs.
// It holds the lock for as long as it lives: two processes never mix their windows. Everything
// here blocks, and is called on one queue.

import Foundation

/// What is to become of one window's files. Each can be said again without harm.
enum SceneFate: Equatable, Sendable {
  /// It comes back at the next start.
  case open(SceneRecord)
  /// It can be reopened.
  case closed(SceneRecord)
  /// It leaves nothing behind.
  case gone
}

/// What one turn of the writer does.
struct SaveBatch: Sendable {
  var fates: [UUID: SceneFate] = [:]
  var session: SessionRecord?
}

/// What of a batch did not get to the disk.
struct SaveResult: Sendable {
  var failed: SaveBatch = SaveBatch()
  var failure: FileFailure?
  /// Sentences for the log.
  var remarks: [String] = []
}

final class StateStore {
  let directory: StateDirectory
  let files: any FileSystem
  let schema: StateSchema
  let now: () -> Date
  private let lock: StateLock?
  /// What is in `windows` as far as this process knows.
  private var written: [UUID: SceneRecord] = [:]
  private var writtenSession: SessionRecord?
  /// Those that may have a record in `closed`.
  private var closedIDs: Set<UUID> = []

  /// Prepares the directory and takes the lock. Throws `StateLock.Taken` when another has it.
  init(
    _ directory: StateDirectory, _ environment: RestorationEnvironment,
    schema: StateSchema = .current
  ) throws {
    self.directory = directory
    self.schema = schema
    files = environment.fileSystem
    now = { environment.clock.now }
    try directory.prepare(environment.fileSystem)
    lock = try StateLock(directory, environment)
  }

  /// A store that only reads: nothing is locked, moved or written.
  init(
    reading directory: StateDirectory, _ files: any FileSystem, schema: StateSchema = .current,
    now: @escaping () -> Date = Date.init
  ) {
    self.directory = directory
    self.files = files
    self.schema = schema
    self.now = now
    lock = nil
  }

  var mayWrite: Bool { lock != nil }

  // MARK: Writing

  /// Brings everything to the disk that can be brought there.
  func save(_ batch: SaveBatch) -> SaveResult {
    var result = SaveResult()
    let own = Set(batch.fates.keys)
    // In the order of their generations: closed windows are told apart by it.
    for (id, fate) in batch.fates.sorted(by: { $0.value.generation < $1.value.generation }) {
      do { try makingRoom(sparing: own) { try self.apply(fate, to: id, &result.remarks) } } catch {
        result.failed.fates[id] = fate
        result.failure = error as? FileFailure ?? FileFailure(directory.window(id), EIO)
      }
    }
    if let session = batch.session {
      do { try makingRoom(sparing: own) { try self.write(session) } } catch {
        result.failed.session = session
        result.failure = error as? FileFailure ?? FileFailure(directory.session, EIO)
      }
    }
    return result
  }

  private func apply(_ fate: SceneFate, to id: UUID, _ remarks: inout [String]) throws {
    switch fate {
    case .open(let record):
      try write(record, &remarks)
      try removeClosed(id)
    case .closed(let record): try moveToClosed(record, &remarks)
    case .gone:
      try removeWindow(id)
      try removeClosed(id)
    }
  }

  /// Same state: no write.
  func write(_ record: SceneRecord, _ remarks: inout [String]) throws {
    if let old = written[record.id], old.isSame(as: record) { return }
    let (data, leftOut) = record.data()
    if !leftOut.isEmpty {
      remarks.append(
        "The window \(record.id) is too large to be saved whole; left out: "
          + leftOut.joined(separator: ", ") + ".")
    }
    guard data.count <= SceneRecord.byteLimit else {
      remarks.append("The window \(record.id) is too large to be saved at all.")
      return
    }
    written[record.id] = nil
    try files.replace(directory.window(record.id), with: data, keepingPrevious: true)
    written[record.id] = record
  }

  func write(_ session: SessionRecord) throws {
    // The number alone is no news.
    var news = session
    news.generation = writtenSession?.generation ?? 0
    if news == writtenSession { return }
    writtenSession = nil
    try files.replace(directory.session, with: session.value.canonicalData())
    writtenSession = session
  }

  // The `.prev` goes first: a window exists as long as its record does, even if only `.prev` is
  // left of it.
  private func removeWindow(_ id: UUID) throws {
    written[id] = nil
    let path = directory.window(id)
    try files.removeIfThere(path + StateDirectory.previousEnding)
    try files.removeIfThere(path + StateDirectory.unfinishedEnding)
    try files.removeIfThere(path)
  }

  /// Removes all records, those of closed windows, history and what was set aside too.
  func forget(except kept: Set<UUID> = []) throws {
    for folder in [directory.windows, directory.closed, directory.history, directory.quarantine] {
      for name in try files.list(folder)
      where !kept.contains(where: { folder == directory.windows && name.hasPrefix($0.uuidString) })
      {
        let path = folder + "/" + name
        if try files.status(path).kind == .directory {
          try files.removeTree(path)
        } else {
          try files.remove(path)
        }
      }
    }
    written = written.filter { kept.contains($0.key) }
  }

  // MARK: Closed windows

  /// The window is written a last time, then its record moves.
  private func moveToClosed(_ record: SceneRecord, _ remarks: inout [String]) throws {
    // Said again after a failure, the record may have moved already.
    if try closedNames(record.id).isEmpty == false, !files.exists(directory.window(record.id)) {
      return
    }
    try write(record, &remarks)
    let path = directory.window(record.id)
    let target =
      directory.closed + "/\(StateTime.stamp(now()))-\(record.id.uuidString).json"
    try files.removeIfThere(path + StateDirectory.previousEnding)
    closedIDs.insert(record.id)
    try files.rename(path, target)
    written[record.id] = nil
    try files.flushDirectory(of: target)
    try files.flushDirectory(of: path)
    forgetOldClosed()
  }

  func closedNames(_ id: UUID) throws -> [String] {
    try files.list(directory.closed).filter { $0.hasSuffix("-\(id.uuidString).json") }
  }

  private func removeClosed(_ id: UUID) throws {
    guard closedIDs.contains(id) else { return }
    for name in try closedNames(id) { try files.removeIfThere(directory.closed + "/" + name) }
    closedIDs.remove(id)
  }

  /// Those that can be reopened, the newest first: by the number in the record, for the clock may
  /// have been set back between two closings.
  func closedRecords(_ problems: inout [StateProblem]) -> [(name: String, record: SceneRecord)] {
    let names = StateDirectory.records(in: directory.closed, files)
    var records: [(name: String, record: SceneRecord)] = []
    for name in names {
      do {
        var remarks: [String] = []
        let record = try record(at: directory.closed + "/" + name, &remarks)
        records.append((name, record))
        closedIDs.insert(record.id)
      } catch {
        problems.append(StateProblem(directory.closed + "/" + name, Unreadable(error)))
      }
    }
    return records.sorted { ($0.record.generation, $0.name) > ($1.record.generation, $1.name) }
  }

  func closedRecords() -> [(name: String, record: SceneRecord)] {
    var problems: [StateProblem] = []
    return closedRecords(&problems)
  }

  /// Takes the newest closed window out again.
  func takeClosed() throws -> SceneRecord? {
    var problems: [StateProblem] = []
    let newest = closedRecords(&problems).first
    for problem in problems { setAside(problem.file, problem.word) }
    guard let newest else { return nil }
    let path = directory.closed + "/" + newest.name
    try files.rename(path, directory.window(newest.record.id))
    written[newest.record.id] = newest.record
    try? files.flushDirectory(of: path)
    return newest.record
  }

  /// How many closed windows there are.
  var closedCount: Int { StateDirectory.records(in: directory.closed, files).count }

  func forgetOldClosed() {
    let records = closedRecords()
    let oldest = StateTime.stamp(now().addingTimeInterval(-StateDirectory.closedAge))
    for (index, (name, _)) in records.enumerated()
    where index >= StateDirectory.closedLimit || name < oldest {
      try? files.remove(directory.closed + "/" + name)
    }
  }

  // MARK: Room

  /// On a full disk, what is ours and least needed goes until there is room; but no window that is
  /// just being dealt with.
  private func makingRoom(sparing own: Set<UUID>, _ work: () throws -> Void) throws {
    while true {
      do { return try work() } catch let failure as FileFailure where failure.isForLackOfRoom {
        guard giveUpSomething(sparing: own) else { throw failure }
      }
    }
  }

  /// Own history first, then what was set aside, then the oldest closed windows.
  private func giveUpSomething(sparing own: Set<UUID>) -> Bool {
    let history = historyNumbers.max().map { [directory.history($0)] } ?? []
    let quarantine = quarantined.first.map { [directory.quarantine + "/" + $0] } ?? []
    let oldest = closedRecords().last { !own.contains($0.record.id) }
    let closed = oldest.map { [directory.closed + "/" + $0.name] } ?? []
    for path in history + quarantine + closed where (try? files.remove(path)) != nil {
      return true
    }
    return false
  }

  // MARK: Quarantine

  /// The names of what was set aside, the oldest first.
  var quarantined: [String] { ((try? files.list(directory.quarantine)) ?? []).sorted() }

  /// Moves a file that can't be read out of the way, with the reason in its name.
  func setAside(_ path: String, _ word: String) {
    guard mayWrite else { return }
    let name = path.split(separator: "/").last.map(String.init) ?? "file"
    let stamp = StateTime.stamp(now())
    // A rename replaces: two files of one name in one moment must not.
    var target = directory.quarantine + "/\(stamp)-\(word)-\(name)"
    var count = 1
    while files.exists(target) {
      count += 1
      target = directory.quarantine + "/\(stamp)-\(word)-\(count)-\(name)"
    }
    try? files.rename(path, target)
    var kept = quarantined
    var size = kept.reduce(0) { $0 + quarantinedSize($1) }
    while kept.count > StateDirectory.quarantineLimit
      || (size > StateDirectory.quarantineByteLimit && kept.count > 1)
    {
      let oldest = kept.removeFirst()
      size -= quarantinedSize(oldest)
      let path = directory.quarantine + "/" + oldest
      do { try files.remove(path) } catch { try? files.removeTree(path) }
    }
  }

  private func quarantinedSize(_ name: String) -> Int {
    (try? files.status(directory.quarantine + "/" + name))?.size ?? 0
  }

  // MARK: One file

  func record(at path: String, _ remarks: inout [String]) throws -> SceneRecord {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return try SceneRecord(
      try files.contents(path, limit: SceneRecord.byteLimit), name: name, schema: schema,
      layout: directory.version, remarks: &remarks)
  }

  /// What was read is what is on disk.
  func knows(_ record: SceneRecord) { written[record.id] = record }
  func knows(_ session: SessionRecord) { writtenSession = session }
}

extension SceneFate {
  var generation: Int {
    switch self {
    case .open(let record), .closed(let record): record.generation
    case .gone: 0
    }
  }
}

/// Moments in file names: they sort as text the way they sort in time.
enum StateTime {
  static func stamp(_ date: Date) -> String {
    let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded(.down))
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return digits(Int(parts.tm_year) + 1900, 4) + digits(Int(parts.tm_mon) + 1, 2)
      + digits(Int(parts.tm_mday), 2) + "T" + digits(Int(parts.tm_hour), 2)
      + digits(Int(parts.tm_min), 2) + digits(Int(parts.tm_sec), 2)
      + digits(Int(milliseconds % 1000), 3) + "Z"
  }
}
