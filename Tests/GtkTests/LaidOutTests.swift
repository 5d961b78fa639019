// SPDX-License-Identifier: Apache-2.0
// What a label lays out is bounded, whatever its text is. Needs no display.

import XCTest

@testable import Gtk

final class LaidOutTests: XCTestCase {
  func testMostTextsStayAsTheyAre() {
    for text in [
      "", "Rose", "A sentence with\nlines and\ttabs.", String(repeating: "x", count: 99),
      String(repeating: "word ", count: 1_900), String(repeating: " ", count: 40),
    ] {
      XCTAssertEqual(text.laidOut, text)
    }
  }

  func testNothingLongIsLeft() {
    for piece in ["x", " ", "\u{301}", "\u{a0}", "ש", "س", "😀", "木", "\n", "\t", "\u{200d}", "x "] {
      let shown = String(repeating: piece, count: 1_000_000).laidOut
      XCTAssertLessThan(shown.unicodeScalars.count, 10_300, piece)
      XCTAssertTrue(shown.hasSuffix("…"), piece)
      let words = shown.unicodeScalars.split { " \t\n\u{200B}".unicodeScalars.contains($0) }
      XCTAssertLessThanOrEqual(words.map(\.count).max() ?? 0, 101, piece)
      let gaps = shown.unicodeScalars.split { !" \t".unicodeScalars.contains($0) }
      XCTAssertLessThanOrEqual(gaps.map(\.count).max() ?? 0, 40, piece)
    }
  }

  func testALongWordKeepsItsLetters() {
    let word = (0..<500).map { "\($0)" }.joined()
    XCTAssertEqual(word.laidOut.filter { $0 != "\u{200B}" }, word)
    XCTAssertEqual(("a" + String(repeating: " ", count: 99) + "b").laidOut.count, 42)
  }
}
