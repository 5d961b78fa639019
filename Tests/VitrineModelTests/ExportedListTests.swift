// SPDX-License-Identifier: Apache-2.0
// What leaves the catalogue is what the list shows, wherever it is and however it was found.

import Catalog
import Exchange
import Foundation
import XCTest

@testable import VitrineModel

final class ExportedListTests: XCTestCase {
  func testOnlyWhatAPlaceListsLeavesTheCatalogue() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Walnuts", "Plums"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "the list is there") { browser.list.count == 2 }
      browser.listed.show(.drafts)
      try turn(until: "no product has a draft") {
        browser.listed.place == .drafts && browser.list.isComplete && browser.list.count == 0
      }
      XCTAssertEqual(browser.exporting.extents, [.listed, .everything])
      XCTAssertEqual(try finish("labels") { try await browser.labelsState() }?.products, [])
      let copied = try finish("it is copied") { try await browser.exporting.copied() }
      XCTAssertEqual(copied.products, 0)
      let path = shop.folder.appendingPathComponent("list.csv").path
      browser.exporting.write(ProductExport(ProductQuery(), as: .csv), of: .listed, to: path)
      try turn(until: "it is exported") { browser.exporting.progress == nil }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      XCTAssertFalse(text.contains("Walnuts"), text)
      let model = browser.webPublishing(decoder: URL(fileURLWithPath: "/nowhere"))
      model.publish(into: shop.folder.appendingPathComponent("site"))
      try turn(until: "it has ended") { !model.isWorking }
      XCTAssertEqual(model.text, "There are no products to publish. Nothing was changed.")
      // Recently changed products are a list of their own, even if all are.
      browser.listed.show(.recentlyChanged)
      XCTAssertEqual(browser.exporting.extents, [.listed, .everything])
      XCTAssertEqual(browser.listed.exportedQuery.filters.count, 1)
    }
  }

  func testWhatACorrectedSpellingFindsIsPublished() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Walnuts", "Plums"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      browser.listed.search("wallnuts")
      try turn(until: "it is found") { browser.list.isComplete && browser.list.count == 1 }
      let model = browser.webPublishing(decoder: URL(fileURLWithPath: "/nowhere"))
      model.publish(into: shop.folder.appendingPathComponent("site"))
      try turn(until: "it has ended") { !model.isWorking }
      XCTAssertEqual(model.text, "1 product published.")
    }
  }
}
