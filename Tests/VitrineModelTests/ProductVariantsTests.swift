// SPDX-License-Identifier: Apache-2.0
// The grid of a product's variants: what is typed counts when a cell is left, what is not finished survives, and what
// was changed elsewhere is never overwritten unasked.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class ProductVariantsTests: XCTestCase {
  func testHalfMadeVariantsSurviveAndBecomeOneStep() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt"])
      defer { shop.remove() }
      var detail = try Self.detail(of: shop)
      detail.variants.beginMaking()
      detail.variants.name(0, "Size")
      detail.variants.type("S, M,L", inOption: 0)
      detail.variants.addTyped(0)
      detail.variants.tick(0, "M", isTicked: false)
      detail.variants.addOption(named: "Colour")
      detail.variants.type("red", inOption: 1)
      XCTAssertEqual(detail.variants.combinations.all, 2)

      let again = try shop.killedAndOpenedAgain(with: shop.copyOfWindows())
      detail = try Self.detail(of: again)
      XCTAssertTrue(detail.variants.isMaking)
      XCTAssertEqual(detail.variants.options.map(\.name), ["Size", "Colour"])
      XCTAssertEqual(detail.variants.options[0].values.map(\.isTicked), [true, false, true])
      XCTAssertEqual(detail.variants.options[1].typed, "red")
      // What was typed last counts, too.
      detail.variants.make()
      try turn(until: "they are made") {
        detail.variants.variants.map(\.title) == ["Shirt · S · red", "Shirt · L · red"]
          && !detail.variants.isMaking
      }
      again.catalogue.commands.undo()
      try turn(until: "all of it is gone") { detail.variants.variants.isEmpty }
      let store = again.store
      let fields = try finish("fields are read") { try await store.fields() }
      XCTAssertEqual(fields, [], "with the fields that were made for it")
    }
  }

  func testACellIsWrittenWhenItIsLeftAndTakesFromTheHeadWhenItIsEmpty() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt"])
      defer { shop.remove() }
      var detail = try Self.detail(of: shop)
      let store = shop.store
      let head = try shop.product(titled: "Shirt").id
      _ = try finish("there are two") {
        try await store.makeVariants(of: head, named: [("Size", ["S", "M"])])
      }
      try turn(until: "both are there") { detail.variants.variants.count == 2 }
      let small = detail.variants.variants[0].id
      let price = VariantCell(variant: small, field: .price)
      let code = VariantCell(variant: small, field: .sku)
      XCTAssertEqual(detail.variants.text(in: price), "")
      XCTAssertTrue(detail.variants.takenText(in: price).hasPrefix("1.00"))
      @MainActor func stored() throws -> Product {
        try XCTUnwrap(finish("it is read") { try await store.product(small) })
      }

      detail.variants.type("2.50", in: price)
      XCTAssertEqual(try stored().price?.decimalText, "1.00", "not before it is left")
      detail.variants.finish(price)
      try turn(until: "it is written") { !detail.variants.isTyped(price) }
      XCTAssertEqual(try stored().price?.decimalText, "2.50")
      detail.variants.type("", in: price)
      detail.variants.finish(price)
      try turn(until: "it takes the head's again") {
        !detail.variants.isTyped(price) && detail.variants.takenText(in: price).hasPrefix("1.00")
      }

      detail.variants.type("cheap", in: price)
      detail.variants.finish(price)
      XCTAssertNotNil(detail.variants.problem(in: price))
      detail.variants.type("SH-1", in: code)
      detail.variants.place(in: code, anchor: 2, caret: 4)
      let again = try shop.killedAndOpenedAgain(with: shop.copyOfWindows())
      detail = try Self.detail(of: again)
      try turn(until: "both are there") { detail.variants.variants.count == 2 }
      XCTAssertEqual(detail.variants.text(in: price), "cheap")
      XCTAssertEqual(detail.variants.text(in: code), "SH-1")
      XCTAssertEqual(detail.variants.place?.cell, code)
      XCTAssertEqual(detail.variants.place?.caret, 4)
      detail.variants.giveUp(price)

      // Elsewhere it got another code.
      let (other, new) = (again.store, try SKU("OTHER"))
      _ = try finish("it is changed") {
        try await other.edit([small], applying: [.set(ProductChange { $0.sku = new })])
      }
      detail.variants.finish(code)
      try turn(until: "it says so") { detail.variants.problem(in: code) != nil }
      XCTAssertEqual(
        try finish("it is read") { try await other.product(small) }?.sku?.text, "OTHER")
      detail.variants.finish(code)
      try turn(until: "it counts") { !detail.variants.isTyped(code) }
      XCTAssertEqual(
        try finish("it is read") { try await other.product(small) }?.sku?.text, "SH-1")
    }
  }

  func testWithoutOptionsTitlesTellVariantsApartAndTheirPhotosAreTheirOwn() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt", "Blouse", "Top"])
      defer { shop.remove() }
      let detail = try Self.detail(of: shop)
      let store = shop.store
      let head = try shop.product(titled: "Shirt").id
      let blouse = try shop.product(titled: "Blouse").id
      let top = try shop.product(titled: "Top").id
      _ = try finish("they join") { try await store.join([blouse, top], to: head) }
      try turn(until: "both are there") { detail.variants.variants.count == 2 }
      XCTAssertEqual(detail.variants.columns.first?.id, .title)
      let title = VariantCell(variant: blouse, field: .title)
      XCTAssertEqual(detail.variants.text(in: title), "Blouse")
      let png = try XCTUnwrap(
        Data(
          base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
        ))
      let photo = PictureSource.bytes([UInt8](png), name: "Photo")
      let found = try XCTUnwrap(detail.variants.variants.first { $0.id == top })
      detail.pictures.add([photo], to: found)
      try turn(until: "it has a photo") {
        detail.variants.variants.first { $0.id == top }?.cover != nil
      }
      XCTAssertNil(detail.variants.variants.first { $0.id == blouse }?.cover)
      XCTAssertFalse(try detail.variants.takesPhoto(XCTUnwrap(detail.variants.variants.last)))
      detail.pictures.add([photo])
      try turn(until: "the others have that of their product") {
        guard let other = detail.variants.variants.first(where: { $0.id == blouse }) else {
          return false
        }
        return detail.variants.takesPhoto(other)
      }
      XCTAssertEqual(detail.variants.variants.count { detail.variants.takesPhoto($0) }, 1)
    }
  }

  func testWhatStandsBetweenCommasIsAValueUnlessItIsADecimal() {
    MainActor.assumeIsolated {
      let (german, english) = (
        WritingStyle(decimalSeparator: ","), WritingStyle(decimalSeparator: ".")
      )
      for (text, style, values) in [
        ("S, M,L;XL\nXXL", german, ["S", "M", "L", "XL", "XXL"]),
        ("0,5 l, 0,75 l", german, ["0,5 l", "0,75 l"]), ("0,5 l", english, ["0,5 l"]),
        ("36,37,38", german, ["36", "37", "38"]), ("36,37", english, ["36", "37"]),
        ("1,5", german, ["1,5"]), (" , ;", german, []), ("red,2", german, ["red", "2"]),
      ] as [(String, WritingStyle, [String])] {
        XCTAssertEqual(ProductVariants.values(in: text, style: style), values, text)
      }
    }
  }

  func testAnOptionThatVariantsHaveIsOnlyLostWhenItIsTakenAway() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt"])
      defer { shop.remove() }
      let (store, head) = (shop.store, try shop.product(titled: "Shirt").id)
      _ = try finish("there are two") {
        try await store.makeVariants(of: head, named: [("Size", ["S", "M"])])
      }
      let detail = try Self.detail(of: shop)
      defer { withExtendedLifetime(detail) {} }
      let variants = detail.variants
      try turn(until: "they are read") { variants.variants.count == 2 }
      variants.beginMaking()
      XCTAssertTrue(variants.combinations == (2, 0))
      for size in ["S", "M"] { variants.tick(0, size, isTicked: false) }
      variants.addOption(named: "Colour")
      variants.type("red, blue", inOption: 1)
      variants.addTyped(1)
      XCTAssertTrue(variants.combinations == (2, 2))
      variants.make()
      try turn(until: "they are made") {
        variants.variants.map(\.title)
          == ["Shirt · S", "Shirt · M", "Shirt · red", "Shirt · blue"]
          && variants.head?.options.fields.count == 2 && !variants.isMaking
      }
      // Taken away by hand.
      variants.beginMaking()
      XCTAssertEqual(variants.options.map(\.name), ["Size", "Colour"])
      variants.removeOption(0)
      variants.make()
      try turn(until: "sizes tell them apart no more") {
        variants.variants.count { $0.title == "Shirt" } == 2
      }
    }
  }

  func testValuesAreMovedAndVariantsFollow() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt"])
      defer { shop.remove() }
      let detail = try Self.detail(of: shop)
      defer { withExtendedLifetime(detail) {} }
      let variants = detail.variants
      variants.beginMaking()
      variants.name(0, "Size")
      variants.type("L, S, M", inOption: 0)
      variants.addTyped(0)
      variants.moveValue(0, "L", to: 2)
      variants.moveValue(0, "M", to: 99)
      variants.moveValue(0, "nothing", to: 0)
      XCTAssertEqual(variants.options[0].values.map(\.text), ["S", "L", "M"])
      variants.moveValue(0, "M", to: 1)
      var sentences: [String] = []
      variants.messages.add(shop) { sentences.append($0) }
      variants.offers.add(shop) { sentences.append($0.sentence) }
      variants.make()
      try turn(until: "they are made") {
        variants.variants.map(\.title) == ["Shirt · S", "Shirt · M", "Shirt · L"]
          && sentences == ["3 variants made"] && variants.head?.options.fields.count == 1
      }
      // They are there; only their order is new.
      sentences = []
      variants.beginMaking()
      variants.moveValue(0, "L", to: 0)
      variants.make()
      try turn(until: "they are in another order") {
        variants.variants.map(\.title) == ["Shirt · L", "Shirt · S", "Shirt · M"]
      }
      try turn(until: "it is said") { !sentences.isEmpty }
      XCTAssertEqual(sentences, ["All of these variants are there."])
    }
  }

  func testWhatIsLeftWithoutADecisionWaitsAndWhatIsCancelledComesBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt"])
      defer { shop.remove() }
      let variants = try Self.detail(of: shop).variants
      var offers: [UndoOffer] = []
      variants.offers.add(shop) { offers.append($0) }
      variants.beginMaking()
      variants.name(0, "Size")
      variants.type("S, M, L", inOption: 0)
      variants.setMakingAside()
      XCTAssertFalse(variants.isMaking)
      variants.beginMaking()
      XCTAssertEqual(variants.options.map(\.typed), ["S, M, L"])
      variants.cancelMaking()
      XCTAssertFalse(variants.areThere)
      XCTAssertEqual(variants.options, [])
      offers.last?.undo()
      XCTAssertTrue(variants.isMaking)
      XCTAssertEqual(variants.options.map(\.typed), ["S, M, L"])
      // Whatever is in a file that came from elsewhere.
      for _ in 0..<4 { variants.addOption(named: "N") }
      for position in 0..<4 {
        variants.name(position, "Option \(position)")
        let texts = (0..<70_000).map { "v\($0)" }
        variants.draft.options[position].values = texts.map { .init($0, isTicked: true) }
      }
      XCTAssertEqual(variants.combinations.all, .max)
    }
  }

  func testACellIsWrittenOnceAndOnlyForTheProductThatItIsOf() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt", "Trousers"])
      defer { shop.remove() }
      let detail = try Self.detail(of: shop)
      let (store, variants) = (shop.store, detail.variants)
      let (head, other) = (
        try shop.product(titled: "Shirt").id, try shop.product(titled: "Trousers").id
      )
      _ = try finish("there are two") {
        try await store.makeVariants(of: head, named: [("Size", ["S", "M"])])
      }
      try turn(until: "both are there") { variants.variants.count == 2 }
      let (small, medium) = (variants.variants[0].id, variants.variants[1].id)
      let price = VariantCell(variant: small, field: .price)
      @MainActor func steps() throws -> Int {
        try finish("the history is read") { try await store.history().undoable.count }
      }
      let before = try steps()

      // Enter finishes it, and so does leaving the cell then.
      variants.type("12", in: price)
      variants.finish(price)
      variants.finish(price)
      try turn(until: "it is written") { !variants.isTyped(price) }
      XCTAssertTrue(variants.text(in: price).hasPrefix("12"), "also before the list is read again")
      try shop.finishCommands()
      XCTAssertNil(variants.problem(in: price))
      XCTAssertEqual(try steps(), before + 1)

      // The window moves on while it is written.
      variants.place(in: price)
      variants.type("13", in: price)
      detail.show(other)
      try turn(until: "the other one is shown") { detail.product?.id == other }
      try shop.finishCommands()
      XCTAssertNil(variants.problem(in: price))
      detail.show(head)
      try turn(until: "the first one is shown") { variants.variants.count == 2 }
      XCTAssertEqual(variants.draft.cells, [:])
      XCTAssertTrue(variants.text(in: price).hasPrefix("13.00"))

      // Of a variant that is gone, it can be given up, and taken back.
      let code = VariantCell(variant: medium, field: .gtin)
      variants.type("12", in: code)
      variants.finish(code)
      XCTAssertNotNil(variants.problem(in: code))
      _ = try finish("it is gone") { try await store.delete([medium]) }
      try turn(until: "one is left") { variants.variants.count == 1 }
      XCTAssertEqual(variants.lostCells, 1)
      var offers: [UndoOffer] = []
      variants.offers.add(shop) { offers.append($0) }
      variants.discardLost()
      XCTAssertEqual(variants.lostCells, 0)
      XCTAssertFalse(variants.draft.isUnfinished)
      offers.last?.undo()
      XCTAssertEqual(variants.lostCells, 1)
    }
  }

  func testACellThatMetAnotherValueWhileAnotherProductWasShownSaysSo() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt", "Trousers"])
      defer { shop.remove() }
      let detail = try Self.detail(of: shop)
      let (store, variants) = (shop.store, detail.variants)
      let (head, other) = (
        try shop.product(titled: "Shirt").id, try shop.product(titled: "Trousers").id
      )
      _ = try finish("there are two") {
        try await store.makeVariants(of: head, named: [("Size", ["S", "M"])])
      }
      try turn(until: "both are there") { variants.variants.count == 2 }
      let price = VariantCell(variant: variants.variants[0].id, field: .price)
      variants.place(in: price)
      variants.type("12", in: price)
      let euro = try Currency("EUR")
      let theirs = try Price("7.00", currency: euro)
      _ = try finish("somebody else has set it") {
        try await store.edit(
          [price.variant], applying: [.set(ProductChange { $0.price = theirs })])
      }
      detail.show(other)
      try turn(until: "the other one is shown") { detail.product?.id == other }
      try shop.finishCommands()
      detail.show(head)
      try turn(until: "the first one is shown") { variants.variants.count == 2 }
      XCTAssertTrue(variants.isTyped(price))
      XCTAssertNotNil(variants.problem(in: price))
      let stored = try finish("it is read") { try await store.product(price.variant) }
      XCTAssertEqual(stored?.price, theirs)
    }
  }

  func testAPriceIsOfTheCurrencyItWasTypedInAndARefusedCellStaysMarked() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt"])
      defer { shop.remove() }
      var detail = try Self.detail(of: shop)
      var variants = detail.variants
      let head = try shop.product(titled: "Shirt").id
      let store = shop.store
      _ = try finish("there are two") {
        try await store.makeVariants(of: head, named: [("Size", ["S", "M"])])
      }
      try turn(until: "both are there") { variants.variants.count == 2 }
      let price = VariantCell(variant: variants.variants[0].id, field: .price)
      let code = VariantCell(variant: variants.variants[0].id, field: .gtin)
      variants.type("12", in: price)
      variants.type("123", in: code)
      let again = try shop.killedAndOpenedAgain(with: shop.copyOfWindows())
      detail = try Self.detail(of: again)
      variants = detail.variants
      let reopened = again.store
      let dollars = try Price("9.00", currency: Currency("USD"))
      _ = try finish("the head has dollars") {
        try await reopened.edit([head], applying: [.set(ProductChange { $0.price = dollars })])
      }
      try turn(until: "both are there") {
        variants.variants.count == 2 && variants.takenText(in: price).hasPrefix("9.00")
      }
      XCTAssertNotNil(variants.problem(in: code))
      variants.finish(price)
      try turn(until: "it is written") { !variants.isTyped(price) }
      let stored = try finish("it is read") { try await reopened.product(price.variant) }
      XCTAssertEqual(stored?.price?.currency.code, "EUR")
    }
  }

  func testTheFormOfAVariantShowsWhatItTakesAndGivesItsOwnUpAgain() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt"])
      defer { shop.remove() }
      let (store, head) = (shop.store, try shop.product(titled: "Shirt").id)
      let id = try finish("there is one") {
        try await store.makeVariants(of: head, named: [("Size", ["S"])])
      }[0]
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.show(id)
      for (typed, own) in [("2.50", "2.50"), ("", "1.00")] {
        try turn(until: "it is shown") { detail.product != nil && detail.form == nil }
        detail.beginEditing()
        let form = try XCTUnwrap(detail.form)
        XCTAssertFalse(form.isChanged)
        if own == "2.50" {
          XCTAssertEqual(form.text(of: .price), "")
          XCTAssertTrue(form.takenText(of: .price).hasPrefix("1.00"))
        }
        form.type(typed, in: .price)
        detail.finishEditing()
        try turn(until: "it has \(own)") {
          // What Done shows at once is the variant before it follows its head.
          let isTaken = detail.product?.variant?.taken.contains(.price)
          return detail.form == nil && detail.product?.price?.decimalText == own
            && isTaken == (own == "1.00")
        }
      }
    }
  }

  @MainActor
  private static func detail(of shop: Shop) throws -> ProductDetail {
    let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
    detail.show(try shop.product(titled: "Shirt").id)
    try turn(until: "it is shown") { detail.product != nil }
    return detail
  }
}
