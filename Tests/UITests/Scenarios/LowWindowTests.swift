// SPDX-License-Identifier: Apache-2.0
// A low window: what it says instead of its list may need more lines than there is room for.

import Foundation
import XCTest

final class LowWindowTests: UITestCase {
  /// GTK complained of a window that was lower than what it had to say, and that ends a program here.
  func testAMessageFitsALowPage() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let catalogue = try home().data.appendingPathComponent("vitrine-sample/catalog.sqlite")
    try FileManager.default.removeItem(at: catalogue)
    // What says so moves what is below it.
    _ = try browser.find(.button, "Open Again")
    try browser.sidebar().find(.row, "Food").select()
    _ = try browser.find(.label, "The Products Can’t Be Read")
    for (width, height) in [
      (1200, 650), (1200, 200), (900, 350), (500, 140), (1220, 680), (700, 260), (940, 100),
    ] {
      try browser.resize(width: width, height: height)
      // A later GTK makes it as wide as what it says needs at so little height.
      try eventually("it is \(width) wide") {
        let place = try browser.place
        return place.width == width || Home.hasNoPadding && place.width > width && height < 200
      }
      try browser.picture(at: home().folder.appendingPathComponent("low.png"))
      try vitrine.insistOnRunning()
    }
    _ = try browser.find(.label, "The Products Can’t Be Read")
  }
}
