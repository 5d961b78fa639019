// SPDX-License-Identifier: Apache-2.0
// The synthetic catalogue: the same for the same seed, valid throughout, and similar to a real one.

import Foundation
import XCTest

@testable import Catalog

final class GeneratedProductsTests: CatalogTestCase {
  func testTheSameSeedGivesTheSameProducts() {
    let some = Array(GeneratedProducts(50, seed: 7))
    XCTAssertEqual(some, Array(GeneratedProducts(50, seed: 7)))
    XCTAssertEqual(some, Array(GeneratedProducts(100, seed: 7).prefix(50)))
    XCTAssertNotEqual(some, Array(GeneratedProducts(50, seed: 8)))
    XCTAssertEqual(Array(GeneratedProducts(-1)), [])
    // Recorded once: other versions and machines must produce these, too.
    let first = GeneratedProducts(1, seed: 1)[0].product
    XCTAssertEqual(first.id.uuidString, "0B9F211A-1402-43A0-BB60-D9768A1C393F")
    XCTAssertEqual(first.title.text, "Vabelstad Décor Beeswax Polish")
  }

  func testEveryValueIsValidAndEveryCodeIsThereOnce() throws {
    var ids: Set<UUID> = []
    var skus: Set<String> = []
    var categories: Set<CategoryPath> = []
    let entries = [1, 2].flatMap { Array(GeneratedProducts(5000, seed: $0)) }
    for entry in entries {
      let product = entry.product
      XCTAssertTrue(ids.insert(product.id).inserted)
      XCTAssertEqual(try ProductTitle(product.title.text), product.title)
      if let sku = product.sku {
        XCTAssertEqual(try SKU(sku.text), sku)
        XCTAssertTrue(skus.insert(sku.text).inserted, sku.text)
      }
      if let gtin = product.gtin { XCTAssertEqual(try GTIN(gtin.text), gtin) }
      if let category = product.category {
        XCTAssertEqual(try CategoryPath(category.text), category)
        categories.insert(category)
      }
      if let price = product.price {
        XCTAssertEqual(try Price(price.decimalText, currency: price.currency), price)
      }
      if let year = product.year { XCTAssertNoThrow(try IntroductionYear(year.value)) }
      XCTAssertEqual(
        try Tags(product.tags.map { try Tag($0.text) }), product.tags)
      XCTAssertNoThrow(try FreeText(description: product.description.text))
      for count in [product.stock, product.minimumStock].compactMap(\.self) {
        XCTAssertNoThrow(try Quantity(stock: count.value))
      }
      XCTAssertLessThanOrEqual(product.created, product.changed)
      for note in entry.notes {
        XCTAssertTrue(ids.insert(note.id).inserted)
        XCTAssertNoThrow(try NoteTitle(note.title.text))
        XCTAssertNoThrow(try FreeText(note: note.text.text))
      }
    }
    XCTAssertTrue((100...500).contains(categories.count), "\(categories.count) categories")
  }

  func testGeneratingIsOneCommandAndWhatIsThereStays() async throws {
    let store = try await CatalogStore.open(in: directory)
    let mine = try await store.create(makeProduct("Mine"))
    var added = try await store.generate(GeneratedProducts(300))
    XCTAssertEqual(added, ImportResult(added: 300))
    added = try await store.generate(GeneratedProducts(400))
    XCTAssertEqual(added, ImportResult(added: 100, unchanged: 300))
    let titles = try await store.products(ProductQuery()).map(\.title)
    XCTAssertEqual(
      titles, ["Mine"] + GeneratedProducts(400).map(\.product.title.text), "in the order made")
    let problems = try await store.check()
    XCTAssertEqual(problems, [])

    let entry = try XCTUnwrap(GeneratedProducts(300).first { !$0.notes.isEmpty })
    let stored = try await store.product(entry.id)
    var expected = entry.product
    expected.revision = 1
    XCTAssertEqual(stored, expected)
    let notes = try await store.notes(of: entry.id)
    XCTAssertEqual(notes.map(\.text), entry.notes.map(\.text))

    let undone = try await store.undo()
    XCTAssertEqual(undone?.name, "Import 100 Products")
    _ = try await store.undo()
    let left = try await store.products(ProductQuery()).map(\.id)
    XCTAssertEqual(left, [mine.id])
    _ = try await store.redo()
    let count = try await store.productCount()
    XCTAssertEqual(count, 301)
    let after = try await store.check()
    XCTAssertEqual(after, [])
    await store.close()
  }

  func testIndexesThatAreMadeAnewAreThoseOfBefore() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.create(makeProduct("Mine"))
    try await store.database.underLock { connection in
      (try connection.execute(#"CREATE INDEX "of ""another"" program" ON product (year)"#), [])
    }
    let before = try await indexes(of: store)
    let added = try await store.generate(GeneratedProducts(BulkWrite.fewestMost)).added
    XCTAssertEqual(added, BulkWrite.fewestMost)
    let after = try await indexes(of: store)
    XCTAssertEqual(after, before)
    let problems = try await store.check()
    XCTAssertEqual(
      problems, [.foreignPart(type: "index", name: #"of "another" program"#)])
    let found = try await store.products(ProductQuery(searchText: "mine")).map(\.title)
    XCTAssertEqual(found.first, "Mine")
    _ = try await store.undo()
    let count = try await store.productCount()
    XCTAssertEqual(count, 1)
    await store.close()
  }

  private func indexes(of store: CatalogStore) async throws -> [String] {
    try await store.database.read { connection in
      try connection.rows(
        """
        SELECT tbl_name || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_schema
        WHERE type = 'index' ORDER BY 1
        """
      ) { $0.onlyText }
    }
  }

  func testStoppingLeavesNothing() async throws {
    let store = try await CatalogStore.open(in: directory)
    do {
      // So many that the indexes are made last.
      _ = try await store.generate(GeneratedProducts(BulkWrite.fewestMost)) { done in
        if done.products >= 1000 { throw CancellationError() }
      }
      XCTFail("nothing was thrown")
    } catch is CancellationError {}
    let count = try await store.productCount()
    XCTAssertEqual(count, 0)
    // The triggers are back: an edit is indexed and can be undone.
    let product = try await store.create(makeProduct("Lamp"))
    let found = try await store.hits(ProductQuery(searchText: "lamp"))
    XCTAssertEqual(found.map(\.product.id), [product.id])
    let undone = try await store.undo()
    XCTAssertEqual(undone?.kind, .createProduct)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }
}

extension CatalogEntry {
  fileprivate var id: UUID { product.id }
}
