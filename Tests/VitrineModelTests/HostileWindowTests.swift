// SPDX-License-Identifier: Apache-2.0
// Links and files to windows, damaged and made up: each is a window that reads back the same, or a reason
// in words. What is accepted is opened, by models over a real catalogue, and changes nothing in it.

import Catalog
import Foundation
import StateRestoration
import TestSwitches
import Wording
import XCTest

@testable import VitrineModel

final class HostileWindowTests: XCTestCase {
  /// The same numbers for the same seed.
  private struct Draw: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private static let pieces = [
    "{", "}", "[", "]", "\"", ":", ",", "null", "-1", "1e999", "1e308", "9223372036854775807",
    "true",
    "\\u0000", "\\ud800", "\u{0}", "\\n", "ä", "\u{202E}", "continue-list", "continue-photo", "%22",
    "%00", "%E2%80%AE", "&window=browser", "&window=history", "&_version=9", "&_info=%7B%7D", "?",
    "/",
    "..", "Draft.several", "Browser.state", "Draft.note.", "Photo.state", "\"parts\":{}",
    "\"caret\":-5",
    "\"zoom\":1e300", "\"areAll\":true", "\"isNew\":true", String(repeating: "[", count: 300),
    String(repeating: "x", count: 9_000),
  ]

  private static func damaged(_ data: Data, _ draw: inout Draw) -> Data {
    var bytes = Array(data)
    for _ in 0...Int.random(in: 0...1, using: &draw) {
      let place = Int.random(in: 0...bytes.count, using: &draw)
      let end = min(bytes.count, place + Int.random(in: 1...40, using: &draw))
      switch Int.random(in: 0..<6, using: &draw) {
      case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &draw)
      case 1 where Bool.random(using: &draw): bytes.removeSubrange(place...)
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      // A digit or a letter in place of another keeps most of it readable.
      case 4 where place < bytes.count: bytes[place] = UInt8.random(in: 48...70, using: &draw)
      default:
        bytes.insert(contentsOf: Array((pieces.randomElement(using: &draw) ?? "").utf8), at: place)
      }
    }
    return Data(bytes)
  }

  /// Windows of every kind, with everything that they can take along.
  @MainActor
  private static func windows(_ shop: Shop) throws -> [ContinuedWindow] {
    let apple = try shop.product(titled: "Apple").id
    func scene(_ kind: WindowKind, _ activity: UserActivity) -> SceneSession {
      let scene = shop.coordinator.makeScene(kind: kind.sceneKind, activity: activity)
      var state = BrowserState()
      state.query = ProductQuery(searchText: "ap", filters: [.lowStock], sort: .price)
      state.scrollAnchor = .init(product: apple, offset: 12)
      state.columns = [.init(field: "title", width: 100), .init(field: "price")]
      var detail = DetailState()
      (detail.tab, detail.scroll, detail.editor) = (.notes, ["photos": 7], .form)
      var draft = ProductDraft()
      draft.fields["title"] = .init(typed: "Red Apple", was: "Apple")
      (draft.focus, draft.anchor, draft.caret) = ("title", 1, 3)
      var several = BulkEditDraft()
      several.isOpen = true
      several.fields["price"] = .init(action: .percent, typed: "10")
      scene.set(detail, for: SceneKey.detail)
      guard kind != .product || activity.productID != nil else { return scene }
      if kind == .browser { scene.set(state, for: SceneKey.browser) }
      if activity.productID == nil { scene.set(several, for: SceneKey.bulkEditDraft) }
      Drafts(scene)[product: apple] = draft
      Drafts(scene)[note: UUID()] = NoteDraft(new: apple, title: "Storing", text: "Cool\n")
      return scene
    }
    let picture = scene(.picture, .showing(picture: UUID(), of: apple, title: "Apple"))
    var zoomed = PictureState()
    (zoomed.product, zoomed.zoom, zoomed.centre) = (apple, 2, .init(x: 1, y: 2))
    picture.set(zoomed, for: SceneKey.picture)
    let scenes = [
      scene(.browser, UserActivity(.browser)), picture,
      scene(.browser, .showing(apple, title: "Apple", fallback: .browser)),
      scene(.product, .showing(apple, title: "Apple", fallback: .product)),
    ]
    let store = shop.store
    return try scenes.map { scene in
      try finish("a window is read") { try await ContinuedWindow(scene, store) }
    }
  }

  func testTenThousandLinksAndAsManyFilesAreAWindowOrAReason() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Apple", "Pear"])
      defer { shop.remove() }
      let before = try Self.everything(shop)
      let windows = try Self.windows(shop)
      let links = try windows.map { Data(try $0.link().utf8) }
      let files = try windows.map { try $0.file() }
      let seed = UInt64.random(in: 0 ... .max)
      var (draw, opened, tried) = (Draw(state: seed), 0, 0)
      for round in FuzzRounds("windows", most: rounds(500, withFaults: 12_000)) {
        tried += 1
        let file = Self.damaged(files[round % files.count], &draw)
        let link = String(decoding: Self.damaged(links[round % links.count], &draw), as: UTF8.self)
        for (what, read) in [
          (link, { try Self.window(link) }),
          (String(decoding: file, as: UTF8.self), { try ContinuedWindow(file) }),
        ] as [(String, () throws -> ContinuedWindow?)] {
          do {
            guard let window = try read() else { continue }
            XCTAssertEqual(try ContinuedWindow(window.file()), window, what)
            // Each takes a moment: some of them have to do.
            opened += 1
            if opened % 40 == 0 { try Self.open(window, in: shop) }
          } catch {
            XCTAssertTrue(
              error is ContinuedWindow.Refused || error is VitrineLink.Refused, "\(error): \(what)")
            XCTAssertFalse(error.sentence.isEmpty, what)
          }
        }
      }
      XCTAssertGreaterThan(
        opened, tried / 8, "most of the damage would never be accepted; seed \(seed)")
      XCTAssertEqual(try Self.everything(shop), before, "seed \(seed)")
    }
  }

  /// Nil for a link to something else.
  private static func window(_ link: String) throws -> ContinuedWindow? {
    guard case .window(let window) = try VitrineLink(link) else { return nil }
    return window
  }

  @MainActor
  private static func open(_ window: ContinuedWindow, in shop: Shop) throws {
    let store = shop.store
    guard let fitted = try? finish("it fits or not", for: { try await window.fitted(to: store) })
    else { return }
    let scene = shop.coordinator.makeScene(kind: fitted.kind.sceneKind, activity: fitted.activity)
    fitted.fill(scene)
    switch fitted.kind {
    case .browser:
      let browser = ProductBrowser(shop.catalogue, scene)
      try turn(until: "the list is read") { browser.list.isLoaded }
    case .product:
      let detail = ProductScene(shop.catalogue, scene).detail
      try turn(until: "the product is read") { detail.content != .loading }
    case .picture:
      let picture = PictureScene(shop.catalogue, scene)
      try turn(until: "the photo is looked for") { picture.content != .loading }
    default:
      XCTFail("such a window does not travel")
    }
    shop.coordinator.close(scene)
  }

  @MainActor
  private static func everything(_ shop: Shop) throws -> [String] {
    let store = shop.store
    return try finish("everything is read") {
      var all = [String(describing: try await store.history())]
      for item in try await store.products(ProductQuery()) {
        all.append(String(describing: try await store.product(item.id)))
        all.append(String(describing: try await store.notes(of: item.id)))
      }
      return all
    }
  }
}
