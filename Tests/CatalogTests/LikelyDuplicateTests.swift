// SPDX-License-Identifier: Apache-2.0
// Products that may be one and the same are found, and those that only look alike are not.

import Foundation
import XCTest

@testable import Catalog

final class LikelyDuplicateTests: CatalogTestCase {
  func testCodesPicturesAndTitlesAreCompared() async throws {
    let store = try await CatalogStore.open(in: directory)
    var ids: [String: UUID] = [:]
    func add(_ title: String, sku: String? = nil, gtin: String? = nil) async throws {
      var product = try makeProduct(title)
      product.sku = try sku.map { try SKU($0) }
      product.gtin = try gtin.map { try GTIN($0) }
      ids[title] = try await store.create(product).id
    }
    try await add("Lamp", sku: "AB-12")
    try await add("Light", sku: "ab 12")
    try await add("Clock", gtin: "036000291452")
    try await add("Watch", gtin: "0036000291452")
    try await add("Oak table, old")
    try await add("Old Oak-Table")
    try await add("Wooden chair")
    try await add("Wodden chair")
    try await add("Голубая лампа")
    try await add("Голубая ламра")
    try await add("Grüner Teppich")
    try await add("GRUNER TEPPCIH")
    try await add("Picture of a tree")
    try await add("Another thing")
    for other in [
      "Screw 10 mm", "Screw 12 mm", "T-shirt, size M", "T-shirt, size L", "Rose", "Nose",
      "Garden hose, pink", "Garden hose, plum",
    ] { try await add(other) }
    let file = directory.appendingPathComponent("picture")
    try (pngStart + Data("1".utf8)).write(to: file)
    for title in ["Picture of a tree", "Another thing", "Lamp", "Light"] {
      _ = try await store.addPictures(from: [file], to: XCTUnwrap(ids[title]))
    }
    let other = directory.appendingPathComponent("other")
    try (pngStart + Data("2".utf8)).write(to: other)
    let third = directory.appendingPathComponent("third")
    try (pngStart + Data("3".utf8)).write(to: third)
    for title in ["Lamp", "Light"] {
      _ = try await store.addPictures(from: [other, other, third], to: XCTUnwrap(ids[title]))
    }

    let found = try await store.likelyDuplicates()
    XCTAssertEqual(
      Set(found.map { "\($0.reasons.map(\.rawValue)): \($0.products.map(\.title))" }),
      [
        #"["gtin"]: ["Clock", "Watch"]"#, #"["sku", "picture"]: ["Lamp", "Light"]"#,
        #"["picture"]: ["Lamp", "Light", "Picture of a tree", "Another thing"]"#,
        #"["title"]: ["Oak table, old", "Old Oak-Table"]"#,
        #"["title"]: ["Wooden chair", "Wodden chair"]"#,
        #"["title"]: ["Голубая лампа", "Голубая ламра"]"#,
        #"["title"]: ["Grüner Teppich", "GRUNER TEPPCIH"]"#,
      ])
    XCTAssertEqual(found.first?.reasons, [.gtin])
    XCTAssertEqual(Set(found.map(\.id)).count, found.count)

    try await store.delete([XCTUnwrap(ids["Watch"]), XCTUnwrap(ids["Light"])])
    let left = try await store.likelyDuplicates()
    XCTAssertEqual(left.map(\.reasons), [[.picture], [.title], [.title], [.title], [.title]])
    await store.close()
  }

