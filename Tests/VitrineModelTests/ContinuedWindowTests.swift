// SPDX-License-Identifier: Apache-2.0
// A window that another machine goes on with: what it shows, the place in it and what was typed arrive,
// as drafts that write nothing; and whatever does not come from Vitrine is refused with a reason.

import Catalog
import Foundation
import StateRestoration
import Wording
import XCTest

@testable import VitrineModel

final class ContinuedWindowTests: XCTestCase {
  /// Two machines with a copy of the same catalogue each.
  @MainActor
  private static func machines(_ titles: [String]) throws -> (here: Shop, there: Shop) {
    let shop = try Shop(products: titles)
    let store = shop.store
    let apple = try shop.product(titled: titles[0]).id
    try finish("a note is there") {
      _ = try await store.addNote(
        to: apple, title: NoteTitle("Storing"), text: FreeText(note: "Cool"))
    }
    try finish("the catalogue closes") { await store.close() }
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("shop-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: shop.folder, to: copy)
    return (try Shop(in: shop.folder), try Shop(in: copy))
  }

  @MainActor
  private static func continued(_ session: SceneSession, _ shop: Shop) throws -> ContinuedWindow {
    let store = shop.store
    return try finish("the window is read") { try await ContinuedWindow(session, store) }
  }

  /// As it comes out of the link and out of the file, which must be the same.
  @MainActor
  private static func travelled(_ window: ContinuedWindow) throws -> ContinuedWindow {
    let link = try window.link()
    let byFile = try ContinuedWindow(window.file())
    XCTAssertEqual(try VitrineLink(link), .window(byFile))
    XCTAssertEqual(try byFile.link(), link)
    return byFile
  }

  @MainActor
  private static func open(_ window: ContinuedWindow, in shop: Shop) throws -> SceneSession {
    let store = shop.store
    let fitted = try finish("it fits") { try await window.fitted(to: store) }
    let scene = shop.coordinator.makeScene(kind: fitted.kind.sceneKind, activity: fitted.activity)
    fitted.fill(scene)
    return scene
  }

  @MainActor
  private static func contents(_ shop: Shop) throws -> [String] {
    let store = shop.store
    return try finish("everything is read") {
      var all: [String] = []
      for item in try await store.products(ProductQuery()) {
        let product = try await store.product(item.id)
        let notes = try await store.notes(of: item.id)
        all.append("\(String(describing: product)) \(notes)")
      }
      return all
    }
  }

  func testTheListAndTheFormGoOnWhereTheyWereAndWriteNothing() throws {
    try MainActor.assumeIsolated {
      let (here, there) = try Self.machines(["Apple", "Apricot", "Pear"])
      defer { [here, there].forEach { $0.remove() } }
      let apple = try here.product(titled: "Apple")
      let browser = ProductBrowser(here.catalogue, try here.scenes()[0])
      browser.listed.isSearching = true
      browser.listed.search("ap")
      browser.listed.layout = .grid
      browser.listed.state.listWidth = 333
      browser.select(apple.id)
      try turn(until: "Apple is shown") { browser.detail.product != nil }
      browser.detail.beginEditing()
      browser.detail.tab = .notes
      browser.detail.form?.type("Red Apple", in: .title)
      browser.detail.form?.place(in: .title, anchor: 3, caret: 3)
      let before = try Self.contents(there)

      let window = try Self.travelled(Self.continued(browser.session, here))
      XCTAssertTrue(window.hasDraft)
      let opened = ProductBrowser(there.catalogue, try Self.open(window, in: there))
      try turn(until: "Apple is edited there") { opened.detail.form != nil }
      XCTAssertEqual(opened.detail.form?.text(of: .title), "Red Apple")
      XCTAssertEqual(opened.detail.form?.selection?.caret, 3)
      XCTAssertEqual(opened.listed.query.searchText, "ap")
      XCTAssertTrue(opened.listed.isSearching)
      XCTAssertEqual(opened.listed.layout, .grid)
      XCTAssertEqual(opened.detail.tab, .notes)
      XCTAssertEqual(opened.selection, apple.id)
      XCTAssertEqual(opened.listed.state.listWidth, BrowserState().listWidth, "another screen")
      XCTAssertEqual(try Self.contents(there), before)
      XCTAssertEqual(browser.detail.form?.text(of: .title), "Red Apple", "it is still here, too")
    }
  }

  func testAWindowThatShowsItAllAlreadyIsTheOneThatIsMeant() throws {
    try MainActor.assumeIsolated {
      let (here, there) = try Self.machines(["Apple", "Pear"])
      defer {
        here.remove()
        there.remove()
      }
      let apple = try here.product(titled: "Apple").id
      @MainActor func window(_ shop: Shop, typing text: String?) throws -> SceneSession {
        let scene = shop.coordinator.makeScene(
          kind: WindowKind.product.sceneKind,
          activity: .showing(apple, title: "Apple", fallback: .product))
        if let text {
          var draft = ProductDraft()
          draft.fields["title"] = .init(typed: text, was: "Apple")
          Drafts(scene)[product: apple] = draft
        }
        return scene
      }
      let plain = try Self.continued(window(here, typing: nil), here)
      let typed = try Self.continued(window(here, typing: "Appl"), here)
      XCTAssertTrue(plain.isShown(in: try window(there, typing: nil)))
      XCTAssertTrue(plain.isShown(in: try window(there, typing: "Ap")))
      XCTAssertTrue(typed.isShown(in: try window(there, typing: "Appl")))
      XCTAssertFalse(typed.isShown(in: try window(there, typing: "Ap")), "it would be lost")
      XCTAssertFalse(typed.isShown(in: try window(there, typing: nil)))
      let pear = there.coordinator.makeScene(
        kind: WindowKind.product.sceneKind,
        activity: .showing(UUID(), title: "Pear", fallback: .product))
      XCTAssertFalse(plain.isShown(in: pear))
    }
  }

  func testADraftAsksWhereTheCatalogueThereIsAnotherAndOverwritesNoOtherDraft() throws {
    try MainActor.assumeIsolated {
      let (here, there) = try Self.machines(["Apple", "Pear"])
      defer { [here, there].forEach { $0.remove() } }
      let apple = try here.product(titled: "Apple")
      let note = try XCTUnwrap(here.notes(of: apple.id).first)
      let scene = here.coordinator.makeScene(
        kind: WindowKind.product.sceneKind,
        activity: .showing(apple.id, title: "", fallback: .product))
      let detail = ProductScene(here.catalogue, scene).detail
      try turn(until: "Apple is shown") { detail.product != nil && detail.notes.isLoaded }
      detail.beginEditing()
      detail.form?.type("Red Apple", in: .title)
      detail.form?.type("1999", in: .year)
      detail.notes.beginEditing(note.id)
      detail.notes.write(note.id) { $0.text = "Very cool" }
      let window = try Self.travelled(Self.continued(scene, here))

      // There, too, both have been changed once, so that the numbers of the changes tell nothing.
      for (shop, title) in [(here, "Apple Here"), (there, "Apple There")] {
        let store = shop.store
        try finish("both are changed") {
          _ = try await store.edit(
            apple.id, basedOn: apple.revision,
            applying: ProductChange { try $0.set(.title, .text(title)) })
          _ = try await store.editNote(
            note.id, basedOn: note.revision, title: NoteTitle("Storing"),
            text: FreeText(note: title))
        }
      }
      let own = there.coordinator.makeScene(kind: WindowKind.product.sceneKind, activity: nil)
      Drafts(own)[note: note.id] = NoteDraft(new: apple.id, title: "Mine")

      let late = try Self.travelled(Self.continued(scene, here))
      for window in [window, late] {
        let opened = ProductScene(there.catalogue, try Self.open(window, in: there)).detail
        try turn(until: "Apple is edited there") {
          opened.form != nil && opened.notes.draft(of: note.id) != nil && opened.notes.isLoaded
        }
        XCTAssertEqual(opened.form?.conflict(in: .title), "Apple There")
        XCTAssertNil(opened.form?.conflict(in: .year))
        opened.notes.save(note.id)
        try turn(until: "the note asks") { opened.notes.conflict(of: note.id) != nil }
        XCTAssertEqual(try there.notes(of: apple.id).first?.text.text, "Apple There")
      }
      XCTAssertEqual(Drafts(own)[note: note.id]?.title, "Mine")
    }
  }

  func testANoteThatNobodyElseChangedIsSavedWithoutAQuestion() throws {
    try MainActor.assumeIsolated {
      let (here, there) = try Self.machines(["Apple"])
      defer { [here, there].forEach { $0.remove() } }
      let apple = try here.product(titled: "Apple").id
      let note = try XCTUnwrap(here.notes(of: apple).first).id
      let scene = here.coordinator.makeScene(
        kind: WindowKind.product.sceneKind, activity: .showing(apple, title: "", fallback: .product)
      )
      let detail = ProductScene(here.catalogue, scene).detail
      try turn(until: "the notes are there") { detail.notes.isLoaded }
      detail.notes.beginEditing(note)
      detail.notes.write(note) { $0.text = "Very cool" }
      let window = try Self.travelled(Self.continued(scene, here))
      let opened = ProductScene(there.catalogue, try Self.open(window, in: there)).detail
      try turn(until: "the note is edited there") {
        opened.notes.isLoaded && opened.notes.draft(of: note) != nil
      }
      opened.notes.save(note)
      try turn(until: "it is saved") {
        (try? there.notes(of: apple).first?.text.text) == "Very cool"
      }
    }
  }

  func testANewProductAPhotoAndAListOfNothingGoOn() throws {
    try MainActor.assumeIsolated {
      let (here, there) = try Self.machines(["Apple"])
      defer { [here, there].forEach { $0.remove() } }
      let scene = here.coordinator.makeScene(kind: WindowKind.product.sceneKind, activity: nil)
      let product = ProductScene(here.catalogue, scene)
      product.detail.beginNewProduct()
      try turn(until: "the form is open") { product.detail.form != nil }
      product.detail.form?.type("Quince", in: .title)
      let new = try Self.travelled(Self.continued(scene, here))
      let opened = ProductScene(there.catalogue, try Self.open(new, in: there)).detail
      try turn(until: "the form is open there") { opened.form != nil }
      XCTAssertEqual(opened.content, .new)
      XCTAssertEqual(opened.form?.text(of: .title), "Quince")

      let apple = try here.product(titled: "Apple").id
      let photo = here.coordinator.makeScene(
        kind: WindowKind.picture.sceneKind,
        activity: .showing(picture: UUID(), of: apple, title: "Apple"))
      let picture = PictureScene(here.catalogue, photo)
      try turn(until: "it is looked for") { picture.content != .loading }
      picture.viewport.zoom(to: 2)
      let arrived = try Self.open(Self.travelled(Self.continued(photo, here)), in: there)
      XCTAssertEqual(PictureScene(there.catalogue, arrived).productID, apple)

      let list = here.coordinator.makeScene(
        kind: WindowKind.browser.sceneKind, activity: UserActivity(.browser))
      let plain = try Self.travelled(Self.continued(list, here))
      XCTAssertFalse(plain.hasDraft)
      XCTAssertNil(plain.activity.targetContentIdentifier)
      _ = try Self.open(plain, in: there)
    }
  }

  func testOnlyWhatItsKindDeclaresIsContinued() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apple"])
      defer { shop.remove() }
      let kinds: [WindowKind] = [
        .history, .notes, .merge, .duplicates, .decisions, .fields, .labels, .printing,
        .preferences,
      ]
      for kind in kinds {
        let scene = shop.coordinator.makeScene(kind: kind.sceneKind, activity: UserActivity(kind))
        XCTAssertThrowsError(try Self.continued(scene, shop)) {
          XCTAssertEqual($0 as? ContinuedWindow.Refused, .notForHandoff)
        }
      }
      for kind in WindowKind.allCases {
        XCTAssertEqual(UserActivity(kind).isEligibleForHandoff, kind.isContinuable)
        XCTAssertEqual(
          ContinuedWindow.linkTypes.values.contains(kind.activityType), kind.isContinuable)
      }
    }
  }

  func testWhatIsTooLargeForALinkIsAFileAndWhatIsNotHereIsRefused() throws {
    try MainActor.assumeIsolated {
      let (here, there) = try Self.machines(["Apple"])
      defer { [here, there].forEach { $0.remove() } }
      let apple = try here.product(titled: "Apple").id
      let scene = here.coordinator.makeScene(
        kind: WindowKind.product.sceneKind,
        activity: .showing(apple, title: "Apple", fallback: .product))
      let long = String(repeating: "Läßt sich lagern. ", count: 5_000)
      Drafts(scene)[note: UUID()] = NoteDraft(new: apple, title: "Storing", text: long)
      let window = try Self.continued(scene, here)
      XCTAssertThrowsError(try window.link()) {
        XCTAssertEqual($0.sentence, "This is too much for a link.")
      }
      XCTAssertEqual(try ContinuedWindow(window.file()), window)
      Drafts(scene)[note: UUID()] = NoteDraft(
        new: apple, text: String(repeating: "x", count: ActivityFile.largest))
      XCTAssertThrowsError(try Self.continued(scene, here).file()) {
        XCTAssertEqual($0.sentence, "This is too much for a file.")
      }

      let store = there.store
      try finish("Apple is gone there") {
        _ = try await store.delete([apple])
        _ = try await store.emptyTrash()
      }
      XCTAssertThrowsError(try Self.open(window, in: there)) {
        XCTAssertEqual($0.sentence, "“Apple” is not in this catalogue.")
      }
    }
  }
}
