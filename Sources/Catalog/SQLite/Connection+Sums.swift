// SPDX-License-Identifier: Apache-2.0
// The sums of the file's pages, which stand beside it (`CPageSums`): a page that is not as it was written is an error when
// it is read.

import CPageSums
import CSQLite
import Foundation

/// What the sums of a file are good for.
enum PageSums {
  case none, sure
  /// Somebody else may have written to the file: a page with another sum is taken as it is.
  case inDoubt
}

extension Connection {
  /// What SQLite's files are opened through; nil for SQLite's own way. Not before SQLite is configured.
  static let disk = page_sums_disk().map { String(cString: $0) }

  /// Makes the file for them if there is none.
  static func makeSums(of path: String) { page_sums_make(path) }

  /// Whether there is a log with pages in it. An empty one has a mark.
  static func hasLog(_ path: String) -> Bool {
    var status = stat()
    return stat("\(path)-wal", &status) == 0 && status.st_size > 32
  }

  /// Of a connection that has read.
  var sums: PageSums {
    switch page_sums_state(handle) {
    case PAGE_SUMS_SURE: .sure
    case PAGE_SUMS_IN_DOUBT: .inDoubt
    default: .none
    }
  }

  /// Before a checkpoint: gives what it will leave two numbers of its own, that no other copy of the file has. They are in
  /// the first page: one goes on from what was read last, so that is read again; the other is drawn. (It is that by which
  /// SQLite sees whether its tables are others: who has the file open reads once more which there are.) This needs no way
  /// to the disk of its own, as the checkpoint begins with one.
  ///
  /// Without it, only another copy that somebody puts in the file's place could be taken for damage.
  func countUp(evenIfNothingIsNew: Bool = false) {
    guard evenIfNothingIsNew || isLogBehind else { return }
    sqlite3_db_release_memory(handle)
    sqlite3_busy_timeout(handle, 0)
    defer { sqlite3_busy_timeout(handle, patience) }
    _ = try? execute("PRAGMA synchronous = NORMAL")
    defer { _ = try? execute("PRAGMA synchronous = FULL") }
    do {
      csqlite_set_defensive(handle, 0)
      defer { csqlite_set_defensive(handle, 1) }
      try execute("PRAGMA schema_version = \(Int32.random(in: 1 ... .max))")
    } catch {
      // Somebody else is writing.
    }
  }

  // MARK: Looking through all of the file

  /// Begins; returns a number for `endOfLook`. With the catalogue's lock held.
  func beginLook() -> UInt32 {
    // So that there is a log: what is known of it tells whether others write.
    countUp(evenIfNothingIsNew: true)
    return page_sums_begin(handle)
  }

  /// The number of the doubt that there is now, or the last one; 0 if nothing can be known. With the catalogue's lock held.
  var doubt: UInt32 { page_sums_begin(handle) }

  /// Whether the log has pages that are not in the file.
  var isLogBehind: Bool { page_sums_is_behind(handle) != 0 }

  /// There is no doubt any more, unless somebody else has written meanwhile. With the catalogue's lock held.
  func endLook(_ number: UInt32) { page_sums_settle(handle, number) }

  enum Comparison { case same, other, without }

  /// Whether all of these pages are as their sums say, past what SQLite has in memory; or one is not, or else has none.
  func compareSums(_ pages: Range<Int64>) throws -> Comparison {
    var found = page_sums_count()
    try check(page_sums_compare(handle, pages.lowerBound, Int64(pages.count), &found))
    return found.other > 0 ? .other : found.without > 0 ? .without : .same
  }

  /// Gives these pages the sums of what they have now. With the catalogue's lock held.
  func renewSums(_ pages: Range<Int64>) throws {
    try check(page_sums_renew(handle, pages.lowerBound, Int64(pages.count)))
  }

  private func check(_ code: Int32) throws {
    guard code != SQLITE_OK else { return }
    throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)), sql: "sums")
  }
}
