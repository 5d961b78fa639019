// Deleting, restoring and undoing, as windows do it.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class CommandTests: XCTestCase {
  @MainActor
  private static func browser(_ shop: Shop, showing title: String) throws -> ProductBrowser {
    let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
    browser.select(try shop.product(titled: title).id)
    try turn(until: "\(title) is shown in a list of all") {
      browser.detail.product?.title.text == title && browser.list.item(at: 2) != nil
        && browser.list.position(of: browser.selection) != nil
    }
    return browser
  }

  func testTheNeighbourIsSelectedAndUndoIsNamed() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango", "Peanuts"])
      defer { shop.remove() }
      let browser = try Self.browser(shop, showing: "Mango")
      let mango = try XCTUnwrap(browser.selection)
      browser.moveToTrash()
      try turn(until: "the next one is shown") {
        browser.detail.product?.title.text == "Peanuts" && browser.list.count == 2
      }
      try turn(until: "undo knows what it would do") {
        shop.catalogue.commands.undoable?.kind == .deleteProducts
      }
      XCTAssertNil(shop.catalogue.commands.redoable)

      browser.moveToTrash()
      try turn(until: "the one before is shown") {
        browser.detail.product?.title.text == "Cherries"
      }
      shop.catalogue.commands.undo()
      shop.catalogue.commands.undo()
      try turn(until: "both are back, in their places") {
        browser.list.count == 3 && browser.list.item(at: 1)?.id == mango
      }
      shop.catalogue.commands.redo()
      try turn(until: "one is gone again") { browser.list.count == 2 }
    }
  }

  func testAProductInTheTrashIsShownAndItsDraftWaits() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango", "Peanuts"])
      defer { shop.remove() }
      let mango = try shop.product(titled: "Mango").id
      let window = ProductDetail(
        shop.catalogue, shop.coordinator.makeScene(kind: "product", activity: nil))
      window.show(mango)
      try turn(until: "it is shown") { window.product != nil }
      window.beginEditing()
      window.form?.type("Mangos", in: .title)
      window.moveToTrash()
      try turn(until: "it is shown as trashed") { window.trashedProduct?.id == mango }
      XCTAssertNil(window.form)
      window.restoreFromTrash()
      try turn(until: "the form is open again") { window.form?.text(of: .title) == "Mangos" }
    }
  }

  func testNotesOfAProductInTheTrashAreShownAndStayAsTheyAre() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Mango"])
      defer { shop.remove() }
      let (store, mango) = (shop.store, try shop.product(titled: "Mango").id)
      try finish("it has notes in the trash") {
        for title in ["One", "Two"] {
          _ = try await store.addNote(to: mango, title: NoteTitle(title), text: FreeText(note: ""))
        }
        _ = try await store.delete([mango])
      }
      let window = ProductDetail(
        shop.catalogue, shop.coordinator.makeScene(kind: "product", activity: nil))
      window.show(mango)
      let notes = window.notes
      try turn(until: "they are shown") { window.trashedProduct != nil && notes.items.count == 2 }
      let shown = notes.items
      XCTAssertFalse(notes.canChange)
      notes.beginAdding()
      notes.beginEditing(shown[0].id)
      notes.move(shown[0].id, by: 1)
      notes.delete(shown[0].id)
      XCTAssertEqual(notes.items, shown)
      window.restoreFromTrash()
      try turn(until: "it is restored") { window.product != nil }
      XCTAssertTrue(notes.canChange)
    }
  }

  func testPlacesAreCounted() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango", "Peanuts"])
      defer { shop.remove() }
      let store = shop.store
      let mango = try shop.product(titled: "Mango").id
      var change = ProductChange()
      change.tags = try Tags(["ripe"].map { try Tag($0) })
      let tagging = change
      try finish("it has a tag") { _ = try await store.edit(mango, basedOn: 1, applying: tagging) }
      let browser = try Self.browser(shop, showing: "Cherries")
      browser.moveToTrash()
      try turn(until: "every place has its count") {
        browser.sidebar.map(\.words) == [
          "All Products 2", "Recently Changed 2", "Trash 1", "# Tags", "ripe 1",
        ]
      }
      browser.show(.tag("ripe"))
      XCTAssertEqual(browser.place, .tag("ripe"))
      try turn(until: "only the mango is listed") {
        browser.list.count == 1 && browser.list.item(at: 0)?.id == mango
      }
      browser.show(.trash)
      XCTAssertEqual(browser.query, ProductQuery(inTrash: true))
      browser.sort(by: ProductOrder(.price))
      browser.sort(by: ProductOrder(.title, ascending: false))
      XCTAssertEqual(
        browser.query.order, [ProductOrder(.title, ascending: false), ProductOrder(.price)])
      browser.sort(by: nil)
      XCTAssertEqual(browser.query.order, [ProductOrder(.manual)])
    }
  }
}

extension SidebarItem {
  /// The line as a user sees it.
  var words: String {
    switch self {
    case .heading(let text): "# " + text
    case .place(let entry):
      String(repeating: "  ", count: entry.depth)
        + [entry.isOpen.map { $0 ? "▾" : "▸" }, entry.name, entry.count.map(String.init)]
        .compactMap(\.self).joined(separator: " ")
    case .newProduct(let product): product.name
    case .moreTags(let isOpen): isOpen ? "Show Fewer" : "Show All"
    case .remark(let text): "(\(text))"
    }
  }
}
