// SPDX-License-Identifier: Apache-2.0
// A catalogue of any older version opens as the current version, with everything in it.

import Foundation
import XCTest

@testable import Catalog

final class SchemaTests: CatalogTestCase {
  func testEveryOlderCatalogueIsMigrated() async throws {
    let fresh = directory.appendingPathComponent("fresh")
    await (try CatalogStore.open(in: fresh)).close()
    let tables = try schema(in: fresh)
    for version in try frozenVersions() {
      let old = directory.appendingPathComponent("\(version)")
      try thaw(version, in: old)
      let store = try await CatalogStore.open(in: old)
      XCTAssertFalse(store.isReadOnly)
      try await assertContent(store, version)
      await store.close()
      XCTAssertEqual(try schema(in: old), tables, "schema \(version)")
    }
  }

  /// A released version is frozen before the next migration is added, and its migrations never
  /// change: people's files were made with them.
  func testEveryReleasedVersionIsFrozenAndStaysAsItWas() throws {
    let frozen = try frozenVersions()
    XCTAssertTrue(
      frozen.isSuperset(of: 1..<Schema.migrator.newestVersion),
      "Tests/Fixtures/Catalog lacks a file of a version before \(Schema.migrator.newestVersion)")
    XCTAssertEqual(frozen.subtracting(1...Schema.migrator.newestVersion), [])
    for version in frozen {
      let (old, made) = ("\(version)-frozen", "\(version)-made")
      try thaw(version, in: directory.appendingPathComponent(old))
      let place = directory.appendingPathComponent(made)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      let connection = try connect(place)
      try Migrator(migrations: Array(Schema.migrator.migrations.prefix(version)))
        .migrate(connection)
      connection.close()
      XCTAssertEqual(
        try schema(in: place), try schema(in: directory.appendingPathComponent(old)),
        "schema \(version) is not what was released")
    }
  }

  /// Also what is in the tables: the history begins with rows.
  func testANewCatalogueIsWhatAllStepsMakeOfAnEmptyFile() throws {
    let (atOnce, byStep) = (
      try Connection(":memory:", .readWrite), try Connection(":memory:", .readWrite)
    )
    try Schema.migrator.migrate(atOnce)
    try Migrator(migrations: Schema.migrator.migrations).migrate(byStep)
    XCTAssertEqual(try Schema.digest(of: byStep), Schema.digest)
    let (new, made) = (try everything(in: atOnce), try everything(in: byStep))
    XCTAssertEqual(new.filter { !made.contains($0) }, [], "only in a new one")
    XCTAssertEqual(made.filter { !new.contains($0) }, [], "missing in a new one")
    XCTAssertEqual(new.count, made.count)
    XCTAssertEqual(
      try Schema.migrator.version(of: atOnce), try Schema.migrator.version(of: byStep))
  }

  func testTheSampleCatalogueIsWhole() async throws {
    let store = try await CatalogStore.open(in: directory)
    let added = try await store.importSample(from: repository.appendingPathComponent("data/sample"))
    XCTAssertEqual(added, 10)
    for row in try await store.products(ProductQuery()) {
      let found = try await store.product(row.id)
      let product = try XCTUnwrap(found)
      XCTAssertNotNil(product.category, row.title)
      XCTAssertNotNil(product.sku, row.title)
      XCTAssertEqual(product.gtin?.text.count, 13, row.title)
      XCTAssertNotNil(product.price, row.title)
      XCTAssertNotNil(product.year, row.title)
      XCTAssertFalse(product.tags.isEmpty, row.title)
      XCTAssertNotEqual(product.description, .empty, row.title)
      for image in product.pictures {
        let bytes = try Data(contentsOf: store.pictureFile(image))
        XCTAssertEqual(SHA256.hexDigest(of: bytes), image.contentHash, row.title)
      }
      XCTAssertFalse(product.pictures.isEmpty, row.title)
      let notes = try await store.notes(of: row.id)
      XCTAssertFalse(notes.isEmpty, row.title)
    }
    await store.close()
  }

