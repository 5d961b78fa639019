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
      XCTAssertEqual(browser.exporting.extents.prefix(2), [.listed, .everything])
      XCTAssertEqual(browser.listed.exportedQuery.filters.count, 1)
    }
  }

  func testAnExportIsKeptByANameRepeatedAndForgotten() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Walnuts", "Plums"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "the list is there") { browser.list.count == 2 }
      let exporting = browser.exporting
      @MainActor
      func write(_ name: String, keptAs kept: String?) throws {
        let path = shop.folder.appendingPathComponent(name).path
        exporting.write(
          ProductExport(ProductQuery(), as: .csv), of: .everything, to: path, keptAs: kept)
        try turn(until: "it is exported") { exporting.progress == nil }
      }
      try write("supplier.csv", keptAs: "Supplier")
      try write("other.csv", keptAs: nil)
      let kept = try finish("they are read") { await exporting.kept() }
      XCTAssertEqual(kept.map(\.name), ["Supplier"])
      XCTAssertFalse(ListExporting.isFree("last"))
      let file = shop.folder.appendingPathComponent("supplier.csv")
      for isByName in [true, false] {
        try FileManager.default.removeItem(at: file)
        if isByName { exporting.repeatKept(kept[0]) } else { exporting.repeatLast() }
        try turn(until: "it is there again") {
          exporting.progress == nil && FileManager.default.fileExists(atPath: file.path)
        }
      }
      try finish("it is forgotten") { await exporting.forget(kept[0]) }
      let none = try finish("they are read") { await exporting.kept() }
      XCTAssertEqual(none, [])
      XCTAssertTrue(FileManager.default.fileExists(atPath: file.path))
    }
  }

  func testAClosedHeadIsExportedWithItsVariants() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt", "Trousers"])
      defer { shop.remove() }
      let (store, head) = (shop.store, try shop.product(titled: "Shirt").id)
      let variants = try finish("there are two") {
        try await store.makeVariants(of: head, named: [("Size", ["S", "M"])])
      }
      // One of them has another category than the place that is exported.
      let (fruit, other) = (try CategoryPath("Clothes"), try CategoryPath("Sale"))
      _ = try finish("categories") {
        try await store.edit([head], applying: [.set(ProductChange { $0.category = fruit })])
        return try await store.edit(
          [variants[1]], applying: [.set(ProductChange { $0.category = other })])
      }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      browser.listed.show(.category(fruit))
      try turn(until: "the list is there") {
        browser.list.isComplete && browser.list.count == 1
          && browser.list.item(at: 0)?.family?.count == 2
      }
      browser.selected.select(at: 0..<1, only: true)
      try turn(until: "it is selected") { browser.selected.main == head }
      let path = shop.folder.appendingPathComponent("list.csv").path
      @MainActor func titles(_ format: ExportFormat = .csv) throws -> Int {
        browser.exporting.write(ProductExport(.init(), as: format), of: .selected, to: path)
        try turn(until: "it is exported") { browser.exporting.progress == nil }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return ["Shirt,", "Shirt · S", "Shirt · M"].count { text.contains($0) }
      }
      XCTAssertEqual(browser.exporting.extents.last, .selected)
      let sentence = try finish("it is said") { await browser.exporting.addition(to: .selected) }
      XCTAssertEqual(sentence, "With 2 variants that are below them.")
      XCTAssertEqual(try titles(), 3)
      // As the shop wants it: one behind the other.
      browser.exporting.write(ProductExport(.init(), as: .woocommerce), of: .selected, to: path)
      try turn(until: "it is exported") { browser.exporting.progress == nil }
      let rows = try String(contentsOfFile: path, encoding: .utf8)
        .components(separatedBy: .newlines).filter { !$0.isEmpty }
      XCTAssertEqual(rows.count, 4, "\(rows)")
      // What is in sight is selected by itself.
      browser.listed.setOpen(head, true)
      try turn(until: "it is open") { browser.list.count == 3 }
      let none = try finish("nothing more") { await browser.exporting.addition(to: .selected) }
      XCTAssertNil(none)
      XCTAssertEqual(try titles(), 1)
      browser.selected.select(at: 2..<3, only: false)
      try turn(until: "both are selected") { browser.selected.count == 2 }
      XCTAssertEqual(try titles(), 2)
    }
  }

  /// The price of a head that nobody sells is not that of its variants.
  func testAHeadSaysWhatItsVariantsCostAndTheyInWhatTheyDiffer() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cheese"])
      defer { shop.remove() }
      let (store, head) = (shop.store, try shop.product(titled: "Cheese").id)
      func price(_ text: String) throws -> ProductChange {
        try ProductChange { $0.price = try Price(text, currency: Currency("EUR")) }
      }
      @MainActor func set(_ change: ProductChange, _ id: UUID) throws {
        _ = try finish("a change") { try await store.edit([id], applying: [.set(change)]) }
      }
      try set(try price("20.00"), head)
      try set(try ProductChange { $0.unit = try SaleUnit("kg") }, head)
      let made = try finish("there are two") {
        try await store.makeVariants(of: head, named: [("Age", ["old", "young"])])
      }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      @MainActor func expect(_ text: String) throws {
        try turn(until: text) {
          browser.list.item(at: 0).map { FormField(.price).text(of: $0) } == text
        }
      }
      try expect("€20.00 / kg")
      for id in made { try set(try price("25.00"), id) }
      try expect("€25.00 / kg")
      try set(try price("24.00"), made[0])
      try expect("€24.00 – €25.00 / kg")
      // A pack is no kilogram.
      try set(try ProductChange { $0.packSize = try Quantity(packSize: 2) }, made[1])
      try expect("€24.00 / kg, €25.00")
      browser.listed.setOpen(head, true)
      try turn(until: "it is open") { browser.list.count == 3 }
      let items = (0..<3).compactMap { browser.list.item(at: $0) }
      XCTAssertEqual(items.map { $0.title(below: items[0]) }, ["Cheese", "old", "young"])
      XCTAssertEqual(items[1].title(below: nil), "Cheese · old")
      XCTAssertEqual(items.map { $0.takes(.price) }, [false, false, false])
      XCTAssertEqual(items.map { $0.takes(.title) }, [false, true, true])
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
