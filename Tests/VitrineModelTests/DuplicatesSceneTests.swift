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
        shop.coordinator.makeScene(kind: SceneKind.duplicates.rawValue, activity: nil))
      try turn(until: "they are found") { scene.groups.count == 2 }
      let place = try XCTUnwrap(scene.groups.firstIndex { $0.titlesText.contains("Oak table") })
      XCTAssertEqual(scene.groups[place].titlesText, "Oak table · Table, oak")
      XCTAssertEqual(scene.groups[place].reasonText, "nearly the same title")
      scene.selection = place

      shop = try shop.closedAndOpenedAgain()
      let session = try XCTUnwrap(
        shop.scenes().first { $0.kind == SceneKind.duplicates.rawValue })
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
}
