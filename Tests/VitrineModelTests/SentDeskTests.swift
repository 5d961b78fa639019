// SPDX-License-Identifier: Apache-2.0
// A desk that another machine opens: the windows as they were, what was typed as drafts, nothing written; a product that is
// not there has a page that names it. Damaged files are a desk or a reason.

import Catalog
import Foundation
import StateRestoration
import TestSwitches
import Wording
import XCTest

@testable import VitrineModel

final class SentDeskTests: XCTestCase {
  private struct Draw: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// Windows of which every second has something unfinished.
  @MainActor
  private static func desk(_ shop: Shop, windows: Int = 20) throws -> NamedSession {
    _ = try shop.scenes()
    let apple = try shop.product(titled: "Apple").id
    let pear = try shop.product(titled: "Pear").id
    for index in 0..<windows {
      let isBrowser = index % 2 == 0
      let scene = shop.coordinator.makeScene(
        kind: (isBrowser ? WindowKind.browser : .product).sceneKind,
        activity: .showing(apple, title: "Apple", fallback: isBrowser ? .browser : .product))
      scene.geometry = SceneGeometry(width: 600 + index, height: 500)
      guard isBrowser else { continue }
      var state = BrowserState()
      state.query = ProductQuery(searchText: "ap", filters: [.lowStock], sort: .price)
      state.selection = apple
      scene.set(state, for: SceneKey.browser)
      var draft = ProductDraft()
      draft.fields["title"] = .init(typed: "Red Apple \(index)", was: "Apple")
      Drafts(scene)[product: apple] = draft
      // Set aside, of a product that is not shown.
      Drafts(scene)[note: UUID()] = NoteDraft(
        new: pear, title: "Storing", text: String(repeating: "Cool and dark. ", count: 100))
    }
    let coordinator = shop.coordinator
    return try finish("they are kept") { try await coordinator.keepWindows(as: "Stocktake") }
  }

  @MainActor
  private static func sent(_ desk: NamedSession, _ shop: Shop) throws -> SentDesk {
    let store = shop.store
    return try finish("it is read") { try await SentDesk(desk, store) }
  }

  func testTwentyWindowsArriveWithWhatWasTypedAndWriteNothing() throws {
    try MainActor.assumeIsolated {
      let here = try Shop(products: ["Apple", "Pear"])
      defer { here.remove() }
      let sent = try Self.sent(try Self.desk(here), here)
      XCTAssertEqual(sent.count, 20)
      XCTAssertEqual(sent.leftOut, 1, "the window of the start shows nothing")
      let file = try sent.file()
      XCTAssertLessThanOrEqual(file.count, 200_000)
      let read = try SentDesk(file)
      XCTAssertEqual(read.windows, sent.windows)
      XCTAssertEqual(read.fingerprint, sent.fingerprint)

      // A machine with another catalogue, which lacks the products.
      let there = try Shop(products: ["Cherry"])
      defer { there.remove() }
      _ = try there.scenes()
      let (store, coordinator) = (there.store, there.coordinator)
      let opened = try finish("it is opened") {
        let windows = try await read.fitted(to: store)
        let desk = try await coordinator.addNamedSession(windows, from: read.fingerprint)
        return try await coordinator.openNamedSession(desk.id, keeping: "Before")
      }
      let scenes = opened.restoration.scenes
      XCTAssertEqual(scenes.count, 20)
      XCTAssertEqual(scenes.filter { $0.activity?.title == "Apple" }.count, 20)
      XCTAssertEqual(scenes.compactMap(\.geometry).count, 20)
      let typed = scenes.flatMap { scene in
        scene.keys.filter { SceneKey.product(ofDraft: $0) != nil }.compactMap {
          scene.value(ProductDraft.self, for: $0)?.title
        }
      }
      XCTAssertEqual(
        typed.sorted(), stride(from: 0, to: 20, by: 2).map { "Red Apple \($0)" }.sorted())
      let notes = scenes.flatMap(\.keys).filter { SceneKey.note(ofDraft: $0) != nil }
      XCTAssertEqual(notes.count, 10)
      let product = scenes.first { WindowKind($0.kind) == .product }
      let shown = ProductScene(there.catalogue, try XCTUnwrap(product)).detail
      try turn(until: "the product is looked for") { shown.content != .loading }
      XCTAssertEqual(product?.activity?.title, "Apple")
      let titles = try finish("everything is read") {
        try await store.products(ProductQuery()).map(\.title)
      }
      XCTAssertEqual(titles, ["Cherry"])
      let history = try finish("the history is read") { try await store.history() }
      XCTAssertFalse(String(describing: history).contains("Apple"))
    }
  }

  func testWhatBelongsToThisMachineStaysAndIsCounted() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apple"])
      defer { shop.remove() }
      _ = try shop.scenes()
      _ = shop.coordinator.makeScene(
        kind: WindowKind.history.sceneKind, activity: UserActivity(.history))
      let list = shop.coordinator.makeScene(
        kind: WindowKind.browser.sceneKind, activity: UserActivity(.browser))
      list.set(BrowserState(), for: SceneKey.browser)
      let coordinator = shop.coordinator
      let desk = try finish("they are kept") { try await coordinator.keepWindows(as: "One") }
      let sent = try Self.sent(desk, shop)
      XCTAssertEqual(sent.count, 1)
      XCTAssertEqual(sent.leftOut, 2, "the history, and a window with nothing in it")
    }
  }

  func testADamagedDeskIsADeskOrAReason() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apple", "Pear"])
      defer { shop.remove() }
      let file = Array(try Self.sent(try Self.desk(shop, windows: 2), shop).file())
      let pieces = [
        "{", "}", "[", "]", "\"", ":", ",", "null", "-1", "1e999", "\\u0000", "\u{0}", "\"desk\"",
        "\"values\":{},", "\"window\":\"history\"", "\"geometry\":{\"width\":1e99},", "import",
        String(repeating: "[", count: 300),
      ]
      var (draw, opened) = (Draw(state: 7), 0)
      for _ in FuzzRounds("desks", most: rounds(300, withFaults: 10_000, withAll: 100_000)) {
        var bytes = file
        for _ in 0...Int.random(in: 0...1, using: &draw) {
          let place = Int.random(in: 0..<bytes.count, using: &draw)
          switch Int.random(in: 0..<5, using: &draw) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &draw)
          case 1: bytes.removeSubrange(place..<min(bytes.count, place + 20))
          case 2 where Bool.random(using: &draw): bytes.removeSubrange(place...)
          case 3: bytes[place] = UInt8.random(in: 48...70, using: &draw)
          default:
            bytes.insert(
              contentsOf: Array((pieces.randomElement(using: &draw) ?? "").utf8), at: place)
          }
          if bytes.isEmpty { break }
        }
        do {
          let desk = try SentDesk(Data(bytes))
          XCTAssertEqual(try SentDesk(desk.file()), desk)
          opened += 1
        } catch {
          XCTAssertTrue(error is ContinuedWindow.Refused, "\(error)")
          XCTAssertFalse(error.sentence.isEmpty)
        }
      }
      XCTAssertGreaterThan(opened, 20, "most of the damage would never be accepted")
    }
  }
}
