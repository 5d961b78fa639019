// SPDX-License-Identifier: Apache-2.0
// Notes: written, reordered, deleted and restored; an unfinished one comes back, too.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class ProductNotesTests: XCTestCase {
  private final class Offer {
    var deleted: (Note, Int)?
  }

  @MainActor
  private static func detail(_ shop: Shop) throws -> ProductDetail {
    let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
    detail.show(try shop.product(titled: "Cherries").id)
    try turn(until: "Cherries are shown") { detail.product != nil && detail.notes.isLoaded }
    return detail
  }

  @MainActor
  private static func add(_ title: String, to detail: ProductDetail) throws {
    detail.notes.beginAdding()
    let id = try XCTUnwrap(detail.notes.items.last?.id)
    detail.notes.write(id) { $0.title = title }
    detail.notes.save(id)
    try turn(until: "\(title) is saved") {
      detail.notes.items.contains { $0.note?.title.text == title && !$0.isBeingWritten }
    }
  }

  @MainActor
  private static func titles(_ detail: ProductDetail) -> [String] {
    detail.notes.items.map { $0.note?.title.text ?? "" }
  }

  func testNotesAreWrittenAndPutInOrder() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      for title in ["One", "Two", "Three"] { try Self.add(title, to: detail) }
      XCTAssertEqual(Self.titles(detail), ["One", "Two", "Three"])

      detail.notes.move(detail.notes.items[2].id, by: -1)
      XCTAssertEqual(Self.titles(detail), ["One", "Three", "Two"])
      detail.notes.move(detail.notes.items[0].id, beside: detail.notes.items[2].id, below: true)
      XCTAssertEqual(Self.titles(detail), ["Three", "Two", "One"])
      detail.notes.move(detail.notes.items[0].id, by: -1)
      let product = try shop.product(titled: "Cherries").id
      try turn(until: "the catalogue has the order") {
        (try? shop.notes(of: product).map(\.title.text)) == ["Three", "Two", "One"]
      }
    }
  }

  /// A note that was only opened to write in is nothing that would be lost.
  func testANoteIsUnfinishedOnceSomethingIsTyped() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      try Self.add("One", to: detail)
      let (product, id) = (try XCTUnwrap(detail.productID), try XCTUnwrap(detail.notes.items[0].id))
      let (coordinator, store) = (shop.coordinator, shop.store)
      @MainActor func isUnfinished() throws -> Bool {
        let edits = try finish("it is asked") {
          await UnfinishedEdit.all(in: coordinator, of: store)
        }
        XCTAssertEqual(edits.isEmpty, !shop.catalogue.unfinished.all.contains(product))
        return !edits.isEmpty
      }
      detail.notes.beginEditing(id)
      detail.notes.place(id, in: .title, anchor: 0, caret: 1)
      XCTAssertFalse(try isUnfinished())
      detail.notes.write(id) { $0.text = "Cool" }
      XCTAssertTrue(try isUnfinished())
      detail.notes.save(id)
      try turn(until: "it is saved") { detail.notes.draft(of: id) == nil }
      XCTAssertFalse(try isUnfinished())
      detail.notes.beginAdding()
      XCTAssertFalse(try isUnfinished(), "an empty one")
    }
  }

  func testAKillWhileANoteIsSavedMakesNoConflictWithIt() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      try Self.add("One", to: detail)
      let id = try XCTUnwrap(detail.notes.items.first?.id)
      detail.notes.beginEditing(id)
      detail.notes.write(id) { $0.text = "half" }
      // Not while it is still being added: then it is saved once more, with what is in it by then.
      try turn(until: "it can be saved") { detail.notes.canSave(id) }
      detail.notes.save(id)
      detail.notes.write(id) { $0.text = "half a note" }
      let windows = try shop.copyOfWindows()
      try turn(until: "the first part is written") {
        detail.notes.items.first?.note?.text.text == "half"
      }

      let again = try shop.killedAndOpenedAgain(with: windows)
      let back = try Self.detail(again)
      XCTAssertEqual(back.notes.draft(of: id)?.text, "half a note")
      back.notes.save(id)
      try turn(until: "all of it is written") { back.notes.draft(of: id) == nil }
      XCTAssertNil(back.notes.conflict(of: id))
      XCTAssertEqual(back.notes.items.first?.note?.text.text, "half a note")
    }
  }

  func testADeletedNoteComesBackInItsPlace() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      for title in ["One", "Two", "Three"] { try Self.add(title, to: detail) }
      let offer = Offer()
      detail.notes.changed.add(offer) { [weak offer] change in
        if case .deleted(let note, _, let position) = change { offer?.deleted = (note, position) }
      }
      detail.notes.delete(detail.notes.items[1].id)
      XCTAssertEqual(Self.titles(detail), ["One", "Three"])
      let (note, position) = try XCTUnwrap(offer.deleted)
      detail.notes.restore(note, at: position)
      try turn(until: "it is back") { Self.titles(detail) == ["One", "Two", "Three"] }
    }
  }

  func testTheSelectionStaysWhereANoteWas() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      let titles = (1...4).map { "Note \($0)" }
      for title in titles { try Self.add(title, to: detail) }
      let ids = detail.notes.items.map(\.id)
      detail.notes.select(ids[1])
      // Another one that goes changes nothing.
      detail.notes.delete(ids[0])
      XCTAssertEqual(detail.notes.selectedID, ids[1])
      detail.notes.delete(ids[1])
      XCTAssertEqual(detail.notes.selectedID, ids[2])
      detail.notes.select(ids[3])
      detail.notes.delete(ids[3])
      XCTAssertEqual(detail.notes.selectedID, ids[2])
    }
  }

  func testManyQuickMovesAreWrittenInTheirOrder() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      let titles = (1...6).map { "Note \($0)" }
      for title in titles { try Self.add(title, to: detail) }
      let first = detail.notes.items[0].id
      for _ in 0..<5 { detail.notes.move(first, by: 1) }
      let expected = Array(titles.dropFirst()) + [titles[0]]
      XCTAssertEqual(Self.titles(detail), expected)
      let product = try shop.product(titled: "Cherries").id
      try turn(until: "the catalogue has the order") {
        (try? shop.notes(of: product).map(\.title.text)) == expected
      }
      XCTAssertEqual(Self.titles(detail), expected)
    }
  }

  func testLettersTypedWhileANoteIsBeingSavedStay() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      detail.notes.beginAdding()
      let id = try XCTUnwrap(detail.notes.items.last?.id)
      detail.notes.write(id) { $0.text = "first" }
      detail.notes.save(id)
      detail.notes.write(id) { $0.text = "first and more" }
      let product = try shop.product(titled: "Cherries").id
      try turn(until: "the first part is saved") {
        (try? shop.notes(of: product).map(\.text.text)) == ["first"]
          && detail.notes.draft(of: id)?.isNew == false && detail.notes.canSave(id)
      }
      XCTAssertEqual(detail.notes.draft(of: id)?.text, "first and more")
      detail.notes.save(id)
      try turn(until: "the rest is saved too") {
        (try? shop.notes(of: product).map(\.text.text)) == ["first and more"]
      }
    }
  }

  func testANoteIsSavedAgainIfThatIsAskedForWhileItIsBeingSaved() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      detail.notes.beginAdding()
      let id = try XCTUnwrap(detail.notes.items.last?.id)
      for text in ["first", "first and more"] {
        detail.notes.write(id) { $0.text = text }
        detail.notes.save(id)
      }
      let product = try shop.product(titled: "Cherries").id
      try turn(until: "all of it is saved") {
        (try? shop.notes(of: product).map(\.text.text)) == ["first and more"]
      }
      try turn(until: "it is closed") { detail.notes.draft(of: id) == nil }
    }
  }

  func testANewNoteThatWasSavedJustBeforeTheEndIsNotAddedAgain() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let product = try shop.product(titled: "Cherries").id
      let (store, id) = (shop.store, UUID())
      try finish("it is in the catalogue") {
        _ = try await store.addNote(
          to: product, id: id, title: NoteTitle("One"), text: FreeText(note: "text"))
      }
      let scene = try shop.scenes()[0]
      let draft = NoteDraft(new: product, title: "One", text: "text and more")
      Drafts(scene)[note: id] = draft
      let detail = ProductDetail(shop.catalogue, scene, delegate: nil)
      detail.show(product)
      try turn(until: "notes are read") { detail.notes.isLoaded }
      XCTAssertEqual(detail.notes.items.count, 1)
      detail.notes.save(id)
      try turn(until: "it is saved") {
        detail.notes.items.first?.note?.text.text == "text and more"
      }
      XCTAssertEqual(detail.notes.items.count, 1)
    }
  }

  func testAnEmptyNoteCannotBeSaved() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      detail.notes.beginAdding()
      let id = try XCTUnwrap(detail.notes.items.last?.id)
      XCTAssertFalse(detail.notes.canSave(id))
      detail.notes.write(id) { $0.text = "  \n" }
      XCTAssertFalse(detail.notes.canSave(id))
      detail.notes.cancel(id)
      XCTAssertEqual(detail.notes.items, [])
    }
  }

  private final class GivenUp {
    var notes: [(draft: NoteDraft, id: UUID)] = []
    var deleted: (note: Note, draft: NoteDraft?)?

    @MainActor
    init(_ detail: ProductDetail) {
      detail.notes.changed.add(self) { [weak self] change in
        switch change {
        case .discarded(let draft, let id): self?.notes.append((draft, id))
        case .deleted(let note, let draft, _): self?.deleted = (note, draft)
        case .list, .draft, .selection: break
        }
      }
    }
  }

  func testANoteThatIsLeftWaitsAcrossARestart() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      try Self.add("One", to: detail)
      let one = detail.notes.items[0].id
      detail.notes.beginEditing(one)
      detail.notes.write(one) { $0.text = "half a sent" }
      detail.notes.setAside(one)
      detail.notes.beginAdding()
      let new = try XCTUnwrap(detail.notes.items.last?.id)
      // Nothing was typed: nothing waits.
      detail.notes.setAside(new)
      XCTAssertEqual(detail.notes.items.map(\.id), [one])
      XCTAssertFalse(detail.notes.hasUnfinishedEdit)

      let again = try shop.closedAndOpenedAgain()
      let back = try Self.detail(again)
      XCTAssertFalse(back.notes.items[0].isBeingWritten)
      XCTAssertEqual(back.notes.items[0].waiting?.text, "half a sent")
      back.notes.beginEditing(one)
      XCTAssertTrue(back.notes.items[0].isBeingWritten)
      XCTAssertEqual(back.notes.draft(of: one)?.text, "half a sent")
    }
  }

  func testWhatWasGivenUpIsTakenBackBesideWhatWasBegunMeanwhile() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      try Self.add("One", to: detail)
      let (one, given) = (detail.notes.items[0].id, GivenUp(detail))
      detail.notes.beginEditing(one)
      // Nothing was changed: there is nothing to take back.
      detail.notes.cancel(one)
      XCTAssertTrue(given.notes.isEmpty)
      detail.notes.beginEditing(one)
      detail.notes.write(one) { $0.text = "first" }
      detail.notes.cancel(one)
      detail.notes.beginEditing(one)
      detail.notes.write(one) { $0.text = "second" }
      detail.show(try shop.product(titled: "Mango").id)
      let (draft, id) = try XCTUnwrap(given.notes.first)
      detail.takeBack(draft, ofNote: id)
      try turn(until: "the product is shown again") {
        detail.product?.title.text == "Cherries" && detail.notes.items.count == 2
      }
      XCTAssertEqual(
        Set(detail.notes.items.compactMap { detail.notes.draft(of: $0.id)?.text }),
        ["first", "second"])
      XCTAssertEqual(detail.tab, .notes)
    }
  }

  func testADeletedNoteTakesWhatWasTypedAlongAndBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      try Self.add("One", to: detail)
      let (one, given) = (detail.notes.items[0].id, GivenUp(detail))
      detail.notes.beginEditing(one)
      detail.notes.write(one) { $0.text = "half" }
      detail.notes.setAside(one)
      detail.notes.delete(one)
      XCTAssertEqual(detail.notes.items, [])
      let deleted = try XCTUnwrap(given.deleted)
      detail.notes.restore(deleted.note, with: deleted.draft, at: 0)
      try turn(until: "it is back") { detail.notes.items.first?.note != nil }
      XCTAssertEqual(detail.notes.items.first?.waiting?.text, "half")

      // Nobody need press the button that is offered: any undo brings back the same.
      detail.notes.delete(one)
      let (store, product) = (shop.store, deleted.note.productID)
      try shop.finishCommands()
      XCTAssertEqual(try shop.notes(of: product), [])
      try finish("it is undone") { _ = try await store.undo() }
      try turn(until: "it is back once more") { detail.notes.items.first?.note != nil }
      XCTAssertEqual(detail.notes.items.first?.waiting?.text, "half")
    }
  }

  func testANoteThatIsDeletedAsSoonAsItIsThereStaysAway() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      // It is there as soon as the catalogue says so; the answer to its saving comes before that, or after.
      for number in 1...40 {
        try Self.add("\(number)", to: detail)
        detail.notes.delete(detail.notes.items[0].id)
        var isDone = false
        shop.catalogue.inOrder { isDone = true }
        var seen: [ProductNotes.Item] = []
        try turn(until: "it is deleted") {
          seen += detail.notes.items
          return isDone
        }
        XCTAssertEqual(seen, [])
      }
    }
  }

  func testANoteBeingWrittenComesBackAfterARestart() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      try Self.add("One", to: detail)
      detail.notes.beginEditing(detail.notes.items[0].id)
      detail.notes.write(detail.notes.items[0].id) {
        $0.text = "half a sent"
        ($0.focus, $0.anchor, $0.caret) = (.text, 4, 6)
      }
      detail.notes.beginAdding()

      let again = try shop.closedAndOpenedAgain()
      let restored = try Self.detail(again)
      try turn(until: "both are being written") {
        restored.notes.items.count == 2 && restored.notes.items.allSatisfy(\.isBeingWritten)
      }
      let draft = try XCTUnwrap(restored.notes.draft(of: restored.notes.items[0].id))
      XCTAssertEqual(draft.title, "One")
      XCTAssertEqual(draft.text, "half a sent")
      XCTAssertEqual(draft.focus, .text)
      XCTAssertEqual(draft.caret, 6)
    }
  }

  func testANoteChangedElsewhereIsAQuestion() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      try Self.add("One", to: detail)
      let id = detail.notes.items[0].id
      detail.notes.beginEditing(id)
      detail.notes.write(id) { $0.text = "mine" }
      let store = shop.store
      try finish("it changes elsewhere") {
        try await store.editNote(
          id, basedOn: 1, title: NoteTitle("One"), text: FreeText(note: "theirs"))
      }
      detail.notes.save(id)
      try turn(until: "it is a question") { detail.notes.conflict(of: id) != nil }
      XCTAssertEqual(detail.notes.draft(of: id)?.text, "mine")

      detail.notes.resolve(id, takingTheirs: false)
      detail.notes.save(id)
      // The catalogue may report it just before the editor closes.
      try turn(until: "mine is kept, and the editor closes") {
        detail.notes.items.first?.note?.text.text == "mine"
          && detail.notes.items.first?.isBeingWritten == false
      }
    }
  }

  func testOtherLinesChangedElsewhereGoTogetherWithWhatIsWritten() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      try Self.add("One", to: detail)
      let (id, store) = (detail.notes.items[0].id, shop.store)
      try finish("it has two lines") {
        try await store.editNote(
          id, basedOn: 1, title: NoteTitle("One"), text: FreeText(note: "Pick\nWash\nEat"))
      }
      try turn(until: "they are seen") { detail.notes.items.first?.note?.revision == 2 }
      detail.notes.beginEditing(id)
      detail.notes.write(id) { $0.text = "Pick\nWash\nEat soon" }
      try finish("another line and the title change elsewhere") {
        try await store.editNote(
          id, basedOn: 2, title: NoteTitle("Use"), text: FreeText(note: "Pick ripe\nWash\nEat"))
      }
      detail.notes.save(id)
      try turn(until: "both are saved, and nothing is asked") {
        let item = detail.notes.items.first
        return item?.note?.text.text == "Pick ripe\nWash\nEat soon"
          && item?.note?.title.text == "Use" && item?.isBeingWritten == false
      }
    }
  }

  func testANoteDeletedElsewhereWhileItIsWrittenIsNotLost() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      try Self.add("One", to: detail)
      let id = detail.notes.items[0].id
      detail.notes.beginEditing(id)
      detail.notes.write(id) { $0.text = "worth keeping" }
      let store = shop.store
      try finish("it is deleted elsewhere") { _ = try await store.deleteNote(id) }
      try turn(until: "only the draft is left") { detail.notes.items.first?.note == nil }
      detail.notes.save(id)
      try turn(until: "it is known to be new") { detail.notes.draft(of: id)?.isNew == true }
      detail.notes.save(id)
      try turn(until: "it is kept") { detail.notes.items.first?.note?.text.text == "worth keeping" }
    }
  }
}
