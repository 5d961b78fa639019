// SPDX-License-Identifier: Apache-2.0
// Everyday use of the catalogue: what is stored comes back, in order, also after closing.

import Foundation
import XCTest

@testable import Catalog

final class StoreTests: CatalogTestCase {
  func testWhatIsPutInComesOutAfterClosing() async throws {
    let product = Product(
      title: try ProductTitle("Éclair"), description: "Choux\npastry 'with' \"quotes\"",
      category: try CategoryPath("Food/Cakes"), tags: ["sweet", "french"], sku: try SKU("EC-1"),
      gtin: try GTIN("4006381333931"), price: try Price("2,40", currency: Currency("EUR")),
      stock: 12, minimumStock: 3, year: try IntroductionYear(1850))
    XCTAssertFalse(CatalogStore.exists(in: directory))
    var store = try await CatalogStore.open(in: directory)
    XCTAssertFalse(store.isReadOnly)
    let stored = try await store.create(product)
    XCTAssertEqual(stored.revision, 1)
    await store.close()

    XCTAssertTrue(CatalogStore.exists(in: directory))
    store = try await CatalogStore.open(in: directory)
    let found = try await store.product(product.id)
    XCTAssertEqual(found, stored)
    var expected = product
    expected.revision = 1
    expected.created = stored.created
    expected.changed = stored.changed
    XCTAssertEqual(found, expected)
    XCTAssertEqual(stored.created.timeIntervalSince(product.created), 0, accuracy: 0.001)
    let count = try await store.productCount()
    XCTAssertEqual(count, 1)
    let unknown = try await store.product(UUID())
    XCTAssertNil(unknown)
    await store.close()
  }

  func testFilesArePrivateAndClosingLeavesOneFile() async throws {
    let inner = directory.appendingPathComponent("a/b")
    let store = try await CatalogStore.open(in: inner)
    _ = try await store.create(makeProduct("Rose"))
    for (name, mode) in [
      (".", 0o700), ("catalog.sqlite", 0o600), ("catalog.sqlite-wal", 0o600),
      ("catalog.lock", 0o600), ("catalog.sums", 0o600),
    ] {
      let path = inner.appendingPathComponent(name).path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      XCTAssertEqual(attributes[.posixPermissions] as? Int, mode, name)
    }
    await store.close()
    let left = try FileManager.default.contentsOfDirectory(atPath: inner.path).sorted()
    // The log is empty but for its mark.
    XCTAssertEqual(left, ["catalog.lock", "catalog.sqlite", "catalog.sqlite-wal", "catalog.sums"])
    XCTAssertFalse(Connection.hasLog(inner.appendingPathComponent("catalog.sqlite").path))
  }

  func testFileSaysWhatItIs() async throws {
    let store = try await CatalogStore.open(in: directory)
    let facts = try await store.database.read { connection in
      try ["application_id", "user_version", "foreign_keys", "synchronous", "trusted_schema"].map {
        try connection.integer("PRAGMA \($0)")
      }
    }
    XCTAssertEqual(
      facts, [Schema.applicationID, Schema.migrator.newestVersion, 1, 2, 0])
    let mode = try await store.database.read { connection in
      try connection.first("PRAGMA journal_mode") { $0.onlyText }
    }
    XCTAssertEqual(mode, "wal")
    await store.close()
  }

  func testListIsSortedBothWaysWithBlanksLast() async throws {
    let store = try await CatalogStore.open(in: directory)
    for product in [
      try makeProduct("banana", category: "Fruit", price: "2", year: 2001),
      try makeProduct("Ápple", category: "Fruit/Pome", price: "10", year: 1999),
      try makeProduct("cherry"),
      try makeProduct("Date", category: "Dried", price: "0.50", year: 2020),
    ] { _ = try await store.create(product) }
    for (sort, ascending, expected) in [
      (ProductSort.manual, true, "banana Ápple cherry Date"),
      (.manual, false, "Date cherry Ápple banana"),
      (.title, true, "Ápple banana cherry Date"),
      (.title, false, "Date cherry banana Ápple"),
      (.price, true, "Date banana Ápple cherry"),
      (.price, false, "Ápple banana Date cherry"),
      (.year, true, "Ápple banana Date cherry"),
      (.year, false, "Date banana Ápple cherry"),
      (.category, true, "Date banana Ápple cherry"),
      (.created, true, "banana Ápple cherry Date"),
      (.changed, false, "Date cherry Ápple banana"),
      (.stock, true, "banana Ápple cherry Date"),
    ] {
      let rows = try await store.products(ProductQuery(sort: sort, ascending: ascending))
      XCTAssertEqual(
        rows.map(\.title).joined(separator: " "), expected, "\(sort) ascending: \(ascending)")
    }
    let first = try await store.products(ProductQuery(sort: .title))[0]
    XCTAssertEqual(first.category?.text, "Fruit/Pome")
    XCTAssertEqual(first.price?.decimalText, "10.00")
    XCTAssertEqual(first.year?.value, 1999)
    XCTAssertNil(first.cover)
    await store.close()
  }

