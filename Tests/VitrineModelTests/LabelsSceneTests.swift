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

  @MainActor
  private static func session(for products: [UUID], in shop: Shop) throws -> SceneSession {
    _ = try shop.scenes()
    let session = shop.coordinator.makeScene(kind: WindowKind.labels.sceneKind, activity: nil)
    var state = LabelsState()
    state.products = products
    LabelsScene.fill(session, state)
    return session
  }
}
