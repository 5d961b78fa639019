// SPDX-License-Identifier: Apache-2.0
// Editing several products at once: what is typed is checked, shown beforehand, carried out as one step,
// and comes back with its window.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class BulkEditFormTests: XCTestCase {
  func testEveryFieldOffersWhatFitsIt() throws {
    let width = try CustomField(name: "Width", kind: .number(unit: "cm"))
    func actions(_ field: FormField) -> [FieldAction] { BulkEditForm.actions(for: field) }
    XCTAssertEqual(actions(FormField(.title)), [.pattern, .replace, .number])
    XCTAssertEqual(actions(FormField(.sku)), [.clear, .replace, .number, .pattern])
    XCTAssertEqual(actions(FormField(.tags)), [.add, .remove, .set, .clear])
    XCTAssertEqual(actions(FormField(.price)), [.set, .clear, .percent, .plus, .times])
    XCTAssertEqual(actions(FormField(.stock)), [.set, .clear, .percent, .plus, .times])
    XCTAssertEqual(actions(FormField(.category)), [.set, .clear, .replace])
    XCTAssertEqual(actions(FormField(.gtin)), [.clear])
    XCTAssertEqual(actions(FormField(width)), [.set, .clear, .percent, .plus, .times])
  }

  func testItSaysWhatIsMissingAndWhatIsWrong() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apple", "Pear"])
      defer { shop.remove() }
      let form = try editing(shop).bulkEdit
      XCTAssertEqual(form.obstacle, "Add the fields to change.")
      form.choose(.percent, for: .price)
      XCTAssertEqual(form.obstacle, "“Price” is not filled in.")
      XCTAssertNil(form.problem(of: FormField(.price)), "nothing was typed yet")
      form.type("x", in: .price)
      XCTAssertEqual(
        form.problem(of: FormField(.price)), "This must be a number with at most 6 decimals.")
      XCTAssertEqual(
        form.obstacle, "“Price”: This must be a number with at most 6 decimals.")
      form.type("7.5 %", in: .price)
      XCTAssertNil(form.obstacle)
      form.choose(.number, for: .sku)
      form.type("none", in: .sku)
      XCTAssertNotNil(form.obstacle)
      form.type("A-1", in: .sku)
      XCTAssertNil(form.obstacle)
      form.type(step: "x", in: .sku)
      XCTAssertNotNil(form.obstacle)
      form.choose(nil, for: .sku)
      XCTAssertNil(form.obstacle)
      form.close()
      XCTAssertFalse(form.isChanged)
    }
  }

  private final class Offers {
    var all: [UndoOffer] = []

    @MainActor init(_ form: BulkEditForm) {
      form.offers.add(self) { [weak self] in self?.all.append($0) }
    }
  }

  func testTitlesAreMadeFromAPatternAndShownBeforehand() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apple", "Pear"])
      defer { shop.remove() }
      let browser = try editing(shop)
      let form = browser.bulkEdit
      form.add(.title)
      XCTAssertEqual(form.change(of: .title)?.action, .pattern)
      form.type("{Year} {colour}", in: .title)
      XCTAssertEqual(
        form.problem(of: FormField(.title)),
        "“{colour}” in the pattern means no field. In braces stand names of fields, or {number} or {001}."
      )
      form.type("{Category} {title}, {year} no. {number}", in: .title)
      XCTAssertNil(form.obstacle)
      let preview = LiveBulkEditPreview(browser.selectionCommands)
      try turn(until: "it is shown") { preview.lines.count == 2 }
      XCTAssertEqual(
        Set(preview.lines.map(\.text)),
        ["Title: Apple → Apple, 2000 no. 1", "Title: Pear → Pear, 2000 no. 2"])
    }
  }

  func testWhatIsLeftWaitsAndWhatIsGivenUpIsTakenBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apple", "Pear"])
      defer { shop.remove() }
      let form = try editing(shop).bulkEdit
      form.setAside()
      XCTAssertFalse(form.isWaiting, "nothing was chosen")
      form.open()
      form.choose(.percent, for: .price)
      form.type("7", in: .price)
      form.setAside()
      XCTAssertTrue(form.isWaiting)
      form.open()
      XCTAssertEqual(form.change(of: .price)?.typed, "7")
      let offers = Offers(form)
      form.discard()
      XCTAssertFalse(form.isChanged)
      form.open()
      form.choose(.clear, for: .sku)
      try XCTUnwrap(offers.all.last).undo()
      XCTAssertEqual(form.change(of: .price)?.typed, "7")
      XCTAssertEqual(form.change(of: .sku)?.action, .clear, "what was chosen meanwhile stays")
      XCTAssertTrue(form.isOpen)
    }
  }

  func testItIsShownBeforehandAndOneStep() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apple", "Pear"])
      defer { shop.remove() }
      let browser = try editing(shop)
      let preview = LiveBulkEditPreview(browser.selectionCommands)
      browser.bulkEdit.choose(.percent, for: .price)
      browser.bulkEdit.type("7", in: .price)
      browser.bulkEdit.round(.ending99, in: .price)
      browser.bulkEdit.choose(.number, for: .sku)
      browser.bulkEdit.type("A-09", in: .sku)
      browser.bulkEdit.type(step: "10", in: .sku)
      try turn(until: "the preview is there") { preview.summary == "2 change" }
      XCTAssertEqual(preview.lines.map(\.title), ["Apple", "Pear"])
      XCTAssertEqual(
        preview.lines.map(\.text),
        ["Price: €1.00 → €0.99\nSKU: (empty) → A-09", "Price: €1.00 → €0.99\nSKU: (empty) → A-19"])

      // One that cannot is named and keeps nobody else from it.
      browser.bulkEdit.choose(.plus, for: .price)
      browser.bulkEdit.type("-1", in: .price)
      browser.bulkEdit.choose(nil, for: .sku)
      browser.bulkEdit.round(.exact, in: .price)
      var cheap = ProductChange()
      cheap.price = .some(try Price("0.50", currency: Currency("EUR")))
      let (store, apple) = (shop.store, try shop.product(titled: "Apple").id)
      try finish("it is cheaper") { try await store.edit([apple], applying: [.set(cheap)]) }
      try turn(until: "the preview follows") { preview.summary == "1 changes, 1 can’t be changed" }
      XCTAssertEqual(preview.lines.first?.text, "The price must not be negative.")
      var said: UndoOffer?
      browser.selectionCommands.offers.add(shop) { said = $0 }
      // One becomes zero: that is asked about first.
      var odd: String?
      browser.bulkEdit.oddities.add(shop) { odd = $0 }
      XCTAssertEqual(preview.odd, "1 becomes zero.")
      browser.selectionCommands.applyBulkEdit()
      try turn(until: "it is asked about") { odd == "1 becomes zero." }
      XCTAssertNil(said)
      XCTAssertTrue(browser.bulkEdit.isOpen)
      browser.selectionCommands.applyBulkEdit(evenIfOdd: true)
      try turn(until: "it is done") { said != nil }
      XCTAssertEqual(
        said?.sentence, "1 product changed\nNot changed: “Apple”: The price must not be negative.")
      XCTAssertFalse(browser.bulkEdit.isOpen)
      XCTAssertEqual(try shop.product(titled: "Pear").price?.minorUnits, 0)
      said?.undo()
      try turn(until: "it is undone") {
        (try? shop.product(titled: "Pear").price?.minorUnits) == 100
      }
    }
  }

  func testAmountsAndPricesMaySayTheirUnit() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Gouda", "Parmesan"])
      defer { shop.remove() }
      let browser = try editing(shop)
      let store = shop.store
      for (title, unit) in [("Gouda", "kg"), ("Parmesan", "g")] {
        let id = try shop.product(titled: title).id
        let sold = try ProductChange { try $0.set(.unit, .text(unit)) }
        try finish("it is sold by weight") { try await store.edit([id], applying: [.set(sold)]) }
      }
      let form = browser.bulkEdit
      let preview = LiveBulkEditPreview(browser.selectionCommands)
      form.choose(.set, for: .stock)
      form.type("500 g", in: .stock)
      XCTAssertNil(form.obstacle)
      try turn(until: "each has half a kilogram") {
        preview.lines.map(\.text) == [
          "In Stock: (empty) → 0.5 kg", "In Stock: (empty) → 500 g",
        ]
      }
      form.choose(.plus, for: .stock)
      form.choose(.set, for: .price)
      form.type("€ 2 / 10 g", in: .price)
      form.type("1 stone", in: .stock)
      XCTAssertNotNil(form.problem(of: FormField(.stock)))
      form.choose(nil, for: .stock)
      try turn(until: "each has the price for its unit") {
        preview.lines.map(\.text) == [
          "Price: €1.00 / kg → €200.00 / kg", "Price: €1.00 / g → €0.20 / g",
        ]
      }
      // With another unit, what is given is not converted, too.
      form.choose(.set, for: .unit)
      form.type("kg", in: .unit)
      form.type("24", in: .price)
      XCTAssertEqual(form.adjustments?.count, 1)
      browser.selectionCommands.applyBulkEdit()
      try turn(until: "both cost the same") {
        let all = ["Gouda", "Parmesan"].compactMap { try? shop.product(titled: $0) }
        return all.allSatisfy { $0.unit?.symbol == "kg" && $0.price?.decimalText == "24.00" }
      }
    }
  }

  func testNothingToChangeKeepsWhatWasTyped() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apple", "Pear"])
      defer { shop.remove() }
      let browser = try editing(shop)
      browser.bulkEdit.choose(.clear, for: .category)
      var said = ""
      browser.detail.messages.add(shop) { said = $0 }
      browser.selectionCommands.applyBulkEdit()
      try turn(until: "it is said") { !said.isEmpty }
      XCTAssertEqual(said, "Nothing to change")
      XCTAssertTrue(browser.bulkEdit.isOpen)
    }
  }

  func testACancelledOneChangesNothingAndStaysOpen() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apple", "Pear"])
      defer { shop.remove() }
      let browser = try editing(shop)
      browser.bulkEdit.choose(.plus, for: .price)
      browser.bulkEdit.type("1", in: .price)
      var said: [String] = []
      browser.detail.messages.add(shop) { said.append($0) }
      // As soon as it runs: before the catalogue has begun with it.
      browser.bulkEdit.changed.add(shop) { _ in
        if browser.bulkEdit.isApplying { browser.bulkEdit.cancelApplying() }
      }
      browser.selectionCommands.applyBulkEdit()
      try turn(until: "it is said") { !said.isEmpty }
      XCTAssertEqual(said, ["Cancelled: no product was changed"])
      XCTAssertFalse(browser.bulkEdit.isApplying)
      XCTAssertTrue(browser.bulkEdit.isChanged)
      XCTAssertEqual(try shop.product(titled: "Apple").price?.minorUnits, 100)
    }
  }

  func testItComesBackWithItsWindow() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: ["Apple", "Pear"])
      let form = try editing(shop).bulkEdit
      form.choose(.replace, for: .title)
      form.type("pp", in: .title)
      form.type(replacement: "bb", in: .title)
      form.choose(.times, for: .price)
      form.type("1.", in: .price)
      form.round(.ending95, in: .price)
      form.choose(.number, for: .sku)
      form.type(step: "-", in: .sku)
      form.place(in: .price, anchor: 1, caret: 2)
      shop = try shop.closedAndOpenedAgain()
      let coordinator = shop.coordinator
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      XCTAssertTrue(browser.selectionCommands.isEditingSeveral)
      let again = browser.bulkEdit
      XCTAssertEqual(again.change(of: .title)?.replacement, "bb")
      XCTAssertEqual(again.change(of: .price)?.typed, "1.")
      XCTAssertEqual(again.change(of: .price)?.rounding, .ending95)
      XCTAssertEqual(again.change(of: .sku)?.step, "-")
      XCTAssertEqual(again.focus, .price)
      XCTAssertEqual(again.selection?.caret, 2)
      let store = shop.store
      let edits = try finish("edits are found") {
        await UnfinishedEdit.all(in: coordinator, of: store)
      }
      XCTAssertEqual(edits, [.several])
      // After a crash while restoring, no form is opened by itself; what was typed stays.
      shop = try shop.closedAndOpenedAgain()
      defer { shop.remove() }
      let careful = ProductBrowser(shop.catalogue, try shop.scenes()[0], opensForms: false)
      XCTAssertFalse(careful.selectionCommands.isEditingSeveral)
      XCTAssertTrue(careful.bulkEdit.isChanged)
    }
  }
}

@MainActor
private func editing(_ shop: Shop) throws -> ProductBrowser {
  let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
  try turn(until: "the list is there") { browser.list.isComplete && browser.list.count == 2 }
  browser.selected.select(at: 0..<2, only: true)
  browser.bulkEdit.open()
  return browser
}
