// SPDX-License-Identifier: Apache-2.0
// The layer over SQLite: bound values come back, statements are left reset, transactions end, and
// migrations go step by step.

import CSQLite
import Foundation
import XCTest

@testable import Catalog

final class SQLiteTests: CatalogTestCase {
  private func connect(_ access: Connection.Access = .readWrite) throws -> Connection {
    let path = directory.resolvingSymlinksInPath().appendingPathComponent("test.sqlite").path
    if !FileManager.default.fileExists(atPath: path) {
      XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil))
    }
    return try Connection(path, access)
  }

  func testWhatIsBoundComesBack() throws {
    let connection = try connect()
    let id = UUID()
    let moment = Date(timeIntervalSince1970: -12_345.678)
    let texts = ["", "a\u{0}b", "é👩‍👩‍👧", String(repeating: "long ", count: 100_000)]
    for text in texts {
      let back: Void? = try connection.first(
        "SELECT ? AS text, ? AS id, ? AS moment, ? AS least, ? AS none", text, id, moment, Int.min,
        nil as Int?
      ) {
        XCTAssertEqual($0.text("text"), text)
        XCTAssertEqual(try $0.uuid("id"), id)
        XCTAssertEqual($0.date("moment").timeIntervalSince(moment), 0, accuracy: 0.0005)
        XCTAssertEqual($0.int("least"), Int.min)
        XCTAssertTrue($0.isNull("none"))
        XCTAssertNil($0.textIfPresent("none"))
        XCTAssertFalse($0.isNull("text"), "an empty text is not NULL")
      }
      XCTAssertNotNil(back)
    }
    XCTAssertThrowsError(try connection.first("SELECT x'00' AS id") { try $0.uuid("id") })
    for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e300)] {
      XCTAssertNotEqual(date.milliseconds, 0)
    }
  }

  func testErrorsNameTheStatement() throws {
    let connection = try connect()
    XCTAssertThrowsError(try connection.run("SELECT nonsense")) {
      let error = $0 as? SQLiteError
      XCTAssertEqual(error?.kind, .wrongSQL)
      XCTAssertEqual(error?.sql, "SELECT nonsense")
      XCTAssertEqual(error?.message, "no such column: nonsense")
    }
    try connection.execute("CREATE TABLE t (a INTEGER NOT NULL) STRICT")
    XCTAssertThrowsError(try connection.run("INSERT INTO t VALUES (?)", "text")) {
      XCTAssertEqual(($0 as? SQLiteError)?.kind, .constraint)
    }
    // The failed statement can be used again.
    XCTAssertEqual(try connection.run("INSERT INTO t VALUES (?)", 1), 1)
  }

  func testAStatementIsLeftResetWhateverHappens() throws {
    let writer = try connect()
    try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a INTEGER) STRICT")
    for value in 0..<10 { try writer.run("INSERT INTO t VALUES (?)", value) }
    let reader = try connect(.readOnly)
    struct Stop: Error {}
    XCTAssertEqual(try reader.first("SELECT a FROM t") { $0.onlyInteger }, 0)
    XCTAssertThrowsError(try reader.rows("SELECT a FROM t") { _ in throw Stop() })
    // A statement that is still on a row would keep reading an old snapshot.
    try writer.run("DELETE FROM t")
    XCTAssertEqual(try reader.integer("SELECT count(*) FROM t"), 0)
  }

  func testTheSameQueryCanRunWithinItself() throws {
    let connection = try connect()
    try connection.execute("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), (2), (3)")
    let pairs = try connection.rows("SELECT a FROM t") { outer in
      let inner = try connection.rows("SELECT a FROM t") { $0.onlyInteger }
      return inner.map { outer.onlyInteger * $0 }.reduce(0, +)
    }
    XCTAssertEqual(pairs, [6, 12, 18])
  }

  func testATransactionThatThrowsLeavesNothing() throws {
    let connection = try connect()
    try connection.execute("CREATE TABLE t (a INTEGER) STRICT")
    struct Stop: Error {}
    XCTAssertThrowsError(
      try connection.transaction(.write) {
        try connection.run("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    ) { XCTAssertTrue($0 is Stop) }
    XCTAssertEqual(try connection.integer("SELECT count(*) FROM t"), 0)
    try connection.transaction(.write) { _ = try connection.run("INSERT INTO t VALUES (1)") }
    XCTAssertEqual(try connection.integer("SELECT count(*) FROM t"), 1)
  }

  // The full-text index keeps such a statement of SQLite's own on a row, since SQLite 3.46 also when a search is
  // interrupted. A blob that is being read has one in every version.
  func testAnInterruptedReaderOfBlocksKeepsNoTransactionOpen() throws {
    let connection = try connect()
    try connection.execute("CREATE TABLE t (a BLOB); INSERT INTO t VALUES (zeroblob(100))")
    var blob: OpaquePointer?
    defer { sqlite3_blob_close(blob) }
    XCTAssertThrowsError(
      try connection.transaction(.write) {
        try connection.run("INSERT INTO t VALUES (x'00')")
        XCTAssertEqual(
          sqlite3_blob_open(connection.handle, "main", "t", "a", 1, 0, &blob), SQLITE_OK)
        sqlite3_interrupt(connection.handle)
        try connection.run("INSERT INTO t VALUES (x'01')")
      }
    ) { XCTAssertEqual(($0 as? SQLiteError)?.kind, .interrupted) }
    XCTAssertEqual(try connection.integer("SELECT count(*) FROM t"), 1)
    _ = try connection.transaction(.write) { try connection.run("DELETE FROM t") }
  }

  func testStatementsAreKeptButNotWithoutBound() throws {
    let connection = try connect()
    for number in 0..<1000 { XCTAssertEqual(try connection.integer("SELECT \(number)"), number) }
    XCTAssertLessThanOrEqual(connection.statementCount, Connection.mostStatements)
    let before = connection.statementCount
    for number in 0..<50 { XCTAssertEqual(try connection.integer("SELECT ?", number), number) }
    XCTAssertEqual(connection.statementCount, before + 1)
    // A running statement survives being evicted by others.
    let sums = try connection.rows("SELECT value FROM json_each('[1,2,3]')") { row in
      for number in 0..<200 { _ = try connection.integer("SELECT -\(number)") }
      return row.onlyInteger
    }
    XCTAssertEqual(sums, [1, 2, 3])
  }

  func testEveryConnectionOfACatalogueIsSafe() async throws {
    let store = try await CatalogStore.open(in: directory)
    let settings = ["foreign_keys": 1, "synchronous": 2, "trusted_schema": 0, "mmap_size": 0]
    let look: @Sendable (Connection) throws -> Void = { connection in
      XCTAssertFalse(Thread.isMainThread)
      for (name, value) in settings {
        XCTAssertEqual(try connection.integer("PRAGMA \(name)"), value, name)
      }
      XCTAssertEqual(try connection.first("PRAGMA journal_mode") { $0.onlyText }, "wal")
      XCTAssertEqual(try connection.integer("PRAGMA application_id"), Schema.applicationID)
      XCTAssertEqual(
        try connection.integer("PRAGMA user_version"), Schema.migrator.newestVersion)
      let lax = try connection.rows(
        """
        SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict
          AND name NOT LIKE 'sqlite_%'
        """
      ) { $0.onlyText }
      XCTAssertEqual(lax, [])
    }
    // Two at once, so that both readers are used.
    async let one: Void = store.database.read(look)
    async let other: Void = store.database.read(look)
    _ = try await (one, other)
    try await store.database.underLock { connection in
      try look(connection)
      return ((), [])
    }
    await store.close()
  }

  func testMigrationsAreTakenOnceAndWhole() throws {
    let connection = try connect()
    let first = Migration(name: "first", script: "CREATE TABLE a (x); INSERT INTO a VALUES (1)")
    let broken = Migration(name: "broken", script: "CREATE TABLE b (x); CREATE TABLE a (x)")
    let mended = Migration(name: "mended", script: "CREATE TABLE b (x)")
    XCTAssertThrowsError(try Migrator(migrations: [first, broken]).migrate(connection))
    XCTAssertEqual(try Migrator(migrations: []).version(of: connection), 1)
    let migrator = Migrator(migrations: [first, mended])
    for _ in 0..<2 { try migrator.migrate(connection) }
    XCTAssertEqual(try migrator.version(of: connection), migrator.newestVersion)
    XCTAssertEqual(try connection.integer("SELECT count(*) FROM a"), 1)
    XCTAssertEqual(try connection.integer("SELECT count(*) FROM b"), 0)
  }
}
