// SPDX-License-Identifier: Apache-2.0
// What preferences do to the catalogue: the trash empties itself of what is old, and an amount without
// a currency is in the chosen one.

import Catalog
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
