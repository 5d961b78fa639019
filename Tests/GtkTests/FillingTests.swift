// SPDX-License-Identifier: Apache-2.0
// A picture fills its card from edge to edge, unless too much of it would be cut off: then it is whole.

import CGtkShim
import XCTest

final class FillingTests: XCTestCase {
  func testAPictureFillsItsCardUnlessThatCutsOffTooMuch() {
    for (card, picture, scale) in [
      ((200.0, 160.0), (100.0, 100.0), 2.0),  // nearly square: from edge to edge
      ((160.0, 200.0), (100.0, 100.0), 2.0),
      ((100.0, 100.0), (100.0, 100.0), 1.0),
      ((600.0, 250.0), (100.0, 100.0), 2.5),  // the only one of its line
      ((160.0, 160.0), (400.0, 100.0), 0.4),  // a panorama
    ] {
      let found = vitrine_filling_scale(card.0, card.1, picture.0, picture.1)
      XCTAssertEqual(found, scale, accuracy: 0.001, "\(card) \(picture)")
      // What is seen of it, of all.
      let seen =
        min(card.0, picture.0 * found) * min(card.1, picture.1 * found)
        / (picture.0 * picture.1 * found * found)
      XCTAssertGreaterThanOrEqual(seen, 0.624)
    }
  }
}
