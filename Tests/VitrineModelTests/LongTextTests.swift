// SPDX-License-Identifier: Apache-2.0
// A long text is kept by what was typed where: whatever is done with it and beside it, in whatever order, the window's record, the
// draft and the form have what its view has.

import Catalog
import Foundation
import StateRestoration
import TestSwitches
import XCTest

@testable import VitrineModel

final class LongTextTests: XCTestCase {
  /// What a text view has, and how it tells of it.
  private struct View {
    var scalars: [Unicode.Scalar]
    var text: String { String(String.UnicodeScalarView(scalars)) }

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// As from a keyboard, from an input method, or pasted; at one place, or all over.
    mutating func change() -> TextEdit {
      let start = Int.random(in: 0...scalars.count)
      let isAllRemoved = Int.random(in: 0..<60) == 0
      let removed = min(isAllRemoved ? .max : Int.random(in: 0...2), scalars.count - start)
      let pasted = String(repeating: "pasted 語\n", count: 700)
      let inserted = ["x", "é", "👩‍🚀", "\"\\", "", pasted].randomElement() ?? ""
      // Pasted now and then, not with every sixth key.
      let text = inserted == pasted && Int.random(in: 0..<4) > 0 ? "y" : inserted
      scalars.replaceSubrange(start..<start + removed, with: text.unicodeScalars)
      return TextEdit(start: start, removed: removed, inserted: text)
    }
  }

  private static let long = String(repeating: "wörter ", count: 1_000)

  func testANoteHasWhatItsViewHas() throws {
    for _ in 0..<rounds(4, withFaults: 16) {
      try MainActor.assumeIsolated { try Self.liveWithNote() }
    }
  }

  @MainActor
  private static func liveWithNote() throws {
    var shop = try Shop(products: ["Cherries"])
    defer { shop.remove() }
    var notes = try Self.detail(shop).notes
    notes.beginAdding()
    let id = try XCTUnwrap(notes.items.first?.id)
    var view = View(long)
    var title = ""
    notes.write(id) { ($0.text, $0.focus) = (view.text, .text) }
    var (caret, isToldByPlace) = (0, 0)
    for _ in 0..<200 {
      switch Int.random(in: 0..<40) {
      case 0..<24:
        let edit = view.change()
        if notes.type(edit, in: id, length: view.scalars.count) {
          isToldByPlace += 1
        } else {
          let whole = view.text
          notes.write(id) { $0.text = whole }
        }
      case 24:
        // Out of step: something was changed of which nobody told.
        _ = view.change()
        let edit = view.change()
        if !notes.type(edit, in: id, length: view.scalars.count) {
          let whole = view.text
          notes.write(id) { $0.text = whole }
        } else {
          // The lengths were the same by chance: the view says all of it.
          view = View(notes.draft(of: id)?.text ?? "")
        }
      case 25:
        // Chosen, continued or put together by the program.
        view = View([long, long + "!", "short"].randomElement() ?? "")
        let whole = view.text
        notes.write(id) { $0.text = whole }
      case 26, 27:
        title += "t"
        let new = title
        notes.write(id) { $0.title = new }
      case 28..<36:
        caret = Int.random(in: 0...view.scalars.count)
        notes.place(id, in: .text, anchor: caret, caret: caret)
      case 36: notes.session.saveNow()
      case 37: XCTAssertTrue(notes.draft(of: id)?.text == view.text)
      case 38: notes.session.geometry = .init(width: .random(in: 300..<900), height: 300)
      default:
        shop = try shop.killedAndOpenedAgain(with: shop.copyOfWindows())
        notes = try Self.detail(shop).notes
        try turn(until: "it is being written again") { notes.draft(of: id) != nil }
      }
      let saved = notes.session.value(NoteDraft.self, for: SceneKey.noteDraft(id))
      guard saved?.text == view.text else { return XCTFail("the record has another text") }
      if Int.random(in: 0..<4) == 0 { XCTAssertEqual(notes.draft(of: id), saved) }
    }
    let draft = notes.draft(of: id)
    XCTAssertTrue(draft?.text == view.text)
    XCTAssertEqual(draft?.title, title)
    XCTAssertGreaterThan(isToldByPlace, 0)
  }

