// SPDX-License-Identifier: Apache-2.0
// The sidebar as data: what it shows, and what a window shows when one of its rows is chosen.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class SidebarTests: XCTestCase {
  private final class Listener {}

  @MainActor
  private static func browser(_ shop: Shop) throws -> ProductBrowser {
    let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
    try turn(until: "the sidebar is there") {
      browser.sidebar.isComplete && browser.list.isComplete
        && browser.catalogue.counts.count(of: .drafts) != nil
    }
    return browser
  }

  @MainActor
  private static func give(_ shop: Shop, _ title: String, category: String?, tags: [String] = [])
    throws
  {
    let (store, id) = (shop.store, try shop.product(titled: title).id)
    let path = try category.map { try CategoryPath($0) }
    let change = try ProductChange {
      $0.category = .some(path)
      $0.tags = try Tags(tags.map { try Tag($0) })
    }
    _ = try finish("\(title) is changed") { try await store.edit([id], applying: [.set(change)]) }
  }

  // MARK: Rows

  func testCategoriesOpenAndCloseAndComeBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango", "Rose"])
      defer { shop.remove() }
      try Self.give(shop, "Cherries", category: "Food/Fruit/Stone")
      try Self.give(shop, "Mango", category: "Food/Fruit")
      try Self.give(shop, "Rose", category: "Flowers")
      let browser = try Self.browser(shop)
      @MainActor func categories(_ browser: ProductBrowser) -> [String] {
        Array(browser.sidebar.items.map(\.words).drop { $0 != "# Categories" }.dropFirst())
      }
      try turn(until: "they are closed") { categories(browser) == ["Flowers 1", "▸ Food 2"] }
      browser.sidebar.setOpen(try CategoryPath("Food"), true)
      XCTAssertEqual(categories(browser), ["Flowers 1", "▾ Food 2", "  ▸ Fruit 2"])
      // A place is shown with all it is inside.
      browser.listed.show(.category(try CategoryPath("Food/Fruit/Stone")))
      let open = ["Flowers 1", "▾ Food 2", "  ▾ Fruit 2", "    Stone 1"]
      XCTAssertEqual(categories(browser), open)

      let again = try shop.closedAndOpenedAgain()
      let restored = try Self.browser(again)
      XCTAssertEqual(categories(restored), open)
      restored.sidebar.setOpen(try CategoryPath("Food"), false)
      XCTAssertEqual(categories(restored), ["Flowers 1", "▸ Food 2"])
      restored.sidebar.setOpen(try CategoryPath("Food"), true)
      XCTAssertEqual(categories(restored), open, "what is inside stays open")
    }
  }

  func testTheMostUsedTagsComeFirstAndALongListIsFolded() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let few = (1...12).map { "tag \($0 < 10 ? "0" : "")\($0)" }
      try Self.give(shop, "Cherries", category: nil, tags: few)
      try Self.give(shop, "Mango", category: nil, tags: ["tag 12"])
      let browser = try Self.browser(shop)
      @MainActor func tags() -> [String] {
        Array(browser.sidebar.items.map(\.words).drop { $0 != "# Tags" }.dropFirst())
      }
      let folded = ["tag 12 2"] + few.prefix(9).map { $0 + " 1" } + ["Show All"]
      try turn(until: "ten are shown") { tags() == folded }
      // The one that is shown is there in any case.
      browser.listed.show(.tag("tag 11"))
      XCTAssertEqual(tags(), folded.dropLast() + ["tag 11 1", "Show All"])
      browser.sidebar.showAllTags(true)
      XCTAssertEqual(tags().count, 13)
      XCTAssertEqual(tags().last, "Show Fewer")
    }
  }

  func testDraftsOfEveryWindowAreListedUntilItCloses() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let mango = try shop.product(titled: "Mango").id
      let browser = try Self.browser(shop)
      XCTAssertFalse(browser.sidebar.items.contains { $0.place == .drafts })
      let scene = shop.coordinator.makeScene(kind: "product", activity: nil)
      let other = ProductDetail(shop.catalogue, scene, delegate: nil)
      other.show(mango)
      try turn(until: "it is shown") { other.product != nil }
      other.beginEditing()
      XCTAssertEqual(shop.catalogue.unfinished.all, [], "nothing is typed yet")
      other.form?.type("Mangos", in: .title)
      XCTAssertEqual(shop.catalogue.unfinished.all, [mango])
      browser.listed.show(.drafts)
      try turn(until: "only the mango is listed and counted") {
        browser.list.isComplete && browser.list.count == 1
          && browser.list.item(at: 0)?.id == mango
          && browser.sidebar.items.map(\.words).contains("Drafts 1")
      }
      shop.catalogue.unfinished.forget(scene.id)
      try turn(until: "none is") { browser.list.isEmpty }
      XCTAssertTrue(browser.sidebar.items.contains { $0.place == .drafts }, "it is still shown")
      browser.listed.show(.allProducts)
      XCTAssertFalse(browser.sidebar.items.contains { $0.place == .drafts })
    }
  }

  func testUnfinishedNewProductsHaveARowEachUntilTheyAreDone() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let browser = try Self.browser(shop)
      let unfinished = shop.catalogue.unfinished
      @MainActor func rows() -> [String] {
        browser.sidebar.items.map(\.words).filter { $0.hasPrefix("New") }
      }
      browser.beginNewProduct()
      try turn(until: "the form is open") { browser.detail.form != nil }
      XCTAssertEqual(rows(), [], "nothing is typed yet")
      browser.detail.form?.type("Pe", in: .title)
      browser.detail.form?.type("Pears", in: .title)
      XCTAssertEqual(rows(), ["New: Pears"])
      let pears = try XCTUnwrap(unfinished.new.first)
      browser.detail.setEditingAside()
      XCTAssertEqual(rows(), ["New: Pears"])

      // In another window, which is then closed, and opened again.
      let scene = shop.coordinator.makeScene(kind: "product", activity: nil)
      var other: ProductDetail? = ProductDetail(shop.catalogue, scene, delegate: nil)
      other?.beginNewProduct()
      try turn(until: "the form is open") { other?.form != nil }
      other?.form?.type("12", in: .builtIn("stock"))
      XCTAssertEqual(rows().sorted(), ["New product", "New: Pears"])
      let id = try XCTUnwrap(unfinished.new.first { $0.window == scene.id }).id
      shop.coordinator.close(scene)
      unfinished.forget(scene.id)
      other = nil
      XCTAssertEqual(rows(), ["New: Pears"])
      let coordinator = shop.coordinator
      let closed = { try finish("it is read") { await coordinator.closedWindows() } }
      unfinished.show(closed: try closed())
      XCTAssertEqual(rows().sorted(), ["New product", "New: Pears"])
      let again = try finish("it is opened") { await coordinator.reopenClosedScene(scene.id) }
      let reopened = ProductDetail(shop.catalogue, try XCTUnwrap(again), delegate: nil)
      XCTAssertEqual(rows().sorted(), ["New product", "New: Pears"], "not twice")
      unfinished.show(closed: try closed())
      reopened.resumeNewProduct(id)
      try turn(until: "the form is back") {
        reopened.form?.text(of: .builtIn("stock")) == "12" && reopened.formWantsFocus
      }
      reopened.cancelEditing()

      browser.listed.show(.trash)
      browser.resumeNewProduct(pears.id)
      try turn(until: "the form is back") { browser.detail.form?.text(of: .title) == "Pears" }
      XCTAssertEqual(browser.listed.place, .allProducts)
      browser.detail.finishEditing()
      try turn(until: "it is done") { rows().isEmpty }
      browser.resumeNewProduct(pears.id)
      XCTAssertEqual(browser.detail.product?.title.text, "Pears")
    }
  }

  func testRecentlyChangedHasAnOrderOfItsOwn() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      try Self.give(shop, "Cherries", category: "Food")
      let browser = try Self.browser(shop)
      browser.sorting.sort(by: ProductOrder(.title, ascending: false))
      browser.listed.search("an")
      browser.listed.show(.recentlyChanged)
      XCTAssertEqual(browser.listed.query.order, [ProductOrder(.changed, ascending: false)])
      XCTAssertEqual(browser.listed.query.searchText, "an", "the search stays")
      XCTAssertEqual(
        browser.filters.chips.count, 0, "what the place means is no filter of the user's")
      XCTAssertEqual(browser.listed.title, "“an” in Recently Changed")
      browser.listed.search("")
      try turn(until: "the newest is the first") {
        browser.list.isComplete && browser.list.item(at: 0)?.title == "Cherries"
      }
      browser.listed.show(.allProducts)
      XCTAssertEqual(browser.listed.query.order.first, ProductOrder(.title, ascending: false))
    }
  }

  // MARK: Saved searches

  func testASavedSearchBringsItsOwnAndLeavesWhatWasThere() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango", "Melon"])
      defer { shop.remove() }
      let browser = try Self.browser(shop)
      XCTAssertFalse(browser.savedSearches.canSave)
      browser.listed.isSearching = true
      browser.listed.search("m")
      browser.filters.add(.number(.year, from: 1990, through: nil))
      browser.sorting.sort(by: ProductOrder(.title, ascending: false))
      browser.columns.keep([.init(field: "title"), .init(field: "price", width: 77)])
      XCTAssertTrue(browser.savedSearches.canSave)
      XCTAssertThrowsError(try browser.savedSearches.save(as: " "))
      try browser.savedSearches.save(as: "With M")
      try turn(until: "it is shown with its count") {
        browser.listed.title == "With M" && browser.sidebar.items.map(\.words).contains("With M 2")
      }
      XCTAssertFalse(browser.savedSearches.canSave)
      let search = try XCTUnwrap(browser.listed.shownSearch)

      browser.listed.show(.allProducts)
      XCTAssertEqual(browser.listed.query.searchText, "")
      XCTAssertEqual(browser.listed.query.filters, [])
      XCTAssertFalse(browser.listed.isSearching)
      browser.sorting.sort(by: ProductOrder(.price))
      browser.columns.keep([.init(field: "price", width: 200), .init(field: "title")])

      browser.listed.show(.savedSearch(search.id))
      XCTAssertEqual(browser.listed.query, search.query)
      XCTAssertEqual(browser.listed.state.columns, search.columns)
      XCTAssertTrue(browser.listed.isSearching)
      try turn(until: "both are listed") { browser.list.isComplete && browser.list.count == 2 }

      // The arrangement is kept, the rest only when the user says so.
      browser.sorting.sort(by: ProductOrder(.year))
      browser.listed.search("me")
      XCTAssertEqual(browser.listed.title, "“me” in With M")
      try turn(until: "the order is kept") {
        browser.catalogue.searches[search.id]?.query.order.first == ProductOrder(.year)
      }
      XCTAssertEqual(browser.catalogue.searches[search.id]?.query.searchText, "m")
      XCTAssertTrue(browser.savedSearches.canUpdate)
      browser.savedSearches.update()
      try turn(until: "it is updated") {
        browser.catalogue.searches[search.id]?.query.searchText == "me"
      }
      XCTAssertFalse(browser.savedSearches.canUpdate)
      browser.listed.show(.trash)
      XCTAssertEqual(browser.listed.query.order.first, ProductOrder(.price))
      XCTAssertEqual(browser.listed.state.columns.first?.width, 200)
    }
  }

  func testSavedSearchesAreRenamedMovedDeletedAndPutBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let browser = try Self.browser(shop)
      for name in ["A", "B", "C"] {
        browser.listed.show(.allProducts)
        browser.listed.search(name)
        try browser.savedSearches.save(as: name)
        try turn(until: "\(name) is shown") { browser.listed.title == name }
      }
      @MainActor func names() -> String { browser.catalogue.searches.all.map(\.name).joined() }
      let ids = browser.catalogue.searches.all.map(\.id)
      browser.savedSearches.move(ids[2], by: -1)
      try turn(until: "C is above B") { names() == "ACB" }
      browser.savedSearches.move(ids[0], by: -1)
      browser.savedSearches.move(ids[0], by: 2)
      try turn(until: "A is last") { names() == "CBA" }
      browser.savedSearches.move(ids[0], beside: ids[2], below: false)
      try turn(until: "A is dropped above C") { names() == "ACB" }
      browser.savedSearches.move(ids[0], beside: ids[1], below: true)
      browser.savedSearches.move(ids[0], beside: ids[0], below: true)
      browser.savedSearches.move(UUID(), beside: ids[0], below: true)
      try turn(until: "A is dropped below B") { names() == "CBA" }
      try browser.savedSearches.rename(ids[1], to: "Bee")
      XCTAssertThrowsError(try browser.savedSearches.rename(ids[1], to: " "))
      try turn(until: "it has another name") { names() == "CBeeA" }

      let listener = Listener()
      var undo: (@MainActor () -> Void)?
      browser.savedSearches.messages.add(listener) {
        if case .deleted("C", let back) = $0 { undo = back }
      }
      browser.savedSearches.delete(ids[2])
      XCTAssertEqual(browser.listed.place, .allProducts)
      try turn(until: "it is gone") { names() == "BeeA" && undo != nil }
      undo?()
      try turn(until: "it is back, in its place, and shown") {
        names() == "CBeeA" && browser.listed.place == .savedSearch(ids[2])
      }
    }
  }

  func testWhatIsGoneFallsBackToAllProducts() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      try Self.give(shop, "Mango", category: "Food", tags: ["ripe"])
      let browser = try Self.browser(shop)
      browser.listed.search("man")
      browser.filters.add(.number(.year, from: 1990, through: nil))
      try browser.savedSearches.save(as: "Man")
      try turn(until: "it is shown") { browser.listed.shownSearch != nil }
      let expected = browser.listed.query

      // While nobody looks.
      shop = try shop.closedAndOpenedAgain()
      let (store, id) = (shop.store, browser.listed.shownSearch?.id ?? UUID())
      try finish("it is deleted") { try await store.removeSavedSearch(id) }
      var window = try Self.browser(shop)
      XCTAssertEqual(window.listed.place, .allProducts)
      XCTAssertEqual(window.listed.query, expected)

      for place in [Place.category(try CategoryPath("Food")), .tag("ripe")] {
        window.listed.show(place)
        shop = try shop.closedAndOpenedAgain()
        try Self.give(shop, "Mango", category: nil)
        window = try Self.browser(shop)
        XCTAssertEqual(window.listed.place, .allProducts, "\(place)")
        XCTAssertEqual(window.listed.query, expected)
        try Self.give(shop, "Mango", category: "Food", tags: ["ripe"])
      }
    }
  }

  func testALinkLeadsToTheWholeListOfAPlace() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      try Self.give(shop, "Mango", category: "Food/Früh: reif", tags: ["ripe: now"])
      let browser = try Self.browser(shop)
      browser.listed.search("cherr")
      for place in [Place.category(try CategoryPath("Food/Früh: reif")), .tag("ripe: now")] {
        XCTAssertEqual(Place(parameter: place.parameter), place)
        browser.listed.follow(place)
        XCTAssertEqual(browser.listed.place, place)
        try turn(until: "the mango is listed") {
          browser.list.isComplete && browser.list.count == 1
            && browser.list.item(at: 0)?.title == "Mango"
        }
      }
      XCTAssertNil(Place(parameter: "somewhere:else"))
      for place in [Place.allProducts, .recentlyChanged, .drafts, .trash, .savedSearch(UUID())] {
        XCTAssertEqual(Place(parameter: place.parameter), place)
      }
      let filters = browser.filters.ofFields.flatMap(\.choices)
      XCTAssertTrue(filters.contains { $0.action == .add(.tag("ripe: now")) })
    }
  }
}
