// SPDX-License-Identifier: Apache-2.0
// Variants are in the order of their options' values, and follow what changes in their head at once.

import Foundation
import XCTest

@testable import Catalog

final class VariantOrderTests: CatalogTestCase {
  func testVariantsAndChoicesArePutInTheOrderOfTheValues() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("ordered"))
    let head = try await store.create(makeProduct("Shirt")).id
    let last = try await store.create(makeProduct("Trousers")).id
    func titles() async throws -> [String] {
      try await store.variants(of: head).map { String($0.title.dropFirst(8)) }
    }
    func choices() async throws -> [FieldKind] { try await store.fields().map(\.kind) }
    try await store.makeVariants(
      of: head, named: [("Size", ["L", "M"]), ("Colour", ["red", "blue"])],
      inOrder: [["L", "M"], ["red", "blue"]])
    let made = try await titles()
    XCTAssertEqual(made, ["L · red", "L · blue", "M · red", "M · blue"])
    // One that is new comes first, and one that is not wanted this time keeps its variants.
    let new = try await store.makeVariants(
      of: head, named: [("Size", ["S", "M"]), ("Colour", ["red", "blue"])],
      inOrder: [["S", "M", "L"], ["blue", "red"]])
    XCTAssertEqual(new.count, 2)
    var now = try await titles()
    XCTAssertEqual(
      now, ["S · blue", "S · red", "M · blue", "M · red", "L · blue", "L · red"])
    var known = try await choices()
    XCTAssertEqual(known, [.choice(["S", "M", "L"]), .choice(["blue", "red"])])
    let all = try await store.products(ProductQuery()).map(\.id)
    XCTAssertEqual(all.firstIndex(of: last), 1, "the places among other products stay")
    // What is printed has them behind their head, unless it is asked for variants.
    let families = try await store.identifiersInFamilies(of: ProductQuery())
    XCTAssertEqual(families, all.filter { $0 != last } + [last])
    let byCode = try await store.identifiersInFamilies(of: ProductQuery(sort: .builtIn("sku")))
    let flat = try await store.identifiers(of: ProductQuery(sort: .builtIn("sku"))).products
    XCTAssertEqual(byCode, flat)
    _ = try await store.undo()
    now = try await titles()
    XCTAssertEqual(now, made)
    known = try await choices()
    XCTAssertEqual(known, [.choice(["L", "M"]), .choice(["red", "blue"])])
    _ = try await store.redo()
    now = try await titles()
    XCTAssertEqual(now.first, "S · blue")
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testAListInTheOrderOfAnOptionIsInThatOfItsValues() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("listed"))
    let head = try await store.create(makeProduct("Shirt")).id
    try await store.makeVariants(
      of: head, named: [("Size", ["S", "M", "L"]), ("Colour", ["red", "blue"])])
    let fields = try await store.fields()
    let size = try XCTUnwrap(fields.first { $0.name == "Size" })
    let colour = try XCTUnwrap(fields.first { $0.name == "Colour" })
    func titles(_ order: [ProductOrder]) async throws -> [String] {
      var query = ProductQuery()
      query.order = order
      return try await store.products(query).map { String($0.title.dropFirst(8)) }
    }
    let up = ProductOrder(.custom(size.id))
    let down = ProductOrder(.custom(size.id), ascending: false)
    var found = try await titles([up, ProductOrder(.custom(colour.id), ascending: false)])
    XCTAssertEqual(
      found, ["S · blue", "S · red", "M · blue", "M · red", "L · blue", "L · red", ""])
    found = try await titles([down])
    XCTAssertEqual(
      found, ["L · blue", "L · red", "M · blue", "M · red", "S · blue", "S · red", ""])
    for query in [ProductQuery(), ProductQuery(searchText: "shirt")] {
      let groups = try await store.groupCounts(query, by: .field(.custom(size.id))).map(\.value)
      XCTAssertEqual(groups, ["S", "M", "L", nil])
    }

    // An open list follows the field.
    let open = ProductQuery(sort: .custom(size.id))
    let mirror = await Mirror(open, of: store)
    try await mirror.settle()
    let before = await mirror.keys
    try await store.editField(
      CustomField(id: size.id, name: "Size", kind: .choice(["L", "S", "M"])))
    let fresh = try await ResultsTests.fresh(open, store)
    XCTAssertNotEqual(fresh, before)
    try await waitUntil("it is in the new order") { mirror.keys == fresh }
    await store.close()
  }

  func testAnEditOfAHeadIsPassedOnAtOnceOrComparedWhereItMustBe() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("passed"))
    let head = try await store.create(makeProduct("Shirt", category: "A", price: "1.00")).id
    let made = try await store.makeVariants(of: head, named: [("Size", ["S", "M", "L"])])
    func products() async throws -> [Product] {
      var found: [Product] = []
      for id in made { found += [try await store.product(id)].compactMap(\.self) }
      return found
    }
    func change(_ id: UUID, _ body: (inout ProductChange) throws -> Void) async throws {
      var change = ProductChange()
      try body(&change)
      try await store.edit([id], applying: [.set(change)])
    }
    func prices() async throws -> [String?] { try await products().map { $0.price?.decimalText } }
    // All of them take it.
    let (two, three) = (
      try Price("2.00", currency: Currency("EUR")), try Price("3.00", currency: Currency("USD"))
    )
    try await change(head) {
      $0.price = two
      $0.supplier = try LineText("Äcker", for: InvalidValue.Field("supplier"))
    }
    var now = try await prices()
    XCTAssertEqual(now, ["2.00", "2.00", "2.00"])
    let found = try await store.products(ProductQuery(sort: .builtIn("supplier"))).map(\.title)
    XCTAssertEqual(found.count, 4)
    let revisions = try await products().map(\.revision)
    // The stock of a head is its own.
    try await change(head) { $0.stock = 5 }
    let same = try await products().map(\.revision)
    XCTAssertEqual(same, revisions)
    // One has its own now, and another one takes nothing.
    try await change(made[1]) { $0.price = three }
    try await change(head) { $0.price = .some(nil) }
    now = try await prices()
    XCTAssertEqual(now, [nil, "3.00", nil])
    try await change(head) { $0.price = two }
    now = try await prices()
    XCTAssertEqual(now, ["2.00", "3.00", "2.00"], "what is empty is taken")
    for expected in [[nil, "3.00", nil], ["2.00", "3.00", "2.00"], ["2.00", "2.00", "2.00"]] {
      _ = try await store.undo()
      now = try await prices()
      XCTAssertEqual(now, expected)
    }
    let faults = try await faultsOfVariants(in: store)
    XCTAssertEqual(faults, [])
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testAVariantWithoutAPhotoIsSeenAsItsHead() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("photos"))
    let head = try await store.create(makeProduct("Shirt")).id
    let made = try await store.makeVariants(of: head, named: [("Size", ["S", "M"])])
    func covers() async throws -> [UUID?] {
      try await store.variants(of: head).map { $0.cover?.id }
    }
    let none = try await covers()
    XCTAssertEqual(none, [nil, nil])
    let files = ["cherries", "mango"].map {
      repository.appendingPathComponent("data/sample/\($0).svg")
    }
    let photo = try await store.addPictures(from: [files[0]], to: head)[0]
    let ofHead = photo.id
    let own = try await store.addPictures(from: [files[1]], to: made[1])[0].id
    let seen = try await covers()
    XCTAssertEqual(seen, [ofHead, own])
    // It is not its own.
    let product = try await store.product(made[0])
    XCTAssertEqual(product?.pictures, [])
    _ = try await store.leave([made[0]])
    let alone = try await store.products(ProductQuery()).first { $0.id == made[0] }
    XCTAssertNotNil(alone?.cover, "it leaves with all it took")
    XCTAssertNotEqual(alone?.cover?.id, ofHead)
    XCTAssertEqual(alone?.cover?.contentHash, photo.contentHash)
    await store.close()
  }
}
