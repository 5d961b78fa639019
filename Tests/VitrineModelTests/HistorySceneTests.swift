// SPDX-License-Identifier: Apache-2.0
// The History window: all steps with the undone ones on top, and the way to any of them and back.

import Foundation
import StateRestoration
import XCTest

@testable import Catalog
@testable import VitrineModel

final class HistorySceneTests: XCTestCase {
  func testSeveralStepsAreUndoneAtOnceAndRedoneOneByOne() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango", "Peanuts", "Orchid"])
      defer { shop.remove() }
      // As on a fast computer.
      let path = shop.folder.appendingPathComponent("catalogue/catalog.sqlite").path
      try Connection(path, .readWrite).run("UPDATE history SET moment = 1000")
      let scene = try Self.scene(in: shop, steps: 4)
      XCTAssertEqual(scene.undoneCount, 0)
      XCTAssertEqual(scene.stepsToUndo.count, 1, "without a selection, the last one")
      scene.selection = 2
      XCTAssertEqual(scene.stepsToUndo.count, 3)
      XCTAssertEqual(scene.stepsToRedo, [])
      let before = scene.steps
      scene.undo()
      try turn(until: "three are undone") { scene.undoneCount == 3 }
      XCTAssertEqual(scene.steps, before, "no step is lost")
      XCTAssertEqual(scene.selection, 2)
      XCTAssertEqual(try Self.count(shop), 1)
      XCTAssertTrue(scene.isUndone(2))
      XCTAssertFalse(scene.isUndone(3))

