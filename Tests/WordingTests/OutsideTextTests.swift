// SPDX-License-Identifier: Apache-2.0
// Text from outside in a sentence: it neither turns what is around it nor holds up whoever lays it out.

import Catalog
import Foundation
import XCTest

@testable import Wording

final class OutsideTextTests: XCTestCase {
  func testALongQuotationIsCut() {
    let word = String(repeating: "x", count: 8000)
    let sentence = tr("“%@” can’t be opened. %@", word, "Why.")
    XCTAssertEqual(sentence, "“\(String(repeating: "x", count: 59))…” can’t be opened. Why.")
    // A reason is no quotation.
    XCTAssertEqual(tr("Not added: %@", word), "Not added: " + word)
    let sixty = String(repeating: "é", count: 60)
    XCTAssertEqual(tr("“%@” already exists.", sixty), "“\(sixty)” already exists.")
  }

  func testAPathKeepsItsEnd() {
    let path = "/folder" + String(repeating: "/folder", count: 8) + "/catalog.sqlite"
    XCTAssertEqual(tr("“%@” already exists.", path), "“\(path)” already exists.")
    let long = "/folder" + String(repeating: "/folder", count: 800) + "/catalog.sqlite"
    let sentence = tr("“%@” already exists.", long)
    XCTAssertTrue(sentence.hasSuffix("…r/folder/folder/catalog.sqlite” already exists."), sentence)
    XCTAssertLessThan(sentence.count, 90)
  }

  func testManyMarksOnOneLetterAreCut() {
    let pile = "a" + String(repeating: "\u{301}", count: 1_000_000)
    XCTAssertLessThan(tr("“%@” already exists.", pile).unicodeScalars.count, 300)
  }

  func testWhatIsCutIsABeginningHoweverManyMarksThereAre() {
    let pieces = ["x", " ", "e\u{301}", "\u{301}", "\u{200D}", "👩‍🚀", "🇩🇪", "क्षि", "ש", "\r\n", "木"]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...5)).map { _ in
        String(repeating: pieces.randomElement() ?? "", count: .random(in: 1...60))
      }.joined()
      let most = Int.random(in: 1...80)
      let cut = text.shortened(to: most)
      XCTAssertLessThanOrEqual(cut.count, most + 1, "\(most) of \(text.debugDescription)")
      XCTAssertLessThanOrEqual(cut.unicodeScalars.count, 4 * most + 1)
      if text.count <= most, text.unicodeScalars.count <= 4 * most { XCTAssertEqual(cut, text) }
      guard cut != text else { continue }
      XCTAssertEqual(cut.unicodeScalars.last, "…", "\(most) of \(text.debugDescription)")
      let start = cut.unicodeScalars.dropLast()
      XCTAssertTrue(text.unicodeScalars.starts(with: start), "\(most) of \(text.debugDescription)")
      XCTAssertTrue(
        text.unicodeScalars.starts(with: text.beginning(ofMost: most).unicodeScalars))
      XCTAssertLessThanOrEqual(text.beginning(ofMost: most).unicodeScalars.count, most)
    }
  }

  func testWhatIsWrittenFromRightToLeftIsIsolated() {
    XCTAssertEqual(tr("Delete “%@”?", "שלום"), "Delete “\u{2068}שלום\u{2069}”?")
    XCTAssertEqual(tr("Delete “%@”?", "Éclair 木 💡"), "Delete “Éclair 木 💡”?")
    let spoof = "all test data \u{202E}live ?reve"
    XCTAssertEqual(
      tr("Delete “%@”?", spoof), "Delete “\u{2068}all test data \u{FFFD}live ?reve\u{2069}”?")
    // It can't leave its isolation, nor leave one open.
    XCTAssertEqual(tr("Delete “%@”?", "a\u{2069}b"), "Delete “\u{2068}a\u{FFFD}b\u{2069}”?")
    XCTAssertEqual(tr("Delete “%@”?", "a\u{2067}b"), "Delete “\u{2068}a\u{2067}b\u{2069}\u{2069}”?")
    // A sentence within a sentence.
    let inner = tr("“%@” already exists.", "שלום")
    XCTAssertEqual(tr("Not added: %@", inner), "Not added: \u{2068}\(inner)\u{2069}")
  }

  func testAQuotationIsOneLine() {
    XCTAssertEqual(
      tr("“%@” can’t be opened. %@", "a\nRow 9 is fine.\r\nb\u{2028}c", "Why.\nSo."),
      "“a Row 9 is fine. b c” can’t be opened. Why.\nSo.")
  }

  func testNamesInARow() {
    XCTAssertEqual(["Price", "שלום", "a\nb"].named, "Price, \u{2068}שלום\u{2069}, a b")
    let long = String(repeating: "x", count: 8000)
    let all = [String](repeating: long, count: 8000).named
    XCTAssertLessThan(all.count, 7000)
    XCTAssertTrue(all.hasSuffix(", …"), all)
  }

  func testValuesBesideEachOther() {
    XCTAssertEqual(
      ["שלום", "12.90", "a\u{202E}b\nc"].inOneLine,
      "\u{2068}שלום\u{2069} · 12.90 · a\u{FFFD}b\u{FFFD}c")
  }

  func testATitleAmongThoseOfOthers() {
    XCTAssertEqual("Cherries 💡".amongOthers, "Cherries 💡")
    XCTAssertEqual("שלום 10".amongOthers, "\u{2068}שלום 10\u{2069}")
    XCTAssertEqual(
      "a\u{202E}b\u{1b}[2J\nc".amongOthers, "a\u{FFFD}b\u{FFFD}[2J\u{FFFD}c")
    XCTAssertEqual(
      "א\u{2067}b\u{2069}\u{2069}".amongOthers, "\u{2068}א\u{FFFD}b\u{FFFD}\u{FFFD}\u{2069}")
    let long = String(repeating: "x", count: 1 << 20).amongOthers
    XCTAssertEqual(long.count, 1_000)
  }

  func testTheNameOfAFile() {
    XCTAssertEqual("Fruit/Cherries".asFileName, "Fruit-Cherries")
    // A slash before a combining mark is one character with it, but not for a disk.
    XCTAssertFalse("a/\u{301}b".asFileName.utf8.contains(UInt8(ascii: "/")))
    XCTAssertEqual("..a\u{202E}b\u{1b}\nc".asFileName, "a\u{FFFD}b\u{FFFD} c")
    for letter in ["x", "e\u{301}", "👩‍🚀", "木"] {
      let name = String(repeating: letter, count: 1 << 20).asFileName
      XCTAssertFalse(name.isEmpty)
      XCTAssertLessThan("\(name).vitrine".utf8.count, 256)
    }
  }

  func testBothHoldForErrors() {
    XCTAssertEqual(
      (CatalogError.exists(file: "שלום\u{1b}") as any Error).sentence,
      "“\u{2068}שלום\u{FFFD}\u{2069}” already exists.")
  }
}
