// SPDX-License-Identifier: Apache-2.0
// Several products become one: nothing is lost, everything can be taken back, and nothing that was
// changed meanwhile is overwritten.

import Foundation
import XCTest

@testable import Catalog

final class MergeTests: CatalogTestCase {
  private struct Fixture {
    let oak: UUID
    let other: UUID
    let wood: CustomField
    let marks: CustomField
  }

  private func fill(_ store: CatalogStore) async throws -> Fixture {
    let wood = try CustomField(name: "Wood", kind: .line)
    let marks = try CustomField(name: "Marks", kind: .tags)
    for field in [wood, marks] { try await store.addField(field) }
    var oak = try makeProduct("Oak table", price: "120.00")
    oak.sku = try SKU("T-1")
    oak.tags = ["oak", "old"]
    oak.values = [wood.id: .text("Oak"), marks.id: .tags(["a"])]
    var other = try makeProduct("Table, oak", category: "Furniture", price: "99.00", year: 1990)
    other.sku = try SKU("T-1")
    other.description = try FreeText(description: "A table of oak, with a drawer.")
    other.tags = ["old", "table"]
    other.values = [marks.id: .tags(["b", "a"])]
    let (a, b) = (try await store.create(oak).id, try await store.create(other).id)
    try await store.addNote(to: a, title: "Care", text: "Wax it.")
    try await store.addNote(to: b, title: "Care", text: "Wax it.")
    try await store.addNote(to: b, title: "", text: "From the loft")
    let pictures = try (0..<3).map { number in
      let file = directory.appendingPathComponent("picture \(number)")
      try (pngStart + Data("\(number)".utf8)).write(to: file)
      return file
    }
    _ = try await store.addPictures(from: [pictures[0], pictures[1]], to: a)
    let added = try await store.addPictures(from: [pictures[1], pictures[2]], to: b)
    _ = try await store.editCaption(of: added[0].id, from: .empty, to: "The drawer")
    return Fixture(oak: a, other: b, wood: wood, marks: marks)
  }

  private func merge(
    _ ids: [UUID], in store: CatalogStore, keeping: UUID? = nil
  ) async throws -> ProductMerge {
    var entries: [CatalogEntry] = []
    for id in ids { entries.append(try await found(store.entry(id))) }
    let fields = try await store.fields()
    return try XCTUnwrap(ProductMerge(entries, fields: fields, keeping: keeping))
  }