  func testCategoriesIncludeTheirSubcategories() async throws {
    let store = try await CatalogStore.open(in: directory)
    for (title, category) in [
      ("Red Rose", "Flowers/Roses"), ("White Rose", "Flowers/Roses"), ("Orchid", "Flowers"),
      ("Flow", "Flow"), ("Vase", "Flowers-and-more"), ("Tool", "Tools/Hand/Shears"), ("Odd", nil),
    ] { _ = try await store.create(makeProduct(title, category: category)) }
    let counts = try await store.categories().map { "\($0.path.text) \($0.count)" }
    XCTAssertEqual(
      counts,
      [
        "Flow 1", "Flowers 3", "Flowers/Roses 2", "Flowers-and-more 1", "Tools 1", "Tools/Hand 1",
        "Tools/Hand/Shears 1",
      ])
    for (category, expected) in [
      ("Flowers", "Red Rose, White Rose, Orchid"), ("Flowers/Roses", "Red Rose, White Rose"),
      ("Tools/Hand", "Tool"), ("Nothing", ""),
    ] {
      let rows = try await store.products(ProductQuery(category: CategoryPath(category)))
      XCTAssertEqual(rows.map(\.title).joined(separator: ", "), expected, category)
    }
    await store.close()
  }

  func testRefusesWhatTheTypesCannotRuleOut() async throws {
    let store = try await CatalogStore.open(in: directory)
    let first = try makeProduct("Rose")
    _ = try await store.create(first)
    await assertThrows({ try await store.create(first) }) {
      ($0 as? InvalidValue)?.field == .id
    }
    var picture = try makeProduct("Picture")
    picture.pictures = [
      try ProductPicture(contentHash: String(repeating: "0", count: 64), fileExtension: "png")
    ]
    await assertThrows({ try await store.create(picture) }) {
      if case CatalogError.picture = $0 { true } else { false }
    }
    let count = try await store.productCount()
    XCTAssertEqual(count, 1)
    await store.close()
  }

  /// Another program may have written invalid values: they are shown as they are, and the rest of
  /// the product can be changed.
  func testStoredValuesThatBreakTheRules() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let note = try await store.addNote(to: rose.id, title: "Care", text: "")
    try await store.database.carryOut(.other) { connection in
      let row = try XCTUnwrap(ProductTable(connection: connection).key(of: rose.id))
      try connection.run(
        "UPDATE product SET stock = ?, minimum_stock = ?, description = ? WHERE key = ?",
        Int.max, Int.max, "a\0b", row)
      for (position, tag) in ["red", " red\n", "red"].enumerated() {
        try connection.run("INSERT INTO product_tag VALUES (?, ?, ?)", row, position, tag)
      }
      try connection.run(
        "INSERT INTO product_image VALUES (NULL, ?, ?, 0, ?, 'png', ?, 0)",
        UUID(), row, String(repeating: "0", count: 64), "\0")
      try connection.run(
        "UPDATE note SET title = ?, text = ? WHERE id = ?",
        String(repeating: "x", count: 1001), "\0", note.id)
    }
    let found = try await store.product(rose.id)
    let product = try XCTUnwrap(found)
    XCTAssertEqual(product.tags, ["red", " red\n", "red"])
    XCTAssertEqual(product.description, "a\0b")
    XCTAssertEqual(product.pictures.map(\.caption), ["\0"])
    let most = Quantity(storedMillionths: .max)
    XCTAssertEqual([product.stock, product.minimumStock], [most, most])
    let notes = try await store.notes(of: rose.id)
    XCTAssertEqual(notes.map(\.title.text.count), [1001])
    XCTAssertEqual(notes.map(\.text), ["\0"])

