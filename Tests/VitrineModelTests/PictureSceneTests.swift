// SPDX-License-Identifier: Apache-2.0
// A photo window: it goes from photo to photo, says when one is gone and shows it when it is back, and
// comes back with the part of the photo that was seen.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class PictureSceneTests: XCTestCase {
  func testItGoesFromPhotoToPhotoAndNoFurther() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let (product, pictures) = try Self.addPictures(to: "Cherries", in: shop)
      let scene = try Self.scene(in: shop, showing: pictures[1], of: product)
      XCTAssertEqual(scene.placeText, "2 of 3")
      scene.viewport.picture = .init(width: 400, height: 400)
      scene.viewport.view = .init(width: 100, height: 100)
      scene.viewport.zoom(to: 2)

      scene.move(by: 1)
      XCTAssertEqual(scene.pictureID, pictures[2])
      XCTAssertNil(scene.viewport.zoom, "the next one is fitted")
      XCTAssertFalse(scene.canMove(by: 1))
      scene.move(by: 1)
      XCTAssertEqual(scene.placeText, "3 of 3")
      scene.move(toEnd: false)
      XCTAssertEqual(scene.placeText, "1 of 3")
      XCTAssertFalse(scene.canMove(by: -1))
      XCTAssertEqual(scene.session.activity?.pictureID, pictures[0])
      XCTAssertEqual(scene.session.activity?.productID, product)
    }
  }

  func testAPhotoThatIsRemovedIsMissedAndComesBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let (product, pictures) = try Self.addPictures(to: "Cherries", in: shop)
      let scene = try Self.scene(in: shop, showing: pictures[1], of: product)
      let store = shop.store
      try finish("it is removed") { _ = try await store.removePicture(pictures[1]) }
      try turn(until: "the window says so") { Self.isRemoved(scene) }
      XCTAssertEqual(scene.title, "Cherries")
      try finish("it is undone") { _ = try await store.undo() }
      try turn(until: "it is shown again") { scene.placeText == "2 of 3" }

      try finish("it is removed again") { _ = try await store.removePicture(pictures[1]) }
      try turn(until: "the window says so again") { Self.isRemoved(scene) }
      scene.move(toEnd: false)
      XCTAssertEqual(scene.placeText, "1 of 2")
    }
  }

  func testAProductInTheTrashCanBeRestoredAndOneThatIsGoneIsMissing() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let (product, pictures) = try Self.addPictures(to: "Cherries", in: shop)
      let scene = try Self.scene(in: shop, showing: pictures[0], of: product)
      let store = shop.store
      try finish("it is deleted") { _ = try await store.delete([product]) }
      try turn(until: "the window says so") {
        if case .trashed = scene.content { true } else { false }
      }
      scene.restoreFromTrash()
      try turn(until: "it is back") { scene.picture?.id == pictures[0] }

      try finish("it is deleted for ever") {
        _ = try await store.delete([product])
        _ = try await store.erase([product])
      }
      try turn(until: "the window says so") { scene.content == .missing }
      XCTAssertEqual(scene.title, "Cherries", "as it was last called")
    }
  }

  func testPhotoAndPlaceComeBackAfterARestart() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let (product, pictures) = try Self.addPictures(to: "Cherries", in: shop)
      let scene = try Self.scene(in: shop, showing: pictures[0], of: product)
      scene.move(by: 2)
      scene.viewport.picture = .init(width: 400, height: 400)
      scene.viewport.view = .init(width: 100, height: 100)
      scene.viewport.zoom(to: 2)
      scene.viewport.pan(x: 40, y: -20)
      let (zoom, centre) = (scene.viewport.zoom, scene.viewport.centre)

      shop = try shop.closedAndOpenedAgain()
      let again = PictureScene(shop.catalogue, try shop.scenes()[0])
      XCTAssertEqual(again.title, "Cherries", "before it is read")
      try turn(until: "it is read") { again.picture?.id == pictures[2] }
      XCTAssertNotNil(centre)
      XCTAssertEqual(again.viewport.zoom, zoom)
      XCTAssertEqual(again.viewport.centre, centre)
    }
  }

  func testATurnedOrReplacedPhotoIsFittedAnew() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let (product, pictures) = try Self.addPictures(to: "Cherries", in: shop)
      let scene = try Self.scene(in: shop, showing: pictures[1], of: product)
      @MainActor func zoom() {
        scene.viewport.picture = .init(width: 400, height: 400)
        scene.viewport.view = .init(width: 100, height: 100)
        scene.viewport.zoom(to: 2)
      }
      zoom()
      scene.rotate(by: .right)
      try turn(until: "it is turned") { scene.picture?.turn == .right }
      XCTAssertNil(scene.viewport.zoom)
      zoom()
      let old = scene.picture
      scene.replace(pictures[1], with: .file(shop.folder.appendingPathComponent("3.png")))
      try turn(until: "it is replaced") { scene.picture?.contentHash != old?.contentHash }
      XCTAssertEqual(scene.pictureID, pictures[1])
      XCTAssertEqual(scene.picture?.turn, PictureRotation.none)
      XCTAssertNil(scene.viewport.zoom)
      var said: [String] = []
      scene.messages.add(shop) { said.append($0) }
      scene.replace(pictures[1], with: .file(shop.folder.appendingPathComponent("none.png")))
      try turn(until: "it is refused") { !said.isEmpty }
      XCTAssertEqual(said, ["Not saved: The picture “none.png” is missing."])
      XCTAssertEqual(scene.placeText, "2 of 3")
      // A caption is no reason to lose the place.
      zoom()
      let store = shop.store
      try finish("a caption is written") {
        _ = try await store.editCaption(
          of: pictures[1], from: .empty, to: FreeText(caption: "Front"))
      }
      try turn(until: "it is shown") { scene.picture?.caption.text == "Front" }
      XCTAssertEqual(scene.viewport.zoom, 2)
    }
  }

  // MARK: The shop

  private static func isRemoved(_ scene: PictureScene) -> Bool {
    MainActor.assumeIsolated { if case .removed = scene.content { true } else { false } }
  }

  @MainActor
  private static func scene(
    in shop: Shop, showing picture: UUID, of product: UUID
  ) throws -> PictureScene {
    let coordinator = shop.coordinator
    try finish("the session begins") { _ = await coordinator.begin(.always) }
    let scene = PictureScene(
      shop.catalogue,
      coordinator.makeScene(
        kind: WindowKind.picture.sceneKind,
        activity: .showing(picture: picture, of: product, title: "")))
    try turn(until: "the photo is shown") { scene.picture?.id == picture }
    return scene
  }

  /// Three pictures, as small as a PNG can be and all different.
  @MainActor
  private static func addPictures(
    to title: String, in shop: Shop
  ) throws -> (product: UUID, pictures: [UUID]) {
    let product = try shop.product(titled: title).id
    let png = try XCTUnwrap(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
      ))
    let files = (1...3).map { shop.folder.appendingPathComponent("\($0).png") }
    for (number, file) in files.enumerated() {
      // What follows the end of a picture is ignored.
      try (png + Data([UInt8(number)])).write(to: file)
    }
    let store = shop.store
    let added = try finish("the pictures are added") {
      try await store.addPictures(from: files, to: product)
    }
    return (product, added.map(\.id))
  }
}
