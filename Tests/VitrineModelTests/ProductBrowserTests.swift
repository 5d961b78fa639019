// SPDX-License-Identifier: Apache-2.0
// A browser window: it owns the selection, and its list is restored with it.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class ProductBrowserTests: XCTestCase {
  private final class Listener {}

  func testTheWindowOwnsTheSelection() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let mango = try shop.product(titled: "Mango").id
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      let listener = Listener()
      var changes = 0
      browser.changed.add(listener) { if case .selection = $0 { changes += 1 } }
      try turn(until: "the list is there") { browser.list.item(at: 1) != nil }
      browser.select(mango)
      browser.select(mango)
      XCTAssertEqual(changes, 1)
      XCTAssertEqual(browser.detail.productID, mango)
      XCTAssertEqual(browser.session.activity?.productID, mango)
      XCTAssertEqual(browser.session.activity?.title, "Mango", "known from the list at once")
      browser.select(nil)
      XCTAssertNil(browser.detail.productID)
      XCTAssertNil(browser.session.activity?.productID)
    }
  }

  func testAScreenReaderHearsTitlePriceAndCategory() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: [])
      defer { shop.remove() }
      let product = Product(
        title: try ProductTitle("Cherries"), category: try CategoryPath("Food/Fruit"),
        price: try Price("10.99", currency: Currency("EUR")))
      let store = shop.store
      _ = try finish("the product is there") { try await store.create(product) }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "the list is there") { browser.list.item(at: 0) != nil }
      let item = try XCTUnwrap(browser.list.item(at: 0))
      XCTAssertEqual(item.spokenText(isUnfinished: false), "Cherries, €10.99, Fruit")
      XCTAssertEqual(
        item.spokenText(isUnfinished: true), "Cherries, €10.99, Fruit, unfinished edits")
    }
  }

  func testQuerySelectionAndLayoutComeBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let mango = try shop.product(titled: "Mango").id
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      let query = ProductQuery(
        searchText: "man", filters: [.number(.year, from: 1999, through: 2001)], sort: .price,
        ascending: false)
      browser.listed.show(query)
      browser.listed.layout = .grid
      browser.select(mango)

      let again = try shop.closedAndOpenedAgain()
      let restored = ProductBrowser(again.catalogue, try again.scenes()[0])
      XCTAssertEqual(restored.listed.query, query)
      XCTAssertEqual(restored.listed.layout, .grid)
      XCTAssertEqual(restored.selection, mango)
      try turn(until: "only the mango is listed, and shown") {
        restored.list.count == 1 && restored.list.item(at: 0)?.id == mango
          && restored.detail.product?.id == mango
      }
    }
  }

  func testACopyIsShownAndTheTrashLosesOneForEver() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango", "Pear"])
      defer { shop.remove() }
      let cherries = try shop.product(titled: "Cherries").id
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      browser.select(cherries)
      try turn(until: "it is shown") { browser.detail.product != nil }
      browser.detail.duplicate()
      try turn(until: "the copy is shown") {
        browser.detail.product?.title.text == "Cherries (Copy)" && browser.selection != cherries
      }

      let store = shop.store
      let mango = try shop.product(titled: "Mango").id
      _ = try finish("two are in the trash") { try await store.delete([cherries, mango]) }
      browser.listed.show(.trash)
      try turn(until: "the trash is listed") {
        browser.list.isComplete && browser.list.count == 2 && browser.list.item(at: 1) != nil
      }
      browser.select(cherries)
      try turn(until: "it is shown in the trash") { browser.detail.trashedProduct != nil }
      browser.deleteForEver()
      try turn(until: "the neighbour is shown") {
        browser.selection == mango && browser.detail.trashedProduct?.id == mango
      }
      let left = try finish("it is gone") {
        try await store.product(cherries, includingTrash: true)
      }
      XCTAssertNil(left)
      // A product that is not in the trash is not deleted.
      browser.listed.show(.allProducts)
      browser.select(try shop.product(titled: "Pear").id)
      try turn(until: "it is shown") { browser.detail.product?.title.text == "Pear" }
      browser.deleteForEver()
      XCTAssertEqual(try shop.product(titled: "Pear").title.text, "Pear")
    }
  }

  func testAProductEditedOutOfTheFilterStaysUntilTheListIsAskedForAnew() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apples", "Cherries", "Plums"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "all are listed") { browser.list.count == 3 }
      browser.filters.add(.number(.year, from: nil, through: 2005))
      try turn(until: "they still are") { browser.list.isComplete && browser.list.count == 3 }
      let (store, cherries) = (shop.store, try shop.product(titled: "Cherries"))
      browser.select(cherries.id)
      try turn(until: "it is shown") { browser.detail.product?.id == cherries.id }
      browser.detail.beginEditing()
      browser.detail.form?.type("2010", in: .year)
      browser.detail.finishEditing()
      try turn(until: "it stays, and is no longer one of them") {
        browser.list.item(at: 1)?.isStray == true
      }
      XCTAssertEqual(browser.list.item(at: 1)?.title, "Cherries")
      XCTAssertEqual(browser.list.count, 3)
      XCTAssertEqual(browser.selection, cherries.id)
      XCTAssertEqual(browser.list.item(at: 0)?.isStray, false)

      // Another one that nobody looks at goes.
      let apples = try shop.product(titled: "Apples")
      var change = ProductChange()
      change.year = .some(try IntroductionYear(2011))
      let other = change
      _ = try finish("it is changed") {
        try await store.edit(apples.id, basedOn: apples.revision, applying: other)
      }
      try turn(until: "it is gone") { browser.list.count == 2 }
      XCTAssertEqual(browser.list.item(at: 0)?.isStray, true)

      // Changed again, it may fit.
      browser.detail.beginEditing()
      browser.detail.form?.type("2001", in: .year)
      browser.detail.finishEditing()
      try turn(until: "it belongs there") { browser.list.item(at: 0)?.isStray == false }
      browser.detail.beginEditing()
      browser.detail.form?.type("2012", in: .year)
      browser.detail.finishEditing()
      try turn(until: "it stays again") { browser.list.item(at: 0)?.isStray == true }
      browser.select(try shop.product(titled: "Plums").id)
      browser.sorting.sort(by: ProductOrder(.title))
      try turn(until: "it is gone from a list that was asked for anew") {
        browser.list.isComplete && browser.list.count == 1
      }
    }
  }

  func testWhatIsLookedAtStaysInASearchWhoeverEditsIt() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apple pie", "Cherry pie", "Plum pie"])
      defer { shop.remove() }
      let (store, cherry) = (shop.store, try shop.product(titled: "Cherry pie"))
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      browser.listed.search("pie")
      try turn(until: "all are found") { browser.list.isComplete && browser.list.count == 3 }
      browser.select(cherry.id)
      try turn(until: "it is shown") { browser.detail.product?.id == cherry.id }
      let place = try XCTUnwrap(browser.list.position(of: cherry.id))

      // As another window or program does it.
      @MainActor func rename(_ title: String, _ new: String) throws {
        let product = try shop.product(titled: title)
        var change = ProductChange()
        change.title = try ProductTitle(new)
        let changed = change
        _ = try finish("it has another title") {
          try await store.edit(product.id, basedOn: product.revision, applying: changed)
        }
      }
      try rename("Cherry pie", "Cherry cake")
      try turn(until: "it stays where it was") {
        let item = browser.list.item(at: place)
        return item?.isStray == true && item?.title == "Cherry cake"
      }
      XCTAssertEqual(browser.list.count, 3)
      XCTAssertEqual(browser.selection, cherry.id)
      // The list is read again for every change, and keeps it.
      try rename("Plum pie", "Plum cake")
      try turn(until: "what nobody looks at is gone") { browser.list.count == 2 }
      XCTAssertEqual(browser.list.position(of: cherry.id).flatMap(browser.list.item)?.isStray, true)
      try rename("Cherry cake", "Cherry pie")
      try turn(until: "it belongs there") {
        browser.list.position(of: cherry.id).flatMap(browser.list.item)?.isStray == false
      }
      // In the trash it is not in this list, whoever looks.
      try rename("Cherry pie", "Cherry cake")
      try turn(until: "it stays again") {
        browser.list.position(of: cherry.id).flatMap(browser.list.item)?.isStray == true
      }
      _ = try finish("it is in the trash") { try await store.delete([cherry.id]) }
      try turn(until: "it is gone") { browser.list.count == 1 }
    }
  }

  func testSeveralThatACommandTakesOutOfTheListGo() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apples", "Cherries", "Plums"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "all are listed") { browser.list.isComplete && browser.list.count == 3 }
      browser.selected.select(at: 0..<3, only: true)
      browser.selectionCommands.addTag(try Tag("ripe"))
      try turn(until: "there is such a tag") {
        browser.sidebar.items.contains { $0.place == .tag("ripe") }
      }
      browser.listed.show(.tag("ripe"))
      try turn(until: "all have the tag") { browser.list.isComplete && browser.list.count == 3 }
      browser.selected.select(at: 0..<2, only: true)
      browser.selectionCommands.removeTag(try Tag("ripe"))
      try turn(until: "both are gone") { browser.list.count == 1 }
      XCTAssertEqual(browser.list.item(at: 0)?.title, "Plums")
    }
  }

  func testAProductThatIsDeletedDoesNotStay() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apples", "Cherries"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "all are listed") { browser.list.count == 2 }
      browser.select(try shop.product(titled: "Cherries").id)
      try turn(until: "it is shown") { browser.detail.product != nil }
      browser.moveToTrash()
      try turn(until: "it is gone") { browser.list.count == 1 }
    }
  }
}