  /// What every frozen catalogue contains.
  private func assertContent(_ store: CatalogStore, _ version: Int) async throws {
    let rows = try await store.products(ProductQuery())
    XCTAssertEqual(rows.map(\.title), ["Éclair au Chocolat", "Bread"], "schema \(version)")
    let eclair = try await store.product(rows[0].id)
    XCTAssertEqual(eclair?.revision, 3)
    XCTAssertEqual(eclair?.description, "Choux, it's \"glazed\".\nTwo lines.")
    XCTAssertEqual(eclair?.price?.decimalText, "2.40")
    XCTAssertEqual(eclair?.tags, ["sweet", "french"])
    XCTAssertEqual(eclair?.pictures.map(\.caption), ["In the window"])
    XCTAssertEqual(eclair?.created.timeIntervalSince1970 ?? 0, 1_700_000_000.123, accuracy: 0.0001)
    let bread = try await store.product(rows[1].id)?.stock
    XCTAssertEqual(
      [eclair?.stock, eclair?.minimumStock, bread], [12, 3, version < 18 ? nil : 5])
    XCTAssertEqual(eclair?.unit?.symbol, version < 19 ? nil : "kg")
    XCTAssertEqual(eclair?.packSize, version < 19 ? nil : 1.5)
    let notes = try await store.notes(of: rows[0].id)
    XCTAssertEqual(notes.map(\.text), ["Keep cool", "Second"])
    for word in ["eclair", "french", "glazed"] {
      let found = try await store.products(ProductQuery(searchText: word))
      XCTAssertEqual(found.map(\.title), ["Éclair au Chocolat"], "schema \(version): \(word)")
    }
    // It still works, and new commands can be undone.
    try await store.delete([rows[1].id])
    try await store.undo()
    let count = try await store.productCount()
    XCTAssertEqual(count, 2)
    // So can commands of the older version.
    if version >= 2 {
      try await store.undo()
      let bread = try await store.product(rows[1].id)
      XCTAssertEqual(bread?.title.text, "Brown Bread")
      XCTAssertEqual(bread?.stock, version < 18 ? nil : 4)
    }
  }

  private var fixtures: URL { repository.appendingPathComponent("Tests/Fixtures/Catalog") }

  private func frozenVersions() throws -> Set<Int> {
    let names = try FileManager.default.contentsOfDirectory(atPath: fixtures.path)
    return Set(names.compactMap { Int($0.dropFirst("schema-".count).dropLast(".sql".count)) })
  }

  /// Creates the frozen catalogue of an older schema.
  private func thaw(_ version: Int, in place: URL) throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    let frozen = fixtures.appendingPathComponent("schema-\(version).sql")
    let script = try String(contentsOf: frozen, encoding: .utf8)
    let connection = try connect(place)
    try connection.execute(script)
    connection.close()
  }

  private func schema(in place: URL) throws -> [String] {
    try connect(place).rows("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name") {
      $0.onlyText
    }
  }

  /// The parts of a file, and each row.
  private func everything(in file: Connection) throws -> [String] {
    let parts = try file.rows(
      "SELECT type, name, ifnull(sql, '') AS sql FROM sqlite_schema ORDER BY name, type"
    ) { (type: $0.text("type"), name: $0.text("name"), sql: $0.text("sql")) }
    return try parts.flatMap { part in
      // What another table stores is in that one.
      guard part.type == "table", !part.sql.hasPrefix("CREATE VIRTUAL") else { return [part.sql] }
      let columns = try file.rows("SELECT name FROM pragma_table_info(?)", part.name) {
        "quote(\"\($0.onlyText)\")"
      }
      let row = columns.joined(separator: " || ' ' || ")
      return try [part.sql] + file.rows("SELECT \(row) FROM \(part.name)") { $0.onlyText }
    }
  }

  private func connect(_ place: URL) throws -> Connection {
    let path = place.resolvingSymlinksInPath().appendingPathComponent("catalog.sqlite").path
    if !FileManager.default.fileExists(atPath: path) {
      XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil))
    }
    return try Connection(path, .readWrite)
  }
}
