// SPDX-License-Identifier: Apache-2.0
// A catalogue into which another program has put something: what is ours comes out whole, and nothing else runs.

import Foundation
import TestSwitches
import Wording
import XCTest

@testable import Catalog

final class OwnCopyTests: CatalogTestCase {
  /// A count without an end, were it ever asked for.
  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

  /// What another program may do, with the names of what is left out.
  private static let changes: [(sql: String, leftOut: [String])] = [
    ("CREATE TABLE mine (x); CREATE VIEW v AS \(endless)", ["mine", "v"]),
    (
      "CREATE TRIGGER rename AFTER INSERT ON product BEGIN UPDATE product SET title = 'Mine'; END",
      ["rename"]
    ),
    ("DROP TRIGGER sku_in; CREATE INDEX big ON product (hex(title))", ["big"]),
    ("DROP VIEW searchable; CREATE VIEW searchable AS \(endless)", ["searchable"]),
    ("DROP TABLE title_block; CREATE VIEW title_block AS \(endless)", ["title_block"]),
    ("ALTER TABLE product ADD COLUMN more TEXT AS (hex(zeroblob(1000000)))", ["product"]),
    ("ALTER TABLE note ADD COLUMN more TEXT", ["note"]),
  ]

  func testWhatIsOursComesOutWhole() async throws {
    let made = directory.appendingPathComponent("made")
    let (before, commands) = try await makeCatalogue(in: made)
    for number in places(0...Self.changes.count - 1) {
      let change = Self.changes[number]
      let place = directory.appendingPathComponent("\(number)")
      try FileManager.default.copyItem(at: made, to: place)
      try put(change.sql, into: place)
      let bytes = try Data(contentsOf: file(in: place))

      let target = directory.appendingPathComponent("copy \(number)")
      let copy = try await CatalogStore.copyOwn(from: place, to: target)
      XCTAssertEqual(copy.foreignParts, change.leftOut, change.sql)
      XCTAssertEqual(copy.rowsLeftOut, 0, change.sql)
      XCTAssertEqual(copy.tablesLeftOut, [], change.sql)
      XCTAssertEqual(copy.picturesMissing, 0, change.sql)
      XCTAssertTrue(copy.hasHistory, change.sql)
      XCTAssertTrue(copy.sentences[1].contains(change.leftOut[0]), "\(copy.sentences)")
      XCTAssertEqual(try Data(contentsOf: file(in: place)), bytes, "it stays as it is")
      try await assertWhole(target, before, commands, change.sql)

      let replaced = try await CatalogStore.replaceWithOwn(in: place)
      XCTAssertEqual(replaced.products, copy.products)
      XCTAssertEqual(try Data(contentsOf: XCTUnwrap(replaced.setAside)), bytes)
      try await assertWhole(place, before, commands, change.sql)
    }
  }

