// SPDX-License-Identifier: Apache-2.0
// The window with likely duplicates: it follows the catalogue, and its selection comes back.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class DuplicatesSceneTests: XCTestCase {
  func testGroupsComeAndGoAndTheSelectedOneComesBack() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: ["Oak table", "Table, oak", "Wooden chair", "Wodden chair"])
      defer { shop.remove() }
      _ = try shop.scenes()
      let scene = DuplicatesScene(
        shop.catalogue,
        shop.coordinator.makeScene(kind: WindowKind.duplicates.sceneKind, activity: nil))
      try turn(until: "they are found") { scene.groups.count == 2 }
      let place = try XCTUnwrap(scene.groups.firstIndex { $0.titlesText.contains("Oak table") })
      XCTAssertEqual(scene.groups[place].titlesText, "Oak table · Table, oak")
      XCTAssertEqual(scene.groups[place].reasonText, "nearly the same title")
      scene.selection = place

      shop = try shop.closedAndOpenedAgain()
      let session = try XCTUnwrap(
        shop.scenes().first { WindowKind($0.kind) == .duplicates })
      let again = DuplicatesScene(shop.catalogue, session)
      try turn(until: "they are found again") { again.isLoaded }
      XCTAssertEqual(again.selection, place)
      let (store, table) = (shop.store, try shop.product(titled: "Table, oak").id)
      try finish("one is in the trash") { try await store.delete([table]) }
      try turn(until: "its group is gone") { again.groups.count == 1 }
      XCTAssertNil(again.selection)
      try finish("it is back") { try await store.undo() }
      try turn(until: "the group is back") { again.groups.count == 2 }
      XCTAssertEqual(again.selection, place)
    }
  }

  func testAGroupThatIsToldApartLeavesAndComesBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Oak table", "Table, oak", "Wooden chair", "Wodden chair"])
      defer { shop.remove() }
      _ = try shop.scenes()
      let scene = DuplicatesScene(
        shop.catalogue,
        shop.coordinator.makeScene(kind: WindowKind.duplicates.sceneKind, activity: nil))
      try turn(until: "they are found") { scene.groups.count == 2 }
      scene.tellSelectedApart()
      XCTAssertNil(scene.selection, "nothing is selected")
      let (first, second) = (scene.groups[0].id, scene.groups[1].id)
      scene.selection = 0
      scene.tellSelectedApart()
      try turn(until: "it is gone") { scene.groups.map(\.id) == [second] }
      XCTAssertEqual(scene.selection, 0, "the next one is selected")
      XCTAssertEqual(scene.countMarkedDistinct, 1)
      shop.catalogue.commands.undo()
      try turn(until: "it is back") { scene.groups.map(\.id) == [first, second] }
      XCTAssertEqual(scene.countMarkedDistinct, 0)
      scene.selection = 1
      scene.tellSelectedApart()
      try turn(until: "the other one is gone") { scene.groups.map(\.id) == [first] }
      XCTAssertEqual(scene.selection, 0)
      scene.tellSelectedApart()
      try turn(until: "none is left") { scene.groups.isEmpty }
      scene.forgetMarkedDistinct()
      try turn(until: "both are back") { scene.groups.map(\.id) == [first, second] }
    }
  }
}
