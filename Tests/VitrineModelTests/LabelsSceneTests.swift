// SPDX-License-Identifier: Apache-2.0
// The window that prints labels: what it asks comes back, what it shows follows the catalogue, and what can’t be
// printed is said before.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class LabelsSceneTests: XCTestCase {
  func testWhatIsAskedComesBackAndIsCounted() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: ["Oak table", "Mango"])
      defer { shop.remove() }
      let products = [
        try shop.product(titled: "Oak table").id, try shop.product(titled: "Mango").id,
      ]
      let session = try Self.session(for: products, in: shop)
      let scene = LabelsScene(shop.catalogue, session)
      try turn(until: "there are labels") { scene.summary == "2 labels on 1 page" }
      scene.copies = "20"
      scene.firstLabel = "3"
      try turn(until: "there are more") { scene.summary == "40 labels on 2 pages" }
      scene.turnPage(by: 1)
      try turn(until: "it is the second page") { scene.preview?.page == 1 }
      scene.turnPage(by: 1)

      shop = try shop.closedAndOpenedAgain()
      let saved = try XCTUnwrap(shop.scenes().first { WindowKind($0.kind) == .labels })
      let again = LabelsScene(shop.catalogue, saved)
      XCTAssertEqual([again.copies, again.firstLabel], ["20", "3"])
      try turn(until: "the same page is there") { again.preview?.page == 1 }
      again.begin(at: CGPoint(x: 0.5, y: 0.5))
      XCTAssertEqual(again.firstLabel, "3", "only the first page has labels that are gone")
    }
  }

  func testWhatCannotBePrintedIsSaid() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Mango"])
      defer { shop.remove() }
      let mango = try shop.product(titled: "Mango")
      let session = try Self.session(for: [mango.id], in: shop)
      let scene = LabelsScene(shop.catalogue, session)
      try turn(until: "there are labels") { scene.canSave }
      for (copies, first) in [("0", "1"), ("1", "22"), ("", "1"), ("1", "-1")] {
        (scene.copies, scene.firstLabel) = (copies, first)
        XCTAssertNotNil(scene.failure, "\(copies) from \(first)")
        XCTAssertFalse(scene.canSave)
      }
      (scene.copies, scene.firstLabel) = ("1", "1")
      try turn(until: "there are labels again") { scene.canSave }
      scene.sheet = 0
      XCTAssertTrue(scene.asksForSize)
      scene.size = "2x2"
      XCTAssertNotNil(scene.failure)
      scene.size = "7x5"
      try turn(until: "it is too small") { scene.preview?.refusals.isEmpty == false }
      XCTAssertFalse(scene.canSave)
      scene.isAsManyAsInStock = true
      try turn(until: "there is none in stock") { scene.failure == "There is nothing to print." }
    }
  }

  func testWhatIsGoneMeanwhileHoldsNothingUp() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Mango", "Pear"])
      defer { shop.remove() }
      let ids = try ["Mango", "Pear"].map { try shop.product(titled: $0).id }
      let scene = LabelsScene(shop.catalogue, try Self.session(for: ids, in: shop))
      var said: [String] = []
      scene.messages.add(scene) { said.append($0) }
      let (store, gone) = (shop.store, ids[0])
      _ = try finish("one is deleted") { try await store.delete([gone]) }
      try turn(until: "there is a label") { scene.canSave }
      let file = shop.folder.appendingPathComponent("labels.pdf")
      scene.save(to: file)
      XCTAssertEqual(shop.catalogue.filesUnderWay, 0)
      try turn(until: "it is being written") { shop.catalogue.filesUnderWay == 1 || !said.isEmpty }
      try turn(until: "it is written") { !said.isEmpty }
      XCTAssertEqual(said, ["Saved: 1 label in “labels.pdf”"])
      XCTAssertEqual(shop.catalogue.filesUnderWay, 0)
    }
  }

  func testAPriceThatChangesIsPrintedAsItIsThen() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Mango"])
      defer { shop.remove() }
      let mango = try shop.product(titled: "Mango")
      let session = try Self.session(for: [mango.id], in: shop)
      let scene = LabelsScene(shop.catalogue, session)
      try turn(until: "there is a label") { scene.canSave }
      let before = scene.preview?.image.pixels
      let (store, euro) = (shop.store, try Currency("EUR"))
      let change = try ProductChange { $0.price = try Price("9.99", currency: euro) }
      _ = try finish("it is changed") {
        try await store.edit(mango.id, basedOn: mango.revision, applying: change)
      }
      try turn(until: "the page is another one") { scene.preview?.image.pixels != before }
    }
  }

  func testAsManyAsArrivedAreAnotherNumberThanAreInStock() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Mango"])
      defer { shop.remove() }
      let mango = try shop.product(titled: "Mango")
      let scene = LabelsScene(shop.catalogue, try Self.session(for: [mango.id], in: shop))
      scene.isAsManyAsArrived = true
      try turn(until: "nothing has") {
        scene.summary == "None of these products has come into stock lately."
      }
      let store = shop.store
      for stock in ["2", "7"] {
        _ = try finish("it comes") {
          try await store.change([mango.id]) {
            $0.product.stock = try Quantity(stock: XCTUnwrap(DecimalNumber(stock)))
          }
        }
      }
      try turn(until: "five have come") { scene.summary == "5 labels on 1 page" }
      XCTAssertFalse(scene.asksForCopies)
      scene.isAsManyAsInStock = true
      XCTAssertFalse(scene.isAsManyAsArrived)
      try turn(until: "seven are there") { scene.summary == "7 labels on 1 page" }
    }
  }

  func testTheNextLabelsBeginLikeTheLastOnesWhichCanBePrintedAgain() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Mango", "Pear"])
      defer { shop.remove() }
      let (mango, pear) = (
        try shop.product(titled: "Mango").id, try shop.product(titled: "Pear").id
      )
      let store = shop.store
      let none = try finish("nothing was printed") { await LabelsScene.last(in: store) }
      XCTAssertNil(none)
      let scene = LabelsScene(shop.catalogue, try Self.session(for: [mango], in: shop))
      try turn(until: "there are labels") { scene.canSave }
      (scene.sheet, scene.layout, scene.copies, scene.firstLabel) = (3, 1, "2", "4")
      try turn(until: "there are others") { scene.summary == "2 labels on 1 page" }
      scene.save(to: shop.folder.appendingPathComponent("labels.pdf"))
      try turn(until: "they are written") { scene.progress == nil }
      var last: LabelsState?
      try turn(until: "they are kept") {
        last = try? finish("it is read") { await LabelsScene.last(in: store) }
        return last != nil
      }
      XCTAssertEqual(last?.products, [mango])
      XCTAssertEqual(last?.sheet, LabelsScene.sheets[3].name)
      XCTAssertEqual([last?.copies, last?.firstLabel], ["2", "1"])
      let next = try finish("the next ones begin") {
        await LabelsScene.beginning(with: [pear], in: store)
      }
      XCTAssertEqual(next.products, [pear])
      XCTAssertEqual([next.sheet, next.layout], [last?.sheet, last?.layout])
      XCTAssertEqual(next.copies, "1")
    }
  }

  func testWhatIsTypedOfAPrinterIsRememberedAndComesBack() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: ["Mango"])
      defer { shop.remove() }
      let mango = try shop.product(titled: "Mango").id
      let (scene, environment) = try Self.labels(of: mango, in: shop)
      XCTAssertEqual(scene.printerTexts.dotsPerInch, "300")
      try turn(until: "there is a label") { scene.canSave }
      let fine = scene.preview?.image.pixels
      scene.found(printer: "Zebra")
      scene.found(printer: "Laser")
      XCTAssertEqual(scene.printers, ["", "Laser", "Zebra"])
      scene.printer = "Zebra"
      XCTAssertNil(scene.dotsPerInch, "its driver knows better than what is usual")
      scene.printerTexts.dotsPerInch = "203"
      XCTAssertEqual(scene.dotsPerInch, 203)
      scene.printerTexts.right = "-0,5"
      try turn(until: "the label is of its dots") { scene.preview?.image.pixels != fine }
      let file = shop.folder.appendingPathComponent("config/org.vitrine.Vitrine/printers.json")
      try turn(until: "it is remembered") {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.contains("203") && text.contains("-0.5") && text.contains("Zebra")
      }
      scene.printer = "Laser"
      XCTAssertEqual(scene.printerTexts.dotsPerInch, "300", "each has its own")
      scene.printer = "Zebra"
      let wrong: [(WritableKeyPath<PrinterTexts, String>, String)] = [
        (\.dotsPerInch, "20"), (\.dotsPerInch, ""), (\.right, "left"), (\.across, "10"),
        (\.downwards, "200"),
      ]
      for (change, isWrong) in wrong {
        let right = scene.printerTexts
        scene.printerTexts[keyPath: change] = isWrong
        XCTAssertNotNil(scene.failure, isWrong)
        XCTAssertFalse(scene.canSave)
        scene.printerTexts = right
      }
      scene.printerTexts.down = "0."
      scene.printerTexts.across = "half"

      shop = try shop.closedAndOpenedAgain()
      let saved = try XCTUnwrap(shop.scenes().first { WindowKind($0.kind) == .labels })
      let again = LabelsScene(shop.catalogue, saved, environment: environment)
      XCTAssertEqual(again.printer, "Zebra")
      XCTAssertEqual([again.printerTexts.down, again.printerTexts.across], ["0.", "half"])
      try turn(until: "it is known what is wrong") { again.failure != nil }
      // Another window knows what was meant.
      let other = LabelsScene(
        shop.catalogue, try Self.session(for: [mango], in: shop, isFirst: false),
        environment: environment)
      try turn(until: "there is a label") { other.canSave }
      XCTAssertTrue(other.printers.contains("Zebra"))
      other.printer = "Zebra"
      XCTAssertEqual(other.printerTexts.dotsPerInch, "203")
    }
  }

  func testTheLabelsOfAPrintersDriverAreChosenOrASizeOfOnesOwn() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Mango"])
      defer { shop.remove() }
      let mango = try shop.product(titled: "Mango").id
      let (scene, _) = try Self.labels(of: mango, in: shop)
      scene.sheet = 0
      scene.size = "50x30"
      scene.found(
        [
          .init("2.00×1.00\"", size: CGSize(width: 144, height: 72)),
          .init("Square", size: CGSize(width: 72, height: 72)),
          .init("Thread", size: CGSize(width: 1, height: 72)),
        ], of: "Zebra")
      XCTAssertTrue(scene.driverLabelTitles.isEmpty, "it is the printer of nobody yet")
      XCTAssertTrue(scene.asksForOwnSize)
      scene.printer = "Zebra"
      XCTAssertEqual(
        scene.driverLabelTitles,
        [
          "50.8 × 25.4 mm, 2.00×1.00\"", "25.4 × 50.8 mm, 2.00×1.00\"", "25.4 × 25.4 mm, Square",
          "Size of your own",
        ])
      XCTAssertEqual(scene.driverLabel, 3, "50x30 is none of its labels")
      scene.driverLabel = 0
      XCTAssertEqual(scene.size, "50.8x25.4")
      XCTAssertFalse(scene.asksForOwnSize)
      scene.driverLabel = 3
      XCTAssertTrue(scene.asksForOwnSize, "from which one goes on")
      scene.driverLabel = 0
      XCTAssertFalse(scene.asksForOwnSize)
      scene.sheet = 1
      XCTAssertFalse(scene.asksForOwnSize)
    }
  }

  func testALayoutIsMadeChangedKeptByNameAndRemoved() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: ["Mango"])
      defer { shop.remove() }
      let mango = try shop.product(titled: "Mango").id
      let (scene, environment) = try Self.labels(of: mango, in: shop)
      try turn(until: "there is a label") { scene.canSave }
      let ready = scene.preview?.image.pixels
      scene.editLayout()
      XCTAssertFalse(scene.canSave, "it is not kept yet")
      XCTAssertNotNil(scene.layoutObstacle, "it has no name")
      scene.layoutName = "PRICE"
      XCTAssertNotNil(scene.layoutObstacle, "there is such a one")
      scene.layoutName = " Mine "
      XCTAssertNil(scene.layoutObstacle)
      var lines = try XCTUnwrap(scene.draft?.lines)
      XCTAssertEqual(lines.map(\.line.show), ["title", "price", "unitPrice", "code"])
      XCTAssertEqual(scene.selectedLine, lines[0])
      scene.move(line: lines[0].id, by: 1)
      scene.move(line: lines[3].id, beside: lines[1].id, below: false)
      scene.remove(line: lines[2].id)
      XCTAssertEqual(scene.draft?.lines.map(\.line.show), ["code", "price", "title"])
      scene.addLine()
      scene.changeLine { ($0.show, $0.text, $0.bold) = (nil, "Ostler", true) }
      scene.move(line: try XCTUnwrap(scene.selectedLine?.id), by: 7)
      try turn(until: "the page is another one") { scene.preview?.image.pixels != ready }
      scene.addLine()
      scene.changeLine { $0.show = "code" }
      XCTAssertNotNil(scene.layoutObstacle, "a label has one code")

      shop = try shop.closedAndOpenedAgain()
      let saved = try XCTUnwrap(shop.scenes().first { WindowKind($0.kind) == .labels })
      let again = LabelsScene(shop.catalogue, saved, environment: environment)
      lines = try XCTUnwrap(again.draft?.lines)
      XCTAssertEqual(lines.map(\.line.text), [nil, nil, nil, "Ostler", nil])
      again.remove(line: lines[4].id)
      try turn(until: "it is shown") { again.preview != nil }
      again.finishLayout()
      try turn(until: "it is kept") { again.draft == nil }
      XCTAssertEqual(again.layoutNames.last, "Mine")
      XCTAssertEqual(again.layoutNames[again.layout], "Mine")
      try turn(until: "it is printed with it") { again.canSave }

      again.editLayout()
      again.layoutName = "Ours"
      again.finishLayout()
      try turn(until: "it has another name") { again.draft == nil }
      XCTAssertEqual(again.layoutNames.last, "Ours")
      XCTAssertFalse(again.layoutNames.contains("Mine"))
      again.editLayout()
      again.layoutName = "Theirs"
      again.cancelLayout()
      XCTAssertEqual(again.layoutNames[again.layout], "Ours")
      again.editLayout()
      XCTAssertTrue(again.canRemoveLayout)
      again.removeLayout()
      try turn(until: "it is gone") { again.draft == nil }
      XCTAssertFalse(again.layoutNames.contains("Ours"))
      XCTAssertEqual(again.layout, 0)
    }
  }

  func testTheOneThatIsPrintedOnDecidesAndIsRemembered() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Mango"])
      defer { shop.remove() }
      let mango = try shop.product(titled: "Mango").id
      let (scene, _) = try Self.labels(of: mango, in: shop)
      var said: [String] = []
      scene.messages.add(scene) { said.append($0) }
      try turn(until: "there is a label") { scene.canSave }
      scene.printerTexts.right = "1"
      var labels: LabelsToPrint?
      Task { labels = await scene.labelsToPrint() }
      try turn(until: "it is asked where to print") { labels != nil }
      let printed = try XCTUnwrap(labels)
      _ = try finish("a page is drawn") {
        try await printed.drawn(0, on: "Zebra", dotsPerInch: 203)
      }
      scene.wasPrinted(printed, on: "Zebra", dotsPerInch: 203)
      XCTAssertEqual(said, ["1 label handed to the printer"])
      XCTAssertEqual(scene.printer, "Zebra")
      XCTAssertEqual(scene.printerTexts.dotsPerInch, "203", "as the printer says")
      XCTAssertEqual(scene.printerTexts.right, "1", "what was set was meant for this one")
      // Its labels would be too small on a coarser one.
      let other = scene.traits(of: "Laser", dotsPerInch: 600)
      XCTAssertEqual(other.dotsPerInch, 600)
      XCTAssertEqual(scene.traits(of: nil, dotsPerInch: nil).dotsPerInch, 203, "a file is as shown")
    }
  }

  /// The first window for labels of a product, in which what is remembered of printers and layouts is the shop's own.
  @MainActor
  private static func labels(
    of product: UUID, in shop: Shop
  ) throws -> (scene: LabelsScene, environment: [String: String]) {
    let environment = ["XDG_CONFIG_HOME": shop.folder.appendingPathComponent("config").path]
    let session = try session(for: [product], in: shop)
    return (LabelsScene(shop.catalogue, session, environment: environment), environment)
  }

  @MainActor
  private static func session(
    for products: [UUID], in shop: Shop, isFirst: Bool = true
  ) throws -> SceneSession {
    if isFirst { _ = try shop.scenes() }
    let session = shop.coordinator.makeScene(kind: WindowKind.labels.sceneKind, activity: nil)
    var state = LabelsState()
    state.products = products
    LabelsScene.fill(session, state)
    return session
  }
}
