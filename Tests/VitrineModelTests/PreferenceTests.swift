// SPDX-License-Identifier: Apache-2.0
// What preferences do to the catalogue: the trash empties itself of what is old, an amount without a currency is in the
// chosen one, and unit prices are for what was chosen.

import Catalog
import Exchange
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class PreferenceTests: XCTestCase {
  private static let day = 24 * 60 * 60.0

  func testOnlyWhatIsOldLeavesTheTrashAndUndoBringsItBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let ids = try Set(["Cherries", "Mango"].map { try shop.product(titled: $0).id })
      let store = shop.store
      try finish("they are deleted") { _ = try await store.delete(ids) }
      let wish = Wish()
      let emptying = TrashEmptying(shop.catalogue) { wish.age }
      var counts: [Int] = []
      emptying.emptied.add(shop) { counts.append($0) }

      @MainActor func empty(after days: Double) throws {
        let moment = Date().addingTimeInterval(days * Self.day)
        try finish("the trash is looked through") { await emptying.empty(at: moment) }
      }
      try empty(after: 1000)
      XCTAssertEqual(counts, [], "never is never")
      wish.age = .week
      try empty(after: 6.9)
      XCTAssertEqual(counts, [])
      try empty(after: 7.1)
      XCTAssertEqual(counts, [2])
      let cherries = try XCTUnwrap(ids.first)
      XCTAssertNil(try Self.trashed(cherries, in: shop))
      try finish("it is undone") { _ = try await store.undo() }
      XCTAssertNotNil(try Self.trashed(cherries, in: shop))
    }
  }

  func testDaysAreCountedByTheCalendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try XCTUnwrap(TimeZone(identifier: "Europe/Berlin"))
    // In the night to 29 March, an hour is left out.
    let noon = try XCTUnwrap(
      calendar.date(from: DateComponents(year: 2026, month: 4, day: 1, hour: 12)))
    let limit = try XCTUnwrap(TrashAge.week.limit(at: noon, in: calendar))
    XCTAssertEqual(noon.timeIntervalSince(limit), 7 * Self.day - 3600)
    XCTAssertEqual(
      calendar.dateComponents([.month, .day, .hour], from: limit),
      DateComponents(month: 3, day: 25, hour: 12))
    XCTAssertNil(TrashAge.never.limit(at: noon, in: calendar))
  }

  func testAnAmountWithoutACurrencyIsInTheChosenOne() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      shop.catalogue.defaultCurrency = try Currency("CHF")
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.beginNewProduct()
      try turn(until: "the form is open") { detail.form != nil }
      detail.form?.type("Walnuts", in: .title)
      detail.form?.type("5", in: .price)
      detail.finishEditing()
      try turn(until: "it is saved") { detail.product != nil }
      XCTAssertEqual(detail.product?.price?.currency.code, "CHF")

      let cherries = try shop.product(titled: "Cherries")
      XCTAssertEqual(shop.catalogue.writingStyle(for: cherries).currency?.code, "EUR", "its own")
    }
  }

  func testUnitPricesAreForWhatWasChosenWhereverTheyAreShown() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Tea"])
      defer { shop.remove() }
      let (store, tea) = (shop.store, try shop.product(titled: "Tea").id)
      let change = try ProductChange {
        $0.price = try Price("6.00", currency: Currency("EUR"))
        $0.unit = try SaleUnit("g")
        $0.packSize = try Quantity(packSize: 250)
      }
      _ = try finish("it is in packs") { try await store.edit([tea], applying: [.set(change)]) }
      let sessions = try shop.scenes()
      let browser = ProductBrowser(shop.catalogue, sessions[0])
      try turn(until: "the list is there") { browser.list.count == 1 }
      var told = 0
      browser.detail.changed.add(shop) { if case .facts = $0 { told += 1 } }
      let session = shop.coordinator.makeScene(kind: WindowKind.labels.sceneKind, activity: nil)
      var labels = LabelsState()
      labels.products = [tea]
      LabelsScene.fill(session, labels)
      let scene = LabelsScene(shop.catalogue, session)
      try turn(until: "there is a label") { scene.canSave }

      for (measure, text, base) in [
        (UnitPriceMeasure.kilogram, "€24.00 / kg", "1 kg"), (.smallPacks, "€2.40 / 100 g", "100 g"),
        (.ounce, "€0.68 / oz", "1 oz"),
      ] {
        let (before, toldBefore) = (scene.preview?.image.pixels, told)
        let isOther = shop.catalogue.unitPrices != measure
        shop.catalogue.unitPrices = measure
        XCTAssertEqual(told > toldBefore, isOther, "the open details say it at once")
        if isOther {
          try turn(until: "the label is another one") { scene.preview?.image.pixels != before }
        }
        XCTAssertEqual(try scene.job().language.unitPrices, measure)
        let folder = shop.folder.appendingPathComponent(measure.rawValue)
        let web = browser.webPublishing(decoder: URL(fileURLWithPath: "/nowhere"))
        web.publish(into: folder)
        try turn(until: "it is published") { web.page != nil && !web.isWorking }
        let pages = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let page = try XCTUnwrap(
          pages?.compactMap { $0 as? URL }.first { $0.path.hasSuffix("products/tea.html") })
        let source = try String(contentsOf: page, encoding: .utf8)
        XCTAssertTrue(source.contains(text), source)
        let file = folder.appendingPathComponent("google.tsv")
        browser.exporting.write(
          ProductExport(ProductQuery(), as: .google), of: .everything, to: file.path)
        try turn(until: "it is exported") { FileManager.default.fileExists(atPath: file.path) }
        let list = try String(contentsOf: file, encoding: .utf8)
        XCTAssertTrue(list.contains("\t250 g\t\(base)\n"), list)
        try turn(until: "nothing is being written") { browser.exporting.progress == nil }
      }
    }
  }

  @MainActor
  private static func trashed(_ id: UUID, in shop: Shop) throws -> Product? {
    let store = shop.store
    return try finish("it is read") { try await store.product(id, includingTrash: true) }
  }
}

/// What the user wants.
@MainActor
private final class Wish {
  var age = TrashAge.never
}
