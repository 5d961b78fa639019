// SPDX-License-Identifier: Apache-2.0
// What a window saves: part by part, so that a damaged part does not affect others; a key for each
// draft; and a record of version 0.1.0 comes back completely.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class WindowStateTests: XCTestCase {
  // MARK: Parts

  func testEveryPartComesBack() throws {
    var browser = BrowserState()
    browser.query = ProductQuery(
      category: try CategoryPath("Food/Fruit"), tags: ["ripe"], searchText: "oak",
      filters: [.lowStock, .number(.year, from: 1990, through: nil)], sort: .price,
      ascending: false, inTrash: true)
    browser.isSearching = true
    (browser.layout, browser.cardSide) = (.grid, 256)
    browser.columns = [.init(field: "price", width: 120), .init(field: "title")]
    browser.hiddenColumns = ["year"]
    browser.selection = UUID()
    (browser.isListInFront, browser.isSelectionAway) = (true, true)
    browser.scrollAnchor = .init(product: UUID(), offset: 12)
    browser.hasSidebar = false
    browser.sidebarWidth = 231
    browser.listWidth = 512
    (browser.leftSearch, browser.selectedPlace) = ("rose", 4)
    browser.namedList = .savedSearch(UUID())
    browser.elsewhere = .init(
      order: [ProductOrder(.title)], columns: [.init(field: "price")], hiddenColumns: ["stock"])
    browser.openCategories = [try CategoryPath("Food")]
    browser.openHeads = [UUID()]
    browser.showsAllTags = true
    try assertEveryPartComesBack(browser)

    var selected = SelectedProducts()
    selected.products = [UUID(), UUID()]
    selected.areAll = true
    try assertEveryPartComesBack(selected)

    var variants = VariantsDraft()
    variants.cells = ["\(UUID()) sku": ProductDraft.Field(typed: "SH-1", was: "SH")]
    (variants.focus, variants.anchor, variants.caret) = ("\(UUID()) sku", 1, 4)
    variants.currencies = ["\(UUID()) price": "USD"]
    variants.isMaking = true
    variants.options = [.init(name: "Size", values: [.init("S", isTicked: true)], typed: "M")]
    try assertEveryPartComesBack(variants)

    var caption = CaptionDraft()
    (caption.picture, caption.isOpen) = (UUID(), true)
    (caption.was, caption.typed, caption.anchor, caption.caret) = ("A pair", "A pa", 1, 3)
    try assertEveryPartComesBack(caption)

    var untitled = UntitledState()
    untitled.products = [.init(product: UUID(), was: "Untitled")]
    try assertEveryPartComesBack(untitled)

    var underWay = PhotosUnderWayState()
    underWay.batches = [
      .init(product: UUID(), position: 3, files: ["/photos/1.jpg"], added: [UUID()])
    ]
    try assertEveryPartComesBack(underWay)

    var detail = DetailState()
    detail.tab = .notes
    detail.scroll = ["photos": 174]
    detail.editor = .note(UUID())
    detail.selectedNote = UUID()
    detail.selectedPicture = UUID()
    (detail.keptFields, detail.foldedGroups) = (["category"], ["stock"])
    try assertEveryPartComesBack(detail)

    var picture = PictureState()
    (picture.product, picture.picture) = (UUID(), UUID())
    (picture.zoom, picture.centre) = (1.5, .init(x: 120.5, y: 80))
    try assertEveryPartComesBack(picture)

    var notes = NotesState()
    (notes.search, notes.selectedNote) = ("shelf", UUID())
    try assertEveryPartComesBack(notes)

    var merge = MergeState()
    (merge.products, merge.kept) = ([UUID(), UUID()], UUID())
    (merge.revisions, merge.choices) = ([UUID().uuidString: 3], ["price": UUID()])
    try assertEveryPartComesBack(merge)
    var labels = LabelsState()
    labels.products = [UUID()]
    (labels.sheet, labels.size, labels.layout) = ("", "70x40", "shelf")
    (labels.copies, labels.firstLabel, labels.page) = ("3", "2", 1)
    (labels.isAsManyAsInStock, labels.hasEdges, labels.printer) = (true, true, "Zebra")
    labels.isAsManyAsArrived = true
    labels.typedPrinter = PrinterTexts()
    labels.draft = try JSONDecoder().decode(
      LayoutDraft.self, from: Data(#"{"name":"Mine","lines":[]}"#.utf8))
    try assertEveryPartComesBack(labels)

    var field = FieldDraft()
    (field.field, field.typed, field.was) = (UUID(), ["name": "Woo"], ["name": "Wood"])
    (field.focus, field.anchor, field.caret) = ("name", 1, 2)
    (field.sent, field.adding) = (["name": "Woo"], UUID())
    try assertEveryPartComesBack(field)

    var product = ProductDraft(isNew: true)
    product.baseRevision = 4
    product.isSetAside = true
    product.fields = ["title": .init(typed: "Cherr", was: "Cherries")]
    product.sent = ["title": "Cher"]
    (product.kept, product.template) = (["category", "year"], ["year"])
    product.currency = "EUR"
    (product.focus, product.anchor, product.caret) = ("title", 1, 3)
    try assertEveryPartComesBack(product)

    var note = NoteDraft(new: UUID(), title: "Half a no", text: "half")
    (note.baseRevision, note.anchor, note.caret) = (2, 1, 3)
    (note.isUntouched, note.isSetAside) = (true, true)
    note.sent = NoteDraft.Texts(title: "Half a", text: "ha")
    try assertEveryPartComesBack(note)
  }

  /// The value must differ from the default in every part.
  private func assertEveryPartComesBack<State: SavedByParts>(
    _ state: State, line: UInt = #line
  ) throws {
    let saved = try StateValue(encoding: state)
    XCTAssertEqual(
      Set(saved.object?.keys.map { $0 } ?? []), Set(State.parts.map(\.name)), line: line)
    XCTAssertEqual(State.parts.count, Set(State.parts.map(\.name)).count, line: line)
    XCTAssertEqual(saved.decoded(as: State.self), state, line: line)
    XCTAssertEqual(try StateValue(encoding: State()), .object([:]), "defaults are not written")
  }

  func testABadPartAffectsNoOtherAndIsWrittenBackUnchanged() throws {
    let saved = StateValue.object([
      "layout": .string("spiral"), "order": .array([]), "sidebarWidth": .int(-4),
      "filters": .array([.string("of a newer version")]), "newPart": .object(["a": .int(1)]),
      "search": .string("oak"), "listWidth": .int(512),
    ])
    var state = try XCTUnwrap(saved.decoded(as: BrowserState.self))
    XCTAssertEqual(state.query.searchText, "oak")
    XCTAssertEqual(state.listWidth, 512)
    XCTAssertEqual(state.layout, .list)
    XCTAssertEqual(state.sidebarWidth, BrowserState().sidebarWidth)
    XCTAssertEqual(state.query.order, ProductQuery().order)
    XCTAssertEqual(try StateValue(encoding: state), saved)

    state.layout = .grid
    XCTAssertEqual(try StateValue(encoding: state).object?["layout"], .string("grid"))
  }

  // MARK: Drafts

  func testADamagedDraftAffectsNoOther() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let scene = try shop.scenes()[0]
      let (product, note) = (UUID(), UUID())
      let drafts = Drafts(scene)
      drafts[product: product] = ProductDraft(isNew: true)
      drafts[note: note] = NoteDraft(new: product, title: "One")
      scene.set("nonsense", for: SceneKey.productDraft(UUID()))
      scene.set("nonsense", for: "Draft.note.no identifier")

      let again = Drafts(scene)
      XCTAssertEqual(again[product: product]?.isNew, true)
      XCTAssertEqual(again.newProduct, product)
      XCTAssertEqual(again.notes(of: product)[note]?.title, "One")
      again[note: note] = nil
      XCTAssertEqual(Drafts(scene).notes(of: product), [:])
    }
  }

  // MARK: The record of version 0.1.0

  func testARecordOfSeparateKeysIsTakenOverOnce() throws {
    try MainActor.assumeIsolated {
      var shop = try Self.shopWithRecordOfSeparateKeys()
      defer { shop.remove() }
      for start in 1...2 {
        let scenes = try shop.scenes()
        XCTAssertEqual(scenes.map(\.kind), ["browser", "product"])
        let browser = ProductBrowser(shop.catalogue, scenes[0])
        let window = ProductScene(shop.catalogue, scenes[1])
        try turn(until: "form and note are open at start \(start)") {
          browser.detail.form != nil && browser.detail.notes.hasUnfinishedEdit
            && browser.detail.notes.isLoaded && window.detail.product != nil
        }
        Self.assertAsLeft(browser)
        XCTAssertEqual(window.detail.product?.title.text, "Mango")
        XCTAssertEqual(window.detail.tab, .pictures)
        XCTAssertEqual(window.detail.scroll, ["photos": 174])
        XCTAssertEqual(
          scenes[0].keys,
          [
            SceneKey.browser, SceneKey.detail, StateKey("Draft.product." + Self.cherries),
            StateKey("Draft.note." + Self.note),
          ])
        XCTAssertEqual(scenes[1].keys, [SceneKey.detail])
        shop = try shop.closedAndOpenedAgain()
      }
    }
  }

  @MainActor
  private static func assertAsLeft(_ browser: ProductBrowser) {
    XCTAssertEqual(browser.listed.query.category?.text, "Food")
    XCTAssertEqual(browser.listed.layout, .grid)
    XCTAssertEqual(browser.selection?.uuidString, cherries)
    XCTAssertEqual(browser.listed.state.scrollAnchor?.product.uuidString, peanuts)
    XCTAssertEqual(browser.listed.state.scrollAnchor?.offset, 178)
    XCTAssertEqual(browser.listed.state.sidebarWidth, 214)
    XCTAssertEqual(browser.listed.state.listWidth, 463)
    XCTAssertEqual(browser.detail.tab, .notes)
    XCTAssertEqual(browser.detail.form?.text(of: .title), "Cherr")
    XCTAssertEqual(browser.detail.form?.text(of: .price), "11.75")
    XCTAssertEqual(browser.detail.form?.focus, .price)
    XCTAssertEqual(browser.detail.form?.selection?.caret, 4)
    XCTAssertTrue(browser.detail.formWantsFocus)
    XCTAssertEqual(browser.detail.notes.selectedID?.uuidString, note)
    let draft = browser.detail.notes.selectedID.flatMap(browser.detail.notes.draft)
    XCTAssertEqual(draft?.title, "Half a no")
    XCTAssertEqual(draft?.focus, .title)
    XCTAssertEqual(draft?.caret, 9)
  }

  private static let cherries = "A94A8C9B-8A5F-45D6-8FEA-EAC7131C0B56"
  private static let mango = "98744266-B48B-42E6-B989-35506934934A"
  private static let peanuts = "98F7FD48-EB41-416F-983E-E5D303207693"
  private static let note = "E30D709C-41B4-4493-9BF2-3505F3DDA3FD"

  /// A shop with the products that the record refers to.
  @MainActor
  private static func shopWithRecordOfSeparateKeys() throws -> Shop {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shop-\(UUID().uuidString)")
    let state = folder.appendingPathComponent("state")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Fixtures/WindowState/separate-keys").standardizedFileURL
    try FileManager.default.copyItem(at: fixture, to: state)
    // The checkout may have another umask than the program's own files.
    for place in ["", "v1", "v1/windows"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: state.appendingPathComponent(place).path)
    }
    let shop = try Shop(in: folder)
    for (title, id) in [("Cherries", cherries), ("Mango", mango), ("Peanuts", peanuts)] {
      let product = Product(
        id: try XCTUnwrap(UUID(uuidString: id)), title: try ProductTitle(title),
        category: try CategoryPath("Food"),
        price: try Price("10.99", currency: Currency("EUR")))
      let store = shop.store
      try finish("\(title) is there") { _ = try await store.create(product) }
    }
    return shop
  }
}
