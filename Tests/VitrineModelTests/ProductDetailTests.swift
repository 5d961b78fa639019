// SPDX-License-Identifier: Apache-2.0
// A product in a window: an unfinished form waits, wherever the window goes.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class ProductDetailTests: XCTestCase {
  func testACodeOfAnotherProductIsADoubt() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango", "Plum"])
      defer { shop.remove() }
      let store = shop.store
      let (cherries, mango) = (
        try shop.product(titled: "Cherries"), try shop.product(titled: "Mango")
      )
      var sku = ProductChange()
      try sku.set(.sku, .text("F-1"))
      let change = sku
      try finish("Cherries have a SKU") {
        _ = try await store.edit(cherries.id, basedOn: 1, applying: change)
      }
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.show(mango.id)
      try turn(until: "Mango is shown") { detail.product?.id == mango.id }
      detail.beginEditing()
      let form = try XCTUnwrap(detail.form)
      form.type("F-1", in: .sku)
      try turn(until: "it is said") { form.doubt(of: .sku) == "“Cherries” has the same SKU." }
      XCTAssertTrue(form.isReady)
      XCTAssertNil(detail.doubts[.sku], "what the product has is none")
      form.type("F-12", in: .sku)
      try turn(until: "it is not the same any more") { form.doubt(of: .sku) == nil }
      form.type("F-1", in: .sku)
      detail.finishEditing()
      try turn(until: "the details say it") {
        detail.form == nil && detail.doubts[.sku] == "“Cherries” has the same SKU."
      }
      let plum = try shop.product(titled: "Plum")
      try finish("there is a third") {
        _ = try await store.edit(plum.id, basedOn: 1, applying: change)
      }
      try turn(until: "the sentence says so") { detail.doubts[.sku]?.contains("others") == true }
      try finish("the others are gone") { _ = try await store.delete([cherries.id, plum.id]) }
      try turn(until: "there is no doubt left") { detail.doubts.isEmpty }
    }
  }

  func testWhatIsAskedForWhileAProductIsReadIsDoneOnceItIsThere() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let store = shop.store
      let (cherries, mango) = (
        try shop.product(titled: "Cherries").id, try shop.product(titled: "Mango").id
      )
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.show(cherries)
      XCTAssertTrue(detail.isBeingRead)
      detail.editOnceRead()
      XCTAssertTrue(detail.formIsComing)
      try turn(until: "its form is open") { detail.form?.base?.id == cherries }
      XCTAssertTrue(detail.formWantsFocus && detail.formIsComing)
      detail.formHasKeyboard()
      XCTAssertFalse(detail.formIsComing)

      detail.show(mango)
      detail.editOnceRead()
      detail.show(cherries)
      XCTAssertFalse(detail.formIsComing, "it was for another product")
      try turn(until: "it is shown") { detail.product?.id == cherries }
      XCTAssertNil(detail.form)

      detail.show(mango)
      detail.addNoteOnceRead()
      try turn(until: "the note is begun") { detail.notes.hasUnfinishedEdit }
      XCTAssertFalse(detail.formIsComing)

      try finish("one is gone") { _ = try await store.delete([cherries]) }
      detail.show(cherries)
      detail.editOnceRead()
      try turn(until: "nothing is kept back for it") { !detail.formIsComing }
      XCTAssertNil(detail.form)
    }
  }

  func testVariantsCanBeAskedForWhileAFormIsWrittenOrAProductIsRead() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Shirt"])
      defer { shop.remove() }
      let store = shop.store
      let shirt = try shop.product(titled: "Shirt").id
      try finish("there are variants") {
        _ = try await store.makeVariants(of: shirt, named: [("Size", ["S", "L"])])
      }
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      var ticked: [[Bool]] = []
      let begin: @MainActor () -> Void = {
        detail.variants.beginMaking()
        ticked.append(detail.variants.options.flatMap { $0.values.map(\.isTicked) })
        detail.variants.keyboard(isComing: false)
      }
      detail.show(shirt)
      XCTAssertTrue(detail.isBeingRead)
      detail.onceVariantsAreRead(begin)
      XCTAssertTrue(detail.formIsComing)
      try turn(until: "they are being made") { !ticked.isEmpty }
      XCTAssertEqual(ticked, [[true, true]], "those that are there are ticked")
      XCTAssertFalse(detail.formIsComing)
      detail.variants.cancelMaking()

      detail.show(nil)
      detail.beginNewProduct()
      try turn(until: "there is a form") { detail.form != nil }
      detail.formHasKeyboard()
      detail.form?.type("Trousers", in: .title)
      var tells = 0
      detail.changed.add(detail) { if case .writing = $0 { tells += 1 } }
      XCTAssertFalse(detail.isBeingWritten)
      detail.finishEditing()
      XCTAssertTrue(detail.isBeingWritten)
      XCTAssertEqual(tells, 1, "the command is offered now")
      detail.onceVariantsAreRead(begin)
      XCTAssertTrue(detail.formIsComing)
      try turn(until: "variants of it are being made") { ticked.count == 2 }
      XCTAssertEqual(detail.product?.title.text, "Trousers")
      XCTAssertNil(detail.form)
      XCTAssertTrue(detail.variants.isMaking)
      XCTAssertFalse(detail.formIsComing)

      detail.variants.name(0, "Length")
      detail.variants.type("short, long", inOption: 0)
      detail.variants.make()
      XCTAssertTrue(detail.formIsComing, "what is typed is for their codes")
      try turn(until: "they are made") { detail.variants.variants.count == 2 }
      XCTAssertTrue(detail.formIsComing, "the grid has not got the keyboard yet")
      detail.variants.keyboard(isComing: false)
      XCTAssertFalse(detail.formIsComing)
    }
  }

  func testDoneWritesAndEveryWindowShowsIt() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let id = try shop.product(titled: "Cherries").id
      let here = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      let there = ProductDetail(
        shop.catalogue, shop.coordinator.makeScene(kind: "product", activity: nil), delegate: nil)
      for detail in [here, there] { detail.show(id) }
      try turn(until: "both show it") { here.product != nil && there.product != nil }

      here.beginEditing()
      here.form?.type("Sour Cherries", in: .title)
      here.finishEditing()
      // The catalogue may report the new title just before the form learns that it is saved.
      try turn(until: "both show the new title, and the form closes") {
        here.product?.title.text == "Sour Cherries" && there.product?.title.text == "Sour Cherries"
          && here.form == nil
      }
    }
  }

  func testAChangedFormWaitsWhileAnotherProductIsShown() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let cherries = try shop.product(titled: "Cherries").id
      let mango = try shop.product(titled: "Mango").id
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.show(cherries)
      try turn(until: "Cherries are shown") { detail.product?.id == cherries }
      detail.beginEditing()
      detail.form?.type("half ty", in: .title)

      detail.show(mango)
      try turn(until: "Mango is shown") { detail.product?.id == mango }
      XCTAssertNil(detail.form)

      detail.show(cherries)
      try turn(until: "the form is back") { detail.form != nil }
      XCTAssertEqual(detail.form?.text(of: .title), "half ty")
    }
  }

  func testAnUnchangedFormEndsWhenAnotherProductIsShown() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let cherries = try shop.product(titled: "Cherries").id
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.show(cherries)
      try turn(until: "Cherries are shown") { detail.product != nil }
      detail.beginEditing()
      detail.show(nil)
      detail.show(cherries)
      try turn(until: "Cherries are shown again") { detail.product != nil }
      XCTAssertNil(detail.form)
    }
  }

  func testFormTabAndCaretComeBackAfterARestart() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let id = try shop.product(titled: "Cherries").id
      let scene = try shop.scenes()[0]
      scene.activity = .showing(id, title: "Cherries", fallback: .browser)
      let detail = ProductDetail(shop.catalogue, scene, delegate: nil)
      detail.show(id)
      try turn(until: "Cherries are shown") { detail.product != nil }
      detail.tab = .notes
      detail.beginEditing()
      XCTAssertEqual(detail.tab, .details, "where the form is")
      detail.tab = .pictures
      detail.fold(.stock, true)
      detail.form?.type("12,5", in: .price)
      detail.form?.place(in: .price, anchor: 1, caret: 3)

      let again = try shop.closedAndOpenedAgain()
      let restored = try XCTUnwrap(again.scenes().first)
      XCTAssertEqual(restored.activity?.productID, id)
      let window = ProductDetail(again.catalogue, restored, delegate: nil)
      window.show(restored.activity?.productID)
      try turn(until: "the form is back") { window.form != nil }
      XCTAssertEqual(window.tab, .pictures)
      XCTAssertEqual(FieldGroup.allCases.filter { window.isFolded($0) }, [.stock])
      XCTAssertEqual(window.form?.text(of: .price), "12,5")
      XCTAssertEqual(window.form?.focus, .price)
      XCTAssertEqual(window.form?.selection?.caret, 3)
    }
  }

  func testDoneClosesTheFormWhenTheChangeIsReportedFirst() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.show(try shop.product(titled: "Cherries").id)
      try turn(until: "Cherries are shown") { detail.product != nil }
      detail.beginEditing()
      detail.form?.type("  Sour Cherries ", in: .title)
      detail.form?.type("12,5", in: .price)
      let form = try XCTUnwrap(detail.form)
      detail.finishEditing()
      // The change reaches the form before the answer to Done does, and with other spellings.
      var written = try XCTUnwrap(detail.product)
      written.title = try ProductTitle("Sour Cherries")
      written.price = try Price("12.50", currency: Currency("EUR"))
      written.revision += 1
      form.rebase(onto: written)
      try turn(until: "the form closes") { detail.form == nil }
      XCTAssertEqual(try shop.product(titled: "Sour Cherries").price?.decimalText, "12.50")
    }
  }

  func testLettersTypedWhileDoneIsWritingStay() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.show(try shop.product(titled: "Cherries").id)
      try turn(until: "Cherries are shown") { detail.product != nil }
      detail.beginEditing()
      detail.form?.type("Sour", in: .title)
      detail.finishEditing()
      detail.form?.type("Sour Cherries", in: .title)
      try turn(until: "the first part is written") { detail.product?.title.text == "Sour" }
      try turn(until: "there is no question") { detail.form?.isReady == true }
      XCTAssertEqual(detail.form?.text(of: .title), "Sour Cherries")
      detail.finishEditing()
      try turn(until: "all of it is written") {
        detail.form == nil && detail.product?.title.text == "Sour Cherries"
      }
    }
  }

  func testAKillWhileDoneIsWritingMakesNoConflictWithWhatItWrote() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      let id = try shop.product(titled: "Cherries").id
      detail.show(id)
      try turn(until: "Cherries are shown") { detail.product != nil }
      detail.beginEditing()
      detail.form?.type("Sour", in: .title)
      detail.form?.type("2001", in: .year)
      detail.finishEditing()
      detail.form?.type("Sour Cherries", in: .title)
      detail.form?.type("2000", in: .year)
      let windows = try shop.copyOfWindows()
      try turn(until: "the first part is written") { detail.product?.title.text == "Sour" }

      let again = try shop.killedAndOpenedAgain(with: windows)
      let back = ProductDetail(again.catalogue, try again.scenes()[0], delegate: nil)
      back.show(id)
      try turn(until: "the form is there") { back.form != nil }
      XCTAssertNil(back.form?.conflict(in: .title))
      XCTAssertEqual(back.form?.text(of: .title), "Sour Cherries")
      XCTAssertEqual(back.form?.text(of: .year), "2000", "typed back, and not saved yet")
      XCTAssertEqual(back.form?.draft.sent, [:])
      back.finishEditing()
      try turn(until: "all of it is written") { back.form == nil }
      XCTAssertEqual(back.product?.title.text, "Sour Cherries")
      XCTAssertEqual(back.product?.year?.value, 2000)
    }
  }

  func testAKillWhileANewProductIsWrittenMakesNoConflictWithIt() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.beginNewProduct()
      try turn(until: "the form is open") { detail.form != nil }
      let id = try XCTUnwrap(detail.productID)
      detail.form?.type("Sour", in: .title)
      detail.finishEditing()
      detail.form?.type("Sour Cherries", in: .title)
      let windows = try shop.copyOfWindows()
      try turn(until: "the first part is written") { detail.product?.title.text == "Sour" }

      let again = try shop.killedAndOpenedAgain(with: windows)
      let back = ProductDetail(again.catalogue, try again.scenes()[0], delegate: nil)
      back.show(id)
      try turn(until: "the form is there") { back.form != nil }
      XCTAssertEqual(back.form?.isNew, false)
      XCTAssertEqual(back.form?.isReady, true)
      XCTAssertEqual(back.form?.text(of: .title), "Sour Cherries")
    }
  }

  func testWhatIsAskedForWhileDoneIsWritingComesAfterIt() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.show(try shop.product(titled: "Cherries").id)
      try turn(until: "Cherries are shown") { detail.product != nil }
      detail.beginEditing()
      detail.form?.type("Sour", in: .title)
      detail.finishEditing()
      detail.beginEditing()
      detail.form?.type("Sour Cherries", in: .title)
      detail.finishEditing()
      try turn(until: "all of it is written") {
        detail.form == nil && detail.product?.title.text == "Sour Cherries"
      }

      detail.beginEditing()
      detail.form?.type("Cherries", in: .title)
      detail.finishEditing()
      detail.beginEditing()
      try turn(until: "it is written, and open again") {
        detail.form?.base?.title.text == "Cherries" && detail.form?.isChanged == false
      }
    }
  }

  func testGoingBackBeforeAProductIsReadShowsNothing() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.show(try shop.product(titled: "Cherries").id)
      detail.show(nil)
      // The pending answer arrives before this one.
      _ = try shop.product(titled: "Cherries")
      XCTAssertEqual(detail.content, .nothing)
    }
  }

  func testAfterCrashesAFormWaitsUntilItIsAskedFor() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let id = try shop.product(titled: "Cherries").id
      let scene = try shop.scenes()[0]
      var draft = ProductDraft()
      draft.baseRevision = 1
      draft.fields["title"] = .init(typed: "Sour", was: "Cherries")
      Drafts(scene)[product: id] = draft
      let detail = ProductDetail(shop.catalogue, scene, opensForms: false, delegate: nil)
      detail.show(id)
      try turn(until: "Cherries are shown") { detail.product != nil }
      XCTAssertNil(detail.form)
      detail.beginEditing()
      XCTAssertEqual(detail.form?.text(of: .title), "Sour")
    }
  }

  func testANewProductIsBegunFinishedAndListed() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      browser.beginNewProduct()
      try turn(until: "the form is open") { browser.detail.form != nil }
      browser.detail.form?.type("Tulip", in: .title)
      browser.detail.form?.type("3.20", in: .price)
      browser.detail.finishEditing()
      try turn(until: "it is listed") {
        browser.list.item(at: 0)?.title == "Tulip" && browser.detail.form == nil
      }
      XCTAssertEqual(browser.selection, browser.list.item(at: 0)?.id)
      XCTAssertEqual(browser.detail.product?.price?.decimalText, "3.20")
    }
  }

  func testANewProductBelongsToTheListItIsBegunIn() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      browser.listed.show(.category(try CategoryPath("Food/Fruit")))
      browser.beginNewProduct()
      try turn(until: "the form is open") { browser.detail.form != nil }
      XCTAssertEqual(browser.detail.form?.text(of: .category), "Food/Fruit")
      XCTAssertFalse(browser.detail.form?.isChanged ?? true)
      browser.detail.cancelEditing()
      XCTAssertEqual(browser.detail.content, .nothing)

      browser.listed.show(.tag("sour, very"))
      browser.beginNewProduct()
      try turn(until: "the form is open") { browser.detail.form != nil }
      browser.detail.form?.type("Lemon", in: .title)
      browser.detail.finishEditing()
      try turn(until: "it is in the list of its tag") {
        browser.list.item(at: 0)?.title == "Lemon" && browser.detail.form == nil
      }
      XCTAssertEqual(browser.detail.product?.tags.map(\.text), ["sour, very"])
    }
  }

  func testANewProductThatWasBegunIsFoundAgain() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      browser.beginNewProduct()
      try turn(until: "the form is open") { browser.detail.form != nil }
      browser.detail.form?.type("Tul", in: .title)
      browser.select(try shop.product(titled: "Cherries").id)
      try turn(until: "Cherries are shown") { browser.detail.product != nil }

      browser.beginNewProduct()
      try turn(until: "the form is back") { browser.detail.form != nil }
      XCTAssertEqual(browser.detail.form?.text(of: .title), "Tul")
      browser.detail.cancelEditing()
      XCTAssertEqual(browser.detail.content, .nothing)
      XCTAssertNil(browser.selection)
    }
  }

  func testAFormThatWasLeftWaitsUntilItIsResumed() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let id = try shop.product(titled: "Cherries").id
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.show(id)
      try turn(until: "Cherries are shown") { detail.product != nil }
      detail.beginEditing()
      detail.setEditingAside()
      XCTAssertNil(detail.editAside, "nothing was typed")
      detail.beginEditing()
      detail.form?.type("Sour Cherries", in: .title)
      detail.form?.place(in: .title, anchor: 4, caret: 4)
      detail.setEditingAside()
      XCTAssertNil(detail.form)
      XCTAssertNotNil(detail.editAside)

      // Coming back does not open it.
      detail.show(try shop.product(titled: "Mango").id)
      try turn(until: "Mango is shown") { detail.product?.title.text == "Mango" }
      XCTAssertNil(detail.editAside)
      detail.show(id)
      try turn(until: "Cherries are shown again") { detail.product?.id == id }
      XCTAssertNil(detail.form)
      detail.resumeEditing()
      XCTAssertEqual(detail.form?.text(of: .title), "Sour Cherries")
      XCTAssertEqual(detail.form?.selection?.caret, 4)
      XCTAssertNil(detail.editAside)
    }
  }

  func testWhatWasGivenUpCanBeTakenBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let id = try shop.product(titled: "Cherries").id
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      let detail = browser.detail
      var given: [(draft: ProductDraft, id: UUID)] = []
      detail.changed.add(browser) { change in
        if case .discarded(let draft, let id) = change { given.append((draft, id)) }
      }
      browser.select(id)
      try turn(until: "Cherries are shown") { detail.product != nil }
      for isAside in [false, true] {
        detail.beginEditing()
        detail.form?.type("Sour Cherries", in: .title)
        if isAside {
          detail.setEditingAside()
          detail.discardEditAside()
        } else {
          detail.cancelEditing()
        }
        XCTAssertNil(detail.form)
        XCTAssertNil(detail.editAside)
        let last = try XCTUnwrap(given.popLast())
        // What was begun meanwhile stays, and does not keep it from coming back.
        detail.beginEditing()
        if isAside { detail.form?.type("2001", in: .builtIn("year")) }
        detail.takeBack(last.draft, of: last.id)
        XCTAssertEqual(detail.form?.text(of: .title), "Sour Cherries")
        XCTAssertEqual(detail.form?.text(of: .builtIn("year")), isAside ? "2001" : "2000")
        detail.cancelEditing()
        given = []
      }
      browser.beginNewProduct()
      try turn(until: "the form is open") { detail.form != nil }
      detail.form?.type("Tulip", in: .title)
      detail.setEditingAside()
      XCTAssertEqual(detail.content, .nothing)
      XCTAssertEqual(detail.editAside?.isNew, true)
      detail.discardEditAside()
      let last = try XCTUnwrap(given.popLast())
      browser.beginNewProduct()
      try turn(until: "another form is open") { detail.form?.text(of: .title) == "" }
      detail.takeBack(last.draft, of: last.id)
      try turn(until: "the form is back") { detail.form?.text(of: .title) == "Tulip" }
      XCTAssertTrue(detail.formWantsFocus)
    }
  }

  func testAFormThatIsLeftWhileItIsWrittenIsDone() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      let detail = browser.detail
      for isTypedOn in [false, true] {
        let title = isTypedOn ? "Rose" : "Tulip"
        browser.beginNewProduct()
        try turn(until: "the form is open") { detail.form?.text(of: .title) == "" }
        detail.form?.type(title, in: .title)
        let id = try XCTUnwrap(detail.productID)
        detail.finishEditing()
        if isTypedOn { detail.form?.type(title + "s", in: .title) }
        detail.setEditingAside()
        try turn(until: "it is written") {
          (0..<browser.list.count).contains { browser.list.item(at: $0)?.title == title }
            && detail.editAside == nil
        }
        browser.select(id)
        try turn(until: "it is shown") { detail.product?.id == id }
        XCTAssertEqual(detail.editAside?.fields["title"]?.typed, isTypedOn ? "Roses" : nil)
        XCTAssertNotEqual(detail.editAside?.isNew, true)
        browser.select(nil)
      }
    }
  }

  func testAnotherNewProductBeginsWithWhatIsKept() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      let detail = browser.detail
      var said: [String] = []
      detail.messages.add(browser) { said.append($0) }
      browser.beginNewProduct()
      try turn(until: "the form is open") { detail.form != nil }
      detail.form?.type("Tulip", in: .title)
      detail.form?.type("Flowers", in: .category)
      detail.form?.type("7", in: .builtIn("stock"))
      detail.keep(.category, true)
      detail.finishAndAddAnother()
      try turn(until: "there is another form") {
        detail.content == .new && detail.form?.text(of: .title) == ""
      }
      XCTAssertEqual(detail.form?.text(of: .category), "Flowers")
      XCTAssertEqual(detail.form?.text(of: .builtIn("stock")), "")
      XCTAssertEqual(detail.form?.focus, .title)
      XCTAssertEqual(said, ["“Tulip” added"])
      XCTAssertEqual(try shop.product(titled: "Tulip").category?.text, "Flowers")
      XCTAssertEqual(detail.form?.obstacle?.field, .title)
    }
  }

  func testWhatIsOnlyKeptIsNotUnfinished() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let scene = try shop.scenes()[0]
      let browser = ProductBrowser(shop.catalogue, scene)
      let detail = browser.detail
      detail.keep(.category, true)
      @MainActor func addTulip() throws {
        browser.beginNewProduct()
        try turn(until: "the form is open") { detail.form != nil }
        detail.form?.type("Tulip", in: .title)
        detail.form?.type("Flowers", in: .category)
        detail.finishAndAddAnother()
        try turn(until: "there is another form") {
          detail.content == .new && detail.form?.text(of: .title) == ""
        }
      }
      @MainActor func unfinished() throws -> [UnfinishedEdit] {
        let (coordinator, store) = (shop.coordinator, shop.store)
        return try finish("the edits are read") {
          await UnfinishedEdit.all(in: coordinator, of: store)
        }
      }
      try addTulip()
      XCTAssertEqual(try unfinished(), [])
      detail.setEditingAside()
      XCTAssertNil(detail.editAside)
      browser.beginNewProduct()
      try turn(until: "nothing is kept") { detail.form?.text(of: .category) == "" }
      detail.cancelEditing()

      // Something is typed: now it is, and all of it comes back and is written.
      try addTulip()
      detail.form?.type("Rose", in: .title)
      XCTAssertEqual(try unfinished(), shop.catalogue.unfinished.new.map { .newProduct($0) })
      XCTAssertEqual(shop.catalogue.unfinished.new.map(\.title), ["Rose"])
      detail.setEditingAside()
      XCTAssertEqual(detail.editAside?.kept, ["category"])
      detail.resumeEditing()
      try turn(until: "the form is back") { detail.form?.text(of: .category) == "Flowers" }
      detail.finishEditing()
      try turn(until: "it is there") { detail.product?.title.text == "Rose" }
      XCTAssertEqual(detail.product?.category?.text, "Flowers")

      // What was given up comes back over what is only kept.
      try addTulip()
      detail.form?.type("Trees", in: .category)
      let given = try XCTUnwrap(detail.form?.draft)
      let id = try XCTUnwrap(detail.productID)
      detail.cancelEditing()
      try addTulip()
      detail.takeBack(given, of: id)
      try turn(until: "it is back") { detail.form?.text(of: .category) == "Trees" }
      XCTAssertEqual(detail.form?.isChanged, true)
    }
  }

  func testAProductThatIsGoneKeepsItsDraft() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let scene = try shop.scenes()[0]
      var draft = ProductDraft()
      draft.baseRevision = 1
      draft.fields["title"] = .init(typed: "Sour Cherries", was: "Cherries")
      let lost = UUID()
      Drafts(scene)[product: lost] = draft
      let detail = ProductDetail(shop.catalogue, scene, delegate: nil)
      detail.show(lost)
      try turn(until: "it is missing") { detail.content == .missing }
      XCTAssertEqual(detail.form?.text(of: .title), "Sour Cherries")

      detail.createAgain()
      try turn(until: "it is a new product") { detail.content == .new && detail.form != nil }
      detail.finishEditing()
      try turn(until: "it is there again") { detail.product?.title.text == "Sour Cherries" }
      XCTAssertNotEqual(detail.product?.id, lost)
    }
  }

  func testWhatIsLeftOfAProductThatIsGoneBecomesANewOneWithTitleCurrencyAndNotes() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let (store, cherries) = (shop.store, try shop.product(titled: "Cherries"))
      let scene = shop.coordinator.makeScene(kind: WindowKind.product.sceneKind, activity: nil)
      scene.updateActivity(cherries.id, title: "Cherries", fallback: .product)
      let window = ProductScene(shop.catalogue, scene)
      let detail = window.detail
      try turn(until: "it is shown") { detail.product != nil && detail.notes.isLoaded }
      detail.notes.beginAdding()
      let note = try XCTUnwrap(detail.notes.items.first?.id)
      detail.notes.write(note) { $0.title = "Half a note" }
      detail.beginEditing()
      detail.form?.type("77.70", in: .price)
      // The country's would be another one.
      detail.catalogue.defaultCurrency = try Currency("JPY")

      _ = try finish("it is in the trash") { try await store.delete([cherries.id]) }
      try turn(until: "it is shown there") { detail.trashedProduct != nil }
      XCTAssertTrue(detail.waitsForRestoring)
      _ = try finish("it is gone") { try await store.erase([cherries.id]) }
      try turn(until: "it is missing") { detail.content == .missing }
      XCTAssertEqual(detail.textsLeft, ["77.70", "Half a note"])
      XCTAssertTrue(detail.canRestoreErased)

      detail.createAgain()
      try turn(until: "it is a new product") { detail.content == .new && detail.form != nil }
      detail.finishEditing()
      try turn(until: "it is there again") { detail.product != nil }
      XCTAssertEqual(detail.product?.title.text, "Cherries")
      XCTAssertEqual(detail.product?.price, try Price("77.70", currency: Currency("EUR")))
      try turn(until: "the note goes on") { detail.notes.items.count == 1 }
      let again = try XCTUnwrap(detail.notes.items.first?.id)
      detail.notes.save(again)
      let id = try XCTUnwrap(detail.product?.id)
      try turn(until: "it is saved") { detail.notes.items.first?.note != nil }
      XCTAssertEqual(try shop.notes(of: id).map(\.title.text), ["Half a note"])
    }
  }

  private final class Offers {
    var all: [UndoOffer] = []

    @MainActor init(_ detail: ProductDetail) {
      detail.offers.add(self) { [weak self] in self?.all.append($0) }
    }
  }

  func testAnErasedProductIsPutBackUnderWhatWasTyped() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let (store, cherries) = (shop.store, try shop.product(titled: "Cherries"))
      let mango = try shop.product(titled: "Mango").id
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.show(cherries.id)
      try turn(until: "it is shown") { detail.product != nil }
      detail.beginEditing()
      detail.form?.type("77.70", in: .price)
      _ = try finish("it is gone, and something else is done") {
        try await store.delete([cherries.id])
        try await store.erase([cherries.id])
        try await store.delete([mango])
      }
      try turn(until: "it can be put back") {
        detail.content == .missing && detail.canRestoreErased
      }
      detail.restoreErased()
      try turn(until: "it is there again") { detail.product != nil }
      XCTAssertEqual(detail.product?.price, cherries.price)
      XCTAssertEqual(detail.form?.text(of: .title), "Cherries")
      XCTAssertEqual(detail.form?.text(of: .price), "77.70")
      detail.finishEditing()
      try turn(until: "it is saved") { detail.form == nil }
      XCTAssertEqual(detail.product?.price, try Price("77.70", currency: Currency("EUR")))
    }
  }

  func testWhatIsLeftOfAProductThatIsGoneCanBeGivenUp() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let scene = try shop.scenes()[0]
      let lost = UUID()
      Drafts(scene)[note: UUID()] = NoteDraft(new: lost, title: "Half a note")
      let detail = ProductDetail(shop.catalogue, scene, delegate: nil)
      detail.show(lost)
      try turn(until: "it is missing") { detail.content == .missing }
      XCTAssertEqual(detail.textsLeft, ["Half a note"])
      XCTAssertFalse(detail.canRestoreErased)
      let seen = Offers(detail)
      detail.discardWhatIsLeft()
      XCTAssertEqual(detail.textsLeft, [])
      XCTAssertTrue(Drafts(scene).notes(of: lost).isEmpty)
      try XCTUnwrap(seen.all.last).undo()
      XCTAssertEqual(detail.textsLeft, ["Half a note"])
      XCTAssertEqual(Drafts(scene).notes(of: lost).count, 1)
    }
  }

  func testAHeadShowsItsVariantsAndAVariantItsHead() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt"])
      defer { shop.remove() }
      let (store, shirt) = (shop.store, try shop.product(titled: "Shirt"))
      let size = try CustomField(name: "Size", kind: .choice(["S", "M"]))
      let made = try finish("there are variants") {
        try await store.addField(size)
        return try await store.makeVariants(
          of: shirt.id, options: [(size.id, [.text("S"), .text("M")])])
      }
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.show(shirt.id)
      try turn(until: "the variants are shown") {
        detail.relations.first?.text.split(separator: "\n").count == 2
      }
      XCTAssertEqual(detail.relations.map(\.name), ["Variants"])
      XCTAssertTrue(detail.relations[0].text.hasPrefix("S · "), detail.relations[0].text)
      _ = try finish("one gets a code") {
        try await store.edit(
          [made[0]], applying: [.set(ProductChange { $0.sku = try SKU("SH-S") })])
      }
      try turn(until: "the code is shown") { detail.relations[0].text.hasPrefix("S · SH-S · ") }
      detail.show(made[1])
      try turn(until: "the head is shown") { detail.relations.first?.text == "Shirt" }
      XCTAssertNil(detail.cover)
      let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("data/sample")
      let files = ["cherries", "mango"].map { sample.appendingPathComponent("\($0).svg") }
      let ofHead = try finish("the head gets a photo") {
        try await store.addPictures(from: [files[0]], to: shirt.id)[0]
      }
      try turn(until: "the variant is seen with it") { detail.cover?.id == ofHead.id }
      XCTAssertEqual(detail.product?.pictures, [])
      let own = try finish("it gets its own") {
        try await store.addPictures(from: [files[1]], to: made[1])[0]
      }
      try turn(until: "it is seen with that") { detail.cover?.id == own.id }
      _ = try finish("it leaves") { try await store.leave([made[1]]) }
      try turn(until: "it is alone") { detail.relations.isEmpty }
      // One that was a product before has no values that tell it from others.
      _ = try finish("another joins") {
        let cap = try await store.create(Product(title: ProductTitle("Cap"))).id
        return try await store.join([cap], to: shirt.id)
      }
      detail.show(shirt.id)
      try turn(until: "it is told by its title") {
        detail.relations.first?.text.split(separator: "\n").contains { $0.hasPrefix("Cap") }
          == true
      }
    }
  }
}