  func testAFormHasWhatItsViewsHave() throws {
    for _ in 0..<rounds(4, withFaults: 16) {
      try MainActor.assumeIsolated { try Self.liveWithForm() }
    }
  }

  @MainActor
  private static func liveWithForm() throws {
    var shop = try Shop(products: ["Cherries"])
    defer { shop.remove() }
    var detail = try Self.detail(shop)
    detail.beginEditing()
    var form = try XCTUnwrap(detail.form)
    var view = View(long)
    form.place(in: .description, anchor: 0, caret: 0)
    form.type(view.text, in: .description)
    var (caret, isToldByPlace) = (0, 0)
    for _ in 0..<200 {
      switch Int.random(in: 0..<40) {
      case 0..<26:
        let edit = view.change()
        if form.type(edit, in: .description, length: view.scalars.count) {
          isToldByPlace += 1
        } else {
          form.type(view.text, in: .description)
        }
      case 26, 27:
        form.type("Cherries \(view.scalars.count)", in: .title)
      case 28..<36:
        caret = Int.random(in: 0...view.scalars.count)
        form.place(in: .description, anchor: caret, caret: caret)
      case 36: detail.session.saveNow()
      case 37: XCTAssertTrue(form.text(of: .description) == view.text)
      case 38: form.place(in: .title, anchor: 0, caret: 0)
      default:
        shop = try shop.killedAndOpenedAgain(with: shop.copyOfWindows())
        detail = try Self.detail(shop)
        try turn(until: "the form is open again") { detail.form != nil || view.text.isEmpty }
        if detail.form == nil { detail.beginEditing() }
        form = try XCTUnwrap(detail.form)
      }
      let id = try XCTUnwrap(detail.productID)
      let saved = detail.session.value(ProductDraft.self, for: SceneKey.productDraft(id))
      let text = saved?.fields[FieldID.description.text]?.typed ?? ""
      guard text == view.text else { return XCTFail("the record has another text") }
      guard form.draft == saved else { return XCTFail("the form and the record differ") }
    }
    XCTAssertTrue(form.text(of: .description) == view.text)
    XCTAssertGreaterThan(isToldByPlace, 0)
  }

  func testALongTextThatIsAsItWasIsNoChange() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      detail.beginEditing()
      detail.form?.type(Self.long, in: .description)
      detail.finishEditing()
      try turn(until: "it is saved") { detail.form == nil && detail.product != nil }
      detail.beginEditing()
      let form = try XCTUnwrap(detail.form)
      let count = Self.long.unicodeScalars.count
      XCTAssertFalse(
        form.type(TextEdit(start: 0, inserted: "x"), in: .description, length: count + 1),
        "the first change is more than that: the form can be saved")
      form.type("x" + Self.long, in: .description)
      XCTAssertTrue(
        form.type(TextEdit(start: 1, inserted: "y"), in: .description, length: count + 2))
      XCTAssertTrue(form.isChanged)
      XCTAssertTrue(
        form.type(TextEdit(start: 1, removed: 1), in: .description, length: count + 1))
      XCTAssertFalse(
        form.type(TextEdit(start: 0, removed: 1), in: .description, length: count))
      form.type(Self.long, in: .description)
      XCTAssertFalse(form.isChanged)
    }
  }

  @MainActor
  private static func detail(_ shop: Shop) throws -> ProductDetail {
    let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
    detail.show(try shop.product(titled: "Cherries").id)
    try turn(until: "Cherries are shown") { detail.product != nil && detail.notes.isLoaded }
    // Whoever is killed again and again while windows are restored gets none in the end.
    shop.coordinator.didFinishRestoring()
    return detail
  }
}
