// SPDX-License-Identifier: Apache-2.0
// Opening a backup to look at it. It is opened as a file that nobody writes to, so that SQLite makes no lock and no log
// beside it; one of an older version is brought up to date in a copy that only this process has.

import Foundation

extension CatalogFile {
  func openBackup() throws -> Connections {
    guard try isThere() else { throw CatalogError.noSuchFile(file: path) }
    try refuseForeign()
    let reader = try Connection(path, .immutable)
    let version = try Schema.migrator.version(of: reader)
    guard version <= Schema.migrator.newestVersion else {
      throw CatalogError.newerVersion(file: path)
    }
    let foreign = try foreignPart(reader)
    let bytes = try reader.integer("PRAGMA page_count") * reader.integer("PRAGMA page_size")
    if let damage = try damageOfBackup(reader, bytes) {
      throw CatalogError.damaged(file: path, reason: damage)
    }
    let reason = CatalogError.readOnly(file: path)
    guard version < Schema.migrator.newestVersion else {
      try Schema.requireTables(reader)
      // One for the list, and one for what is beside it.
      let readers = [reader, try Connection(path, .immutable)]
      readers.forEach { $0.limitTime() }
      return Connections(writer: nil, readers: readers, readOnlyReason: reason)
    }
    // Bringing it up to date would run it.
    if let foreign { throw CatalogError.changedPart(file: path, name: foreign) }
    // Without a name, SQLite keeps it in a temporary file.
    let copy = try converted(reader, in: bytes > Self.mostOfBackupInMemory ? "" : ":memory:")
    return Connections(writer: nil, readers: [copy], readOnlyReason: reason)
  }

  private static let mostOfBackupInMemory = 64 << 20

  /// It was checked when it was made; a disk may have changed it since. All of a small one is looked at.
  private func damageOfBackup(_ reader: Connection, _ bytes: Int) throws -> String? {
    do {
      var status = stat()
      if stat(path, &status) == 0, Int(status.st_size) < bytes { return "the file is cut short" }
      guard bytes <= 4 << 20 else {
        _ = try reader.integer("SELECT count(*) FROM sqlite_schema")
        return nil
      }
      return try reader.damage("quick_check(1)").first
    } catch let error as SQLiteError where error.kind == .corrupt {
      return error.message
    }
  }
}
