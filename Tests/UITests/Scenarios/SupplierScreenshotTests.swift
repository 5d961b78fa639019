// SPDX-License-Identifier: Apache-2.0
// Pictures of the window with a supplier's second list: the questions about it, what both changed, and what is gone. See
// `ScreenshotTests`.

import Foundation
import TestSwitches
import XCTest

extension ScreenshotTests {
  func testSupplierList() throws {
    try inLightAndDark(prepare: padAsUsersSeeIt) { try pictureSupplierList("\($0)", width: nil) }
  }

  func testSupplierListInLargeText() throws {
    for width in [980, 360] {
      try setDesktop("gtk-font-name=Sans 20")
      try pictureSupplierList(width == 360 ? "-large-text-narrow" : "-large-text", width: width)
      startAnew()
    }
  }

  private func pictureSupplierList(_ ending: String, width: Int?) throws {
    let folder = try home().folder
    let january = """
      No.;Cheese;Price;Stock
      0071;Gouda, twelve months;24.90 EUR;3
      0072;Gouda, young;12.50 EUR;8
      0073;Goat’s roll;28.00 EUR;2
      0074;Feta;9.20 EUR;5
      """
    let february = """
      No.;Cheese;Price;Stock
      0071;Gouda, twelve months;25.40 EUR;4
      0072;Gouda, young;12.90 EUR;8
      0073;Goat’s roll;29.00 EUR;2
      0076;Manchego;26.40 EUR;4
      """
    for (name, text) in [("Miller January.csv", january), ("Miller February.csv", february)] {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    func control(_ words: String...) throws {
      let answer = try runToEnd(
        Home.built("vitrinectl"), words, environment: home().environment)
      XCTAssertEqual(answer.ending, .exited(0), answer.errors)
    }
    let first = folder.appendingPathComponent("Miller January.csv").path
    let vitrine = try home().start(first)
    let window = try vitrine.window(titled: "Import “Miller January.csv”")
    if let width { try window.resize(width: width, height: 640) }
    try window.choose("New Source…", at: 1, of: "Source")
    try home().screen.type("Miller")
    try take("import-source\(ending)", window)
    try home().screen.press("Return")
    _ = try window.find(.label, "This is its first list.")
    try window.find(.button, "Import").click()
    _ = try vitrine.browser().product("Feta")
    try control("edit", "--price", "26 EUR", "--where", "--contains", "title=twelve")
    let second = folder.appendingPathComponent("Miller February.csv").path
    XCTAssertEqual(try home().run(second).ending, .exited(0))
    let next = try vitrine.window(titled: "Import “Miller February.csv”")
    _ = try next.find(.label, "This looks like the next list of “Miller”.")
    if let width { try next.resize(width: width, height: 640) }
    try take("import-next-list\(ending)", next)
    try next.find(.button, "Compare with Its Last List").click()
    try next.find(.button, "Show It").click()
    _ = try next.find(.button, "Price: keep €26.00")
    try take("import-both-changed\(ending)", next)
    try next.find(.button, "1 Gone").click()
    try next.choose("Move to the trash", at: 2, of: "What becomes of them")
    try take("import-gone\(ending)", next)
  }
}