  func testEverythingIsInTheOneThatStaysAndOneUndoTakesItBack() async throws {
    let store = try await CatalogStore.open(in: directory)
    let shop = try await fill(store)
    let before = try await snapshot(store)
    let steps = try await store.history().undoable.count
    var merge = try await merge([shop.oak, shop.other], in: store, keeping: shop.oak)
    XCTAssertEqual(
      merge.differing.map(\.id),
      [.title, .description, .category, .price, .year, .custom(shop.wood.id)])
    XCTAssertEqual(merge.source(of: .builtIn(.title)), shop.oak)
    XCTAssertEqual(merge.source(of: .builtIn(.description)), shop.other, "the only one")
    XCTAssertEqual(merge.source(of: .builtIn(.price)), shop.oak, "the one that stays has a price")
    merge.take(.price, from: shop.other)

    guard case .merged(let product) = try await store.merge(merge) else {
      return XCTFail("not merged")
    }
    XCTAssertEqual(product.id, shop.oak)
    XCTAssertEqual(product.title.text, "Oak table")
    XCTAssertEqual(product.description.text, "A table of oak, with a drawer.")
    XCTAssertEqual(product.category, try CategoryPath("Furniture"))
    XCTAssertEqual(product.price, try Price("99.00", currency: Currency("EUR")))
    XCTAssertEqual(product.year, try IntroductionYear(1990))
    XCTAssertEqual(product.sku, try SKU("T-1"))
    XCTAssertEqual(product.tags.map(\.text), ["oak", "old", "table"])
    XCTAssertEqual(product.values[shop.wood.id], .text("Oak"))
    XCTAssertEqual(product.values[shop.marks.id], .tags(["a", "b"]))
    XCTAssertEqual(product.pictures.map(\.caption.text), ["", "The drawer", ""])
    XCTAssertEqual(Set(product.pictures.map(\.contentHash)).count, 3)
    let notes = try await store.notes(of: shop.oak)
    XCTAssertEqual(notes.map(\.text.text), ["Wax it.", "From the loft"])
    // The other one is whole, in the trash.
    let trashed = try await found(store.entry(shop.other))
    XCTAssertNotNil(trashed.deleted)
    XCTAssertEqual(trashed.notes.count, 2)
    XCTAssertEqual(trashed.product.pictures.count, 2)

    let history = try await store.history().undoable
    XCTAssertEqual(history.count, steps + 1)
    XCTAssertEqual(history.first?.name, "Merge 2 Products")
    let after = try await snapshot(store)
    try await store.undo()
    let undone = try await snapshot(store)
    XCTAssertEqual(undone, before)
    try await store.redo()
    let redone = try await snapshot(store)
    XCTAssertEqual(redone, after)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  /// Each of price, stock and minimum in the one that stays was said of a product that is sold as it is.
  func testNoNumberGetsTheUnitOfAnotherProduct() async throws {
    let store = try await CatalogStore.open(in: directory)
    let units = [nil, try SaleUnit("kg"), try SaleUnit("m")]
    for round in 0..<60 {
      var (ids, sold): ([UUID], [[String?]]) = ([], [])
      for name in ["a", "b", "c"] {
        var product = try makeProduct(
          "\(name) \(round)", price: Bool.random() ? "\(Int.random(in: 1...99)).00" : nil)
        product.unit = units.randomElement() ?? nil
        if product.unit != nil, Bool.random() { product.packSize = try Quantity(packSize: 2) }
        product.stock =
          Bool.random() ? try Quantity(stock: DecimalNumber(whole: Int.random(in: 1...99))) : nil
        ids.append(try await store.create(product).id)
        sold.append(Self.numbers(of: product))
      }
      let kept = try await merge(ids, in: store, keeping: ids.randomElement()).result().product
      let own = Self.numbers(of: kept)
      let isThere = { (number: Int) in
        own[number] == nil
          || sold.contains { $0[0] == own[0] && $0[1] == own[1] && $0[number] == own[number] }
      }
      XCTAssert(isThere(2) && isThere(3), "\(own) of \(sold)")
    }
  }

  private static func numbers(of product: Product) -> [String?] {
    [
      product.unit?.symbol, product.packSize.map { "\($0)" }, product.price.map { "\($0)" },
      product.stock.map { "\($0)" },
    ]
  }

  func testAProductThatWasChangedMeanwhileIsAConflictAndANoteIsTakenAlong() async throws {
    let store = try await CatalogStore.open(in: directory)
    let shop = try await fill(store)
    let old = try await merge([shop.oak, shop.other], in: store, keeping: shop.oak)
    let other = try await found(store.product(shop.other))
    _ = try await store.edit(
      shop.other, basedOn: other.revision, applying: ProductChange(year: IntroductionYear(1991)))
    let before = try await snapshot(store)
    let refused = try await store.merge(old)
    XCTAssertEqual(refused, .conflict([shop.other]))
    let still = try await snapshot(store)
    XCTAssertEqual(still, before)

    let new = try await merge([shop.oak, shop.other], in: store, keeping: shop.oak)
    try await store.addNote(to: shop.other, title: "", text: "Written meanwhile")
    guard case .merged = try await store.merge(new) else { return XCTFail("not merged") }
    let notes = try await store.notes(of: shop.oak)
    XCTAssertEqual(notes.map(\.text.text), ["Wax it.", "From the loft", "Written meanwhile"])
    let again = try await store.merge(new)
    XCTAssertEqual(again, .missing([shop.other]))
    await store.close()
  }

  func testTheFullestOneStaysAndAFieldThatIsNotOfferedKeepsItsValue() async throws {
    let store = try await CatalogStore.open(in: directory)
    let shop = try await fill(store)
    let poor = try await store.create(makeProduct("Oak"))
    let merge = try await merge([poor.id, shop.other, shop.oak], in: store)
    XCTAssertEqual(merge.kept, shop.other)
    try await store.editField(
      CustomField(id: shop.wood.id, name: "Wood", kind: .line, category: CategoryPath("Elsewhere")))
    guard case .merged(let product) = try await store.merge(merge) else {
      return XCTFail("not merged")
    }
    XCTAssertEqual(product.values[shop.wood.id], .text("Oak"))
    let left = try await store.productCount()
    XCTAssertEqual(left, 1)

    let one = try await found(store.entry(shop.other))
    XCTAssertNil(ProductMerge([one], fields: []))
    XCTAssertNil(ProductMerge([one, one], fields: []))
    XCTAssertNil(ProductMerge([], fields: []))
    await store.close()
  }

  private func found<Value>(_ value: Value?) throws -> Value {
    try XCTUnwrap(value)
  }
}
