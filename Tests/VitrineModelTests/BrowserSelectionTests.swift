// SPDX-License-Identifier: Apache-2.0
// Several selected products: they stay the same products whatever the list does, they come back, and
// what is done to them is one step of undo.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

private let titles = ["Almond", "Basil", "Cherries", "Dill", "Endive"]

final class BrowserSelectionTests: XCTestCase {
  func testOneMoreRangeAllAndBackToOne() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let browser = try opened(shop)
      let selected = browser.selected
      selected.select(at: 1..<2, only: true)
      XCTAssertEqual(selectedTitles(browser), ["Basil"])
      XCTAssertFalse(selected.hasSeveral)
      XCTAssertNotNil(browser.detail.productID)

      selected.select(at: 3..<4, only: false)
      XCTAssertEqual(selectedTitles(browser), ["Basil", "Dill"])
      XCTAssertNil(browser.detail.productID, "the detail shows no product")
      XCTAssertEqual(browser.selection, browser.list.item(at: 3)?.id)
      XCTAssertEqual(selected.count, 2)

      selected.select(at: 0..<3, only: true)
      XCTAssertEqual(selectedTitles(browser), ["Almond", "Basil", "Cherries"])
      selected.unselect(at: 0..<2)
      XCTAssertEqual(selectedTitles(browser), ["Cherries"])
      XCTAssertFalse(selected.hasSeveral)
      XCTAssertEqual(browser.detail.productID, browser.selection)
      selected.unselect(at: 2..<3)
      XCTAssertEqual(selectedTitles(browser), ["Cherries"], "one always stays")