  func testProductsThatWereToldApartAreAQuestionAgainInAnotherWay() async throws {
    let store = try await CatalogStore.open(in: directory)
    var lamp = try makeProduct("Lamp of oak")
    lamp.sku = try SKU("AB-12")
    var light = try makeProduct("Something else")
    light.sku = try SKU("ab 12")
    for product in [lamp, light] { _ = try await store.create(product) }
    let (lampID, lightID) = (lamp.id, light.id)
    /// What is left to ask.
    func questions() async throws -> [[DuplicateReason]] {
      let told = try await store.markedDistinct()
      return try await store.likelyDuplicates().filter { !told.contains($0) }.map(\.reasons)
    }
    func edit(_ id: UUID, _ change: ProductChange) async throws {
      let product = try await store.product(id)
      _ = try await store.edit(id, basedOn: XCTUnwrap(product).revision, applying: change)
    }
    func markDistinct() async throws {
      for group in try await store.likelyDuplicates() { try await store.markDistinct(group) }
      let left = try await questions()
      XCTAssertEqual(left, [])
    }
    let first = try await questions()
    XCTAssertEqual(first, [[.sku]])
    try await markDistinct()
    // What has nothing to do with it changes nothing, nor does a title that is not like another one.
    try await edit(
      lampID, ProductChange(title: ProductTitle("Oak lamp"), category: CategoryPath("A")))
    var left = try await questions()
    XCTAssertEqual(left, [])
    // The same title as well.
    try await edit(lightID, ProductChange(title: ProductTitle("Lamp, oak")))
    left = try await questions()
    XCTAssertEqual(left, [[.sku, .title]])
    try await markDistinct()
    // Another SKU, which is again the same.
    try await edit(lightID, ProductChange(sku: SKU("CD-1")))
    try await edit(lampID, ProductChange(sku: SKU("cd 1")))
    left = try await questions()
    XCTAssertEqual(left, [[.sku, .title]])
    try await markDistinct()
    // A picture, and another one.
    for name in ["1", "2"] {
      let file = directory.appendingPathComponent("picture \(name)")
      try (pngStart + Data(name.utf8)).write(to: file)
      for id in [lampID, lightID] { _ = try await store.addPictures(from: [file], to: id) }
      left = try await questions()
      XCTAssertEqual(left, [[.sku, .picture, .title]], name)
      try await markDistinct()
    }
    // A third product comes to them. Two of them alone are no question, once all three are none.
    var third = try makeProduct("Third")
    third.sku = try SKU("CD1")
    _ = try await store.create(third)
    left = try await questions()
    XCTAssertEqual(left, [[.sku]])
    try await markDistinct()
    try await store.delete([lampID])
    left = try await questions()
    XCTAssertEqual(left, [])
    try await store.undo()

    await store.close()
    let again = try await CatalogStore.open(in: directory)
    let told = try await again.markedDistinct()
    XCTAssertEqual(told.count, 2)
    try await again.forgetMarkedDistinct()
    var count = try await again.markedDistinct().count
    XCTAssertEqual(count, 0)
    try await again.undo()
    let back = try await again.markedDistinct()
    XCTAssertEqual(back, told)
    let kinds = try await again.history().undoable.prefix(2).map(\.kind)
    XCTAssertEqual(kinds, [.markDistinct, .createProduct])
    try await again.undo()
    count = try await again.markedDistinct().count
    XCTAssertEqual(count, 1)
    let problems = try await again.check()
    XCTAssertEqual(problems, [])
    await again.close()
  }

  func testObserversHearOfItAloneAndWhatCannotBeReadTellsNothingApart() async throws {
    let store = try await CatalogStore.open(in: directory)
    for title in ["Oak table", "Table, oak"] { _ = try await store.create(makeProduct(title)) }
    let found = try await store.likelyDuplicates()
    let group = try XCTUnwrap(found.first)
    var changes = store.changes().makeAsyncIterator()
    try await store.markDistinct(group)
    let change = await changes.next()
    XCTAssertEqual(change, .markedDistinct)
    XCTAssertEqual(change?.touches(.all), false)
    // The same once more is no step.
    try await store.markDistinct(group)
    let steps = try await store.history().undoable.filter { $0.kind == .markDistinct }
    XCTAssertEqual(steps.count, 1)
    let content = try await store.database.read {
      try $0.first("SELECT content FROM told_apart") { $0.text("content") }
    }
    let text = try XCTUnwrap(content)
    for bad in [
      "", "null", "[]", String(text.dropLast()), String(repeating: "[", count: 100_000),
      text.replacingOccurrences(of: "\"format\":1", with: "\"format\":2"),
    ] {
      _ = try await store.database.underLock { connection in
        try connection.run("UPDATE told_apart SET content = ?", bad)
        return ((), [])
      }
      let told = try await store.markedDistinct()
      XCTAssertFalse(told.contains(group), bad.prefix(40).description)
    }
    await store.close()
  }

  /// What stands for no code is that of very many.
  func testACodeOfVeryManyIsNone() async throws {
    let store = try await CatalogStore.open(in: directory)
    for number in 0...DuplicateGroup.mostProducts {
      var product = try makeProduct("Thing \(number)")
      product.sku = try SKU("none")
      _ = try await store.create(product)
    }
    let found = try await store.likelyDuplicates()
    XCTAssertEqual(found, [])
    await store.close()
  }
}
