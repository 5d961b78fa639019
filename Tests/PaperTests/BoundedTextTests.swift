// SPDX-License-Identifier: Apache-2.0
// A text of any length is set in time, and only what nobody reads is missing of it.

import Foundation
import TestSwitches
import XCTest

@testable import Paper

final class BoundedTextTests: XCTestCase {
  private static let pieces = [
    "x", " ", "word ", "\u{301}", "ש", "שלום ", "س", "😀", "木", "\n", "\t", "\u{200d}", "ก็", "क्षि",
    "-",
  ]

  func testWhateverATextIsItIsSetInTime() {
    let typesetter = Typesetter()
    for piece in Self.pieces {
      let text = "e" + String(repeating: piece, count: 200_000 / piece.utf8.count)
      for (width, lines, most) in [(nil, nil, 1.0), (200, 3, 1), (200, nil, 5)]
        as [(
          Double?, Int?, Double
        )]
      {
        let before = ProcessorTime.ofThread
        let set = typesetter.set(text, TextStyle(size: 10), width: width, lines: lines)
        XCTAssertGreaterThan(set.size.height, 0)
        let spent = ProcessorTime.ofThread - before
        // Without the pieces it is minutes.
        XCTAssertLessThan(spent, most, "\(piece), \(width ?? 0) wide")
        print("\(piece.debugDescription), \(width ?? 0) wide: \(Int(spent * 1000)) ms")
        if let lines { XCTAssertLessThanOrEqual(set.lineCount, lines, piece) }
      }
    }
  }

  func testAllOfATextThatMayHaveAnyNumberOfLinesIsThere() {
    for piece in Self.pieces where !["\u{301}", "\n", "\t"].contains(piece) {
      let text = String(repeating: piece, count: 5_000)
      let bounded = BoundedText(text, lines: nil)
      XCTAssertEqual(bounded.text, text)
      XCTAssertFalse(bounded.isCut)
    }
    let marks = BoundedText("e" + String(repeating: "\u{301}", count: 1_000_000) + "x", lines: nil)
    XCTAssertEqual(marks.text.unicodeScalars.count, 32)
    XCTAssertFalse(marks.isCut)
  }

  func testWhatHasALineEndsInDots() {
    let text = String(repeating: "word ", count: 100_000)
    let set = Typesetter().set(text, TextStyle(size: 10), width: 200, lines: 2)
    XCTAssertTrue(set.isShortened)
    XCTAssertEqual(set.lineCount, 2)
    XCTAssertFalse(Typesetter().set("word", TextStyle(size: 10), width: 200, lines: 2).isShortened)
  }
}