      selected.select(at: 0..<5, only: true)
      XCTAssertEqual(selectedTitles(browser), titles)
      selected.unselect(at: 2..<3)
      XCTAssertEqual(selectedTitles(browser), ["Almond", "Basil", "Dill", "Endive"])
      selected.selectOne(at: 3)
      XCTAssertEqual(selectedTitles(browser), ["Dill"])
      selected.select(at: 0..<9, only: true)
      selected.selectOne(at: nil)
      XCTAssertEqual(selectedTitles(browser), ["Dill"])
    }
  }

  func testTheSelectedProductGoesWithItsListAndComesBackWithIt() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let browser = try opened(shop)
      browser.selected.select(at: 1..<2, only: true)
      let basil = browser.selection
      browser.listed.isSearching = true
      for query in ["dill", "nothing of this"] {
        browser.listed.search(query)
        try turn(until: "it is away") { browser.selection == nil }
        XCTAssertNil(browser.detail.productID)
        XCTAssertEqual(browser.selected.count, 0, "no command is for it")
        browser.listed.search("")
        try turn(until: "it is back") { browser.selection == basil }
        XCTAssertEqual(browser.detail.productID, basil)
      }
      browser.listed.search("basil")
      try turn(until: "it is found") { browser.list.isComplete && browser.list.count == 1 }
      XCTAssertEqual(browser.selection, basil)

      browser.listed.search("dill")
      try turn(until: "it is away") { browser.selection == nil }
      browser.selected.select(at: 0..<1, only: true)
      let dill = browser.selection
      browser.listed.search("")
      try turn(until: "all are there") { browser.list.isComplete && browser.list.count == 5 }
      XCTAssertEqual(browser.selection, dill, "another one was selected meanwhile")
    }
  }

  /// A click on a row that is about to go, as the next list comes.
  func testWhatIsSelectedOfTheListBeforeGoesWithIt() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let browser = try opened(shop)
      browser.selected.select(at: 2..<3, only: true)
      browser.listed.search("dill")
      XCTAssertFalse(browser.list.isCurrent)
      browser.selected.select(at: 0..<1, only: true)
      let almond = browser.selection
      try turn(until: "it is away") { browser.list.count == 1 && browser.selection == nil }
      browser.listed.search("")
      try turn(until: "it is back") { browser.selection == almond }
    }
  }

  func testWhatIsBeingTypedStaysBesideAnyList() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let browser = try opened(shop)
      browser.selected.select(at: 1..<2, only: true)
      try turn(until: "it is shown") { browser.detail.product != nil }
      let basil = browser.selection
      browser.detail.beginEditing()
      browser.detail.form?.type("Sweet basil", in: .title)
      browser.listed.search("dill")
      try turn(until: "others are listed") { browser.list.isComplete && browser.list.count == 1 }
      XCTAssertEqual(browser.selection, basil)
      XCTAssertEqual(browser.detail.form?.text(of: .title), "Sweet basil")
      browser.detail.finishEditing()
      try turn(until: "it is away once it is done") { browser.selection == nil }
      browser.listed.search("")
      try turn(until: "it is back") { browser.detail.product?.title.text == "Sweet basil" }
    }
  }

  func testOneThatIsNotReadYetIsSelectedAMomentLater() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: (1...2_000).map { String(format: "Box %04d", $0) })
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "all are known") { browser.list.isComplete && browser.list.count == 2_000 }
      browser.selected.select(at: 0..<1, only: true)
      // The End key.
      browser.selected.select(at: 1_999..<2_000, only: true)
      XCTAssertEqual(selectedTitles(browser), ["Box 0001"])
      try turn(until: "the last one is selected") {
        browser.list.position(of: browser.selection) == 1_999
      }
      XCTAssertTrue(browser.selected.contains(1_999))

      // End, and at once Home: what was chosen last counts.
      browser.selected.select(at: 1_000..<1_001, only: true)
      browser.selected.select(at: 0..<1, only: true)
      browser.selected.select(at: 1_500..<1_501, only: true)
      browser.selected.select(at: 1_500..<1_502, only: false)
      try waitForSums(of: browser)
      XCTAssertEqual(browser.selected.count, 3)
    }
  }

  func testItStaysWithTheProductsWhenTheListIsSortedOrChanges() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let store = shop.store
      let browser = try opened(shop)
      browser.selected.select(at: 0..<1, only: true)
      browser.selected.select(at: 3..<4, only: false)
      browser.sorting.sort(by: ProductOrder(.title, ascending: false))
      try turn(until: "the list is the other way round") {
        browser.list.isComplete && browser.list.item(at: 0)?.title == "Endive"
      }
      XCTAssertEqual(selectedTitles(browser), ["Dill", "Almond"])

      let new = try Shop.product("Cress")
      _ = try finish("one is added") { try await store.create(new) }
      try waitForList(of: browser, count: 6)
      XCTAssertEqual(selectedTitles(browser), ["Dill", "Almond"])

      // One of them is deleted elsewhere: the other one is still selected, and then shown.
      let dill = try shop.product(titled: "Dill").id
      _ = try finish("one is deleted") { try await store.delete([dill]) }
      try turn(until: "one is left") { !browser.selected.hasSeveral }
      XCTAssertEqual(selectedTitles(browser), ["Almond"])
      XCTAssertEqual(browser.detail.productID, browser.selection)
    }
  }

  func testTheNeighbourIsSelectedWhenAllOfThemAreGone() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let browser = try opened(shop)
      browser.selected.select(at: 1..<3, only: true)
      try waitForSums(of: browser)
      let (store, ids) = (shop.store, try XCTUnwrap(browser.selected.identifiers))
      _ = try finish("they are deleted elsewhere") { try await store.delete(Set(ids)) }
      try turn(until: "the neighbour is shown") {
        browser.detail.product?.title.text == "Dill" && !browser.selected.hasSeveral
      }
    }
  }

  func testADragTakesWhatIsSelectedAlongOrOneByItself() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let browser = try opened(shop)
      let ids = (0..<5).compactMap { browser.list.item(at: $0)?.id }
      browser.selected.select(at: 1..<3, only: true)
      try waitForSums(of: browser)
      XCTAssertEqual(browser.selectionCommands.products(draggedFrom: 2), [ids[1], ids[2]])
      XCTAssertEqual(browser.selectionCommands.products(draggedFrom: 4), [ids[4]])
      XCTAssertFalse(browser.selectionCommands.isTooMuch(draggedFrom: 2))
      let text = VitrineLink.text(of: ids)
      XCTAssertEqual(VitrineLink.products(in: text), ids)
      XCTAssertEqual(VitrineLink.products(in: text.replacing("\n", with: "\r\n") + "\r\n"), ids)
      XCTAssertNil(VitrineLink.products(in: text + "\nand more"))
      XCTAssertNil(VitrineLink.products(in: ""))
    }
  }

  func testAnotherSearchOrPlaceLeavesOneSelected() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let browser = try opened(shop)
      browser.selected.select(at: 0..<1, only: true)
      browser.selected.select(at: 3..<4, only: false)
      browser.listed.search("di")
      XCTAssertFalse(browser.selected.hasSeveral)
      XCTAssertEqual(browser.selection, try shop.product(titled: "Dill").id)
      XCTAssertEqual(browser.detail.productID, browser.selection)
    }
  }

  func testSumsOfWhatIsSelected() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let store = shop.store
      for (title, price, currency, stock) in [
        ("A", "1.50", "EUR", 4), ("B", "2.00", "EUR", nil), ("C", "300", "JPY", 2),
        ("D", "92233720368547758.07", "EUR", 1_000_000_000),
      ] as [(String, String, String, Int?)] {
        var product = try Shop.product(title)
        product.price = try Price(price, currency: Currency(currency))
        product.stock = try stock.map { try Quantity(stock: DecimalNumber(whole: $0)) }
        let new = product
        _ = try finish("it is there") { try await store.create(new) }
      }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try waitForList(of: browser, count: 4)
      browser.selected.select(at: 0..<3, only: true)
      try waitForSums(of: browser)
      let totals = try XCTUnwrap(browser.selected.totals)
      XCTAssertEqual([totals.count, totals.counted], [3, 2])
      XCTAssertEqual(totals.stockSums.map(\.amount), [6])
      XCTAssertEqual(totals.priceSums.map(\.currency.code), ["EUR", "JPY"])
      XCTAssertEqual(totals.priceSums.map(\.amount), [3.5, 300])
      XCTAssertEqual(totals.stockValues.map(\.amount), [6, 600])

      // Exact where whole numbers would overflow.
      browser.selected.select(at: 0..<4, only: true)
      try waitForSums(of: browser)
      XCTAssertEqual(
        browser.selected.totals?.stockValues.first?.amount,
        Decimal(string: "92233720368547758070000006"))

      let first = try shop.product(titled: "A")
      _ = try finish("one is sold") {
        try await store.edit(
          [first.id], applying: [.calculate(.builtIn(.stock), Calculation(.add(-1)))])
      }
      try turn(until: "the sum follows") {
        browser.selected.totals?.stockSums.first?.amount == 1_000_000_005
      }
    }
  }

  // MARK: Commands

  func testAChangeOfSeveralIsTakenBackUnlessSomethingElseWasDoneSince() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let store = shop.store
      let browser = try opened(shop)
      final class Heard {
        var offers: [UndoOffer] = []
        var messages: [String] = []
      }
      let heard = Heard()
      browser.selectionCommands.offers.add(heard) { [weak heard] in heard?.offers.append($0) }
      shop.catalogue.commands.messages.add(heard) { [weak heard] in heard?.messages.append($0) }
      @MainActor func tagged() throws -> Int {
        var count = 0
        for title in titles where try !shop.product(titled: title).tags.isEmpty { count += 1 }
        return count
      }
      browser.selected.select(at: 1..<4, only: true)
      browser.selectionCommands.addTag(try Tag("on sale"))
      try turn(until: "it is offered") { heard.offers.count == 1 }
      XCTAssertEqual(heard.offers.first?.sentence, "3 products changed")
      XCTAssertEqual(try tagged(), 3)
      heard.offers.first?.undo()
      try turn(until: "it is taken back") { heard.messages.count == 1 }
      XCTAssertEqual(try tagged(), 0)

      browser.selectionCommands.addTag(try Tag("on sale"))
      try turn(until: "it is offered again") { heard.offers.count == 2 }
      let other = try Shop.product("Fennel")
      _ = try finish("another is added") { try await store.create(other) }
      heard.offers.last?.undo()
      try turn(until: "it is refused") { heard.messages.count == 2 }
      XCTAssertEqual(heard.messages.last, "Not done: the history has changed.")
      XCTAssertEqual(try tagged(), 3)
      XCTAssertNotNil(try finish("it is there") { try await store.product(other.id) })

      browser.detail.messages.add(heard) { [weak heard] in heard?.messages.append($0) }
      browser.selectionCommands.addTag(try Tag("on sale"))
      try turn(until: "nothing changes") { heard.messages.last == "Nothing to change" }
      XCTAssertEqual(heard.offers.count, 2)
    }
  }

  func testSeveralAreGatheredAsVariantsAndBecomeProductsOfTheirOwnAgain() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let store = shop.store
      let browser = try opened(shop)
      final class Heard {
        var offers: [UndoOffer] = []
        var messages: [String] = []
      }
      let heard = Heard()
      browser.selectionCommands.offers.add(heard) { [weak heard] in heard?.offers.append($0) }
      browser.detail.messages.add(heard) { [weak heard] in heard?.messages.append($0) }
      let ids = (1..<4).compactMap { browser.list.item(at: $0)?.id }
      @MainActor func heads() throws -> Int {
        var count = 0
        for id in ids {
          let product = try finish("it is read") { try await store.product(id) }
          if product?.variant != nil { count += 1 }
        }
        return count
      }
      browser.selected.select(at: 1..<4, only: true)
      browser.selectionCommands.separate()
      try turn(until: "it says why nothing happens") { !heard.messages.isEmpty }
      XCTAssertEqual(heard.messages, ["None of the products is a variant."])
      let commands = browser.selectionCommands
      let possible = try finish("what can be asked") { await commands.possibleHeads().map(\.id) }
      XCTAssertEqual(possible, ids)
      browser.selectionCommands.gather()
      try turn(until: "they are variants") { heard.offers.count == 1 }
      XCTAssertEqual(try heads(), 3)
      try turn(until: "they are in the list") {
        ids.allSatisfy { id in
          (0..<browser.list.count).contains { browser.list.item(at: $0)?.id == id }
        }
      }
      let places = ids.compactMap { id in
        (0..<browser.list.count).first { browser.list.item(at: $0)?.id == id }
      }
      let first = try XCTUnwrap(places.min())
      browser.selected.select(at: first..<(first + 3), only: true)
      browser.selectionCommands.separate()
      try turn(until: "they are products") { heard.offers.count == 2 }
      XCTAssertEqual(heard.offers.last?.sentence, "3 variants are products of their own now")
      XCTAssertEqual(try heads(), 0)
      heard.offers.last?.undo()
      try turn(until: "it is taken back") { (try? heads()) == 3 }
    }
  }

  func testDeletingSeveralIsOneStepAndSelectsTheNeighbour() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let store = shop.store
      let browser = try opened(shop)
      final class Heard { var offer: UndoOffer? }
      let heard = Heard()
      browser.selectionCommands.offers.add(heard) { [weak heard] in heard?.offer = $0 }
      browser.selected.select(at: 1..<4, only: true)
      browser.moveToTrash()
      try waitForList(of: browser, count: 2)
      try turn(until: "the neighbour is shown") {
        browser.detail.product?.title.text == "Endive" && heard.offer != nil
      }
      let command = try finish("history is read") { try await store.history().undoable.first }
      XCTAssertEqual(command?.kind, .deleteProducts)
      XCTAssertEqual(command?.count, 3)

      heard.offer?.undo()
      try waitForList(of: browser)

      // All of the list, which leaves no neighbour.
      browser.selected.select(at: 0..<5, only: true)
      browser.moveToTrash()
      try turn(until: "nothing is left or selected") {
        browser.list.isEmpty && browser.selection == nil && !browser.selected.hasSeveral
      }
      _ = try finish("undo") { try await store.undo() }
      try waitForList(of: browser)
    }
  }

  func testAnOpenHeadThatIsAloneGoesToTheTrashWithItsVariantsAndComesBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt"])
      defer { shop.remove() }
      let (store, shirt) = (shop.store, try shop.product(titled: "Shirt"))
      _ = try finish("there are variants") {
        try await store.makeVariants(of: shirt.id, named: [("Size", ["S", "M"])])
      }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try waitForList(of: browser, count: 1)
      browser.listed.setOpen(shirt.id, true)
      try waitForList(of: browser, count: 3)
      browser.select(shirt.id)
      try turn(until: "it is shown") { browser.detail.product?.id == shirt.id }
      // It has no neighbour.
      browser.moveToTrash()
      try turn(until: "all are gone") { browser.list.isEmpty && browser.selection == nil }
      browser.listed.show(.trash)
      try turn(until: "it is there") { browser.list.item(at: 0)?.id == shirt.id }
      browser.select(shirt.id)
      try turn(until: "it is shown") { browser.detail.trashedProduct?.id == shirt.id }
      browser.restoreFromTrash()
      try turn(until: "the trash is empty") { browser.list.isEmpty }
      browser.listed.show(.allProducts)
      try waitForList(of: browser, count: 3)
    }
  }

  func testSeveralAreRestoredFromTheTrashOrDeletedForEver() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let store = shop.store
      let browser = try opened(shop)
      browser.selected.select(at: 0..<5, only: true)
      browser.moveToTrash()
      try turn(until: "all are gone") { browser.list.isEmpty }
      browser.listed.show(.trash)
      try waitForList(of: browser)
      browser.selected.select(at: 0..<2, only: true)
      browser.moveToTrash()
      browser.restoreFromTrash()
      try waitForList(of: browser, count: 3)
      browser.selected.select(at: 0..<2, only: true)
      browser.deleteForEver()
      try waitForList(of: browser, count: 1)
      try turn(until: "the neighbour is shown") { browser.detail.trashedProduct != nil }
      XCTAssertEqual(try finish("count") { try await store.productCount() }, 2)
    }
  }

  func testTagsAndCategoryOfSeveralAreOneStepEach() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let store = shop.store
      let browser = try opened(shop)
      let products = {
        try finish("they are read") { try await store.products(ProductQuery(tags: ["dry"])) }
      }
      browser.selected.select(at: 0..<2, only: true)
      browser.selectionCommands.addTag(try Tag("dry"))
      try turn(until: "they have the tag") { (try? products().count) == 2 }
      XCTAssertEqual(try finish("tags") { await browser.selectionCommands.tags() }, ["dry"])
      browser.selectionCommands.removeTag(try Tag("dry"))
      try turn(until: "they have lost it") { (try? products().isEmpty) == true }

      browser.selectionCommands.move(to: try CategoryPath("Food/Nuts"))
      let nuts = ProductQuery(category: try CategoryPath("Food/Nuts"))
      try turn(until: "they are in the category") {
        (try? finish("count") { try await store.count(nuts) }) == 2
      }
      _ = try finish("undo") { try await store.undo() }
      XCTAssertEqual(try finish("count") { try await store.count(nuts) }, 0)
      XCTAssertTrue(browser.selected.hasSeveral, "they are still in the list")
    }
  }

  // MARK: Coming back

  func testSeveralComeBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let browser = try opened(shop)
      browser.selected.select(at: 0..<1, only: true)
      browser.selected.select(at: 2..<4, only: false)
      try waitForSums(of: browser)

      let again = try shop.closedAndOpenedAgain()
      let restored = try opened(again)
      XCTAssertTrue(restored.selected.hasSeveral)
      try waitForSums(of: restored)
      XCTAssertEqual(selectedTitles(restored), ["Almond", "Cherries", "Dill"])
      XCTAssertNil(restored.detail.productID)
    }
  }

  func testAllOfALongListComeBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: titles)
      defer { shop.remove() }
      let browser = try opened(shop)
      browser.selected.select(at: 0..<5, only: true)
      let again = try shop.closedAndOpenedAgain()
      let restored = try opened(again)
      XCTAssertEqual(selectedTitles(restored), titles)
      let store = again.store
      _ = try finish("one is added") { try await store.create(try Shop.product("Fig")) }
      try waitForList(of: restored, count: 6)
      XCTAssertEqual(restored.selected.count, 6, "what comes into the list belongs to all of it")
    }
  }

  func testOfMoreThanAreSavedOneComesBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let (store, count) = (shop.store, SelectedProducts.most + 2)
      for index in 0..<count {
        let product = try Shop.product("P\(index)")
        _ = try finish("it is there") { try await store.create(product) }
      }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "the list is there") {
        browser.list.isComplete && browser.list.count == count && browser.list.item(at: 0) != nil
      }
      browser.selected.select(at: 0..<1, only: true)
      let first = try XCTUnwrap(browser.selection)
      browser.selected.select(at: 1..<(count - 1), only: false)
      try waitForSums(of: browser)
      XCTAssertEqual(browser.selected.totals?.count, count - 1)
      XCTAssertNil(browser.selected.identifiers)

      let again = try shop.closedAndOpenedAgain()
      let restored = ProductBrowser(again.catalogue, try again.scenes()[0])
      XCTAssertFalse(restored.selected.hasSeveral)
      XCTAssertEqual(restored.selection, first)
      XCTAssertEqual(restored.detail.productID, first)
    }
  }

  func testARecordWithOneProductAndOneOfAnotherVersionComeBack() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: titles)
      defer { shop.remove() }
      let almond = try shop.product(titled: "Almond").id
      let (basil, dill) = (
        try shop.product(titled: "Basil").id, try shop.product(titled: "Dill").id
      )
      // Before several could be selected.
      let scene = try shop.scenes()[0]
      var state = BrowserState()
      state.selection = almond
      scene.set(state, for: SceneKey.browser)
      shop = try shop.closedAndOpenedAgain()
      XCTAssertEqual(ProductBrowser(shop.catalogue, try shop.scenes()[0]).selection, almond)

      // Such a version has selected another product since.
      shop = try shop.closedAndOpenedAgain()
      var selected = SelectedProducts()
      selected.products = [basil, dill]
      try shop.scenes()[0].set(selected, for: SceneKey.selected)
      shop = try shop.closedAndOpenedAgain()
      let browser = try opened(shop)
      XCTAssertFalse(browser.selected.hasSeveral)
      XCTAssertEqual(selectedTitles(browser), ["Almond"])
    }
  }
}

/// The window of a shop, once its list is there.
@MainActor
private func opened(_ shop: Shop) throws -> ProductBrowser {
  let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
  try waitForList(of: browser)
  return browser
}

@MainActor
private func waitForList(of browser: ProductBrowser, count: Int = 5) throws {
  try turn(until: "the list is there") {
    browser.list.isComplete && browser.list.count == count
      && (0..<count).allSatisfy { browser.list.item(at: $0) != nil }
  }
}

/// The titles of the items that the list shows as selected.
@MainActor
private func selectedTitles(_ browser: ProductBrowser) -> [String] {
  (0..<browser.list.count).filter { browser.selected.contains($0) }.compactMap {
    browser.list.item(at: $0)?.title
  }
}

@MainActor
private func waitForSums(of browser: ProductBrowser) throws {
  try turn(until: "the sums are known") { browser.selected.totals != nil }
}
