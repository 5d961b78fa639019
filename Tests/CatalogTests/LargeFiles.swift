// SPDX-License-Identifier: Apache-2.0
// Shared by the tests of the sums of pages: a file that is not looked through when it is opened, and another program.

import CSQLite
import Foundation
import XCTest

@testable import Catalog

extension CatalogTestCase {
  /// Makes a catalogue that is too large to be looked through when it is opened; returns how many pages it uses.
  func makeLarge() async throws -> Int {
    let store = try await CatalogStore.open(in: directory)
    for number in 1...60 {
      _ = try await store.create(makeProduct("Rose \(number)", category: "Flowers", price: "3"))
    }
    _ = try await store.compact()
    _ = try await store.create(makeProduct("Last"))
    await store.close()
    let connection = try Connection(file.resolvingSymlinksInPath().path, .readWrite)
    defer { connection.close() }
    let used = try connection.integer("PRAGMA page_count")
    try connection.execute(
      "CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(17 << 20)); DROP TABLE filler")
    connection.allowCheckpointOnClose()
    return used
  }

  func isDamageKnown() throws -> Bool {
    try SoundnessRecord(of: CatalogFile(in: directory)).damage != nil
  }
}

/// Plain SQLite, as in any other program.
final class ForeignProgram {
  private var handle: OpaquePointer?

  init(_ file: URL) {
    XCTAssertEqual(sqlite3_open_v2(file.path, &handle, SQLITE_OPEN_READWRITE, nil), SQLITE_OK)
  }

  /// What it can't do while others have the file open, it does not do.
  func run(_ sql: String) { sqlite3_exec(handle, sql, nil, nil, nil) }

  func close(leavingTheLog: Bool) {
    if leavingTheLog, let handle { csqlite_set_checkpoint_on_close(handle, 0) }
    sqlite3_close_v2(handle)
  }
}
