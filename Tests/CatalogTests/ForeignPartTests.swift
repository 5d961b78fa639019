// SPDX-License-Identifier: Apache-2.0
// A catalogue into which another program has put something that runs by itself: none of it does.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class ForeignPartTests: CatalogTestCase {
  /// A count without an end, were it ever asked for.
  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

  func testTheDigestIsThatOfANewCatalogue() async throws {
    await (try CatalogStore.open(in: directory)).close()
    let connection = try Connection(file.resolvingSymlinksInPath().path, .readOnly)
    XCTAssertEqual(
      try Schema.digest(of: connection), Schema.digest, "the tables have changed: write it anew")
  }

  func testWhatRunsOnWritingIsReadAlone() async throws {
    for (number, sql) in [
      "CREATE TRIGGER rename AFTER INSERT ON product BEGIN UPDATE product SET title = 'Mine'; END",
      "CREATE TRIGGER hold AFTER UPDATE ON product WHEN (\(Self.endless)) BEGIN SELECT 1; END",
      "DROP TRIGGER gtin_in; CREATE TRIGGER gtin_in AFTER INSERT ON product BEGIN SELECT 1; END",
      "CREATE INDEX big ON product (hex(title))",
      "CREATE INDEX part ON product (year) WHERE length(title) > 3",
    ].enumerated() {
      let store = try await opened(after: sql, number)
      guard case .foreignPart(_, let name)? = store.readOnlyReason else {
        return XCTFail("\(sql): \(String(describing: store.readOnlyReason))")
      }
      XCTAssertTrue(sql.contains(name), name)
      XCTAssertTrue(store.readOnlyReason?.sentence.contains(name) == true)
      let titles = try await store.products(ProductQuery(searchText: "rose")).map(\.title)
      XCTAssertEqual(titles, ["Rose"], sql)
      do {
        _ = try await store.create(makeProduct("Tulip"))
        XCTFail(sql)
      } catch CatalogError.readOnly {}
      await store.close()
    }
  }

  func testWhatRunsOnReadingIsNotOpened() async throws {
    for (number, sql) in [
      "DROP VIEW searchable; CREATE VIEW searchable AS \(Self.endless)",
      "DROP TABLE title_block; CREATE VIEW title_block AS \(Self.endless)",
      "ALTER TABLE product ADD COLUMN more TEXT AS (hex(zeroblob(1000000)))",
      "ALTER TABLE note ADD COLUMN more TEXT",
    ].enumerated() {
      do {
        let store = try await opened(after: sql, number)
        await store.close()
        XCTFail(sql)
      } catch CatalogError.changedPart(_, let name) {
        XCTAssertTrue(sql.contains(name), name)
      }
    }
  }

  /// A program's own table, or an index that only has columns, runs nothing.
  func testWhatOnlyStandsThereIsLeft() async throws {
    let sql = "CREATE TABLE mine (x); CREATE INDEX fast ON product (year, title)"
    let store = try await opened(after: sql, 0)
    XCTAssertNil(store.readOnlyReason)
    _ = try await store.create(makeProduct("Tulip"))
    await store.close()
  }

  /// An index of somebody else, which computes something, is not compared with its table: that would compute it.
  func testACheckComputesNothingOfAnIndex() async throws {
    let made = try await opened(after: "CREATE INDEX big ON product (lower(title))", 0)
    await made.close()
    let place = directory.appendingPathComponent("0")
    let file = place.appendingPathComponent("catalog.sqlite").resolvingSymlinksInPath()
    // What it computes can't be computed, so that it would be noticed.
    let sql = """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'lower(title)', 'abs(-9223372036854775807 - 1 + 0 * length(title))')
        WHERE name = 'big'
      """
    let shell = try Process.run(
      URL(fileURLWithPath: "/usr/bin/sqlite3"), arguments: ["-unsafe-testing", file.path, sql])
    shell.waitUntilExit()
    try XCTSkipUnless(shell.terminationStatus == 0, "this sqlite3 does not change a schema")
    let connection = try Connection(file.path, .readOnly)
    XCTAssertThrowsError(try connection.damage("integrity_check"), "it would be computed")
    XCTAssertEqual(try Schema.damage(of: connection), [])
    connection.close()
    let store = try await CatalogStore.open(in: place)
    let problems = try await store.check()
    XCTAssertEqual(problems, [.foreignPart(type: "index", name: "big")])
    await store.close()
  }

  private func opened(after sql: String, _ number: Int) async throws -> CatalogStore {
    let folder = directory.appendingPathComponent("\(number)")
    let store = try await CatalogStore.open(in: folder)
    _ = try await store.create(makeProduct("Rose"))
    await store.close()
    let path = folder.appendingPathComponent("catalog.sqlite").resolvingSymlinksInPath().path
    let connection = try Connection(path, .readWrite)
    try connection.execute(sql)
    connection.close()
    return try await CatalogStore.open(in: folder)
  }
}