  /// A catalogue of an older version is compared before it is brought up to date.
  func testNothingRunsWhileAnOlderOneIsBroughtUpToDate() async throws {
    let fixtures = repository.appendingPathComponent("Tests/Fixtures/Catalog")
    for version in places(1...Schema.migrator.newestVersion - 1) {
      let place = directory.appendingPathComponent("\(version)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      try Data().write(to: file(in: place))
      let script = try String(
        contentsOf: fixtures.appendingPathComponent("schema-\(version).sql"), encoding: .utf8)
      let noted = ["product", "note", "product_tag", "product_image"].flatMap { table in
        ["INSERT", "DELETE", "UPDATE"].map {
          """
          CREATE TRIGGER on_\($0)_\(table) AFTER \($0) ON \(table)
          BEGIN INSERT INTO ran VALUES ('\($0)'); UPDATE product SET title = 'Mine'; END;
          """
        }
      }
      try put(script + "CREATE TABLE ran (x);" + noted.joined(), into: place)
      let bytes = try Data(contentsOf: file(in: place))
      await assertThrows {
        try await CatalogStore.open(in: place)
      } where: {
        if case CatalogError.changedPart(_, let name) = $0 { name.hasPrefix("on_") } else { false }
      }
      XCTAssertEqual(try Data(contentsOf: file(in: place)), bytes)
      let copy = try await CatalogStore.replaceWithOwn(in: place)
      XCTAssertEqual(copy.foreignParts.count, noted.count + 1, "schema \(version)")
      XCTAssertEqual(copy.rowsLeftOut, 0, "schema \(version): \(copy)")
      XCTAssertTrue(copy.hasHistory, "schema \(version)")
      let store = try await CatalogStore.open(in: place)
      XCTAssertNil(store.readOnlyReason)
      let titles = try await store.products(ProductQuery()).map(\.title)
      XCTAssertEqual(titles, ["Éclair au Chocolat", "Bread"], "schema \(version)")
      let found = try await store.products(ProductQuery(searchText: "french")).map(\.title)
      XCTAssertEqual(found, ["Éclair au Chocolat"], "schema \(version)")
      if version >= 2 {
        let undone = try await store.undo()
        XCTAssertNotNil(undone, "schema \(version)")
      }
      await store.close()
    }
  }

  /// A backup is a file that may come from elsewhere, too.
  func testNothingOfABackupRunsWhileItIsRestored() async throws {
    let store = try await CatalogStore.open(in: directory)
    let backup = try await store.backUp()
    await store.close()
    let path = directory.resolvingSymlinksInPath().path + "/backups/\(backup.name)"
    try Data().write(to: URL(fileURLWithPath: path))
    let old = repository.appendingPathComponent("Tests/Fixtures/Catalog/schema-12.sql")
    let connection = try Connection(path, .readWrite)
    try connection.execute(
      String(contentsOf: old, encoding: .utf8)
        + "CREATE TRIGGER mine AFTER INSERT ON product_image BEGIN SELECT 1; END;")
    connection.close()
    await assertThrows(.changedPart(file: path, name: "mine")) {
      try await CatalogStore.restore(backup, in: directory)
    }
  }

  func testRowsThatAreNotOursAreLeftOut() async throws {
    _ = try await makeCatalogue(in: directory)
    try put(
      """
      PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;
      CREATE TABLE mine (x);
      UPDATE product SET year = 99999 WHERE key = 1;
      INSERT INTO note (id, product, position, title, text, revision, created, changed)
      VALUES (randomblob(16), 4711, 0, '', '', 1, 0, 0);
      """, into: directory)
    let target = directory.appendingPathComponent("copy")
    let copy = try await CatalogStore.copyOwn(from: directory, to: target)
    // The product, with what belonged to it, and the note.
    XCTAssertGreaterThan(copy.rowsLeftOut, 2)
    let store = try await CatalogStore.open(in: target)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    let count = try await store.productCount()
    XCTAssertEqual(count, copy.products - 1, "one is in the trash")
    await store.close()
  }

  func testAHistoryThatDoesNotFitIsLeftOut() async throws {
    _ = try await makeCatalogue(in: directory)
    try put(
      "PRAGMA foreign_keys = OFF; DELETE FROM product WHERE deleted IS NOT NULL", into: directory)
    let target = directory.appendingPathComponent("copy")
    let copy = try await CatalogStore.copyOwn(from: directory, to: target)
    XCTAssertFalse(copy.hasHistory)
    let store = try await CatalogStore.open(in: target)
    let undone = try await store.undo()
    XCTAssertNil(undone)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  /// An empty catalogue in its place would look as if everything were lost.
  func testACatalogueWhoseProductsCannotBeReadStaysWhereItIs() async throws {
    _ = try await makeCatalogue(in: directory)
    try put("ALTER TABLE product RENAME COLUMN year TO jahr", into: directory)
    let bytes = try Data(contentsOf: file(in: directory))
    let target = directory.appendingPathComponent("copy")
    let refusal = CatalogError.changedPart(file: file(in: directory).path, name: "product")
    await assertThrows(refusal) { try await CatalogStore.copyOwn(from: directory, to: target) }
    XCTAssertFalse(FileManager.default.fileExists(atPath: target.path))
    await assertThrows(refusal) { try await CatalogStore.replaceWithOwn(in: directory) }
    XCTAssertEqual(try Data(contentsOf: file(in: directory)), bytes)
  }

  func testPicturesThatWereAlteredStayBehind() async throws {
    _ = try await makeCatalogue(in: directory)
    let store = try await CatalogStore.open(in: directory)
    let rows = try await store.products(ProductQuery())
    let pictures = try await store.product(rows[0].id)?.pictures ?? []
    let altered = store.pictureFile(try XCTUnwrap(pictures.first))
    await store.close()
    try Data("no picture".utf8).write(to: altered)
    let target = directory.appendingPathComponent("copy")
    let copy = try await CatalogStore.copyOwn(from: directory, to: target)
    XCTAssertEqual(copy.picturesMissing, 1)
    await assertThrows(.exists(file: target.path)) {
      try await CatalogStore.copyOwn(from: directory, to: target)
    }
  }

  /// The names of pictures are text in the file: they lead nowhere else.
  func testNoRowLeadsToAFileElsewhere() async throws {
    let place = directory.appendingPathComponent("catalogue")
    await (try CatalogStore.open(in: place)).close()
    try FileManager.default.createDirectory(
      at: place.appendingPathComponent("images"), withIntermediateDirectories: true)
    let elsewhere = directory.appendingPathComponent("thesis.odt")
    try Data("years of work".utf8).write(to: elsewhere)
    for hash in ["../thesis", "../catalogue/../thesis"] {
      try put("INSERT INTO loose_image VALUES ('\(hash)', 'odt')", into: place)
      let store = try await CatalogStore.open(in: place)
      _ = try await store.create(makeProduct("Rose"))
      await store.close()
      XCTAssertTrue(FileManager.default.fileExists(atPath: elsewhere.path), hash)
    }
  }

  func testWhatTakesNoEndIsEnded() async throws {
    await (try CatalogStore.open(in: directory)).close()
    let connection = try Connection(file(in: directory).path, .readOnly)
    connection.limitTime(to: .milliseconds(100))
    for _ in 0..<2 {
      XCTAssertThrowsError(try connection.integer(Self.endless)) {
        XCTAssertEqual($0 as? SQLiteError, .endless)
      }
    }
    // What works for each row a little may go on, however long its reader takes.
    let some = Self.endless.replacing(") SELECT c", with: " WHERE i < 5000 + value) SELECT c")
    var rows = 0
    try connection.forEachRow(
      "SELECT value, (\(some)) FROM json_each('[1, 2, 3]')", arguments: []
    ) { _ in
      usleep(110_000)
      rows += 1
      return true
    }
    XCTAssertEqual(rows, 3)
  }

  func testAReaderAttachesNothing() async throws {
    await (try CatalogStore.open(in: directory)).close()
    let connection = try Connection(file(in: directory).path, .readOnly)
    XCTAssertThrowsError(try connection.execute("ATTACH ':memory:' AS other"))
  }

  /// A newer version may have other views, but ours are still tables.
  func testATableOfANewerVersionIsNoView() async throws {
    await (try CatalogStore.open(in: directory)).close()
    try put(
      "DROP TABLE title_block; CREATE VIEW title_block AS \(Self.endless); PRAGMA user_version = 999",
      into: directory)
    await assertThrows(
      .changedPart(file: file(in: directory).path, name: "title_block")
    ) { try await CatalogStore.open(in: directory) }
  }

  // MARK: What the tests share

  /// The sample, with something to undo and to redo; everything that is in it.
  private func makeCatalogue(in place: URL) async throws -> (
    rows: [String], commands: CommandHistory
  ) {
    let store = try await CatalogStore.open(in: place)
    _ = try await store.importSample(from: repository.appendingPathComponent("data/sample"))
    let rows = try await store.products(ProductQuery())
    try await store.delete([rows[1].id])
    let category = try CategoryPath("Food")
    try await store.addField(CustomField(name: "Wood", kind: .line))
    try await store.setTemplate(ProductTemplate(category: category, texts: [:]))
    try await store.delete([rows[2].id])
    try await store.undo()
    let made = try await (snapshot(store), store.history())
    await store.close()
    return made
  }

  private func assertWhole(
    _ place: URL, _ rows: [String], _ commands: CommandHistory, _ what: String
  ) async throws {
    let store = try await CatalogStore.open(in: place)
    XCTAssertNil(store.readOnlyReason, what)
    let now = try await (snapshot(store), store.history())
    XCTAssertEqual(now.0, rows, what)
    XCTAssertEqual(now.1, commands, what)
    let problems = try await store.check()
    XCTAssertEqual(problems, [], what)
    let found = try await store.products(ProductQuery(searchText: "cherr")).map(\.title)
    XCTAssertEqual(found, ["Cherries"], what)
    _ = try await store.create(makeProduct("Tulip"))
    for _ in 0..<3 {
      let undone = try await store.undo()
      XCTAssertNotNil(undone, what)
    }
    await store.close()
  }

  private func file(in place: URL) -> URL {
    place.resolvingSymlinksInPath().appendingPathComponent("catalog.sqlite")
  }

  private func put(_ sql: String, into place: URL) throws {
    let connection = try Connection(file(in: place).path, .readWrite)
    try connection.execute(sql)
    connection.allowCheckpointOnClose()
    connection.close()
  }
}
