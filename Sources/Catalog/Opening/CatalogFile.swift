// SPDX-License-Identifier: Apache-2.0
// Finding, making and opening the catalogue's file. Two rules shape it: a file that is not ours is
// never written to, and a file with the catalogue's name is always complete — a new one is made
// under another name and renamed in one step.

import Foundation

struct CatalogFile {
  let directory: String
  /// The database: that of the catalogue, or a backup of it.
  let path: String
  /// Whether it is a backup: that is looked at, and nothing is ever written to it or beside it.
  let isBackup: Bool
  var lockPath: String { "\(directory)/catalog.lock" }
  var reserve: Reserve { Reserve(path: "\(directory)/catalog.reserve") }
  /// The sums of the pages.
  var sumsPath: String { "\(directory)/catalog.sums" }
  var picturesPath: String { "\(directory)/images" }

  /// The connections of an open catalogue.
  struct Connections {
    /// Nil if the catalogue is read-only.
    let writer: Connection?
    let readers: [Connection]
    let readOnlyReason: CatalogError?
  }

  /// A copy of a catalogue that was unpacked into a directory of ours: also only looked at.
  init(unpackedIn directory: String) {
    self.directory = directory
    path = "\(directory)/catalog.sqlite"
    isBackup = true
  }

  /// Creates `directory` if it is missing. Its own path may contain symbolic links, but nothing of ours in it may be one.
  init(in directory: URL) throws {
    let given = directory.path
    try makeDirectories(given)
    guard let resolved = realpath(given, nil) else {
      throw CatalogError(systemError: errno, file: given)
    }
    defer { free(resolved) }
    self.directory = String(cString: resolved)
    path = "\(self.directory)/catalog.sqlite"
    isBackup = false
    try refuseLinks()
  }

  /// A backup of this name of another catalogue.
  init(backup name: String, of catalogue: CatalogFile) {
    directory = catalogue.directory
    path = "\(catalogue.directory)/backups/\(name)"
    isBackup = true
  }

  /// Opens the catalogue; creates an empty one if there is none.
  ///
  /// The lock is only taken to create or migrate it, so that opening never waits for somebody who
  /// writes. `isForReading`: nothing will be written. `beforeMigrating` runs before the tables of an
  /// older version are migrated; if it throws, they are not. `whenConverting` is told how far that has come.
  /// `freesRoom`: on a full disk, it is opened with a part of what is kept for that.
  func open(
    lock: CatalogLock, isForReading: Bool = false, freesRoom: Bool = false,
    whenConverting: (@Sendable (ConversionProgress) -> Void)? = nil,
    beforeMigrating: () throws -> Void = {}
  ) throws -> Connections {
    do {
      if isBackup { return try openBackup() }
      if try !isThere() { try lock.hold(make) }
      try refuseForeign()
      try takeBackInterrupted(lock)
      if isForReading, let connections = try openForReading() { return connections }
      guard isPermitted(path, W_OK), isPermitted(directory, W_OK) else {
        let reason = CatalogError(systemError: errno, file: path)
        return try openConverted(because: reason) ?? openReadOnly(because: reason)
      }
      do { return try openReadWrite(lock, whenConverting, beforeMigrating) } catch let error
        where freesRoom && isForLackOfRoom(error)
      {
        guard reserve.giveUp(Reserve.toOpen) else { throw error }
        return try openReadWrite(lock, whenConverting, beforeMigrating)
      }
    } catch let error as SQLiteError where error.kind == .wrongSQL {
      // Our SQL fits every undamaged catalogue: this one lacks a table or a column.
      throw CatalogError.damaged(file: path, reason: error.message)
    } catch let error as SQLiteError {
      throw CatalogError(error, file: path)
    }
  }

  private func isForLackOfRoom(_ error: any Error) -> Bool {
    switch error {
    case let error as SQLiteError: error.kind == .full
    case CatalogError.diskFull: true
    default: false
    }
  }

  // MARK: Checking the file

