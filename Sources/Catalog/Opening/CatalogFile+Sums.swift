// SPDX-License-Identifier: Apache-2.0
// When somebody else may have written to the file, as is allowed, its sums are in doubt: all of it is looked through once,
// and gets new ones if nothing is wrong. A small file is looked through when it is opened, a large one in the background
// and by `check`.

import Foundation

extension CatalogFile {
  /// So many bytes are looked through in a few milliseconds.
  private static let mostAtOnce = 16 << 20

  /// Looks through a small file unless somebody else is writing; returns what is wrong with it.
  func compareSums(_ writer: Connection, _ lock: CatalogLock) throws -> String? {
    let pages = try writer.integer("PRAGMA page_count")
    let bytes = try pages * writer.integer("PRAGMA page_size")
    guard bytes <= Self.mostAtOnce, writer.sums != .none else { return nil }
    // With the lock, as a checkpoint changes both.
    return try lock.holdIfFree {
      guard writer.sums == .sure else { return try settleSums(writer) }
      // After a power cut, a page that the log still has may be half written; nobody reads it from the file.
      guard !Connection.hasLog(path) else { return nil }
      let isOther = try writer.compareSums(1..<Int64(pages + 1)) == .other
      // A program that knows of no lock may have made one.
      return isOther && writer.sums == .sure ? SQLiteError.otherPageMessage : nil
    } ?? nil
  }

  /// Looks through any file whose sums are in doubt, with the catalogue's lock held.
  func settleSums(_ writer: Connection) throws -> String? {
    let number = writer.beginLook()
    let pages = try Int64(1)..<Int64(writer.integer("PRAGMA page_count") + 1)
    if try writer.compareSums(pages) != .same {
      // Past what this connection has in memory.
      let damage = try Schema.damage(of: Connection(path, .readOnly), atMost: 1)
      if let damage = damage.first { return damage }
      // Where they can't be written, there is nothing to settle.
      do { try writer.renewSums(pages) } catch is SQLiteError { return nil }
    }
    writer.endLook(number)
    return nil
  }
}