      shop.catalogue.commands.redo()
      try turn(until: "one is redone") { scene.undoneCount == 2 }
      scene.selection = 0
      scene.redo()
      try turn(until: "all are redone") { scene.undoneCount == 0 }
      XCTAssertEqual(try Self.count(shop), 4)
    }
  }

  func testItStopsWhereTheHistoryIsAnotherOneByNow() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let scene = try Self.scene(in: shop, steps: 2)
      let chosen = scene.steps
      let (store, product) = (shop.store, try Shop.product("Peanuts"))
      var said: [String] = []
      shop.catalogue.commands.messages.add(scene) { said.append($0) }
      // As from a window that has not heard yet of what another one did.
      try finish("Peanuts are there") { _ = try await store.create(product) }
      shop.catalogue.commands.undo(chosen)
      try turn(until: "it is said") { !said.isEmpty }
      XCTAssertTrue(said[0].contains("the history has changed"), "\(said)")
      XCTAssertEqual(try Self.count(shop), 3)
    }
  }

  func testANewCommandTakesThePlaceOfWhatWasUndone() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let scene = try Self.scene(in: shop, steps: 2)
      scene.selection = 0
      scene.undo()
      try turn(until: "it is undone") { scene.undoneCount == 1 }
      var changes: [HistoryScene.Change] = []
      scene.changed.add(shop) { changes.append($0) }
      let (store, product) = (shop.store, try Shop.product("Peanuts"))
      try finish("Peanuts are there") { _ = try await store.create(product) }
      try turn(until: "the undone one is gone") { scene.undoneCount == 0 }
      XCTAssertEqual(changes.last, .steps(at: 0, removed: 1, added: 1))
      XCTAssertNil(scene.selection)
    }
  }

  func testTheSelectedStepComesBackAfterARestart() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: ["Cherries", "Mango", "Peanuts"])
      defer { shop.remove() }
      let scene = try Self.scene(in: shop, steps: 3)
      scene.selection = 1
      let name = scene.name(of: 1)
      shop = try shop.closedAndOpenedAgain()
      let again = HistoryScene(shop.catalogue, try shop.scenes()[0])
      try turn(until: "it is read") { again.isLoaded }
      XCTAssertEqual(again.selection, 1)
      XCTAssertEqual(again.position(named: name), 1)
    }
  }

  func testAStepSaysWhichProductAndFieldAndFromWhatToWhat() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let product = try shop.product(titled: "Cherries")
      var change = ProductChange()
      change.title = try ProductTitle("Gouda")
      let store = shop.store
      try finish("it is edited") { [change] in
        _ = try await store.edit(product.id, basedOn: product.revision, applying: change)
      }
      let scene = try Self.scene(in: shop, steps: 2)
      XCTAssertEqual(scene.sentence(0), "Edit Product")
      try turn(until: "it is known") { scene.sentence(0) == "Title of Gouda: Cherries → Gouda" }
      try turn(until: "the other is, too") { scene.sentence(1) == "New Product: Gouda" }
      XCTAssertNotNil(scene.day(of: 0))
      XCTAssertNil(scene.day(of: 1), "of the same day")
      scene.selection = 0
      XCTAssertFalse(scene.isInTheWay(0), "one alone needs no preview")
      scene.selection = 1
      XCTAssertEqual([0, 1].map { scene.isInTheWay($0) }, [true, true])
    }
  }

  func testASearchFindsStepsByWhatTheyDidAndListsWhatWouldBeUndoneWithOne() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: ["Gouda", "Mango", "Peanuts", "Old Gouda", "Orchid"])
      defer { shop.remove() }
      let scene = try Self.scene(in: shop, steps: 5)
      @MainActor func listed() -> [String] { scene.steps.indices.map { scene.sentence($0) } }
      scene.search = "prod goud"
      try turn(until: "it has looked at all") { !scene.isSearching }
      try turn(until: "both are found") {
        listed() == ["New Product: Old Gouda", "New Product: Gouda"]
      }
      XCTAssertTrue(scene.stepsToUndo.isEmpty, "the last step is not in sight")

      scene.selection = 0
      try turn(until: "what is undone with it is listed") { scene.steps.count == 3 }
      XCTAssertEqual(listed().first, "New Product: Orchid")
      XCTAssertEqual(scene.stepsToUndo, Array(scene.steps[...1]))
      XCTAssertEqual((0...2).map { scene.isInTheWay($0) }, [true, true, false])
      scene.undo()
      try turn(until: "both are undone") { scene.undoneCount == 2 }
      XCTAssertEqual(listed().count, 2, "what was on the way is behind it now")
      XCTAssertTrue(scene.isUndone(0))
      XCTAssertFalse(scene.isUndone(1))
      XCTAssertEqual(scene.stepsToRedo.count, 1)

      shop = try shop.closedAndOpenedAgain()
      let again = HistoryScene(shop.catalogue, try shop.scenes()[0])
      try turn(until: "it is read") { again.isLoaded }
      XCTAssertEqual(again.search, "prod goud")
      try turn(until: "the same is found") { again.steps.count == 2 }
      XCTAssertEqual(again.selection, 0)
      again.search = "cheddar"
      XCTAssertNil(again.selection)
      try turn(until: "nothing is found") { again.steps.isEmpty && !again.isSearching }
      again.search = ""
      XCTAssertEqual(again.steps.count, 5)
    }
  }

  func testASearchGoesOnWithWhatIsDoneMeanwhileAndWithManySteps() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Gouda"])
      defer { shop.remove() }
      let store = shop.store
      // More than are looked at at a time.
      let products = try (1...600).map { number in
        try Shop.product(number % 100 == 0 ? "Cheddar \(number)" : "Mango \(number)")
      }
      try finish("they are there") {
        for product in products { _ = try await store.create(product) }
      }
      let scene = try Self.scene(in: shop, steps: products.count + 1)
      scene.search = "cheddar"
      try turn(until: "all are found") { scene.steps.count == products.count / 100 }
      let new = try Shop.product("Cheddar")
      try finish("one more is there") { _ = try await store.create(new) }
      try turn(until: "it is found, too") { scene.steps.count == products.count / 100 + 1 }
      XCTAssertEqual(scene.steps.map(\.number), scene.steps.map(\.number).sorted(by: >))
    }
  }

  func testOnlyWhatChangedIsReported() {
    func commands(_ moments: Int...) -> [CatalogCommand] {
      moments.map {
        CatalogCommand(
          kind: .editProduct, count: 1, moment: Date(timeIntervalSince1970: Double($0)))
      }
    }
    MainActor.assumeIsolated {
      for (old, new, change) in [
        (
          commands(3, 2, 1), commands(4, 3, 2, 1),
          HistoryScene.Change.steps(at: 0, removed: 0, added: 1)
        ),
        (commands(3, 2, 1), commands(3, 2), .steps(at: 2, removed: 1, added: 0)),
        (commands(5, 4, 2, 1), commands(6, 2, 1), .steps(at: 0, removed: 2, added: 1)),
        (commands(1, 1, 1), commands(1, 1), .steps(at: 2, removed: 1, added: 0)),
        (commands(2, 1), commands(2, 1), .steps(at: 2, removed: 0, added: 0)),
        (commands(), commands(1), .steps(at: 0, removed: 0, added: 1)),
      ] {
        XCTAssertEqual(HistoryScene.difference(from: old, to: new), change)
      }
    }
  }

  /// The window, as it is when it has read that many steps.
  @MainActor
  private static func scene(in shop: Shop, steps: Int) throws -> HistoryScene {
    let coordinator = shop.coordinator
    try finish("the session begins") { _ = await coordinator.begin(.always) }
    let scene = HistoryScene(
      shop.catalogue,
      coordinator.makeScene(kind: WindowKind.history.sceneKind, activity: nil))
    try turn(until: "\(steps) steps are read") { scene.steps.count == steps }
    return scene
  }

  @MainActor
  private static func count(_ shop: Shop) throws -> Int {
    let store = shop.store
    return try finish("the products are counted") { try await store.productCount() }
  }
}
