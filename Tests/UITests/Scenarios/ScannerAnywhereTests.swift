// SPDX-License-Identifier: Apache-2.0
// A scan while something is open that has the keyboard for itself: a menu, a list, a calendar, a bubble with
// a text, a dialog. Nothing of it is typed there; what asks for an answer stays, and the rest closes.

import XCTest

@testable import Catalog

final class ScannerAnywhereTests: UITestCase {
  func testAScanUnderAMenuClosesItAndLeadsToItsProduct() throws {
    let vitrine = try openSampleWithScanner()
    let browser = try vitrine.browser()
    let screen = try home().screen
    let steps = [("Cherries", "FLW-002", "Orchid"), ("Mango", "FRT-002", "Cherries")]
    for (product, code, other) in steps {
      try browser.product(product).rightClick()
      _ = try browser.find(.menuItem, "Duplicate")
      try screen.scan(code)
      try browser.product(other).expect("is selected") { $0.isSelected }
      try browser.expectNo(.menuItem, "Duplicate")
    }
    try browser.press("F10")
    _ = try browser.find(.menuItem, "Quit")
    try screen.scan("2007000002032")
    try browser.product("Orchid").expect("is selected") { $0.isSelected }
    try browser.expectNo(.menuItem, "Quit")
  }

  func testAScanUnderACalendarOpensItsProduct() throws {
    let vitrine = try openSampleWithScanner()
    let browser = try vitrine.browser()
    try browser.resize(width: 1200, height: 980)
    let added = try runToEnd(
      Home.built("vitrinectl"), ["field", "add", "Bought", "--kind", "date", "--sample"],
      environment: home().environment)
    XCTAssertEqual(added.ending, .exited(0), added.errors)
    try browser.choose("Cherries")
    try browser.edit()
    let bought = try browser.field("Bought")
    try bought.retype("2024-02-03")
    try browser.find(.button, "Choose a Date").click()
    _ = try browser.find(.button, "Choose")
    try home().screen.scan("FLW-002")
    try vitrine.window(titled: "Orchid").close()
    try browser.expectNo(.button, "Choose")
    try bought.expectText("2024-02-03")
  }

  func testNothingOfAScanGetsIntoABubbleOrADialog() throws {
    let vitrine = try openSampleWithScanner()
    let browser = try vitrine.browser()
    let screen = try home().screen
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").retype("an")
    try browser.press("ctrl+shift+s")
    let name = try browser.find(.entry, "Save Search")
    try name.expect("has the keyboard") { $0.isFocused }
    try screen.type("Half a na")
    try name.expectText("Half a na")
    try screen.scan("FLW-002")
    try browser.expectRefusal(of: "FLW-002")
    try name.expectText("Half a na")
    try screen.press("Escape")
    try browser.expectNo(.entry, "Save Search")

    try browser.choose("Mango")
    try browser.product("Mango").rightClick()
    try vitrine.chooseFromMenu("Add Tag…")
    let question = try vitrine.window(titled: "Add Tag")
    let tag = try question.find(.entry, "Tag")
    try tag.type("on sa")
    try screen.scan("FRT-002")
    try browser.expectRefusal(of: "FRT-002")
    try tag.expectText("on sa")
    try screen.press("Escape")
    try vitrine.expectWindows(1)
    try screen.scan("FRT-002")
    try browser.product("Cherries").expect("is selected") { $0.isSelected }
  }

  func testAScanUnderAListChoosesNothingInIt() throws {
    let vitrine = try openSampleWithScanner()
    let browser = try vitrine.browser()
    let screen = try home().screen
    let preferences = try browser.openPreferences()
    let choice = try preferences.find(.choice, "List")
    try choice.pointerClick()
    _ = try preferences.find(.row, "Compact")
    // Enter would choose what the list has under its cursor.
    try screen.press("Down")
    try screen.scan("FRT-002")
    try browser.product("Cherries").expect("is selected") { $0.isSelected }
    try preferences.expectNo(.row, "Compact")
    try choice.expect("says Normal") { try $0.has(.label, "Normal") }
    try preferences.close()
  }
}

extension Window {
  fileprivate func expectRefusal(of code: String) throws {
    _ = try find(
      .label, "“\(code)” was scanned, but a dialog is open. Close it and scan again.")
  }
}