  /// Whether there is a plain file with the catalogue's name; an empty one is not a catalogue.
  func isThere(orEmpty: Bool = false) throws -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw CatalogError(systemError: errno, file: path) }
      return false
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw CatalogError.symbolicLink(file: path)
    default: throw CatalogError.notAFile(file: path)
    }
    guard orEmpty || status.st_size > 0 else { throw CatalogError.notADatabase(file: path) }
    return true
  }

  /// Reads only the file's header and changes nothing: if a process was killed during a checkpoint,
  /// the file is complete only together with its log.
  func refuseForeign() throws {
    guard isPermitted(path, R_OK) else { throw CatalogError(systemError: errno, file: path) }
    guard let header = try FileHeader(of: path) else { throw CatalogError.notADatabase(file: path) }
    guard header.applicationID == Schema.applicationID else {
      throw CatalogError.foreign(file: path)
    }
    guard header.isInUTF8 else {
      throw CatalogError.damaged(file: path, reason: "its texts are not in UTF-8")
    }
  }

  /// For the effective user; `access` would check the real one.
  private func isPermitted(_ path: String, _ mode: Int32) -> Bool {
    faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0
  }

  // MARK: Opening

  /// A journal beside the file is left by a migration that was interrupted before the log was in
  /// use. The first to read takes back what it did, which writes, so that needs the lock.
  private func takeBackInterrupted(_ lock: CatalogLock) throws {
    guard access(path + "-journal", F_OK) == 0, isPermitted(path, W_OK),
      isPermitted(directory, W_OK)
    else { return }
    try lock.hold {
      _ = try Schema.migrator.version(of: Connection(path, .readWrite, patience: lock.patience))
    }
  }

  /// Nil if the tables must be migrated first.
  private func openForReading() throws -> Connections? {
    let reader = try reader()
    guard try Schema.migrator.version(of: reader) == Schema.migrator.newestVersion else {
      return nil
    }
    let foreign = try foreignPart(reader)
    if let reason = try damage(reader) {
      return try openReadOnly(because: .damaged(file: path, reason: reason))
    }
    if let foreign {
      return try openReadOnly(because: .foreignPart(file: path, name: foreign))
    }
    return Connections(writer: nil, readers: [reader], readOnlyReason: nil)
  }

  private func openReadWrite(
    _ lock: CatalogLock, _ whenConverting: (@Sendable (ConversionProgress) -> Void)?,
    _ beforeMigrating: () throws -> Void
  ) throws -> Connections {
    let patience = lock.patience
    Connection.makeSums(of: path)
    let writer = try Connection(path, .readWrite, patience: patience)
    let version = try Schema.migrator.version(of: writer)
    guard version <= Schema.migrator.newestVersion else {
      return try openReadOnly(because: .newerVersion(file: path))
    }
    // First: even a check of the file computes what is in its indexes.
    let foreign = try foreignPart(writer)
    if let reason = try damage(writer) {
      return try openReadOnly(because: .damaged(file: path, reason: reason))
    }
    if let foreign {
      // Bringing it up to date would write.
      guard version == Schema.migrator.newestVersion else {
        throw CatalogError.changedPart(file: path, name: foreign)
      }
      return try openReadOnly(because: .foreignPart(file: path, name: foreign))
    }
    try writer.makeRoom()
    defer { writer.giveRoomBack() }
    let isLogged = try writer.first("PRAGMA journal_mode") { $0.onlyText } == "wal"
    if isLogged, version == Schema.migrator.newestVersion {
      // Others notice commits by this file.
      try lock.makeFile()
    } else {
      let isOlder = version > 0 && version < Schema.migrator.newestVersion
      let watch = try isOlder ? following(writer, from: version, whenConverting) : nil
      if isOlder { try beforeMigrating() }
      watch?.partIsDone()
      try lock.hold {
        try writer.execute("PRAGMA journal_mode = WAL")
        try Schema.migrator.migrate(writer) { watch?.partIsDone() }
      }
    }
    try Schema.requireTables(writer)
    try History.install(on: writer)
    try SearchIndex.install(on: writer)
    if let reason = try compareSums(writer, lock) {
      return try openReadOnly(because: .damaged(file: path, reason: reason))
    }
    // Two for queries, and one that keeps the lists up to date.
    let readers = try (0..<3).map { _ in try Connection(path, .readOnly, patience: patience) }
    return Connections(writer: writer, readers: readers, readOnlyReason: nil)
  }

  /// Tells of the conversion from an older version, if somebody wants to know.
  private func following(
    _ connection: Connection, from version: Int,
    _ report: (@Sendable (ConversionProgress) -> Void)?
  ) throws -> ConversionWatch? {
    guard let report else { return nil }
    let bytes =
      try connection.integer("PRAGMA page_count") * connection.integer("PRAGMA page_size")
    let plan = ConversionPlan(
      bytes: bytes, products: try connection.integer("SELECT count(*) FROM product"),
      pending: Schema.migrator.pending(after: version))
    return ConversionWatch(plan, report)
  }

  /// More than this is not held in memory.
  private static let mostInMemory = 1 << 30

  /// A catalogue of an older version where nothing can be written: what it has is brought up to date in memory. Nil for
  /// one of this version; throws for one that is too large for that.
  private func openConverted(because reason: CatalogError) throws -> Connections? {
    let source = try reader()
    let version = try Schema.migrator.version(of: source)
    guard version > 0, version < Schema.migrator.newestVersion else { return nil }
    if let name = try foreignPart(source) { throw CatalogError.changedPart(file: path, name: name) }
    let bytes = try source.integer("PRAGMA page_count") * source.integer("PRAGMA page_size")
    guard bytes <= Self.mostInMemory else { throw reason }
    let copy = try converted(source, in: ":memory:")
    return Connections(writer: nil, readers: [copy], readOnlyReason: reason)
  }

  /// A copy of this version, which is gone when it is closed.
  func converted(_ source: Connection, in place: String) throws -> Connection {
    let copy = try Connection(place, .readWrite)
    try source.transaction(.read) {
      try source.copyPages(to: copy, atATime: 4_096)
    }
    try Schema.migrator.migrate(copy)
    try Schema.requireTables(copy)
    copy.limitTime()
    return copy
  }

  private func openReadOnly(because reason: CatalogError) throws -> Connections {
    let reader = try reader()
    _ = try foreignPart(reader)
    reader.limitTime()
    return Connections(writer: nil, readers: [reader], readOnlyReason: reason)
  }

  /// A reading connection, wherever the file is.
  func reader() throws -> Connection {
    do {
      let reader = try Connection(path, .readOnly)
      _ = try reader.integer("SELECT count(*) FROM sqlite_schema")
      return reader
    } catch let error as SQLiteError where [.cannotOpen, .readOnly, .full].contains(error.kind) {
      // A log cannot be read where no file can be created beside it, as on a full disk. Without a log, opening the
      // file as immutable misses nothing.
      guard Connection.hasLog(path) else { return try Connection(path, .immutable) }
      // With one, some room is needed even to read.
      guard error.kind == .full, reserve.giveUp(Reserve.toOpen) else { throw error }
      return try Connection(path, .readOnly)
    }
  }

  /// The name of what another program has put into the file that would run when something is written; throws if it
  /// would when something is read.
  func foreignPart(_ connection: Connection) throws -> String? {
    do {
      guard try Schema.isVersionOurs(connection) else { throw CatalogError.foreign(file: path) }
      switch try Schema.intrusion(in: connection) {
      case nil: return nil
      case .whenWritten(let name)?: return name
      case .whenRead(let name)?: throw CatalogError.changedPart(file: path, name: name)
      }
    } catch let error as SQLiteError where error.kind == .corrupt {
      // The check for damage, which is next, says so.
      return nil
    }
  }

  /// What is wrong with the file, as far as a quick check can tell: it checks all of a small file,
  /// and the length and the tables of a large one.
  private func damage(_ connection: Connection) throws -> String? {
    do {
      if let known = try knownDamage(connection) { return known }
      let pages = try connection.integer("PRAGMA page_count")
      let pageSize = try connection.integer("PRAGMA page_size")
      if try isCutShort(pageSize) { return "the file is cut short" }
      guard pages * pageSize <= 4 << 20 else {
        _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
        return nil
      }
      return try connection.damage("quick_check(1)").first
    } catch let error as SQLiteError where error.kind == .corrupt {
      return error.message
    }
  }

  /// Whether a thorough check finds nothing.
  static func isSound(_ connection: Connection) throws -> Bool {
    try Schema.damage(of: connection, atMost: 1).isEmpty
  }

  /// Damage that was found before, unless it has passed.
  private func knownDamage(_ connection: Connection) throws -> String? {
    var record = SoundnessRecord(of: self)
    guard let damage = record.damage, !record.isConfirmed else { return record.damage }
    let found = try connection.damage("quick_check(1)").first
    record.set(damage: found, isConfirmed: found != nil)
    record.save()
    return found.map { _ in damage }
  }

  /// Whether the last page is incomplete. If there is a log, that may be from a killed process, and
  /// the log has the rest.
  func isCutShort(_ pageSize: Int) throws -> Bool {
    if Connection.hasLog(path) { return false }
    var status = stat()
    guard stat(path, &status) == 0 else { throw CatalogError(systemError: errno, file: path) }
    return !Int(status.st_size).isMultiple(of: max(1, pageSize))
  }

  /// Removes what would run when something is written, so that the catalogue can be written to again.
  func removeForeignParts() throws {
    let lock = CatalogLock(lockPath, patience: 5)
    try lock.hold {
      do { try Schema.removeForeign(Connection(path, .readWrite)) } catch let error as SQLiteError {
        throw CatalogError(error, file: path)
      }
    }
  }

  // MARK: Making

  /// Creates an empty catalogue, unless another process just did.
  private func make() throws {
    if try isThere() { return }
    let unfinished = "\(path).new"
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(unfinished + suffix) }
    try createFile(unfinished)
    do {
      try {
        let connection = try Connection(unfinished, .readWrite)
        // Before there is anything in it: so that free pages can be given back one by one.
        try connection.execute(
          "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA application_id = \(Schema.applicationID)")
        try Schema.migrator.migrate(connection)
        try connection.execute("PRAGMA journal_mode = WAL")
        connection.allowCheckpointOnClose()
      }()
      // Unlike a rename, a link never replaces an existing file.
      guard link(unfinished, path) == 0 else {
        throw CatalogError(systemError: errno, file: path)
      }
    } catch {
      for suffix in ["", "-journal", "-wal", "-shm"] { unlink(unfinished + suffix) }
      throw error
    }
    unlink(unfinished)
    try syncDirectory(of: path)
  }
}
