// SPDX-License-Identifier: Apache-2.0
// What a form proposes while a category or tags are typed.

import Catalog
import XCTest

@testable import VitrineModel

final class FieldSuggestionTests: XCTestCase {
  func testCategoriesAreFoundByAnyOfTheirNames() throws {
    let all = try ["Flowers", "Flowers/Roses", "Food", "Food/Café", "Food/Fruit"].map {
      try CategoryPath($0)
    }
    func found(_ typed: String, isAsked: Bool = false) -> [String] {
      FieldSuggestion.categories(all, typed: typed, isAsked: isAsked).map(\.text)
    }
    XCTAssertEqual(found("fr"), ["Food/Fruit"])
    XCTAssertEqual(found("f"), ["Flowers", "Flowers/Roses", "Food", "Food/Café", "Food/Fruit"])
    XCTAssertEqual(found("cafe"), ["Food/Café"])
    // What begins so comes before what only contains it.
    XCTAssertEqual(found("ro"), ["Flowers/Roses"])
    XCTAssertEqual(found("food/"), ["Food/Café", "Food/Fruit"])
    XCTAssertEqual(found("Food"), ["Food/Café", "Food/Fruit"], "it is typed already")
    XCTAssertEqual(found(" "), [])
    XCTAssertEqual(found("", isAsked: true).count, 5)
    XCTAssertEqual(found("zebra"), [])
  }

  func testATagIsProposedForTheOneAtTheCaret() throws {
    let all = ["fresh", "summer", "gift, wrapped", "local", "outdoor"]
    func found(_ typed: String, _ caret: Int) -> [FieldSuggestion] {
      FieldSuggestion.tags(all, typed: typed, caret: caret)
    }
    XCTAssertEqual(
      found("su", 2), [FieldSuggestion(title: "summer", text: "summer", caret: 6)])
    XCTAssertEqual(
      found("fresh, su", 9),
      [FieldSuggestion(title: "summer", text: "fresh, summer", caret: 13)])
    XCTAssertEqual(
      found("su, local", 2), [FieldSuggestion(title: "summer", text: "summer, local", caret: 6)])
    // Those that are there already are not proposed, nor anything between two tags.
    XCTAssertEqual(found("fresh, fr", 9), [])
    XCTAssertEqual(found("fresh, ", 7), [])
    // A tag with a comma is written so that it stays one.
    XCTAssertEqual(found("gif", 3).map(\.text), ["\"gift, wrapped\""])
    XCTAssertEqual(found("\"gift, wr", 9).map(\.text), ["\"gift, wrapped\""])
    XCTAssertEqual(found("\"gift, wrapped\", gi", 19), [], "it is there already")
    // Carets that cannot be.
    XCTAssertEqual(found("su", 99).map(\.title), ["summer"])
    XCTAssertEqual(found("su", -1).map(\.title), ["summer"])
  }

  func testThereAreNeverMoreThanFitBelowTheField() throws {
    let all = (0..<20_000).map { "tag \($0)" }
    XCTAssertEqual(FieldSuggestion.tags(all, typed: "tag 19", caret: 6).count, 6)
  }

  func testTheCatalogueProposesWhatItsProductsHave() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let (store, id) = (shop.store, try shop.product(titled: "Cherries").id)
      try finish("it has a category") {
        var change = ProductChange()
        try change.set(.category, .category(CategoryPath("Food/Fruit")))
        _ = try await store.edit(id, basedOn: 1, applying: change)
      }
      shop.catalogue.counts.begin()
      try turn(until: "it is counted") { !shop.catalogue.counts.categories.isEmpty }
      let found = try finish("it answers") {
        await shop.catalogue.suggestions(for: .category, typed: "fru", caret: 3)
      }
      XCTAssertEqual(found.map(\.title), ["Food › Fruit"])
    }
  }
}
