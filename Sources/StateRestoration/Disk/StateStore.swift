// SPDX-License-Identifier: Apache-2.0
// The files of one application's windows: reads them at the start and writes them while it runs. It
// holds the lock for its whole lifetime, so that two processes never mix their windows. All calls
// block, and are made on one queue.

import Foundation

final class StateStore {
  /// The windows that were discarded and that nobody was told of yet.
  private var discarded: Set<UUID> = []
  /// Tells the application of windows that were discarded for good.
  var onDiscard: (Set<UUID>) -> Void = { _ in }
  /// Tests fill a smaller history.
  var historyBytes = StateLimits.historyBytes
  let directory: StateDirectory
  let files: any StateFileSystem
  let schema: StateSchema
  let now: () -> Date
  let log: (String) -> Void
  private let lock: StateLock?
  /// The contents of `windows`, as far as this process knows.
  var written: [UUID: RecordFile] = [:]
  /// Records whose last write may or may not have reached the disk.
  var uncertain: Set<UUID> = []
  /// Windows of which nothing is left.
  var gone: Set<UUID> = []
  var writtenSession: SessionRecord?
  /// The current day of use, as counted in the session.
  var lastKnownDay = 0
  /// The files in `closed`, once they have been read.
  var closedFiles: [ClosedFile]?
  /// The windows of each session with a name, once these have been read.
  var namedWindows: [UUID: Set<UUID>]?
  /// What the last write would have needed.
  var bytesNeeded = 0
  /// Making room did not help: nothing more is given up until something could be written.
  private(set) var isRoomFutile = false
  func roomIs(futile: Bool) { isRoomFutile = futile }
  /// The journals that the last run left.
  var journals: [UUID: JournalFiles] = [:]
  /// The windows that are in one file, and whose own are older.
  var gathered: Set<UUID> = []
  /// The value files of the record and its `.prev` that this process wrote.
  var ownParts: [UUID: [Set<String>]] = [:]

  /// Prepares the directory and takes the lock. Throws `StateLock.Taken` if another process has it.
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

  /// A read-only store: locks, moves and writes nothing.
  init(
    reading directory: StateDirectory, _ files: any StateFileSystem,
    schema: StateSchema = .current, now: @escaping () -> Date = Date.init
  ) {
    self.directory = directory
    self.files = files
    self.schema = schema
    self.now = now
    log = { _ in }
    lock = nil
  }

  var mayWrite: Bool { lock != nil }

  func discards(_ id: UUID) { discarded.insert(id) }

  func announceDiscarded() {
    guard !discarded.isEmpty else { return }
    onDiscard(discarded)
    discarded = []
  }

  /// Removes all records, closed windows, archived sessions, what was set aside, and the files of
  /// older versions. Continues after failures, and throws the first one at the end. If nothing is to
  /// be kept, the folders are only moved away, which is quick with any number of windows:
  /// `removeForgotten`, or the next start, removes them.
  func forget(except kept: Set<UUID> = []) throws {
    var failure: (any Error)?
    func attempt(_ work: () throws -> Void) {
      do { try work() } catch { failure = failure ?? error }
    }
    let folders = [
      directory.windows, directory.closed, directory.history, directory.quarantine,
      directory.values,
    ].filter(files.exists)
    defer { announceDiscarded() }
    for folder in [directory.windows, directory.closed] {
      for name in StateDirectory.records(in: folder, files) {
        let id = UUID(uuidString: String(name.dropLast(5).suffix(36)))
        if let id, !kept.contains(id) { discards(id) }
      }
    }
    // Even if the process ends halfway, everything is forgotten.
    let moved = kept.isEmpty ? folders.filter(moveOutOfTheWay) : []
    for folder in folders where !moved.contains(folder) {
      attempt {
        for name in try files.list(folder) where name != StateDirectory.gatheredName {
          let isOfAWindow = folder == directory.windows || folder == directory.values
          if isOfAWindow, let id = UUID(uuidString: String(name.prefix(36))), kept.contains(id) {
            continue
          }
          attempt { try files.removeAnything(folder + "/" + name) }
        }
      }
    }
    if moved.contains(directory.windows) { gathered = [] }
    attempt { try keepGathered(gathered.intersection(kept)) }
    if kept.isEmpty { attempt { try files.removeIfThere(directory.gathered) } }
    attempt { try removeAutomaticSessions() }
    for version in directory.versions(files) where version < schema.version {
      attempt { try files.removeTree(directory.layout(version).layout) }
    }
    for (id, journals) in journals where !kept.contains(id) {
      attempt { try removeJournals(of: id, journals.numbers) }
    }
    if let folder = directory.standIns, kept.isEmpty, files.exists(folder) {
      attempt { try files.removeTree(folder) }
    }
    journals = journals.filter { kept.contains($0.key) }
    written = written.filter { kept.contains($0.key) }
    closedFiles = nil
    attempt { try directory.prepare(files) }
    if let failure { throw failure }
  }

  /// Removes what `forget` moved away, in this session or an earlier one.
  func removeForgotten() throws {
    for folder in [directory.root, directory.layout] where files.exists(folder) {
      for name in try files.list(folder) where name.hasSuffix(Self.forgottenEnding) {
        try files.removeTree(folder + "/" + name)
      }
    }
  }

  /// Folders with this suffix are to be removed.
  static let forgottenEnding = ".forgotten"

  private func moveOutOfTheWay(_ folder: String) -> Bool {
    do {
      // Left behind by a process that was killed.
      if files.exists(folder + Self.forgottenEnding) {
        try files.removeTree(folder + Self.forgottenEnding)
      }
      try files.rename(folder, folder + Self.forgottenEnding)
      try files.flushDirectory(of: folder)
      return true
    } catch { return false }
  }

  /// Removes this directory, whose state has been copied elsewhere.
  func empty() throws { try files.removeTree(directory.layout) }
}
