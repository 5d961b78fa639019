// SPDX-License-Identifier: Apache-2.0
// What a check finds: nothing in an intact catalogue, and each kind of damage.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class CheckTests: CatalogTestCase {
  func testAWholeCatalogueHasNoProblems() async throws {
    let store = try await makeStore()
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testWhatAnotherProgramWroteIsFound() async throws {
    await (try makeStore()).close()
    for (sql, words) in [
      ("UPDATE product SET gtin = '4006381333930'", "its last digit should be 1"),
      ("UPDATE product SET currency = 'XYZ', price = 1", "ISO 4217"),
      ("INSERT INTO product_tag VALUES (77, 0, 'stray')", "Rows of product_tag"),
      ("UPDATE product SET title = 'Tulip', title_key = 'tulip' WHERE key = 1", "search index"),
      ("UPDATE product SET title_key = 'tulip' WHERE key = 1", "sorted and found by"),
      ("UPDATE product SET currency = 'eur', price = 1", "ISO 4217"),
      ("INSERT INTO doubled_sku VALUES ('R-1')", "listed as repeated"),
      ("DELETE FROM history_inserted", "cannot be undone"),
    ] {
      let other = directory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
      let copy = other.appendingPathComponent("catalog.sqlite")
      try FileManager.default.copyItem(at: file, to: copy)
      let connection = try Connection(copy.resolvingSymlinksInPath().path, .readWrite)
      try connection.execute("PRAGMA foreign_keys = OFF; " + sql)
      connection.close()
      let images = other.appendingPathComponent("images")
      try FileManager.default.copyItem(at: directory.appendingPathComponent("images"), to: images)
      let store = try await CatalogStore.open(in: other)
      let problems = try await store.check()
      XCTAssertEqual(problems.count, 1, "\(sql): \(problems)")
      XCTAssertTrue(problems.first?.sentence.contains(words) == true, "\(sql): \(problems)")
      await store.close()
    }
  }

  func testWhatCanBeMadeAnewIsMadeAnew() async throws {
    let store = try await makeStore()
    _ = try await store.create(makeProduct("Aster"))
    try await store.database.underLock { connection in
      try connection.execute(
        """
        UPDATE product SET title_key = 'x' || key;
        INSERT INTO doubled_gtin VALUES ('4006381333931');
        DROP TRIGGER gtin_out;
        """)
      return ((), [])
    }
    let before = try await store.check()
    XCTAssertEqual(
      before,
      [
        .missingPart(type: "trigger", name: "gtin_out"), .staleKeys(count: 2),
        .staleDoubles(count: 1),
      ])
    _ = try await store.compact()
    let after = try await store.check()
    XCTAssertEqual(after, [])
    await store.close()
  }

  func testATriggerOfAnotherProgramKeepsWritersOutUntilItIsRemoved() async throws {
    await (try makeStore()).close()
    let connection = try Connection(file.resolvingSymlinksInPath().path, .readWrite)
    try connection.execute(
      """
      CREATE TRIGGER theirs AFTER UPDATE ON product BEGIN DELETE FROM note; END;
      -- A quote before a combining mark is one character with it, but not for SQLite.
      CREATE TRIGGER "a""\u{301}; b" AFTER UPDATE ON product BEGIN DELETE FROM note; END;
      DROP TRIGGER sku_in;
      CREATE TRIGGER sku_in AFTER INSERT ON product BEGIN DELETE FROM note; END;
      """)
    connection.close()
    var store = try await CatalogStore.open(in: directory)
    XCTAssertTrue(store.isReadOnly)
    _ = try await store.compact()
    await store.close()
    store = try await CatalogStore.open(in: directory)
    XCTAssertFalse(store.isReadOnly)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testABackupThatIsNotWholeIsFound() async throws {
    let store = try await makeStore()
    let backup = try await store.backUp()
    let path = directory.resolvingSymlinksInPath().appendingPathComponent("backups")
      .appendingPathComponent(backup.name)
    let whole = try Data(contentsOf: path)
    for content in [whole.prefix(whole.count - 4096), Data("hello".utf8), Data()] {
      try content.write(to: path)
      let problems = try await store.check()
      XCTAssertEqual(problems.count, 1, "\(problems)")
      XCTAssertTrue(problems.first?.sentence.contains(path.path) == true, "\(problems)")
    }
    try whole.write(to: path)
    let none = try await store.check()
    XCTAssertEqual(none, [])
    await store.close()
  }

  func testAPictureThatIsMissingOrChangedIsFound() async throws {
    let store = try await makeStore()
    let rows = try await store.products(ProductQuery())
    let picture = store.pictureFile(try XCTUnwrap(rows[0].cover))
    try Data("other".utf8).write(to: picture)
    let changed = try await store.check()
    XCTAssertEqual(
      changed.map(\.sentence), ["The picture file “\(picture.path)” has been altered."])
    try FileManager.default.removeItem(at: picture)
    let missing = try await store.check()
    XCTAssertEqual(missing.map(\.sentence), ["“\(picture.path)” does not exist."])
    await store.close()
  }

  private func makeStore() async throws -> CatalogStore {
    let sample = directory.appendingPathComponent("sample")
    try FileManager.default.createDirectory(at: sample, withIntermediateDirectories: true)
    let png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].map(UInt8.init)
    try Data(png).write(to: sample.appendingPathComponent("a.png"))
    let line = #"{"id":"\#(UUID())","title":"Rose","images":[{"file":"a.png"}],"tags":["red"]}"#
    try Data(line.utf8).write(to: sample.appendingPathComponent("products.jsonl"))
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.importSample(from: sample)
    return store
  }
}
