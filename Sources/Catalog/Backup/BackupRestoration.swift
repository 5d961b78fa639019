// SPDX-License-Identifier: Apache-2.0
// Restoring a backup without losing what is there now and without confusing other windows.
//
// An undamaged catalogue is backed up first, then overwritten in one transaction: other windows and
// processes continue and see a change like any other. A damaged one cannot safely be written to:
// its files are moved aside as they are, and the backup gets their name. Whoever has the damaged
// one open finds out at the next call that it was replaced.

import Foundation

struct BackupRestoration {
  let file: CatalogFile
  let patience: TimeInterval
  private var backups: BackupDirectory { BackupDirectory(catalogue: file) }
  private var prepared: String { "\(backups.root)/restoring" }

  /// Returns the backup of what was there before, nil if there was nothing.
  func restore(_ backup: CatalogBackup) throws -> CatalogBackup? {
    let before = try restoreRows(backups.path(of: backup))
    try translatingErrors { try backups.pictures.putBack(for: backups.path(of: backup)) }
    return before
  }

  /// The same with a copy of a catalogue that came in a file. Its pictures are in place already.
  func restore(copyAt path: String) throws -> CatalogBackup? { try restoreRows(path) }

  /// Puts a copy of what is ours in the place of a catalogue that another program has changed, which is set aside
  /// as a damaged one is. Its pictures stay.
  func replaceWithOurs() throws -> OwnCopy {
    try translatingErrors {
      try backups.lock(patience: patience).hold {
        defer { removePrepared() }
        removePrepared()
        let lock = CatalogLock(file.lockPath, patience: patience)
        return try lock.hold {
          defer { lock.signalCommit() }
          try file.refuseForeign()
          var copy = try CleanCopy(source: file).write(to: prepared)
          copy.setAside = URL(fileURLWithPath: backups.path(of: try moveAside()))
          try takeName()
          unlink(SoundnessRecord.path(of: file))
          return copy
        }
      }
    }
  }

  private func restoreRows(_ path: String) throws -> CatalogBackup? {
    try translatingErrors {
      try backups.lock(patience: patience).hold {
        defer { removePrepared() }
        try prepare(path)
        let lock = CatalogLock(file.lockPath, patience: patience)
        return try lock.hold {
          // Everybody who watches reads again, whatever was restored.
          defer { lock.signalCommit() }
          return try putInPlace()
        }
      }
    }
  }

  /// Copies the backup, verifies the copy and migrates it. The backup itself is never written to.
  private func prepare(_ path: String) throws {
    guard access(path, R_OK) == 0 else { throw CatalogError(systemError: errno, file: path) }
    removePrepared()
    try createFile(prepared)
    do {
      try copy(path, to: Connection(prepared, .readWrite))
      let connection = try Connection(prepared, .readWrite)
      try backups.requireCatalogue(connection, path)
      let version = try Schema.migrator.version(of: connection)
      guard version <= Schema.migrator.newestVersion else {
        throw CatalogError.newerVersion(file: path)
      }
      switch try Schema.intrusion(in: connection) {
      case .whenRead(let name)?: throw CatalogError.changedPart(file: path, name: name)
      // Bringing it up to date would write.
      case .whenWritten(let name)? where version < Schema.migrator.newestVersion:
        throw CatalogError.changedPart(file: path, name: name)
      case .whenWritten?, nil: break
      }
      try backups.verify(prepared, counts: nil)
      try Schema.migrator.migrate(connection)
      try Schema.requireTables(connection)
      connection.allowCheckpointOnClose()
    } catch let error as SQLiteError where error.isDamage || error.kind == .wrongSQL {
      throw CatalogError.damaged(file: path, reason: error.message)
    } catch CatalogError.foreign {
      throw CatalogError.foreign(file: path)
    }
  }

  /// Overwrites everything in one commit.
  private func copy(_ path: String, to target: Connection) throws {
    try Connection(path, .immutable).copyPages(to: target, atATime: 4_096)
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
      // The file stays the same one, but what it holds is another.
      unlink(SoundnessRecord.path(of: file))
      // The change is safe already; if the checkpoint fails now, the next one does it.
      try? CheckpointCount(file.lockPath).counting { try target.checkpoint() }
      return before
    } catch  where error.meansDamage {
      let damaged = try moveAside()
      try takeName()
      return damaged
    }
  }

  /// Moves the files of a damaged catalogue, including its log, to the backups. The catalogue also
  /// keeps its own name until the backup takes it, so that there is one at every moment.
  private func moveAside() throws -> CatalogBackup {
    var status = stat()
    guard stat(file.path, &status) == 0 else {
      throw CatalogError(systemError: errno, file: file.path)
    }
    let damaged = backups.freeName(.damaged, Date(), size: Int(status.st_size))
    let path = backups.path(of: damaged)
    guard link(file.path, path) == 0 else { throw CatalogError(systemError: errno, file: path) }
    for suffix in ["-wal", "-journal"] {
      // The log of one file must never be used with another.
      guard rename(file.path + suffix, path + suffix) == 0 || errno == ENOENT else {
        throw CatalogError(systemError: errno, file: path + suffix)
      }
    }
    unlink("\(file.path)-shm")
    try syncDirectory(of: path)
    return damaged
  }

  private func takeName() throws {
    // They are about another file.
    unlink(file.sumsPath)
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
  /// Whether the error means that the catalogue's file is damaged or not a catalogue.
  fileprivate var meansDamage: Bool {
    if let error = self as? SQLiteError { return error.isDamage || error.kind == .wrongSQL }
    return (self as? CatalogError)?.isDamage == true
  }
}
