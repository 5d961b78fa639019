// SPDX-License-Identifier: Apache-2.0
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

  /// Delete right behind an arrow key, which a person presses before the product is read.
  func testAProductThatIsStillBeingReadIsMovedToTheTrashOnceItIsThere() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango", "Peanuts"])
      defer { shop.remove() }
      let browser = try Self.browser(shop, showing: "Cherries")
      let mango = try shop.product(titled: "Mango").id
      browser.select(mango)
      XCTAssertTrue(browser.detail.isBeingRead)
      browser.moveToTrash()
      try turn(until: "it is gone, and the next one shown") {
        browser.list.count == 2 && browser.detail.product?.title.text == "Peanuts"
      }
      shop.catalogue.commands.undo()
      try turn(until: "it is back") { browser.list.position(of: mango) != nil }

      // What was asked for is meant for no other.
      let (cherries, peanuts) = (
        try shop.product(titled: "Cherries").id, try shop.product(titled: "Peanuts").id
      )
      browser.select(cherries)
      try turn(until: "another is shown") { browser.detail.product?.id == cherries }
      browser.select(mango)
      XCTAssertTrue(browser.detail.isBeingRead)
      browser.moveToTrash()
      browser.select(peanuts)
      try turn(until: "the next is shown") { browser.detail.product?.id == peanuts }
      XCTAssertEqual(browser.list.count, 3)
    }
  }

  func testTheNeighbourOfAProductErasedBetweenTwoRunsIsSelected() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango", "Peanuts"])
      defer { shop.remove() }
      let mango = try XCTUnwrap(try Self.browser(shop, showing: "Mango").selection)
      let again = try shop.closedAndOpenedAgain()
      let store = again.store
      try finish("it is gone meanwhile") {
        try await store.delete([mango])
        try await store.erase([mango])
      }
      let browser = ProductBrowser(again.catalogue, try again.scenes()[0])
      try turn(until: "the one in its place is shown") {
        browser.detail.product?.title.text == "Peanuts" && browser.selectedPosition == 1
      }
    }
  }

  func testUndoOfANewProductLeavesItsNeighbour() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "all are listed") { browser.list.count == 2 }
      browser.beginNewProduct()
      try turn(until: "the form is open") { browser.detail.form != nil }
      browser.detail.form?.type("Tulip", in: .title)
      browser.detail.finishEditing()
      try turn(until: "it is listed") {
        browser.list.count == 3 && browser.list.position(of: browser.selection) == 2
          && browser.detail.product?.title.text == "Tulip"
      }
      shop.catalogue.commands.undo()
      try turn(until: "the one before is shown") {
        browser.detail.product?.title.text == "Mango" && browser.list.count == 2
      }
      shop.catalogue.commands.redo()
      try turn(until: "it is back, and shown") {
        browser.detail.product?.title.text == "Tulip" && browser.list.count == 3
      }
      shop.catalogue.commands.undo()
      try turn(until: "the one before is shown again") {
        browser.detail.product?.title.text == "Mango" && browser.list.count == 2
      }
      shop.catalogue.commands.undo()
      try turn(until: "the only other one is shown") {
        browser.detail.product?.title.text == "Cherries" && browser.list.count == 1
      }
      shop.catalogue.commands.undo()
      try turn(until: "nothing is left") { browser.detail.content == .nothing }
    }
  }

  // What was gone when its window came back is said on a page, and so is what was being edited.
  func testWhatWasTypedIntoAnUndoneProductStays() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      browser.select(try shop.product(titled: "Mango").id)
      try turn(until: "it is shown") { browser.detail.product != nil }
      browser.detail.beginEditing()
      browser.detail.form?.type("Mangos", in: .title)
      shop.catalogue.commands.undo()
      try turn(until: "it is gone") { browser.detail.content == .missing }
      XCTAssertTrue(browser.detail.textsLeft.contains("Mangos"))
      browser.detail.discardWhatIsLeft()
      try turn(until: "the other one is shown") {
        browser.detail.product?.title.text == "Cherries"
      }
    }
  }

  func testAProductInTheTrashIsShownAndItsDraftWaits() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango", "Peanuts"])
      defer { shop.remove() }
      let mango = try shop.product(titled: "Mango").id
      let window = ProductDetail(
        shop.catalogue, shop.coordinator.makeScene(kind: "product", activity: nil), delegate: nil)
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
        shop.catalogue, shop.coordinator.makeScene(kind: "product", activity: nil), delegate: nil)
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

  // Undo came first when it was quicker on its way to the catalogue, and took back another step.
  func testUndoPressedAtOnceTakesBackWhatWasAskedForJustBefore() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango", "Peanuts"])
      defer { shop.remove() }
      let (store, catalogue) = (shop.store, shop.catalogue)
      let mango = try shop.product(titled: "Mango").id
      let (ripe, nuts) = (try Tag("ripe"), try CategoryPath("Nuts"))
      let (one, two): (UUID, UUID) = try finish("there are fields, notes and a category") {
        for name in ["A", "B"] { try await store.addField(CustomField(name: name, kind: .line)) }
        for title in ["One", "Two"] {
          _ = try await store.addNote(to: mango, title: NoteTitle(title), text: FreeText(note: ""))
        }
        var change = ProductChange()
        change.category = .some(try CategoryPath("Fruit"))
        _ = try await store.edit(mango, basedOn: 1, applying: change)
        let notes = try await store.notes(of: mango)
        return (notes[0].id, notes[1].id)
      }
      let browser = try Self.browser(shop, showing: "Mango")
      let (detail, scene) = (
        browser.detail,
        FieldsScene(catalogue, shop.coordinator.makeScene(kind: "fields", activity: nil))
      )
      let notes = detail.notes
      try turn(until: "all is shown") { notes.items.count == 2 && scene.fields.count == 2 }
      let commands: [(CatalogCommand.Kind, @MainActor () -> Void)] = [
        (.deleteProducts, { browser.moveToTrash() }),
        (.createProduct, { detail.duplicate() }),
        (.editProduct, { browser.selectionCommands.addTag(ripe) }),
        (.editProduct, { browser.selectionCommands.move([mango], to: nuts) }),
        (
          .editProduct,
          {
            detail.beginEditing(); detail.form?.type("9", in: .stock); detail.finishEditing()
          }
        ),
        (.moveNote, { notes.move(one, by: 1) }),
        (.deleteNote, { notes.delete(two) }),
        (
          .editNote,
          {
            notes.beginEditing(one); notes.write(one) { $0.text = "more" }; notes.save(one)
          }
        ),
        (.editField, { scene.move(scene.fields[0].id, by: 1) }),
        (.removeField, { scene.remove(at: 1) }),
        (.setTemplate, { detail.useAsTemplate() }),
      ]
      var said: [String] = []
      catalogue.commands.messages.add(shop) { said.append($0) }
      @MainActor func history() throws -> CommandHistory {
        try finish("history") { try await store.history() }
      }
      let before = try history()
      for turnNumber in 1...60 {
        let drawn = Int.random(in: commands.indices)
        let (kind, command) = commands[drawn]
        said = []
        command()
        catalogue.commands.undo()
        try turn(until: "command \(drawn) is undone") { !said.isEmpty }
        let now = try history()
        XCTAssertEqual(now.undoable, before.undoable, "command \(drawn), turn \(turnNumber)")
        XCTAssertEqual(now.redoable.first?.kind, kind, "command \(drawn), turn \(turnNumber)")
        browser.select(mango)
        let (product, kept) = (try shop.product(titled: "Mango"), try shop.notes(of: mango))
        XCTAssertEqual(kept.map(\.id), [one, two])
        try turn(until: "all is as it was, after command \(drawn)") {
          detail.product == product && detail.form == nil && notes.items.map(\.note) == kept
            && notes.draft(of: one) == nil && scene.fields.map(\.name) == ["A", "B"]
            && browser.list.count == 3 && browser.selection == mango
        }
      }
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
        browser.sidebar.items.map(\.words) == [
          "All Products 2", "Recently Changed 2", "Trash 1", "# Tags", "ripe 1",
        ]
      }
      browser.listed.show(.tag("ripe"))
      XCTAssertEqual(browser.listed.place, .tag("ripe"))
      try turn(until: "only the mango is listed") {
        browser.list.count == 1 && browser.list.item(at: 0)?.id == mango
      }
      browser.listed.show(.trash)
      XCTAssertEqual(browser.listed.query, ProductQuery(inTrash: true))
      browser.sorting.sort(by: ProductOrder(.price))
      browser.sorting.sort(by: ProductOrder(.title, ascending: false))
      XCTAssertEqual(
        browser.listed.query.order, [ProductOrder(.title, ascending: false), ProductOrder(.price)])
      browser.sorting.sort(by: nil)
      XCTAssertEqual(browser.listed.query.order, [ProductOrder(.manual)])
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
    case .decisions(let count): "Decisions \(count)"
    case .moreTags(let isOpen): isOpen ? "Show Fewer" : "Show All"
    case .remark(let text): "(\(text))"
    }
  }
}