    await assertThrows({
      try await store.edit(
        [rose.id], applying: [.calculate(.builtIn(.stock), Calculation(.add(1)))])
    }) {
      ($0 as? InvalidValue)?.field == .stock
    }
    let red = try Tag("red")
    try await store.edit([rose.id], applying: [.addTag(red), .set(ProductChange(minimumStock: 1))])
    let changed = try await store.product(rose.id)
    XCTAssertEqual(changed?.tags, product.tags)
    XCTAssertEqual(changed?.stock, product.stock)
    XCTAssertEqual(changed?.minimumStock, 1)
    try await store.edit([rose.id], applying: [.removeTag(red)])
    let fewer = try await store.product(rose.id)
    XCTAssertEqual(fewer?.tags, [" red\n"])
    let entry = try await store.entry(rose.id)
    XCTAssertEqual(entry?.product, fewer)
    await store.close()
  }

  func testEditIsBasedOnARevision() async throws {
    let store = try await CatalogStore.open(in: directory)
    let product = try await store.create(makeProduct("Rose", price: "1"))
    let priced = ProductChange(price: try Price("2", currency: Currency("EUR")))
    guard case .saved(let second) = try await store.edit(product.id, basedOn: 1, applying: priced)
    else {
      return XCTFail("not saved")
    }
    XCTAssertEqual(second.revision, 2)
    XCTAssertEqual(second.price?.decimalText, "2.00")
    XCTAssertGreaterThanOrEqual(second.changed, product.changed)

    let outdated = ProductChange(title: try ProductTitle("Tulip"))
    let conflict = try await store.edit(product.id, basedOn: 1, applying: outdated)
    XCTAssertEqual(conflict, .conflict(current: second, base: product))
    let unchanged = try await store.edit(product.id, basedOn: 2, applying: priced)
    XCTAssertEqual(unchanged, .saved(second))
    let missing = try await store.edit(UUID(), basedOn: 1, applying: outdated)
    XCTAssertEqual(missing, .missing)

    let everything = ProductChange(
      title: try ProductTitle("Tulip"), description: "d", category: try CategoryPath("F"),
      tags: ["x"], sku: try SKU("s"), gtin: try GTIN("96385074"), price: .some(nil), stock: 1,
      minimumStock: 2, year: try IntroductionYear(1))
    guard
      case .saved(let third) = try await store.edit(product.id, basedOn: 2, applying: everything)
    else {
      return XCTFail("not saved")
    }
    var expected = everything.applied(to: second)
    expected.revision = 3
    expected.changed = third.changed
    XCTAssertEqual(third, expected)
    await store.close()
  }

  func testClosedStoreSaysSo() async throws {
    let store = try await CatalogStore.open(in: directory)
    await store.close()
    await assertThrows(.closed) { try await store.productCount() }
    await assertThrows(.closed) { try await store.create(makeProduct("Rose")) }
    await store.close()
  }

  func testACatalogueOfAnotherProgramIsNoticed() async throws {
    let place = directory.appendingPathComponent("not/there/yet")
    let waiting = Task { await CatalogStore.appears(in: place) }
    let cancelled = Task { await CatalogStore.appears(in: place) }
    cancelled.cancel()
    let isNoticedWithoutOne = await cancelled.value
    XCTAssertFalse(isNoticedWithoutOne)

    try await CatalogStore.open(in: place).close()
    let isNoticed = await waiting.value
    XCTAssertTrue(isNoticed)
    let isThereAlready = await CatalogStore.appears(in: place)
    XCTAssertTrue(isThereAlready)
  }

  func testWhereCataloguesAre() {
    func place(_ environment: [String: String], isSample: Bool = false) -> String? {
      CatalogStore.standardDirectory(isSample: isSample, environment: environment)?.path
    }
    XCTAssertEqual(place(["XDG_DATA_HOME": "/data", "HOME": "/me"]), "/data/vitrine")
    XCTAssertEqual(place(["XDG_DATA_HOME": "data", "HOME": "/me"]), "/me/.local/share/vitrine")
    XCTAssertEqual(place(["HOME": "/me"], isSample: true), "/me/.local/share/vitrine-sample")
    XCTAssertNil(place(["HOME": ""]))
    XCTAssertNil(place([:]))
  }

  func testEverythingOfAPersonIsInOneHome() {
    func cache(_ environment: [String: String]) -> String {
      PersonalFolder.named("XDG_CACHE_HOME", usually: ".cache", in: environment).path
    }
    XCTAssertEqual(cache(["HOME": "/me"]), "/me/.cache")
    XCTAssertEqual(cache(["HOME": "/me", "XDG_CACHE_HOME": "/cache"]), "/cache")
    XCTAssertEqual(cache(["HOME": "/me", "XDG_CACHE_HOME": "cache"]), "/me/.cache")
    XCTAssertEqual(cache([:]), NSHomeDirectory() + "/.cache", "as the system knows it")
  }
}
