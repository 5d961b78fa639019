// SPDX-License-Identifier: Apache-2.0
// Links as text: what they lead to, and that a hostile one leads to a reason.

import Catalog
import Foundation
import StateRestoration
import TestSwitches
import Wording
import XCTest

@testable import VitrineModel

final class VitrineLinkTests: XCTestCase {
  private let id = UUID(uuidString: "6E1F5B0E-0000-4000-8000-000000000001") ?? UUID()

  func testLinksLeadToWhatTheyName() throws {
    for (text, link) in [
      ("vitrine:product/\(id)", VitrineLink.product(id)),
      ("VITRINE:product/\(id.uuidString.lowercased())", .product(id)),
      ("vitrine:product/\(id)?tab=notes", .product(id, tab: .notes)),
      ("vitrine:product/\(id)?tab=photos&from=mail", .product(id, tab: .pictures)),
      ("vitrine:product/\(id)?tab=of-a-newer-version", .product(id)),
      ("vitrine:photo/\(id)", .photo(id)),
      ("vitrine:search?q=cherry%20cake", .search("cherry cake")),
      ("vitrine:category/Food/Fruit", .category(try CategoryPath("Food/Fruit"))),
      ("vitrine:category/Food%2FFruit?x=/", .category(try CategoryPath("Food/Fruit"))),
      ("vitrine:category/Obst%20%26%20Gem%C3%BCse", .category(try CategoryPath("Obst & Gemüse"))),
    ] {
      XCTAssertEqual(try VitrineLink(text), link, text)
      XCTAssertEqual(try VitrineLink(link.text), link, link.text)
    }
    XCTAssertEqual(VitrineLink.product(id, tab: .notes).activity.tab, .notes)
    XCTAssertEqual(try VitrineLink("vitrine:search?q=a").activity.listing, .search("a"))
    let fruit = try CategoryPath("Food/Fruit")
    XCTAssertEqual(VitrineLink.category(fruit).activity.listing, .category(fruit))
  }

  func testAWrongLinkIsRefusedWithItsReason() {
    for (text, sentence) in [
      ("", "A link begins with its scheme and a colon."),
      ("https:product/\(id)", "A link with “https:” is not for Vitrine."),
      ("vitrine:product/cherries", "“cherries” is not the identifier of a product."),
      (
        "vitrine:shelf/1",
        "Vitrine has no links to “shelf”, only to a product, a photo, a search or a category."
      ),
      ("vitrine:search", "The link does not say what to search for."),
      ("vitrine:search?q=%20", "The link does not say what to search for."),
      ("vitrine:search?q=a&q=b", "The link gives “q” twice."),
      ("vitrine:search?q=%00", "A part of the link contains a control character."),
      ("vitrine:search?q=%zz", "A part of the link is wrongly escaped."),
      ("vitrine:category/", "The link names nothing, or a path that leads up."),
      ("vitrine:category/a/../b", "The link names nothing, or a path that leads up."),
      (
        "vitrine:search?q=" + String(repeating: "a", count: 9_000),
        "The link is longer than 8,192 bytes."
      ),
    ] {
      XCTAssertThrowsError(try VitrineLink(text), text) { XCTAssertEqual($0.sentence, sentence) }
    }
    XCTAssertThrowsError(try VitrineLink("vitrine:category/a//b")) {
      XCTAssertFalse($0.sentence.isEmpty)
    }
  }

  func testAnyTextIsALinkThatReadsBackOrHasAReason() throws {
    var draw = Draw(state: 17)
    let pieces = [
      "vitrine:", "VITRINE:", "product/", "search", "category/", "?", "q=", "tab=notes", "&", "/",
      "%",
      "%2F", "%00", "%E2%80%AE", "%F0%9F%8C%B9", "..", ".", "\\", "a", "é", "\u{0}", "\u{301}", "=",
      " ",
      id.uuidString, "file:///etc/passwd", "_info=%7B%7D", String(repeating: "x", count: 2_500),
    ]
    var links = 0
    for _ in 1...rounds(1_000, withFaults: 20_000) {
      var text =
        draw.chance(70) ? "vitrine:" + (draw.pick(["product/", "search?q=", "category/"])) : ""
      for _ in 0..<Int.random(in: 0...6, using: &draw) { text += draw.pick(pieces) }
      do {
        let link = try VitrineLink(text)
        links += 1
        if link.text.utf8.count <= ActivityLink.longest {
          XCTAssertEqual(try VitrineLink(link.text), link, text)
        }
        _ = link.activity
      } catch {
        XCTAssertTrue(error is VitrineLink.Refused, text)
        XCTAssertFalse(error.sentence.isEmpty, text)
      }
      _ = VitrineLink.products(in: text)
    }
    XCTAssertGreaterThan(links, 50, "most of what is drawn would never be accepted")
  }
}

/// The same numbers in every run.
private struct Draw: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 1...100, using: &self) <= percent }

  mutating func pick(_ pieces: [String]) -> String { pieces.randomElement(using: &self) ?? "" }
}
