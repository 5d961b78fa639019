// SPDX-License-Identifier: Apache-2.0
// What other programs get of products that are dragged to them: the columns of the list, variants with their heads, one file
// however often it is asked for; and a reason where it can't be made.

import Catalog
import Exchange
import Foundation
import XCTest

@testable import VitrineModel

final class DraggedProductsTests: XCTestCase {
  func testAFileAndATableAreMadeOnceSomebodyAsks() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt", "Shoes / brown"])
      defer { shop.remove() }
      let (store, head) = (shop.store, try shop.product(titled: "Shirt").id)
      _ = try finish("there are two variants") {
        try await store.makeVariants(of: head, named: [("Size", ["S", "M"])])
      }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "the list is there") { browser.list.isComplete && browser.list.count == 2 }
      let cache = shop.folder.appendingPathComponent("cache", isDirectory: true)
      let folder = cache.appendingPathComponent("dragged", isDirectory: true)
      let shirt = DraggedProducts([head], named: "Shirt", by: browser.exporting, cache: cache)
      XCTAssertFalse(FileManager.default.fileExists(atPath: folder.path), "nobody asked")
      let html = try finish("a table is made") { await shirt.html() }
      XCTAssertEqual(["S", "M"].filter { html?.contains("Shirt · \($0)<") == true }, ["S", "M"])
      XCTAssertEqual(html?.contains("brown"), false)
      let first = try XCTUnwrap(try finish("a file is made") { await shirt.file() })
      let again = try finish("it is asked for again") { await shirt.file() }
      XCTAssertEqual(first.lastPathComponent, "Shirt.xlsx")
      XCTAssertEqual(again, first)

      // Another of that name does not replace it, whatever copies it just then.
      let other = DraggedProducts([head], named: "Shirt", by: browser.exporting, cache: cache)
      XCTAssertNotEqual(try finish("another file is made") { await other.file() }, first)
      // Nor does a name lead elsewhere.
      let shoes = try shop.product(titled: "Shoes / brown").id
      let odd = DraggedProducts(
        [shoes], named: "../Shoes / brown", by: browser.exporting, cache: cache)
      let place = try XCTUnwrap(try finish("it is made") { await odd.file() })
      XCTAssertEqual(
        place.deletingLastPathComponent().deletingLastPathComponent().path, folder.path)

      // What was dragged long ago goes.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7200)],
        ofItemAtPath: first.deletingLastPathComponent().path)
      let last = DraggedProducts([shoes], named: "", by: browser.exporting, cache: cache)
      let whole = try XCTUnwrap(try finish("it is made") { await last.file() })
      XCTAssertEqual(whole.lastPathComponent, "All Products.xlsx")
      XCTAssertFalse(FileManager.default.fileExists(atPath: first.path))
      XCTAssertTrue(FileManager.default.fileExists(atPath: place.path))
    }
  }

  func testWhyThereIsNoFileIsSaid() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "the list is there") { browser.list.isComplete }
      let cache = shop.folder.appendingPathComponent("cache")
      try Data().write(to: cache)
      let shirt = DraggedProducts(
        [try shop.product(titled: "Shirt").id], named: "Shirt", by: browser.exporting, cache: cache)
      var said: [String] = []
      shirt.failed.add(shop) { said.append($0) }
      XCTAssertNil(try finish("no file is made") { await shirt.file() })
      XCTAssertEqual(said.count, 1)
      XCTAssertTrue(said[0].hasPrefix("Not exported: "), said[0])
    }
  }
}
