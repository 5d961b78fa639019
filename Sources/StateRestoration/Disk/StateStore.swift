// The files of one application's windows: reading them at the start, writing them while it runs.
// It holds the lock for as long as it lives: two processes never mix their windows. Everything
// here blocks, and is called on one queue.

import Foundation

final class StateStore {
  let directory: StateDirectory
  let files: any StateFileSystem
  let schema: StateSchema
  let now: () -> Date
  let log: (String) -> Void
  private let lock: StateLock?
  /// What is in `windows` as far as this process knows.
  var written: [UUID: RecordFile] = [:]
  /// Records whose last write may or may not have reached the disk.
  var uncertain: Set<UUID> = []
  var writtenSession: SessionRecord?
  /// The day of use, as the session counts them.
  var lastKnownDay = 0
  /// The files in `closed`, once they have been read.
  var closedFiles: [ClosedFile]?
  /// The parts beside the record and its `.prev` that this process has written.
  var ownParts: [UUID: [Set<String>]] = [:]

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

  /// Removes all records, those of closed windows, history, what was moved aside and what older
  /// versions left. What can't be removed does not keep the others: the first failure is thrown at
  /// the end.
  func forget(except kept: Set<UUID> = []) throws {
    var failure: (any Error)?
    func attempt(_ work: () throws -> Void) {
      do { try work() } catch { failure = failure ?? error }
    }
    let folders = [
      directory.windows, directory.closed, directory.history, directory.quarantine,
      directory.values,
    ].filter(files.exists)
    // All at once where nothing is to stay: a process that ends in the middle has forgotten all.
    let moved = kept.isEmpty ? folders.filter(moveOutOfTheWay) : []
    for folder in folders where !moved.contains(folder) {
      attempt {
        for name in try files.list(folder) {
          let isOfAWindow = folder == directory.windows || folder == directory.values
          if isOfAWindow, let id = UUID(uuidString: String(name.prefix(36))), kept.contains(id) {
            continue
          }
          attempt { try files.removeAnything(folder + "/" + name) }
        }
      }
    }
    for version in directory.versions(files) where version < schema.version {
      attempt { try files.removeTree(directory.layout(version).layout) }
    }
    written = written.filter { kept.contains($0.key) }
    closedFiles = nil
    attempt { try directory.prepare(files) }
    for folder in moved { attempt { try files.removeTree(folder + Self.forgottenEnding) } }
    if let failure { throw failure }
  }

  /// A folder whose name ends so is to be removed.
  static let forgottenEnding = ".forgotten"

  private func moveOutOfTheWay(_ folder: String) -> Bool {
    do {
      // One that was left behind, by a process that was killed.
      if files.exists(folder + Self.forgottenEnding) {
        try files.removeTree(folder + Self.forgottenEnding)
      }
      try files.rename(folder, folder + Self.forgottenEnding)
      try files.flushDirectory(of: folder)
      return true
    } catch { return false }
  }

  /// Removes this layout, whose state has been brought to another place.
  func empty() throws { try files.removeTree(directory.layout) }
}
