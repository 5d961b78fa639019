// SPDX-License-Identifier: Apache-2.0
// Filters made from the descriptions of the fields: what each finds, and what its chip says.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class FilterChoicesTests: XCTestCase {
  private let style = WritingStyle(currency: try? Currency("EUR"))

  func testEveryFieldHasFiltersAndEveryChipSaysItsField() throws {
    let custom = try FieldKind.words.map { word in
      let details = word == "choice" ? ["Oak", "Ash"] : []
      let kind = try XCTUnwrap(FieldKind(word: word, details: details))
      return try CustomField(name: "My \(word)", kind: kind)
    }
    for field in FormField.all(custom) where field.id != .title {
      let filters = field.filters
      XCTAssertFalse(filters.choices.isEmpty, field.label)
      XCTAssertEqual(Set(filters.choices.map(\.id)).count, filters.choices.count)
      for choice in filters.choices {
        guard case .add(let filter) = choice.action else { continue }
        let chip = filter.label(custom)
        XCTAssertTrue(chip.hasPrefix(field.label), chip)
      }
    }
    XCTAssertEqual(ProductFilter.general.count, 6)
    XCTAssertEqual(ProductFilter.isEmpty(.custom(UUID())).label([]), "Removed Field: Empty")
  }

  func testRangesAreReadAsTyped() throws {
    let year = FormField(.year)
    XCTAssertEqual(
      try year.rangeFilter(from: "1990", through: "", style: style),
      .number(.year, from: 1990, through: nil))
    XCTAssertNil(try year.rangeFilter(from: " ", through: "", style: style))
    XCTAssertThrowsError(try year.rangeFilter(from: "soon", through: "", style: style))
    XCTAssertThrowsError(try year.rangeFilter(from: "2000", through: "1990", style: style)) {
      XCTAssertTrue($0.sentence.contains("ends before"), $0.sentence)
    }
    let price = FormField(.price)
    let euro = try Currency("EUR")
    XCTAssertEqual(
      try price.rangeFilter(from: "5", through: "20", style: style),
      .price(euro, from: 500, through: 2000))
    XCTAssertThrowsError(try price.rangeFilter(from: "5 USD", through: "20 EUR", style: style))
    let width = try CustomField(name: "Width", kind: .number(unit: "cm"))
    XCTAssertEqual(
      try FormField(width).rangeFilter(from: "", through: "4.5", style: style),
      .custom(
        width.id, .range(from: nil, through: .number(DecimalNumber(millionths: 4_500_000)))))
    XCTAssertEqual(
      ProductFilter.number(.year, from: 1990, through: 2000).label([]), "Year: 1990 – 2000")
    XCTAssertEqual(
      ProductFilter.number(.year, from: nil, through: 2000).label([]), "Year: up to 2000")
  }

  func testFiltersListTheProductsAndComeBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let wood = try CustomField(name: "Wood", kind: .choice(["Oak", "Ash"]))
      let store = shop.store
      let mango = try shop.product(titled: "Mango")
      _ = try finish("there is a field with a value") {
        try await store.addField(wood)
        return try await store.edit(
          [mango.id], applying: [.set(ProductChange { $0.values = [wood.id: .text("Oak")] })])
      }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "the field is known") { !browser.catalogue.fields.all.isEmpty }
      let isOak = try XCTUnwrap(browser.filters.choice("\(wood.id):is:0"))
      guard case .add(let filter) = isOak.action else { return XCTFail("\(isOak)") }
      browser.filters.add(filter)
      browser.filters.add(filter)
      XCTAssertEqual(browser.filters.chips.map(\.label), ["Wood: Oak"])
      try turn(until: "only the mango is listed") {
        browser.list.count == 1 && browser.list.item(at: 0)?.id == mango.id
      }
      browser.filters.setRange(.number(.year, from: 1990, through: nil), of: FormField(.year))
      browser.filters.setRange(.number(.year, from: 1991, through: nil), of: FormField(.year))
      XCTAssertEqual(browser.filters.chips.map(\.label), ["Wood: Oak", "Year: from 1991"])

      let again = try shop.closedAndOpenedAgain()
      let restored = ProductBrowser(again.catalogue, try again.scenes()[0])
      try turn(until: "the field is known again") { !restored.catalogue.fields.all.isEmpty }
      XCTAssertEqual(restored.filters.chips.map(\.label), ["Wood: Oak", "Year: from 1991"])
      restored.filters.setRange(nil, of: FormField(.year))
      restored.filters.remove(filter)
      XCTAssertEqual(restored.filters.chips.count, 0)
      try turn(until: "both are listed") { restored.list.count == 2 }
    }
  }
}
