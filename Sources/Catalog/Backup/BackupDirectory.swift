// SPDX-License-Identifier: Apache-2.0
// The backups beside the catalogue: making one, verifying it, and deleting old ones. A file with a
// backup's name is always complete: it is written under another name, read back from beginning to
// end, and only then renamed.

import Foundation

struct BackupDirectory: Sendable {
  let catalogue: CatalogFile
  var root: String { "\(catalogue.directory)/backups" }

  var picturesPath: String { "\(root)/images" }

  /// The name under which a backup is written and verified.
  private var unfinished: String { "\(root)/unfinished" }

  /// Only one backup at a time is made, restored or deleted, across processes. Writers of the
  /// catalogue do not wait for this lock, so code that needs both takes this one first.
  func lock(patience: TimeInterval) throws -> CatalogLock {
    try makeDirectories(root)
    return CatalogLock("\(root)/lock", patience: patience)
  }

  var pictures: BackedUpPictures {
    BackedUpPictures(pictureFiles: PictureFiles(root: catalogue.picturesPath), backups: self)
  }

  func path(of backup: CatalogBackup) -> String { "\(root)/\(backup.name)" }

  /// The existing backups, newest first.
  func backups() throws -> [CatalogBackup] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: root)
    } catch CocoaError.fileReadNoSuchFile {
      return []
    } catch {
      throw CatalogError(systemError: EACCES, file: root)
    }
    return names.compactMap { name in
      var status = stat()
      guard lstat("\(root)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        return nil
      }
      return CatalogBackup(name: name, size: Int(status.st_size))
    }.sorted { ($0.date, $0.kind.rawValue) > ($1.date, $1.kind.rawValue) }
  }

  /// Whether there is no backup and none is being made.
  func isEmpty() throws -> Bool {
    var status = stat()
    return try lstat(unfinished, &status) != 0 && backups().isEmpty
  }

  /// The newest backup that can be restored.
  func newest() -> CatalogBackup? {
    (try? backups())?.first { $0.kind != .damaged }
  }

  // MARK: Making

  /// Makes a backup of the catalogue as it is now, while changes continue. Call it with the
  /// backups' lock held.
  func make(
    _ kind: CatalogBackup.Kind = .regular, at moment: Date = Date(), stop: BackupStop = BackupStop()
  ) throws -> CatalogBackup {
    unlink(unfinished)
    return try NewFile.whileUnfinished(unfinished) { try makeAnew(kind, at: moment, stop: stop) }
  }

  /// Removes what a process that was killed has left of a backup or a copy, which can be as large as the catalogue.
  func removeAbandoned() throws {
    PassingPlace.removeAbandoned(.copying, in: catalogue.directory)
    var status = stat()
    guard lstat(unfinished, &status) == 0 else { return }
    // Whoever makes one now has the lock.
    _ = try lock(patience: 0).holdIfFree { unlink(unfinished) }
  }

  private func makeAnew(
    _ kind: CatalogBackup.Kind, at moment: Date, stop: BackupStop
  ) throws -> CatalogBackup {
    do {
      try createFile(unfinished)
      let counts = try copyCatalogue(kind, stop)
      try verify(unfinished, counts: counts, stop: stop)
      var status = stat()
      guard stat(unfinished, &status) == 0 else {
        throw CatalogError(systemError: errno, file: unfinished)
      }
      let backup = freeName(kind, moment, size: Int(status.st_size))
      guard rename(unfinished, path(of: backup)) == 0 else {
        throw CatalogError(systemError: errno, file: path(of: backup))
      }
      try syncDirectory(of: unfinished)
      // The backup is made; a picture that got no second name still has its first.
      try? pictures.keep(for: path(of: backup))
      return backup
    } catch {
      unlink(unfinished)
      switch error {
      case let error as SQLiteError where error.isDamage:
        throw CatalogError(error, file: catalogue.path)
      case let error as SQLiteError: throw CatalogError(error, file: root)
      default: throw error
      }
    }
  }

  /// Copies one snapshot and returns the number of rows of each table.
  private func copyCatalogue(_ kind: CatalogBackup.Kind, _ stop: BackupStop) throws -> [String: Int]
  {
    let source = try catalogue.reader()
    let target = try Connection(unfinished, .readWrite)
    // Nobody opens the file under its present name, so there is nothing to roll back to.
    try target.execute("PRAGMA journal_mode = OFF")
    // One read transaction: otherwise every commit of another process would restart the copy. In
    // WAL mode it blocks no writer.
    return try source.transaction(.read) {
      let counts = try stop.whileRunning(source) { try countRows(source) }
      // A restore keeps everybody waiting, so the copy before it does not yield.
      try copyPages(from: source, to: target, givingWay: kind == .regular, stop: stop)
      return counts
    }
  }

  /// Copies in small steps; when `givingWay`, it leaves the disk to others half of the time.
  private func copyPages(
    from source: Connection, to target: Connection, givingWay: Bool, stop: BackupStop
  ) throws {
    var began = DispatchTime.now()
    try source.copyPages(to: target, atATime: 256) {
      try stop.check()
      guard givingWay else { return }
      let took = DispatchTime.now().uptimeNanoseconds - began.uptimeNanoseconds
      usleep(useconds_t(min(took / 1000, 20_000)))
      began = .now()
    }
  }

  /// Throws unless the file is an undamaged catalogue with these numbers of rows.
  func verify(_ path: String, counts: [String: Int]?, stop: BackupStop = BackupStop()) throws {
    let copy = try Connection(path, .immutable)
    try stop.whileRunning(copy) {
      try requireCatalogue(copy, path)
      if let damage = try Schema.damage(of: copy, atMost: 1).first {
        // The pages were copied from the catalogue, so it has the same damage.
        throw SQLiteError.corrupt(damage)
      }
      guard let counts else { return }
      guard try countRows(copy) == counts else {
        throw CatalogError.backupDiffers(file: path)
      }
    }
  }

  /// Throws if a file is a database of another program.
  func requireCatalogue(_ connection: Connection, _ path: String) throws {
    guard try connection.integer("PRAGMA application_id") == Schema.applicationID,
      try Schema.isVersionOurs(connection)
    else {
      throw CatalogError.foreign(file: path)
    }
  }

  private func countRows(_ connection: Connection) throws -> [String: Int] {
    let tables = try connection.rows(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
    ) { $0.text("name") }
    return try tables.reduce(into: [:]) {
      $0[$1] = try connection.integer("SELECT count(*) FROM \"\($1)\"")
    }
  }

  /// A free name: a second backup within the same second is dated a second later.
  func freeName(_ kind: CatalogBackup.Kind, _ moment: Date, size: Int) -> CatalogBackup {
    var second = moment.timeIntervalSince1970.rounded(.down)
    while true {
      let backup = CatalogBackup(
        kind: kind, date: Date(timeIntervalSince1970: second), size: size)
      var status = stat()
      guard lstat(path(of: backup), &status) == 0 else { return backup }
      second += 1
    }
  }

  // MARK: Deleting

  /// Deletes the backups that are too old to keep. Called only after a new one was verified, so
  /// that a damaged catalogue never costs a good backup.
  func removeSurplus(now: Date = Date()) throws {
    for backup in Self.surplus(of: try backups(), now: now) { unlink(path(of: backup)) }
  }

  /// Keeps the newest backup of each of the last seven days that have one, and of each of the last
  /// four weeks that have one. Days without a backup do not count, so a long holiday loses nothing.
  static func surplus(
    of backups: [CatalogBackup], now: Date, calendar: Calendar = Calendar(identifier: .iso8601)
  ) -> [CatalogBackup] {
    var days: Set<DateComponents> = []
    var weeks: Set<DateComponents> = []
    return backups.sorted { $0.date > $1.date }.filter { backup in
      switch backup.kind {
      case .damaged: return false
      case .beforeRestoring, .beforeConverting, .byHand:
        return calendar.date(byAdding: .day, value: 28, to: backup.date).map { $0 < now } ?? false
      case .regular:
        let day = calendar.dateComponents([.year, .month, .day], from: backup.date)
        let week = calendar.dateComponents([.yearForWeekOfYear, .weekOfYear], from: backup.date)
        let isNewestOfDay = days.count < 7 && days.insert(day).inserted
        let isNewestOfWeek = weeks.count < 4 && weeks.insert(week).inserted
        return !isNewestOfDay && !isNewestOfWeek
      }
    }
  }
}
