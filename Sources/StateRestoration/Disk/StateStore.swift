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
  var failure: StateFileFailure?
}

final class StateStore {
  let directory: StateDirectory
  let files: any StateFileSystem
  let schema: StateSchema
  let now: () -> Date
  let log: (String) -> Void
  private let lock: StateLock?
  /// What is in `windows` as far as this process knows.
  var written: [UUID: SceneRecord] = [:]
  private var writtenSession: SessionRecord?
  /// Those that may have a record in `closed`.
  var closedIDs: Set<UUID> = []

  /// Prepares the directory and takes the lock. Throws `StateLock.Taken` when another has it.
  init(
    _ directory: StateDirectory, _ environment: RestorationEnvironment,
    schema: StateSchema = .current
  ) throws {
    self.directory = directory
    self.schema = schema
    files = environment.fileSystem
    now = { environment.clock.now }
    log = environment.log
    try directory.prepare(environment.fileSystem)
    lock = try StateLock(directory, environment)
  }

  /// A store that only reads: nothing is locked, moved or written.
  init(
    reading directory: StateDirectory, _ files: any StateFileSystem, schema: StateSchema = .current,
    now: @escaping () -> Date = Date.init
  ) {
    self.directory = directory
    self.files = files
    self.schema = schema
    self.now = now
    log = { _ in }
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
      do { try makingRoom(sparing: own) { try self.apply(fate, to: id) } } catch {
        result.failed.fates[id] = fate
        result.failure = error as? StateFileFailure ?? StateFileFailure(directory.window(id), EIO)
      }
    }
    if let session = batch.session {
      do { try makingRoom(sparing: own) { try self.write(session) } } catch {
        result.failed.session = session
        result.failure = error as? StateFileFailure ?? StateFileFailure(directory.session, EIO)
      }
    }
    return result
  }

  private func apply(_ fate: SceneFate, to id: UUID) throws {
    switch fate {
    case .open(let record):
      try write(record)
      try removeClosed(id)
    case .closed(let record): try moveToClosed(record)
    case .gone:
      try removeWindow(id)
      try removeClosed(id)
    }
  }

  /// Same state: no write. The last word of a window is written with its number all the same:
  /// windows are reopened in the order of their closings, which may say nothing else that is new.
  func write(_ record: SceneRecord, isLast: Bool = false) throws {
    if let old = written[record.id], old == record || (!isLast && old.isSame(as: record)) { return }
    let (data, leftOut) = record.data()
    if !leftOut.isEmpty {
      log(
        "The window \(record.id) is too large to be saved whole; left out: "
          + leftOut.joined(separator: ", ") + ".")
    }
    guard data.count <= SceneRecord.byteLimit else {
      log("The window \(record.id) is too large to be saved at all.")
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
    try files.removeIfThere(path + DurableFile.previousEnding)
    try files.removeIfThere(path + DurableFile.unfinishedEnding)
    try files.removeIfThere(path)
  }

  /// Removes all records, those of closed windows, history, what was set aside and what older
  /// versions left. What can't be removed does not keep the others: the first failure is thrown at
  /// the end.
  func forget(except kept: Set<UUID> = []) throws {
    var failure: (any Error)?
    func attempt(_ work: () throws -> Void) {
      do { try work() } catch { failure = failure ?? error }
    }
    for folder in [directory.windows, directory.closed, directory.history, directory.quarantine] {
      attempt {
        for name in try files.list(folder)
        where folder != directory.windows || !kept.contains(where: { name.hasPrefix("\($0)") }) {
          attempt { try files.removeAnything(folder + "/" + name) }
        }
      }
    }
    for version in directory.versions(files) where version < schema.version {
      attempt { try files.removeTree(directory.layout(version).layout) }
    }
    written = written.filter { kept.contains($0.key) }
    if let failure { throw failure }
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
