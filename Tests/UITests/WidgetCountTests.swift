// SPDX-License-Identifier: Apache-2.0
// What is not seen is not made: of the widgets that windows have, most are on screen. What is made is what a window costs.

import XCTest

final class WidgetCountTests: UITestCase {
  func testMostWidgetsAreShown() throws {
    let (vitrine, record) = try watchedSample()
    try expectFewUnseen(in: vitrine, record, "a list")
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    _ = try browser.find(.label, "Introduced 2015")
    try expectFewUnseen(in: vitrine, record, "a list and a product")
    try browser.press("ctrl+Return")
    let window = try vitrine.window(titled: "Cherries")
    _ = try window.find(.label, "Introduced 2015")
    try expectFewUnseen(in: vitrine, record, "two windows")
  }

  private func expectFewUnseen(
    in program: Program, _ record: WatchedRecord, _ what: String, line: UInt = #line
  ) throws {
    let (all, shown) = try record.widgets(of: program)
    XCTAssertGreaterThan(shown, 200, what, line: line)
    XCTAssertLessThanOrEqual(Double(all), 1.5 * Double(shown), what, line: line)
  }
}
