// SPDX-License-Identifier: Apache-2.0
// The window that makes products one: what is chosen comes back, what was changed elsewhere is said, and
// merging and undoing leave what they should.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class MergeSceneTests: XCTestCase {
  func testWhatIsChosenComesBackAndIsCarriedOut() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: ["Oak table", "Table, oak", "Mango"])
      defer { shop.remove() }
      let (oak, other) = (
        try shop.product(titled: "Oak table"), try shop.product(titled: "Table, oak")
      )
      try Self.edit(other, ProductChange { $0.year = try IntroductionYear(1990) }, in: shop)
      let scene = try Self.open([oak.id, other.id], in: shop)
      XCTAssertEqual(scene.fields.map(\.label), ["Title", "Year"])
      let title = try XCTUnwrap(scene.fields.first)
      scene.keep(other.id)
      XCTAssertEqual(scene.source(of: title), other.id, "the title goes with it")
      scene.take(title, from: oak.id)

      shop = try shop.closedAndOpenedAgain()
      let session = try XCTUnwrap(shop.scenes().first { WindowKind($0.kind) == .merge })
      let again = MergeScene(shop.catalogue, session)
      try turn(until: "the products are read") { again.merge != nil }
      XCTAssertEqual(again.merge?.kept, other.id)
      XCTAssertEqual(again.source(of: title), oak.id)
      XCTAssertNil(again.conflict)
      var said: [String] = []
      var undo: UndoOffer?
      again.merged.add(shop) { (said, undo) = (said + [$0.sentence], $0.offer) }
      again.carryOut()
      try turn(until: "they are merged") { !said.isEmpty }
      XCTAssertEqual(said, ["2 products merged into “Oak table”"])
      let merged = try shop.product(titled: "Oak table")
      XCTAssertEqual(merged.id, other.id)
      XCTAssertEqual(merged.year, try IntroductionYear(1990))
      try turn(until: "there is nothing to merge") {
        if case .tooFew = again.content { true } else { false }
      }
      try XCTUnwrap(undo).undo()
      try turn(until: "both are there again") { again.merge?.entries.count == 2 }
    }
  }

  func testAVariantIsSeenWithThePhotoOfItsHead() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Shirt", "Shirt, S", "Shirt, small"])
      defer { shop.remove() }
      let (head, first, other) = (
        try shop.product(titled: "Shirt"), try shop.product(titled: "Shirt, S"),
        try shop.product(titled: "Shirt, small")
      )
      let (store, sample) = (
        shop.store,
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
          .deletingLastPathComponent().appendingPathComponent("data/sample/mango.png")
      )
      try finish("it is a variant") { try await store.join([first.id], to: head.id) }
      let scene = try Self.open([first.id, other.id], in: shop)
      XCTAssertEqual(scene.photos, [:])
      let photo = try finish("its head has a photo") {
        try await store.addPictures(from: [sample], to: head.id).first
      }
      try turn(until: "it is there") { scene.photos[first.id] == photo }
      XCTAssertNil(scene.photos[other.id])
      XCTAssertNil(scene.conflict, "nothing of the products was changed")
      // The variants of a head go with it.
      let heads = try Self.openAnother([head.id, other.id], in: shop)
      XCTAssertEqual(heads.joined.first?.name, "Variants")
      XCTAssertEqual(heads.joined.first?.text, "1")
      XCTAssertFalse(scene.joined.contains { $0.name == "Variants" })
    }
  }

  func testWhatIsChangedElsewhereHasToBeSeenFirst() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Oak table", "Table, oak", "Oak"])
      defer { shop.remove() }
      let products = try ["Oak table", "Table, oak", "Oak"].map { try shop.product(titled: $0) }
      let scene = try Self.open(products.map(\.id), in: shop)
      XCTAssertTrue(scene.canMerge)
      try Self.edit(products[0], ProductChange { $0.year = try IntroductionYear(1990) }, in: shop)
      try turn(until: "it is said") { scene.conflict != nil }
      XCTAssertEqual(
        scene.conflict, "“Oak table” was changed elsewhere. This window shows it as it is now.")
      XCTAssertFalse(scene.canMerge)
      scene.carryOut()
      scene.acceptChanges()
      XCTAssertTrue(scene.canMerge)

      let (store, last) = (shop.store, products[2].id)
      try finish("one is in the trash") { try await store.delete([last]) }
      try turn(until: "it is said") { scene.conflict != nil }
      XCTAssertEqual(scene.conflict, "1 product is no longer in the catalogue.")
      scene.acceptChanges()
      XCTAssertEqual(scene.merge?.entries.count, 2)
      XCTAssertEqual(
        try finish("all are counted") { try await store.productCount() }, 2, "none was merged")
    }
  }

  @MainActor
  private static func open(_ products: [UUID], in shop: Shop) throws -> MergeScene {
    _ = try shop.scenes()
    return try openAnother(products, in: shop)
  }

  @MainActor
  private static func openAnother(_ products: [UUID], in shop: Shop) throws -> MergeScene {
    let session = shop.coordinator.makeScene(kind: WindowKind.merge.sceneKind, activity: nil)
    MergeScene.fill(session, merging: products)
    let scene = MergeScene(shop.catalogue, session)
    try turn(until: "the products are read") { scene.merge != nil }
    return scene
  }

  @MainActor
  private static func edit(_ product: Product, _ change: ProductChange, in shop: Shop) throws {
    let store = shop.store
    _ = try finish("it is changed") {
      try await store.edit(product.id, basedOn: product.revision, applying: change)
    }
  }
}
