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
