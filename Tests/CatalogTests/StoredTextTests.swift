// SPDX-License-Identifier: Apache-2.0
// Values that are texts are compared by their bytes: the same as by their looks, for what the gate lets through.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class StoredTextTests: XCTestCase {
  func testWhatLooksTheSameIsTheSame() throws {
    var random = SystemRandomNumberGenerator()
    let pieces = [
      "e", "\u{301}", "é", "ö", "o\u{308}", "한", "\u{1112}", "\u{1161}", "\u{11AB}", "ﬁ", "👍🏽",
    ]
    func line() -> String {
      "x"
        + (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement() ?? "" }
        .joined()
    }
    var (same, seen) = (0, Set<ProductTitle>())
    for _ in 0..<rounds(5_000, withFaults: 50_000) {
      let (one, other) = (line(), line())
      let titles = (try ProductTitle(one), try ProductTitle(other))
      XCTAssertEqual(titles.0 == titles.1, one == other, "\(one) \(other)")
      if titles.0 == titles.1 {
        same += 1
        XCTAssertEqual(titles.0.hashValue, titles.1.hashValue)
      }
      seen.insert(titles.0)
      XCTAssertTrue(seen.contains(try ProductTitle(one)))
      XCTAssertEqual(one.isSame(as: other), one == other)
    }
    XCTAssertGreaterThan(same, 10)
  }

  /// Of a catalogue from elsewhere, such as of one letter with a megabyte of marks.
  func testComparingMegabytesTakesNoTime() {
    let marks = "e" + String(repeating: "\u{301}", count: 500_000)
    let values = (0..<20).map { FieldValue.text(marks + "\($0)") }
    let categories = (0..<20).map { CategoryPath(stored: marks + "\($0)") }
    let start = ProcessorTime.ofThread
    XCTAssertEqual(Set(values).count, 20)
    XCTAssertEqual(Set(categories).count, 20)
    XCTAssertFalse(categories[0] == categories[1])
    XCTAssertFalse((marks + "1").isSame(as: marks + "2"))
    // Normalizing one of them takes a tenth of a second.
    XCTAssertLessThan(ProcessorTime.ofThread - start, 1)
  }

  /// As another program may have stored it.
  func testACategoryOfAMegabyteIsNoTreeOfAHundredThousand() {
    let text = String(repeating: "e/", count: 500_000)
    let tree = [GroupCount(value: text, count: 1)].categoryTree
    XCTAssertEqual(tree.count, 16)
    XCTAssertEqual(tree.map { $0.path.components.count }, Array(1...16))
    XCTAssertEqual(tree.last?.path.text, text)
    XCTAssertEqual(CategoryPath(stored: "a/b/c").components, ["a", "b", "c"])
  }
}
