// SPDX-License-Identifier: Apache-2.0
// The All Notes window: search and selection come back, and a note leads to its product.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class NotesSceneTests: XCTestCase {
  func testSearchAndSelectionComeBackAfterARestart() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let ripe = try Self.add("Ripe in June", to: "Cherries", in: shop)
      _ = try Self.add("Ripe in May", to: "Mango", in: shop)
      _ = try Self.add("Shelf 4", to: "Mango", in: shop)
      _ = try shop.scenes()
      let scene = NotesScene(
        shop.catalogue, shop.coordinator.makeScene(kind: WindowKind.notes.sceneKind, activity: nil))
      try turn(until: "all are listed") { scene.count == 3 }
      XCTAssertEqual(scene.countText, "3 notes")
      scene.search = "ripe"
      try turn(until: "two are listed") { scene.count == 2 }
      try turn(until: "they are read") { scene.note(at: 0) != nil && scene.note(at: 1) != nil }
      let place = try XCTUnwrap(scene.position(named: ripe.id.uuidString))
      scene.selection = place

      shop = try shop.closedAndOpenedAgain()
      let session = try XCTUnwrap(shop.scenes().first { WindowKind($0.kind) == .notes })
      let again = NotesScene(shop.catalogue, session)
      XCTAssertEqual(again.search, "ripe")
      try turn(until: "it is read") { again.isComplete }
      XCTAssertEqual(again.count, 2)
      XCTAssertEqual(again.selection, place)
      // It stays the selected one where the list does not have it.
      again.search = "shelf"
      try turn(until: "another one is listed") { again.count == 1 }
      XCTAssertNil(again.selection)
      again.search = ""
      try turn(until: "all are listed again") { again.count == 3 }
      let selected = try XCTUnwrap(again.selection)
      try turn(until: "they are read again") { again.note(at: selected) != nil }
      XCTAssertEqual(again.name(of: selected), ripe.id.uuidString)
    }
  }

  func testARequestForANoteShowsItOnTheNotesTab() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let note = try Self.add("Ripe in June", to: "Cherries", in: shop)
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.show(note.productID)
      detail.show(.showing(note: note.id, of: note.productID, title: "Cherries"))
      XCTAssertEqual(detail.tab, .notes)
      XCTAssertEqual(detail.notes.selectedID, note.id)
      XCTAssertEqual(detail.notes.presented, note.id)
      try turn(until: "the notes are read") { detail.notes.isLoaded }
      XCTAssertEqual(detail.notes.items.map(\.id), [note.id])
    }
  }

  @MainActor
  private static func add(_ text: String, to title: String, in shop: Shop) throws -> Note {
    let (store, product) = (shop.store, try shop.product(titled: title).id)
    return try finish("a note is there") {
      try await store.addNote(to: product, title: NoteTitle(""), text: FreeText(note: text))
    }
  }
}
