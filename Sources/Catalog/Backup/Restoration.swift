// Putting a backup in the catalogue's place, so that nothing of what is there now is lost and no
// other window is led astray.
//
// A whole catalogue is set aside as a backup, then written over in one transaction, as any change
// is: other windows and processes go on, and see it as one. A damaged one cannot be written to
// with any trust. Its files are moved aside as they are and the backup gets their name; whoever
// has the damaged one open finds, at the next call, that it was replaced.

import Foundation

struct Restoration {
  let file: CatalogFile
  let patience: TimeInterval
  private var backups: BackupDirectory { BackupDirectory(catalogue: file) }
  private var prepared: String { "\(backups.root)/restoring" }

  /// Returns what was there before, nil when nothing was.
  func restore(_ backup: CatalogBackup) throws -> CatalogBackup? {
    try translatingErrors {
      try backups.lock(patience: patience).hold {
        defer { removePrepared() }
        try prepare(backup)
        let lock = CatalogLock(file.lockPath, patience: patience)
        return try lock.hold {
          // Whatever was put in place, all who watch look for themselves.
          defer { lock.signalCommit() }
          return try putInPlace()
        }
      }
    }
  }

  /// Copies the backup, finds it whole, and brings the copy up to date. The backup itself is
  /// never written to.
  private func prepare(_ backup: CatalogBackup) throws {
    let path = backups.path(of: backup)
    guard access(path, R_OK) == 0 else { throw CatalogError(systemError: errno, file: path) }
    removePrepared()
    try createFile(prepared)
    do {
      try copy(path, to: Connection(prepared, .readWrite))
      try backups.verify(prepared, counts: nil)
      let connection = try Connection(prepared, .readWrite)
      guard try Schema.migrator.version(of: connection) <= Schema.migrator.newestVersion else {
        throw CatalogError.newerVersion(file: path)
      }
      try Schema.migrator.migrate(connection)
      try Schema.requireTables(connection)
      connection.allowCheckpointOnClose()
    } catch let error as SQLiteError where error.isDamage || error.kind == .wrongSQL {
      throw CatalogError.damaged(file: path, reason: error.message)
    } catch CatalogError.foreign {
      throw CatalogError.foreign(file: path)
    }
  }

  /// All of it, as one commit.
  private func copy(_ path: String, to target: Connection) throws {
    let copy = try PageCopy(from: Connection(path, .immutable), to: target)
    while try copy.step(4096) {}
  }

  private func putInPlace() throws -> CatalogBackup? {
    guard try file.isThere(orEmpty: true) else {
      try takeName()
      return nil
    }
    do {
      try file.refuseForeign()
      let before = try backups.make(.beforeRestoring)
      let target = try Connection(file.path, .readWrite, patience: patience)
      try copy(prepared, to: target)
      // The change is safe already; a log that cannot be brought home now is the next one's.
      try? target.checkpoint()
      return before
    } catch  where error.meansDamage {
      let damaged = try moveAside()
      try takeName()
      return damaged
    }
  }

  /// Moves the files of a damaged catalogue, its log with them, to the backups. It keeps its own
  /// name too until the backup takes that: there is a catalogue at every moment.
  private func moveAside() throws -> CatalogBackup {
    var status = stat()
    guard stat(file.path, &status) == 0 else {
      throw CatalogError(systemError: errno, file: file.path)
    }
    let damaged = backups.freeName(.damaged, Date(), size: Int(status.st_size))
    let path = backups.path(of: damaged)
    guard link(file.path, path) == 0 else { throw CatalogError(systemError: errno, file: path) }
    for suffix in ["-wal", "-journal"] {
      // The log of one file must never be taken for that of another.
      guard rename(file.path + suffix, path + suffix) == 0 || errno == ENOENT else {
        throw CatalogError(systemError: errno, file: path + suffix)
      }
    }
    unlink("\(file.path)-shm")
    try syncDirectory(of: path)
    return damaged
  }

  private func takeName() throws {
    guard rename(prepared, file.path) == 0 else {
      throw CatalogError(systemError: errno, file: file.path)
    }
    try syncDirectory(of: file.path)
  }

  private func removePrepared() {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(prepared + suffix) }
  }

  private func translatingErrors<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw CatalogError(error, file: file.path)
    }
  }
}

extension Error {
  /// Whether what was thrown says that the catalogue's file is not whole, or not one.
  fileprivate var meansDamage: Bool {
    if let error = self as? SQLiteError { return error.isDamage || error.kind == .wrongSQL }
    return (self as? CatalogError)?.isDamage == true
  }
}
