// SPDX-License-Identifier: Apache-2.0
// The window with what a hub could not merge: each decision in words, answered one after the other, and the selected one
// comes back.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class DecisionsSceneTests: XCTestCase {
  @MainActor
  private static func shared(_ hub: StandInHub, in folder: URL? = nil) throws -> Shop {
    let shop = try Shop(products: folder == nil ? ["Mango"] : [], in: folder, hub: hub)
    let store = shop.store
    try finish("it is shared") { try await StandInHub.share(store) }
    shop.catalogue.sharing.begin()
    try turn(until: "it is followed") { hub.now.tell != nil }
    hub.tell(.synced)
    return shop
  }

  private static func question(
    _ id: Int, _ product: Product, _ field: String?, mine: String?, theirs: String?
  ) -> HubQuestion {
    HubQuestion(
      id: id, member: "anna", kind: "product", row: product.id.uuidString, title: "Mango",
      field: field, mine: mine, theirs: theirs)
  }

  func testDecisionsAreToldInWordsAndAnswered() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      let shop = try Self.shared(hub)
      defer { shop.remove() }
      _ = try shop.scenes()
      let mango = try shop.product(titled: "Mango")
      let scene = DecisionsScene(
        shop.catalogue,
        shop.coordinator.makeScene(kind: WindowKind.decisions.sceneKind, activity: nil))
      try turn(until: "there is nothing") { scene.isLoaded }
      hub.tell(
        .questions([
          Self.question(
            1, mango, "price", mine: #"{"price":150,"currency":"EUR"}"#,
            theirs: #"{"price":200,"currency":"EUR"}"#),
          Self.question(2, mango, "stock", mine: #"{"add":{"stock":-3000000}}"#, theirs: "{}"),
          Self.question(3, mango, nil, mine: nil, theirs: #"{"title":"Mangos"}"#),
          HubQuestion(
            id: 4, member: "anna", kind: nil, row: nil, title: nil,
            field: "a product lacks its title",
            mine: "[1]", theirs: nil),
          Self.question(
            5, mango, nil, mine: #"{"deleted":null,"price":500,"currency":"EUR"}"#, theirs: nil),
          Self.question(6, mango, nil, mine: #"{"position":7}"#, theirs: #"{"title":"Mangos"}"#),
        ]))
      try turn(until: "they are there") { scene.decisions.count == 6 }
      XCTAssertEqual(
        scene.decisions.map(\.titleText),
        [
          "Mango · Price", "Mango · In Stock", "Mango", "A change that was refused", "Mango",
          "Mango",
        ])
      XCTAssertEqual(
        scene.decisions.map(\.mineText),
        ["1.50 EUR", "3 fewer", "removed", "[1]", "5.00 EUR", "changed"])
      XCTAssertEqual(
        scene.decisions.map(\.theirsText),
        ["2.00 EUR", "nothing", "Mangos", "a product lacks its title", "removed", "Mangos"])
      XCTAssertEqual(
        scene.decisions.map(\.canTakeMine), [true, true, true, false, true, true])
      XCTAssertEqual(scene.decisions[0].product, mango.id)

      scene.answer(takesMine: true)
      XCTAssertFalse(scene.isAnswering, "nothing is selected")
      scene.selection = 1
      scene.answer(takesMine: true)
      try turn(until: "it is answered") { hub.now.answered == ["2 true"] && !scene.isAnswering }
      XCTAssertEqual(scene.decisions.map(\.id), [1, 3, 4, 5, 6])
      XCTAssertEqual(scene.selection, 1, "the next one is selected")
      hub.tell(.failed(.cutOff(reason: "gone")))
      try turn(until: "it cannot be asked") { !scene.canAnswer }
      XCTAssertNotNil(scene.remark)
    }
  }

  func testTheSidebarHasARowOnlyWhenThereAreSome() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      let shop = try Self.shared(hub)
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try XCTUnwrap(shop.scenes().first))
      let words = { browser.sidebar.items.map(\.words).filter { $0.hasPrefix("Decisions") } }
      XCTAssertEqual(words(), [])
      hub.tell(.questions([.init(3), .init(5)]))
      try turn(until: "it is there") { words() == ["Decisions 2"] }
      hub.tell(.questions([]))
      try turn(until: "it is gone") { words() == [] }
    }
  }

  func testTheSelectedOneComesBack() throws {
    try MainActor.assumeIsolated {
      let hub = StandInHub()
      var shop = try Self.shared(hub)
      defer { shop.remove() }
      _ = try shop.scenes()
      let scene = DecisionsScene(
        shop.catalogue,
        shop.coordinator.makeScene(kind: WindowKind.decisions.sceneKind, activity: nil))
      hub.tell(.questions([.init(3), .init(5)]))
      try turn(until: "they are there") { scene.decisions.count == 2 }
      scene.selection = 1
      shop = try shop.closedAndOpenedAgain(hub: hub)
      let session = try XCTUnwrap(shop.scenes().first { WindowKind($0.kind) == .decisions })
      let again = DecisionsScene(shop.catalogue, session)
      try turn(until: "it is loaded") { again.isLoaded }
      XCTAssertNil(again.selection)
      shop.catalogue.sharing.begin()
      try turn(until: "it is followed") { hub.now.follows == 2 }
      hub.tell(.questions([.init(2), .init(3), .init(5)]))
      try turn(until: "they are there") { again.decisions.count == 3 }
      XCTAssertEqual(again.selection, 2)
    }
  }
}
