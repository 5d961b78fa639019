// SPDX-License-Identifier: Apache-2.0
// Numbers in sentences: a program writes millions of them in its life, and the last must cost what the
// first did.

import Wording
import XCTest

final class NumberTextTests: XCTestCase {
  func testThousandsAreSeparated() {
    let texts = [
      0: "0", 7: "7", 999: "999", 1_000: "1,000", -1_000: "-1,000", 12_345_678: "12,345,678",
      Int.max: "9,223,372,036,854,775,807", Int.min: "-9,223,372,036,854,775,808",
    ]
    for (number, text) in texts { XCTAssertEqual(numberText(number), text) }
  }

  func testReadingTheStyleDoesNotDeepenTheStack() {
    let standard = texts(from: 0, count: 3)
    // The text is how deep in the stack it was written: what calls this function may not grow.
    writeNumbers { _ in
      var mark = 0
      return withUnsafeMutablePointer(to: &mark) { String(Int(bitPattern: $0)) }
    }
    defer {
      writeNumbers { number in
        let digits = String(number.magnitude)
        let groups = stride(from: digits.count, to: 0, by: -3).map { end in
          String(digits.dropLast(digits.count - end).suffix(3))
        }
        return (number < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
      }
      XCTAssertEqual(texts(from: 0, count: 3), standard)
    }
    XCTAssertEqual(Set(texts(from: 0, count: 2_000)).count, 1)
  }

  func testSingularAndPlural() {
    let said = { (count: Int) in tr("one product", "%@ products", count: count) }
    XCTAssertEqual(said(1), "one product")
    XCTAssertEqual(said(0), "0 products")
    XCTAssertEqual(said(1_234), "1,234 products")
    XCTAssertEqual(tr("%@ product", "%@ products", count: 2, written: "two"), "two products")
  }

  func testValuesThatLookLikePlacesStayAsTheyAre() {
    XCTAssertEqual(tr("%@ of %@", "%@", "b"), "%@ of b")
    XCTAssertEqual(tr("%@ of %@", "a"), "a of %@")
  }

  private func texts(from first: Int, count: Int) -> [String] {
    (first..<first + count).map { numberText($0) }
  }
}
