// SPDX-License-Identifier: Apache-2.0
// Giving room back to the disk. What was removed leaves free pages in the file, which later changes
// use; a window that is open gives them back little by little, and `compact` all at once.

import Foundation

extension CatalogStore {
  /// Rewrites the file without its free pages, makes the search index anew if it does not match
  /// the products, and other indexes and triggers if another program has removed or changed them. Others can
  /// read meanwhile, but not write. Needs as much free room on the disk as the products take; with less, only the
  /// free pages are given back.
  /// Returns the file's size before and after.
  ///
  /// What another program has put there that runs when something is written is removed, too; whoever has the catalogue
  /// open for reading because of it must open it again.
  public func compact() async throws -> (before: Int, after: Int) {
    if case .foreignPart? = readOnlyReason {
      try await offThread { [file = database.file] in try file.removeForeignParts() }
      let own = try await CatalogStore.open(in: directory)
      let sizes: (Int, Int)
      do { sizes = try await own.compact() } catch {
        await own.close()
        throw error
      }
      await own.close()
      return sizes
    }
    return try await database.underLock {
      [path = database.file.path, reserve = database.file.reserve] connection in
      func size() throws -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw CatalogError(systemError: errno, file: path) }
        return Int(status.st_size)
      }
      try connection.checkpoint()
      let before = try size()
      do {
        try Schema.mendParts(connection)
        try connection.transaction(.write) { try DerivedColumns(connection: connection).mend() }
        try SearchIndex(connection: connection).mend()
        try connection.transaction(.write) { try SearchIndex(connection: connection).shrink() }
        // From now on the free pages can be given back one by one.
        try connection.execute("PRAGMA auto_vacuum = INCREMENTAL; VACUUM")
      } catch let error as SQLiteError where error.kind == .full {
        // What is free can be given back in little room.
        reserve.giveUp()
        guard try connection.integer("PRAGMA auto_vacuum") == 2 else { throw error }
        var free = Int.max
        while case let now = try connection.integer("PRAGMA freelist_count"), now > 0, now < free {
          free = now
          try connection.execute("PRAGMA incremental_vacuum(256)")
          try connection.checkpoint()
        }
      }
      try connection.checkpoint()
      return ((before, try size()), [])
    }
  }
}
