// SPDX-License-Identifier: Apache-2.0
// A supplier's lists in the window with an import: compared three ways, with what both changed decided value by value,
// what is gone, and all of it there again after the program was killed.

import Catalog
import Exchange
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class ImportSourceTests: XCTestCase {
  private static let first = """
    Art.-Nr.;Bezeichnung;Preis;Bestand
    1;Gouda;10 EUR;5
    2;Edam;5 EUR;3
    3;Brie;8 EUR;2
    4;Feta;3 EUR;9
    """

  /// Gouda has another price and another stock, Edam another price, Feta is gone, Tilsit is new.
  private static let second = """
    Art.-Nr.;Bezeichnung;Preis;Bestand
    1;Gouda;11 EUR;7
    2;Edam;6 EUR;3
    3;Brie;8 EUR;2
    5;Tilsit;4 EUR;1
    """

  @MainActor
  private static func open(_ text: String, in shop: Shop, named name: String) throws -> ImportScene
  {
    try ImportSceneTests.open(ImportSceneTests.file(text, in: shop, named: name), in: shop)
  }

  @MainActor
  private static func carryOut(_ scene: ImportScene) throws -> String {
    let said = Said()
    scene.imported.add(said) { said.sentences.append($0.sentence) }
    scene.messages.add(said) { said.sentences.append($0) }
    scene.carryOut()
    try turn(until: "it is imported") { !said.sentences.isEmpty }
    return said.sentences.joined(separator: " ")
  }

  private final class Said {
    var sentences: [String] = []
  }

  /// The first list of Miller, with what the person changed of it since.
  @MainActor
  private static func shop() throws -> Shop {
    let shop = try Shop()
    let scene = try open(first, in: shop, named: "Miller 2026-01.csv")
    XCTAssertEqual(scene.origin, .undecided)
    XCTAssertNil(scene.sourceQuestion, "nothing is known yet")
    scene.beginSource()
    _ = try ImportSceneTests.settled(scene)
    XCTAssertFalse(scene.canImport, "it has no name yet")
    scene.typedSource = "  "
    XCTAssertNotNil(scene.nameSource())
    scene.typedSource = " Miller "
    XCTAssertNil(scene.nameSource())
    _ = try ImportSceneTests.settled(scene)
    XCTAssertEqual(scene.source, "Miller")
    let store = shop.store
    XCTAssertEqual(
      try finish("sources", for: { try await store.sources() }), [], "only an import remembers it")
    XCTAssertEqual(
      try carryOut(scene), "“Miller 2026-01.csv” imported: 4 products added")
    XCTAssertEqual(
      try finish("sources", for: { try await store.sources().map(\.name) }), ["Miller"])
    try edit("Gouda", in: shop) { $0.price = .some(try Price("12", currency: Currency("EUR"))) }
    try edit("Brie", in: shop) { $0.price = .some(try Price("9", currency: Currency("EUR"))) }
    return shop
  }

  @MainActor
  private static func edit(
    _ title: String, in shop: Shop, _ edit: (inout ProductChange) throws -> Void
  ) throws {
    let id = try shop.product(titled: title).id
    var change = ProductChange()
    try edit(&change)
    let (store, made) = (shop.store, change)
    _ = try finish("it is edited") { try await store.edit([id], applying: [.set(made)]) }
  }

  @MainActor
  private static func opened(_ text: String, in shop: Shop, named name: String) throws
    -> ImportScene
  {
    let scene = try open(text, in: shop, named: name)
    XCTAssertEqual(scene.sourceQuestion, .origin(["Miller"]), "the name says so")
    XCTAssertFalse(scene.canImport, "own changes would be lost in silence")
    scene.choose(source: "Miller")
    return try ImportSceneTests.settled(scene)
  }

  @MainActor
  private static func texts(_ list: RowList, of scene: ImportScene) -> [String] {
    scene.show(list)
    return (0..<scene.count(list)).compactMap { scene.row(at: $0) }.map {
      "\(scene.title(of: $0)): \(scene.changeText(of: $0))"
    }
  }

  func testTheSecondListProposesOnlyWhatTheSupplierChanged() throws {
    try MainActor.assumeIsolated {
      let shop = try Self.shop()
      defer { shop.remove() }
      let scene = try Self.opened(Self.second, in: shop, named: "Miller 2026-02.csv")
      XCTAssertEqual(scene.lists, [.asked, .new, .changed, .gone, .same])
      XCTAssertEqual(scene.sourceQuestion, .conflicts(1))
      XCTAssertEqual(scene.summary, "1 question is open.")
      XCTAssertEqual(
        Self.texts(.asked, of: scene), ["Gouda: Price: yours €12.00, the list’s €11.00"])
      XCTAssertEqual(
        Self.texts(.changed, of: scene),
        ["Gouda: In Stock: 5 → 7", "Edam: Price: €5.00 → €6.00"])
      XCTAssertEqual(Self.texts(.gone, of: scene), ["Feta: The list no longer has it."])
      XCTAssertEqual(Self.texts(.same, of: scene).count, 1, "the own price of Brie stays")
      let row = try XCTUnwrap(scene.prepared?.row(.asked, at: 0))
      scene.decide(row.conflicts[0], in: row, for: .mine)
      _ = try ImportSceneTests.settled(scene)
      XCTAssertEqual(Self.texts(.asked, of: scene), ["Gouda: Price: €12.00 stays"])
      XCTAssertEqual(scene.summary, "1 product will be new, 2 products will change.")
      // Another thought.
      let again = try XCTUnwrap(scene.prepared?.row(.asked, at: 0))
      scene.decide(again.conflicts[0], in: again, for: .theirs)
      _ = try ImportSceneTests.settled(scene)
      XCTAssertEqual(Self.texts(.asked, of: scene), ["Gouda: Price: €12.00 → €11.00"])
      scene.decideAll(.mine)
      _ = try ImportSceneTests.settled(scene)
      XCTAssertNil(scene.sourceQuestion)
      XCTAssertEqual(
        try Self.carryOut(scene),
        "“Miller 2026-02.csv” imported: 1 product added, 2 products changed")
      XCTAssertEqual(try shop.product(titled: "Gouda").price?.decimalText, "12.00")
      XCTAssertEqual(try shop.product(titled: "Edam").price?.decimalText, "6.00")
      XCTAssertEqual(try shop.product(titled: "Brie").price?.decimalText, "9.00")
      // What was kept is not asked again, and nothing is left to do.
      let third = try Self.opened(Self.second, in: shop, named: "Miller 2026-03.csv")
      XCTAssertEqual(third.lists, [.same])
      XCTAssertEqual(
        third.summary, "Nothing would change. “Miller” keeps the list for the next one.")
      XCTAssertTrue(third.canImport)
    }
  }

  func testWhatIsGoneIsMarkedLeftOrInTheTrash() throws {
    try MainActor.assumeIsolated {
      let shop = try Self.shop()
      defer { shop.remove() }
      let two = Self.second.replacingOccurrences(of: "3;Brie;8 EUR;2\n", with: "")
      let scene = try Self.opened(two, in: shop, named: "Miller 2026-02.csv")
      scene.decideAll(.mine)
      _ = try ImportSceneTests.settled(scene)
      XCTAssertFalse(scene.canTake(.gone), "they are left as they are")
      scene.choose(gone: .zero)
      _ = try ImportSceneTests.settled(scene)
      XCTAssertEqual(
        scene.summary,
        "1 product will be new, 2 products will change, 2 gone will have no stock.")
      scene.show(.gone)
      let feta = try XCTUnwrap(
        (0..<2).first {
          scene.row(at: $0).map { scene.title(of: $0) } == "Feta"
        })
      scene.take(try XCTUnwrap(scene.row(at: feta)), false)
      XCTAssertEqual(scene.takenCount(.gone), 1)
      scene.choose(gone: .trash)
      _ = try ImportSceneTests.settled(scene)
      XCTAssertEqual(
        (0..<2).compactMap { scene.row(at: $0) }.filter { scene.isTaken($0) }
          .map { scene.title(of: $0) },
        ["Brie"],
        "the other is not taken whatever becomes of them")
      // The row that is left out is told by its product, not by its place among those that are gone.
      let brie = try shop.product(titled: "Brie").id
      let store = shop.store
      _ = try finish("it is deleted elsewhere") { try await store.delete([brie]) }
      try turn(until: "it is compared anew") { scene.count(.gone) == 1 && scene.work == nil }
      XCTAssertEqual(scene.takenCount(.gone), 0)
      scene.takeAll(.gone, true)
      _ = try Self.carryOut(scene)
      XCTAssertEqual(
        try finish("products", for: { try await store.productCount() }), 3, "Feta is in the trash")
    }
  }

  func testAllOfItIsThereAgainAfterAKill() throws {
    try MainActor.assumeIsolated {
      var shop = try Self.shop()
      defer { shop.remove() }
      let edited = Self.second.replacingOccurrences(of: "2;Edam;6 EUR;3", with: "2;Edam;6 EUR;4")
      try Self.edit("Edam", in: shop) { $0.stock = .some(try Quantity(stock: 8)) }
      let scene = try Self.opened(edited, in: shop, named: "Miller 2026-02.csv")
      XCTAssertEqual(scene.sourceQuestion, .conflicts(2))
      let row = try XCTUnwrap(scene.prepared?.row(.asked, at: 1))
      scene.decide(row.conflicts[0], in: row, for: .theirs)
      _ = try ImportSceneTests.settled(scene)
      scene.choose(gone: .mark)
      _ = try ImportSceneTests.settled(scene)
      scene.show(.gone)
      scene.take(try XCTUnwrap(scene.row(at: 0)), false)
      shop = try shop.killedAndOpenedAgain(with: shop.copyOfWindows())
      let session = try XCTUnwrap(
        shop.scenes().first { $0.activity?.title == "Miller 2026-02.csv" })
      let again = try ImportSceneTests.settled(ImportScene(shop.catalogue, session))
      XCTAssertEqual(again.source, "Miller")
      XCTAssertEqual(again.gone, .mark)
      XCTAssertEqual(again.list, .gone)
      XCTAssertEqual(again.takenCount(.gone), 0)
      XCTAssertEqual(again.sourceQuestion, .conflicts(1))
      XCTAssertEqual(
        Self.texts(.asked, of: again),
        ["Gouda: Price: yours €12.00, the list’s €11.00", "Edam: In Stock: 8 → 4"])
    }
  }

  /// A row has a number, and an answer is about one list: neither means anything for a file that was saved anew.
  func testDecisionsAreForgottenWithTheirFile() throws {
    try MainActor.assumeIsolated {
      let shop = try Self.shop()
      defer { shop.remove() }
      let scene = try Self.opened(Self.second, in: shop, named: "Miller 2026-02.csv")
      scene.decideAll(.theirs)
      _ = try ImportSceneTests.settled(scene)
      XCTAssertTrue(scene.canImport)
      _ = try ImportSceneTests.file(
        Self.second.replacingOccurrences(of: "11 EUR", with: "0 EUR"), in: shop,
        named: "Miller 2026-02.csv")
      scene.reload()
      try turn(until: "it is asked again") {
        scene.sourceQuestion == .conflicts(1) && scene.work == nil
      }
      XCTAssertEqual(
        Self.texts(.asked, of: scene), ["Gouda: Price: yours €12.00, the list’s €0.00"])
    }
  }

  func testWhatIsWrittenInPlaceOfACellIsTakenWithoutAQuestion() throws {
    try MainActor.assumeIsolated {
      let shop = try Self.shop()
      defer { shop.remove() }
      let scene = try Self.opened(Self.second, in: shop, named: "Miller 2026-02.csv")
      scene.show(.asked)
      let row = try XCTUnwrap(scene.row(at: 0))
      let cell = try XCTUnwrap(scene.cells(of: row).first { $0.column.name == "Preis" })
      scene.correct(cell, to: "11.50 EUR")
      _ = try ImportSceneTests.settled(scene)
      XCTAssertNil(scene.sourceQuestion)
      XCTAssertEqual(scene.count(.asked), 0)
      _ = try Self.carryOut(scene)
      XCTAssertEqual(try shop.product(titled: "Gouda").price?.decimalText, "11.50")
      // The source has not said so, and its price is no news either.
      let next = try Self.opened(Self.second, in: shop, named: "Miller 2026-03.csv")
      XCTAssertEqual(next.lists, [.same])
    }
  }

  func testARenamedColumnIsAskedAndWhatWasDecidedOtherwiseCounts() throws {
    try MainActor.assumeIsolated {
      let shop = try Self.shop()
      defer { shop.remove() }
      let renamed = Self.second.replacingOccurrences(of: "Bestand", with: "Lager am Ort")
        .replacingOccurrences(of: ";7", with: ";70").replacingOccurrences(of: ";3", with: ";30")
        .replacingOccurrences(of: "EUR;2", with: "EUR;20")
      let scene = try Self.opened(renamed, in: shop, named: "Miller 2026-02.csv")
      guard case .column(let question)? = scene.sourceQuestion else {
        return XCTFail(
          "nothing is asked of the column: \(String(describing: scene.sourceQuestion))")
      }
      XCTAssertEqual(question.column, "Bestand")
      scene.answer(question, "Lager am Ort")
      _ = try ImportSceneTests.settled(scene)
      XCTAssertEqual(scene.columns.last?.field, "stock")
      XCTAssertEqual(scene.sourceQuestion, .conflicts(1))
      scene.decideAll(.mine)
      _ = try ImportSceneTests.settled(scene)
      scene.assign(try XCTUnwrap(scene.columns.last), to: .leftOut)
      _ = try ImportSceneTests.settled(scene)
      XCTAssertEqual(scene.columns.last?.target, .leftOut)
      _ = try Self.carryOut(scene)
      // It stays so, until the person says otherwise.
      let next = try Self.opened(renamed, in: shop, named: "Miller 2026-03.csv")
      XCTAssertEqual(next.columns.last?.target, .leftOut)
      next.assign(try XCTUnwrap(next.columns.last), to: .named("stock"))
      _ = try ImportSceneTests.settled(next)
      XCTAssertEqual(next.columns.last?.field, "stock")
    }
  }

  func testAnotherListIsNotFromThere() throws {
    try MainActor.assumeIsolated {
      let shop = try Self.shop()
      defer { shop.remove() }
      let other = try Self.open("SKU;Title\n7;Salt\n", in: shop, named: "salt.csv")
      XCTAssertNil(other.sourceQuestion)
      XCTAssertTrue(other.canImport)
      // The same columns may be those of anybody.
      let alike = try Self.open(Self.second, in: shop, named: "Inventur.csv")
      XCTAssertEqual(alike.sourceQuestion, .origin(["Miller"]))
      alike.choose(source: nil)
      _ = try ImportSceneTests.settled(alike)
      XCTAssertNil(alike.sourceQuestion)
      XCTAssertEqual(alike.count(.gone), 0)
      XCTAssertTrue(alike.canImport)
    }
  }

  func testAWatchedFileThatIsSavedAnewIsSaidOnce() throws {
    try MainActor.assumeIsolated {
      let shop = try Self.shop()
      defer { shop.remove() }
      let scene = try Self.opened(Self.first, in: shop, named: "Miller.csv")
      XCTAssertFalse(scene.watches)
      scene.watches = true
      _ = try Self.carryOut(scene)
      let said = Said()
      let lists = WatchedLists(shop.catalogue, pace: .milliseconds(20))
      lists.news.add(said) {
        said.sentences.append("\($0.source), \($0.file.lastPathComponent): \($0.sentence)")
      }
      _ = try ImportSceneTests.file(Self.second, in: shop, named: "Miller.csv")
      try turn(until: "it is said") { !said.sentences.isEmpty }
      let news =
        "Miller, Miller.csv: There is a new list of “Miller”: 1 question, 1 new, 2 changed, 1 gone"
      XCTAssertEqual(said.sentences, [news])
      // What is the same as before is no news, however often it is saved.
      _ = try ImportSceneTests.file(Self.first + "\n", in: shop, named: "Miller.csv")
      _ = try ImportSceneTests.file(Self.first, in: shop, named: "Other.csv")
      let another = try Self.open(
        Self.second.replacingOccurrences(of: "5;Tilsit", with: "6;Emmental"), in: shop,
        named: "Miller.csv")
      try turn(until: "it is said of the next one") { said.sentences.count > 1 }
      XCTAssertEqual(said.sentences.count, 2)
      another.choose(source: "Miller")
      _ = try ImportSceneTests.settled(another)
      XCTAssertTrue(another.watches)
      another.watches = false
      another.decideAll(.mine)
      _ = try ImportSceneTests.settled(another)
      _ = try Self.carryOut(another)
      let store = shop.store
      XCTAssertEqual(try finish("watched", for: { await WatchedFile.all(in: store) }), [:])
    }
  }

  func testASourceRemembersAKeyOfSeveralFields() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let list = "Name;Supplier;Preis\nGouda;Miller;10 EUR\nGouda;Smith;12 EUR\n"
      let scene = try Self.open(list, in: shop, named: "All.csv")
      scene.choose(key: "title")
      _ = try ImportSceneTests.settled(scene)
      XCTAssertEqual(scene.count(.refused), 1, "two rows have one title")
      scene.choose(secondKey: "supplier")
      _ = try ImportSceneTests.settled(scene)
      XCTAssertEqual(scene.count(.new), 2)
      scene.choose(source: "All")
      _ = try ImportSceneTests.settled(scene)
      _ = try Self.carryOut(scene)
      let next = try Self.open(
        list.replacingOccurrences(of: "12 EUR", with: "13 EUR"), in: shop, named: "All.csv")
      next.choose(source: "All")
      _ = try ImportSceneTests.settled(next)
      XCTAssertEqual([next.key, next.secondKey], ["title", "supplier"])
      XCTAssertEqual(Self.texts(.changed, of: next), ["Gouda: Price: €12.00 → €13.00"])
      // Found out again, and remembered so.
      next.choose(key: "")
      _ = try ImportSceneTests.settled(next)
      XCTAssertEqual([next.key, next.secondKey], ["", ""])
      XCTAssertEqual(next.foundKey, "Title")
    }
  }

  /// Undone from the History window although something was done since.
  func testAnImportIsTakenBackAloneAndKeepsWhatWasEditedSince() throws {
    try MainActor.assumeIsolated {
      var shop = try Self.shop()
      defer { shop.remove() }
      let scene = try Self.opened(Self.second, in: shop, named: "Miller 2026-02.csv")
      scene.decideAll(.theirs)
      _ = try ImportSceneTests.settled(scene)
      _ = try Self.carryOut(scene)
      try Self.edit("Edam", in: shop) { $0.stock = .some(try Quantity(stock: 8)) }
      try Self.edit("Tilsit", in: shop) { $0.title = try ProductTitle("Tilsiter") }
      shop = try shop.closedAndOpenedAgain()
      _ = try shop.scenes()
      let session = shop.coordinator.makeScene(
        kind: WindowKind.history.sceneKind, activity: nil)
      let history = HistoryScene(shop.catalogue, session)
      try turn(until: "the steps are read") { history.steps.count == 6 }
      XCTAssertNil(history.importToTakeBack, "nothing is selected")
      history.selection = 1
      XCTAssertNil(history.importToTakeBack, "an edit is none")
      history.selection = 2
      XCTAssertNotNil(history.importToTakeBack)
      let said = Said()
      shop.catalogue.commands.messages.add(said) { said.sentences.append($0) }
      history.takeBack()
      try turn(until: "it is taken back") { !said.sentences.isEmpty }
      XCTAssertEqual(
        said.sentences,
        [
          "Import taken back: 2 products are as they were, 1 product keeps what was edited since"
        ])
      XCTAssertEqual(try shop.product(titled: "Gouda").price?.decimalText, "12.00")
      XCTAssertEqual(try shop.product(titled: "Edam").price?.decimalText, "5.00")
      XCTAssertEqual(try shop.product(titled: "Edam").stock, try Quantity(stock: 8))
      XCTAssertEqual(try shop.product(titled: "Tilsiter").price?.decimalText, "4.00")
    }
  }

  /// The memory is a part of the step, across restarts.
  func testUndoTakesTheMemoryBackToo() throws {
    try MainActor.assumeIsolated {
      var shop = try Self.shop()
      defer { shop.remove() }
      let scene = try Self.opened(Self.second, in: shop, named: "Miller 2026-02.csv")
      scene.decideAll(.theirs)
      _ = try ImportSceneTests.settled(scene)
      scene.choose(gone: .trash)
      _ = try ImportSceneTests.settled(scene)
      _ = try Self.carryOut(scene)
      shop = try shop.closedAndOpenedAgain()
      let store = shop.store
      _ = try finish("it is undone", for: { try await store.undo() })
      XCTAssertEqual(try shop.product(titled: "Gouda").price?.decimalText, "12.00")
      XCTAssertEqual(try shop.product(titled: "Feta").price?.decimalText, "3.00")
      let again = try Self.opened(Self.second, in: shop, named: "Miller 2026-02.csv")
      XCTAssertEqual(again.lists, [.asked, .new, .changed, .gone, .same])
    }
  }
}
