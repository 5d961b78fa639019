// SPDX-License-Identifier: Apache-2.0
// The window with an import: what was understood and decided, what comes back of it, and that what is imported is
// what was shown, in one step of undo.

import Catalog
import Exchange
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class ImportSceneTests: XCTestCase {
  private static let cheese = """
    Käseliste;;;;
    Art.-Nr.;Bezeichnung;Preis;Bestand;EAN
    0071;Bergkäse;24,90;3;4006381333931
    0072;Gouda;12,50;8;
    0073;Ziegenrolle;28,00;2;400638133393
    """

  @MainActor
  static func file(_ text: String, in shop: Shop, named name: String = "cheese.csv") throws
    -> URL
  {
    let file = shop.folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file
  }

  @MainActor
  static func open(_ file: URL, in shop: Shop) throws -> ImportScene {
    let session = try newSession(in: shop)
    ImportScene.fill(session, importing: file)
    return try settled(ImportScene(shop.catalogue, session))
  }

  @MainActor
  static func newSession(in shop: Shop) throws -> SceneSession {
    // It begins once.
    if shop.coordinator.scenes.isEmpty { _ = try shop.scenes() }
    return shop.coordinator.makeScene(kind: WindowKind.importing.sceneKind, activity: nil)
  }

  @MainActor
  static func settled(_ scene: ImportScene) throws -> ImportScene {
    try turn(until: "the list is read") { scene.work == nil }
    return scene
  }

  @MainActor
  private static func answerAll(_ scene: ImportScene) throws {
    while let question = scene.questions.first {
      scene.answer(question, "EUR")
      _ = try settled(scene)
    }
  }

  /// What isolates a value in its sentence is no character of a program that steers a terminal.
  func testValuesFromRightToLeftAreIsolatedInLines() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let file = try Self.file("Title;SKU;Supplier\nשלום;A1;עץ\nתפוח;A2;\n", in: shop)
      let scene = try Self.open(file, in: shop)
      XCTAssertEqual(scene.count(.new), 2)
      let lines = (0..<2).compactMap { scene.row(at: $0).map { scene.changeText(of: $0) } }
      XCTAssertTrue(lines.contains { $0.contains("\u{2068}עץ\u{2069}") }, "\(lines)")
      let heads = scene.heads.map(\.text)
      XCTAssertTrue(heads.contains { $0.contains("\u{2068}שלום\u{2069}") }, "\(heads)")
      XCTAssertFalse((lines + heads).contains { $0.contains("\u{FFFD}") }, "\(lines + heads)")
    }
  }

  /// What only the whole list can say is not asked before it is read, and nothing is imported.
  func testTheBeginningOfALongListIsShownWhileItIsRead() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let rows = (1...3_000).map { "Thing \($0);1.\($0 + 99)\n" } + ["Last;2.50\n"]
      let file = try Self.file("Title;Price EUR\n" + rows.joined(), in: shop, named: "long.csv")
      let session = try Self.newSession(in: shop)
      ImportScene.fill(session, importing: file)
      let scene = ImportScene(shop.catalogue, session)
      var beginnings: [Int] = []
      scene.changed.add(shop) { [unowned scene] change in
        guard case .content = change, scene.isBeginningShown else { return }
        beginnings.append(scene.count(.new))
        XCTAssertEqual(scene.questions, [])
        XCTAssertFalse(scene.canImport)
      }
      _ = try Self.settled(scene)
      XCTAssertEqual(beginnings, [1_999])
      XCTAssertFalse(scene.isBeginningShown)
      XCTAssertEqual(scene.lists.map { scene.count($0) }.reduce(0, +), 3_001)
      // What was shown as a whole stays until it is read anew.
      scene.reload()
      _ = try Self.settled(scene)
      XCTAssertEqual(beginnings.count, 1)
      // It was decided upon: its rows come back with their places.
      let copy = try Self.newSession(in: shop)
      copy.set(
        session.value(ImportState.self, for: SceneKey.importState), for: SceneKey.importState)
      let again = ImportScene(shop.catalogue, copy)
      again.changed.add(shop) { [unowned again] _ in XCTAssertFalse(again.isBeginningShown) }
      _ = try Self.settled(again)
    }
  }

  func testALongListThatCannotBeReadToItsEndShowsNothing() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let rows = (1...3_000).map { "Thing \($0);1,50\n" }
      let file = try Self.file("Title;Price EUR\n" + rows.joined(), in: shop, named: "long.csv")
      let session = try Self.newSession(in: shop)
      ImportScene.fill(session, importing: file)
      let scene = ImportScene(shop.catalogue, session)
      var isStopped = false
      scene.changed.add(shop) { [unowned scene] _ in
        guard scene.isBeginningShown, !isStopped else { return }
        isStopped = true
        scene.cancel()
      }
      try turn(until: "it is stopped") { isStopped }
      _ = try Self.settled(scene)
      XCTAssertNil(scene.prepared)
      XCTAssertNotNil(scene.failure)
      // A change of the catalogue begins nothing anew.
      var isHeard = false
      shop.catalogue.changes.add(shop) { _ in isHeard = true }
      let (store, vase) = (shop.store, Product(title: try ProductTitle("Vase")))
      try finish("a product is added") { _ = try await store.add(CatalogEntry(product: vase)) }
      try turn(until: "that is heard of") { isHeard }
      XCTAssertNil(scene.work)
      XCTAssertNotNil(scene.failure)
      scene.reload()
      _ = try Self.settled(scene)
      XCTAssertEqual(scene.lists.map { scene.count($0) }.reduce(0, +), 3_000)
    }
  }

  func testAmountsAreShownWithWhatTheyCount() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let list = "Name;Preis/kg;Bestand\nGouda;12,90 €;12,5 kg\n"
      let scene = try Self.open(Self.file(list, in: shop), in: shop)
      XCTAssertEqual(
        scene.changeText(of: try XCTUnwrap(scene.row(at: 0))),
        "Price: €12.90 / kg · In Stock: 12.5 kg")
      var isDone = false
      scene.imported.add(shop) { _ in isDone = true }
      scene.carryOut()
      try turn(until: "it is imported") { isDone }
      let dearer = "Name;Preis/kg;Bestand\nGouda;13,50 €;12 kg\n"
      let next = try Self.open(Self.file(dearer, in: shop, named: "next.csv"), in: shop)
      XCTAssertEqual(
        next.changeText(of: try XCTUnwrap(next.row(at: 0))),
        "Price: €12.90 / kg → €13.50 / kg · In Stock: 12.5 kg → 12 kg")
    }
  }

  func testAListIsAskedAboutImportedAndUndone() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Gouda"])
      defer { shop.remove() }
      let scene = try Self.open(Self.file(Self.cheese, in: shop), in: shop)
      XCTAssertEqual(scene.questions.map(\.column), ["Preis"])
      XCTAssertEqual(scene.selectedColumn?.name, "Preis", "it leads to the question")
      XCTAssertFalse(scene.canImport)
      XCTAssertEqual(scene.summary, "1 question is open.")
      XCTAssertEqual(scene.offeredAnswers(scene.questions[0]).count, 4)
      XCTAssertTrue(scene.otherCurrencies(scene.questions[0]).contains("BRL"))
      try Self.answerAll(scene)
      XCTAssertEqual(scene.lists, [.new, .refused])
      XCTAssertEqual(scene.summary, "2 products will be new.")
      XCTAssertEqual(scene.heads.map(\.row), [0, 1, 2, 3, 4, 5])
      XCTAssertEqual(scene.head, 2)

      var saved: [String] = []
      scene.messages.add(shop) { saved.append($0) }
      let refused = shop.folder.appendingPathComponent(scene.refusedName)
      XCTAssertEqual(refused.lastPathComponent, "cheese (refused).csv")
      scene.saveRefused(to: refused)
      try turn(until: "they are saved") { !saved.isEmpty }
      XCTAssertEqual(saved, ["1 row saved"])
      let written = try String(contentsOf: refused, encoding: .utf8)
      XCTAssertTrue(written.contains("Art.-Nr.;Bezeichnung"), written)
      XCTAssertTrue(written.contains("0073;Ziegenrolle;28,00;2;400638133393"), written)
      XCTAssertFalse(written.contains("Gouda"), written)

      var said: [String] = []
      var undo: UndoOffer?
      scene.imported.add(shop) { (said, undo) = (said + [$0.sentence], $0.offer) }
      scene.carryOut()
      XCTAssertFalse(scene.canImport, "not twice")
      try turn(until: "it is imported") { !said.isEmpty }
      XCTAssertEqual(said, ["“cheese.csv” imported: 2 products added, 1 row refused"])
      let imported = try shop.product(titled: "Bergkäse")
      XCTAssertEqual(imported.sku?.text, "0071")
      XCTAssertEqual(imported.price, try Price("24.90", currency: Currency("EUR")))
      try XCTUnwrap(undo).undo()
      let store = shop.store
      try turn(until: "it is taken back") {
        (try? finish("count", for: { try await store.productCount() })) == 1
      }
    }
  }

  func testWhatIsDecidedComesBackAsItWas() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop()
      defer { shop.remove() }
      let scene = try Self.open(Self.file(Self.cheese, in: shop), in: shop)
      try Self.answerAll(scene)
      let column = try XCTUnwrap(scene.columns.first { $0.name == "Bestand" })
      scene.assign(column, to: .leftOut)
      _ = try Self.settled(scene)
      scene.take(try XCTUnwrap(scene.row(at: 1)), false)
      scene.show(.refused)
      scene.selection = 0
      let cell = try XCTUnwrap(
        scene.cells(of: XCTUnwrap(scene.selectedRow)).first { $0.refusal != nil })
      XCTAssertEqual(cell.editedText, "400638133393")
      scene.correct(cell, to: "4006381333931")
      _ = try Self.settled(scene)
      scene.columnSelection = 1
      let title = try XCTUnwrap(scene.cells(of: XCTUnwrap(scene.row(at: 0))).first)
      scene.type("00", in: title)

      shop = try shop.closedAndOpenedAgain()
      let session = try XCTUnwrap(
        shop.scenes().first { WindowKind($0.kind) == .importing })
      let again = try Self.settled(ImportScene(shop.catalogue, session))
      XCTAssertEqual(again.questions, [])
      XCTAssertEqual(again.selectedColumn?.name, "Bezeichnung")
      XCTAssertEqual(again.columns.first { $0.name == "Bestand" }?.target, .leftOut)
      XCTAssertEqual(again.lists, [.new], "the corrected row is no longer refused")
      XCTAssertEqual((0..<3).map { again.row(at: $0).map(again.isTaken) }, [true, false, true])
      XCTAssertEqual(again.summary, "2 products will be new.")
      let corrected = try XCTUnwrap(
        again.cells(of: XCTUnwrap(again.row(at: 2))).first { $0.isCorrected })
      XCTAssertEqual(corrected.new, "4006381333931")
      XCTAssertEqual(
        try again.typed(in: XCTUnwrap(again.cells(of: XCTUnwrap(again.row(at: 0))).first)), "00")
      again.uncorrect(corrected)
      _ = try Self.settled(again)
      XCTAssertEqual(again.count(.refused), 1)
    }
  }

  /// Rows have numbers: in a file that was saved anew they may be others.
  func testWhatWasDecidedAboutRowsIsForgottenWithTheirFile() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let scene = try Self.open(Self.file(Self.cheese, in: shop), in: shop)
      try Self.answerAll(scene)
      scene.take(try XCTUnwrap(scene.row(at: 0)), false)
      XCTAssertEqual(scene.row(at: 0).map(scene.isTaken), false)
      let said = Said()
      scene.messages.add(said) { said.sentences.append($0) }
      scene.reload()
      _ = try Self.settled(scene)
      XCTAssertEqual(scene.row(at: 0).map(scene.isTaken), false, "the file is the same")
      _ = try Self.file(
        Self.cheese.replacingOccurrences(of: "0071;", with: "0070;Brie;9,00;1;\n0071;"), in: shop)
      scene.reload()
      _ = try Self.settled(scene)
      XCTAssertEqual(scene.row(at: 0).map(scene.isTaken), true)
      XCTAssertEqual(said.sentences.count, 1)
    }
  }

  private final class Said {
    var sentences: [String] = []
  }

  func testAllRowsOrNoneAreTakenAndExceptionsCount() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let rows = (1...50).map { "\($0);Cheese \($0)" }.joined(separator: "\n")
      let scene = try Self.open(Self.file("SKU;Title\n" + rows, in: shop), in: shop)
      XCTAssertEqual(scene.takenCount(.new), 50)
      scene.takeAll(.new, false)
      XCTAssertEqual(scene.takenCount(.new), 0)
      XCTAssertFalse(scene.canImport)
      scene.take(try XCTUnwrap(scene.row(at: 6)), true)
      XCTAssertEqual(scene.takenCount(.new), 1)
      var isDone = false
      scene.imported.add(shop) { _ in isDone = true }
      scene.carryOut()
      try turn(until: "it is imported") { isDone }
      XCTAssertEqual(try shop.product(titled: "Cheese 7").sku?.text, "7")
      let store = shop.store
      XCTAssertEqual(try finish("count", for: { try await store.productCount() }), 1)
    }
  }

  func testWhatChangesInTheCatalogueIsComparedAnew() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let scene = try Self.open(Self.file("SKU;Title\n7;Gouda", in: shop), in: shop)
      XCTAssertEqual(scene.lists, [.new])
      var product = try Shop.product("Gouda")
      product.sku = try SKU("7")
      let (store, made) = (shop.store, product)
      _ = try finish("it is there", for: { try await store.create(made) })
      try turn(until: "it is compared anew") { scene.lists == [.same] && scene.work == nil }
      XCTAssertFalse(scene.canImport)
      XCTAssertEqual(scene.summary, "Nothing would change.")
    }
  }

  func testAnotherHeadForgetsWhatWasDecidedAboutColumnsThatAreGone() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let scene = try Self.open(Self.file(Self.cheese, in: shop), in: shop)
      try Self.answerAll(scene)
      scene.assign(try XCTUnwrap(scene.columns.last), to: .newField)
      _ = try Self.settled(scene)
      scene.choose(head: 0)
      _ = try Self.settled(scene)
      XCTAssertNil(scene.failure)
      XCTAssertEqual(scene.columns.map(\.name), ["A", "B", "C", "D", "E"])
      scene.choose(delimiter: "\t")
      _ = try Self.settled(scene)
      XCTAssertEqual(scene.columns.count, 1)
    }
  }

  func testAFileThatIsNotThereOrNoListIsSaidInWords() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let gone = try Self.open(shop.folder.appendingPathComponent("gone.csv"), in: shop)
      XCTAssertEqual(gone.failure, "“gone.csv” does not exist.")
      XCTAssertTrue(gone.isMissing)
      let pdf = try Self.open(Self.file("%PDF-1.4\n", in: shop, named: "list.csv"), in: shop)
      XCTAssertEqual(
        pdf.failure,
        "“list.csv” is a PDF, which has no table in it. Ask for the list as a spreadsheet.")
      XCTAssertFalse(pdf.isMissing)
      XCTAssertEqual(
        try Self.open(Self.file("", in: shop, named: "empty.csv"), in: shop).failure,
        "“empty.csv” is empty.")
      gone.choose(try Self.file(Self.cheese, in: shop))
      _ = try Self.settled(gone)
      XCTAssertNil(gone.failure)
      XCTAssertEqual(gone.name, "cheese.csv")
    }
  }

  func testPastedCellsAreAListWithoutAFile() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop()
      defer { shop.remove() }
      let session = try Self.newSession(in: shop)
      ImportScene.fill(session, pasting: "SKU\tTitle\n07\tGouda\n08\tBrie")
      let scene = try Self.settled(ImportScene(shop.catalogue, session))
      XCTAssertEqual(scene.name, "Pasted Cells")
      XCTAssertEqual(scene.count(.new), 2)
      XCTAssertNil(scene.encoding, "there is nothing to choose")
      shop = try shop.closedAndOpenedAgain()
      let back = try XCTUnwrap(shop.scenes().first { WindowKind($0.kind) == .importing })
      let again = try Self.settled(ImportScene(shop.catalogue, back))
      XCTAssertEqual(again.count(.new), 2)
      XCTAssertTrue(again.canImport)
    }
  }

  func testReadingIsStoppedAtOnceAndCanBeginAgain() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let rows = (1...20_000).map { "\($0);Cheese \($0)" }.joined(separator: "\n")
      let file = try Self.file("SKU;Title\n" + rows, in: shop)
      let session = try Self.newSession(in: shop)
      ImportScene.fill(session, importing: file)
      let scene = ImportScene(shop.catalogue, session)
      scene.cancel()
      XCTAssertNil(scene.work)
      XCTAssertEqual(scene.failure, "Reading the list was stopped.")
      scene.reload()
      _ = try Self.settled(scene)
      XCTAssertEqual(scene.count(.new), 20_000)
      XCTAssertEqual(scene.position(named: "15001"), 14_999)
    }
  }
}
