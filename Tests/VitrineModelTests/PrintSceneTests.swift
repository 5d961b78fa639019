// SPDX-License-Identifier: Apache-2.0
// The window that prints products: what it asks comes back and is remembered for the next one, what it shows follows the
// catalogue, and what fails leaves no file.

import Catalog
import Exchange
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class PrintSceneTests: XCTestCase {
  func testWhatIsAskedComesBack() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: (0..<100).map { "Product \($0)" })
      defer { shop.remove() }
      let scene = try Self.scene(in: shop)
      try turn(until: "there is a page") { scene.pageText == "Page 1 of 3" }
      XCTAssertEqual(scene.summary, "100 products")
      scene.turnPage(by: 1)
      scene.turnPage(by: 5)
      try turn(until: "it is the last page") { scene.pageText == "Page 3 of 3" }
      XCTAssertFalse(scene.hasPageAfter)
      scene.choices.kind = .catalogue
      XCTAssertEqual(scene.title, "")
      scene.title = "Ostler"
      scene.choices.taxLine = "With tax"
      try turn(until: "the catalogue is there") { scene.pageText.hasPrefix("Page 1 of") }
      scene.turnPage(by: 1)

      shop = try shop.closedAndOpenedAgain()
      let saved = try XCTUnwrap(shop.scenes().first { WindowKind($0.kind) == .printing })
      let again = PrintScene(shop.catalogue, saved, decoder: nil)
      XCTAssertEqual([again.title, again.choices.taxLine], ["Ostler", "With tax"])
      XCTAssertEqual(again.choices.kind, .catalogue)
      try turn(until: "the same page is there") { again.pageText.hasPrefix("Page 2 of") }
    }
  }

  func testOnlyWhatIsSelectedIsPrinted() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Oak table", "Mango", "Pear"])
      defer { shop.remove() }
      var state = PrintState()
      state.products = [try shop.product(titled: "Mango").id]
      let scene = try Self.scene(state, in: shop)
      XCTAssertEqual(scene.extents, ["Products of this list", "1 selected product"])
      try turn(until: "all are shown") { scene.isFilled && scene.summary == "3 products" }
      scene.isOfSelected = true
      try turn(until: "one is shown") { scene.summary == "1 product" }
      scene.isOfSelected = false
      state.query.searchText = "there is no such thing"
      let empty = try Self.scene(state, in: shop, isFirst: false)
      try turn(until: "there is nothing") { empty.summary == "There is nothing to print." }
      XCTAssertFalse(empty.canPrint)
    }
  }

  func testWhatIsInTheTrashMeanwhileIsNotCounted() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Oak table", "Mango"])
      defer { shop.remove() }
      var state = PrintState()
      let ids = try ["Oak table", "Mango"].map { try shop.product(titled: $0).id }
      (state.products, state.isOfSelected) = (ids, true)
      let scene = try Self.scene(state, in: shop)
      try turn(until: "both are shown") { scene.summary == "2 products" }
      let store = shop.store
      _ = try finish("one is deleted") { try await store.delete([ids[0]]) }
      try turn(until: "one is left") { scene.summary == "1 product" }
      _ = try finish("so is the other") { try await store.delete([ids[1]]) }
      try turn(until: "none is left") { scene.summary == "There is nothing to print." }
    }
  }

  func testAPriceThatChangesIsShownAndWithoutPricesIsNot() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Mango"])
      defer { shop.remove() }
      let mango = try shop.product(titled: "Mango")
      let scene = try Self.scene(in: shop)
      try turn(until: "there is a page") { scene.canPrint }
      let before = scene.image?.pixels
      let (store, euro) = (shop.store, try Currency("EUR"))
      let change = try ProductChange { $0.price = try Price("9.99", currency: euro) }
      _ = try finish("it is changed") {
        try await store.edit(mango.id, basedOn: mango.revision, applying: change)
      }
      try turn(until: "the page is another one") { scene.image?.pixels != before }
      shop.catalogue.unitPrices = .ounce
      let document = try finish("it is made again") { try await scene.document() }
      XCTAssertEqual(document.language.unitPrices, .ounce)
      let priced = scene.image?.pixels
      scene.choices.hasPrices = false
      try turn(until: "the price is gone") { scene.image?.pixels != priced }
    }
  }

  func testAFileIsWrittenAndWhatFailsLeavesNone() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Mango"])
      defer { shop.remove() }
      let scene = try Self.scene(in: shop)
      var said: [String] = []
      scene.messages.add(scene) { said.append($0) }
      try turn(until: "there is a page") { scene.canPrint }
      let file = shop.folder.appendingPathComponent("list.pdf")
      scene.save(to: file)
      XCTAssertFalse(scene.canPrint, "it is being written")
      try turn(until: "it is written") { scene.work == nil }
      XCTAssertEqual(said, ["Saved: 1 page in “list.pdf”"])
      XCTAssertEqual(try Data(contentsOf: file).prefix(5), Data("%PDF-".utf8))
      scene.save(to: shop.folder.appendingPathComponent("nowhere/list.pdf"))
      try turn(until: "it is said") { said.count == 2 }
      XCTAssertTrue(said[1].hasPrefix("Not saved: "), said[1])
      scene.save(to: file)
      scene.cancel()
      try turn(until: "it is given up") { said.count == 3 }
      XCTAssertEqual(said[2], "Stopped. Nothing was written.")
      let left = try FileManager.default.contentsOfDirectory(atPath: shop.folder.path)
      XCTAssertEqual(left.filter { $0.contains("list") }, ["list.pdf"])
    }
  }

  func testAPhotoThatThePrinterLacksIsSaid() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Mango"])
      defer { shop.remove() }
      let (store, mango) = (shop.store, try shop.product(titled: "Mango").id)
      let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("data/sample/mango.png")
      let picture = try finish("it has a photo") {
        try await store.addPictures(from: [sample], to: mango).first
      }
      try FileManager.default.removeItem(at: store.pictureFile(try XCTUnwrap(picture)))
      let scene = try Self.scene(in: shop)
      scene.choices.kind = .sheets
      var said: [String] = []
      scene.messages.add(scene) { said.append($0) }
      try turn(until: "there is a page") { scene.canPrint }
      scene.pagesToPrint { pages in
        Task {
          _ = try await pages.pages.page(0)
          scene.wereHandedOver(pages)
        }
      }
      try turn(until: "it is said") { !said.isEmpty }
      XCTAssertTrue(said[0].hasPrefix("1 page handed to the printer\n"), said[0])
      XCTAssertTrue(said[0].contains("“Mango”"), said[0])
    }
  }

  func testWhatWasChosenLastIsKeptForEachCatalogue() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "choices-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["XDG_CONFIG_HOME": folder.path]
    func kept(_ catalogue: String) -> KeptChoices<PrintChoices> {
      KeptChoices(
        "print", of: URL(fileURLWithPath: catalogue), environment: environment)
    }
    var choices = PrintChoices()
    (choices.kind, choices.title) = (.catalogue, "Ostler")
    let chosen = choices
    try MainActor.assumeIsolated {
      XCTAssertNil(try finish("nothing was chosen") { await kept("/a").read() })
      try finish("it is kept") { try await kept("/a").keep(chosen) }
      XCTAssertEqual(try finish("it is read") { await kept("/a").read() }, chosen)
      XCTAssertNil(try finish("another one has its own") { await kept("/b").read() })
      try finish("one that is there, too") { try await kept(folder.path).keep(chosen) }
      XCTAssertNil(try finish("the first one is gone") { await kept("/a").read() })
      try finish("and so is this one") { try await kept("/b").keep(chosen) }
      XCTAssertEqual(try finish("it stays") { await kept(folder.path).read() }, chosen)
      let file = folder.appendingPathComponent("org.vitrine.Vitrine/print.json")
      try Data("{".utf8).write(to: file)
      XCTAssertNil(try finish("it is damaged") { await kept("/a").read() })
    }
  }

  @MainActor
  private static func scene(
    _ state: PrintState = PrintState(), in shop: Shop, isFirst: Bool = true
  ) throws -> PrintScene {
    if isFirst { _ = try shop.scenes() }
    let session = shop.coordinator.makeScene(kind: WindowKind.printing.sceneKind, activity: nil)
    var state = state
    state.columns = ["title", "price", "year"]
    PrintScene.fill(session, state)
    return PrintScene(shop.catalogue, session, decoder: nil)
  }
}
