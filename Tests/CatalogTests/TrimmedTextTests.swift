// SPDX-License-Identifier: Apache-2.0
// Trimming is as Foundation does it, whatever is at the ends.

import Foundation
import XCTest

@testable import Catalog

final class TrimmedTextTests: XCTestCase {
  func testItIsTheSameAsFoundations() {
    let ends = ["", " ", "\t", "\n", "\u{a0}", "\u{2003}", "\u{7f}", "\u{0}", "\u{301}", "é", "~"]
    for text in ["", "a", "12.50", "a b"] {
      for first in ends {
        for last in ends {
          let whole = first + text + last
          XCTAssertEqual(whole.trimmed, whole.trimmingCharacters(in: .whitespaces))
        }
      }
    }
  }
}
