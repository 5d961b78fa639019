// SPDX-License-Identifier: Apache-2.0
// Every text can be read: in light and dark windows and in high contrast, on what is selected and what is not.

import Foundation
import TestSwitches
import XCTest

final class ContrastTests: UITestCase {
  override func setUpWithError() throws { try skipWithoutFaults() }

  private func assertReadable(
    _ window: Window, _ what: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let picture = try home().folder.appendingPathComponent("\(UUID().uuidString).png")
    // What moves between the picture and the question where it is seems faint at first.
    var faint: [String] = []
    try eventually(
      "readable: \(what); this is not: \(faint.joined(separator: "; "))", file: file, line: line
    ) {
      faint = try window.faintThings(picture: picture)
      return faint.isEmpty
    }
  }

  func testEveryTextStandsOut() throws { try look("gtk-font-name=Sans 15") }

  func testEveryTextStandsOutInHighContrast() throws {
    try skipUnlessTouched()
    try look("gtk-font-name=Sans 15", "gtk-theme-name=HighContrast")
  }

  private func look(_ settings: String...) throws {
    try inLightAndDark(settings) { style in
      let vitrine = try openSample()
      let browser = try vitrine.browser()
      try browser.resize(width: 1180, height: 760)
      try browser.choose("Cherries")
      try assertReadable(browser, "browser\(style)")
      try browser.chooseTab("Notes")
      try assertReadable(browser, "notes\(style)")
      let product = try browser.openInNewWindow("Cherries")
      try product.edit()
      try product.field("Price").retype("12,x")
      try assertReadable(product, "form\(style)")
      try browser.press("ctrl+a")
      _ = try browser.find(.label, "10 Products Selected")
      try assertReadable(browser, "several products\(style)")
      try browser.find(.button, "Show as Grid").click()
      try assertReadable(browser, "grid\(style)")
      try browser.press("ctrl+f")
      try browser.find(.entry, "Search Products").type("xyz")
      _ = try browser.find(.label, "No Results Found")
      try assertReadable(browser, "no results\(style)")

      try browser.press("ctrl+h")
      try assertReadable(vitrine.window(titled: "History"), "history\(style)")
      try browser.press("ctrl+comma")
      try assertReadable(vitrine.window(titled: "Preferences"), "preferences\(style)")
      let list = try home().folder.appendingPathComponent("list.csv")
      let cells = "SKU;Title;Price;Year\n7;Gouda;3.50;2020\n8;Feta;4.10;2021\n9;Brie;4.20;MMXX\n"
      try Data(cells.utf8).write(to: list)
      XCTAssertEqual(try home().run("--sample", list.path).ending, .exited(0))
      let importing = try vitrine.window(titled: "Import “list.csv”")
      // Where letters are wide, there is room for one side.
      try eventually("the list is read") {
        try importing.has(.button, "1 Refused") || importing.has(.button, "Show Result")
      }
      if try importing.has(.button, "Show Result") {
        try importing.find(.button, "Show Result").click()
      }
      try importing.find(.button, "1 Refused").click()
      try importing.find(.row, "Brie").select()
      _ = try importing.find(.entry, "Year")
      try assertReadable(importing, "import\(style)")
    }
  }
}
