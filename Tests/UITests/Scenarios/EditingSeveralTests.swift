// SPDX-License-Identifier: Apache-2.0
// A shop raises the prices of several products at once: it sees beforehand what comes of it, is killed
// in the middle, goes on, and takes it back.

import XCTest

final class EditingSeveralTests: UITestCase {
  private func openWithThreeSelected() throws -> Window {
    let browser = try openSample().browser()
    try browser.resize(width: 1200, height: 980)
    try browser.choose("Mango")
    for _ in 1...2 { try browser.press("shift+Down") }
    _ = try browser.find(.label, "3 Products Selected")
    return browser
  }

  func testPricesAreRaisedAndRoundedAcrossAKill() throws {
    let browser = try openWithThreeSelected()
    try browser.editSeveral(3)
    try assertAccessible(browser)
    try browser.change("Price", "Change by percent", at: 2)
    try browser.field("Percent for “Price”").retype("x")
    _ = try browser.find(.label, "This must be a number with at most 6 decimals.")
    let below = try browser.find(.button, "Add Field").node.extents.y
    try browser.field("Percent for “Price”").retype("10")
    try browser.expectNo(.label, "This must be a number with at most 6 decimals.")
    XCTAssertEqual(try browser.find(.button, "Add Field").node.extents.y, below)
    try browser.choose("Ending in .99", at: 7, of: "Rounding of “Price”")
    _ = try browser.find(.label, "2 change, 1 stays")
    _ = try browser.find(.label, "Price: €6.99 → €7.99")
    try assertAccessible(browser)
    try eventuallyOnDisk(["Draft.several", "ending99"])
    try browser.program.kill()

    let again = try home().start("--sample").browser()
    _ = try again.find(.label, "2 change, 1 stays")
    let percent = try again.field("Percent for “Price”")
    try percent.expectText("10")
    try percent.focus()
    try again.press("Return")
    _ = try again.find(.label, "2 products changed")
    _ = try again.products().find(.label, "€7.99")
    _ = try again.products().find(.label, "€11.99")
    try again.find(.button, "Undo").click()
    _ = try again.products().find(.label, "€6.99")
    _ = try again.products().find(.label, "€10.99")
  }

  func testTitlesAreSetToAPattern() throws {
    let browser = try openWithThreeSelected()
    try browser.editSeveral(3)
    try browser.change("Title", "Set to a pattern", at: 0)
    let pattern = try browser.field("Pattern for “Title”")
    try pattern.setText("{category} {001}")
    _ = try browser.find(.label, "Title: Mango → Fruit 001")
    try browser.find(.button, "Apply").click()
    _ = try browser.find(.label, "3 products changed")
    _ = try browser.products().find(.label, "Fruit 001")
    _ = try browser.products().find(.label, "Nuts 002")
    _ = try browser.products().find(.label, "Fruit 003")
    try browser.press("ctrl+z")
    _ = try browser.products().find(.label, "Mango")
  }

  func testHigherPricesAreUndoneAfterARestart() throws {
    let browser = try openWithThreeSelected()
    try browser.editSeveral(3)
    try browser.change("Price", "Change by percent", at: 2)
    try browser.field("Percent for “Price”").type("7")
    try browser.choose("Ending in .99", at: 7, of: "Rounding of “Price”")
    try browser.change("SKU", "Number in order", at: 2)
    try browser.field("First number of “SKU”").type("F-10")
    try browser.field("Step of “SKU”").type("5")
    _ = try browser.find(.label, "3 change")
    try browser.find(.button, "Apply").click()
    _ = try browser.find(.label, "3 products changed")
    _ = try browser.products().find(.label, "€11.99")
    try browser.program.quit()

    let again = try home().start("--sample").browser()
    _ = try again.products().find(.label, "€11.99")
    try again.press("ctrl+z")
    _ = try again.products().find(.label, "€10.99")
    try again.press("ctrl+shift+z")
    _ = try again.products().find(.label, "€11.99")
  }

  func testWhatIsOddIsCountedShownFirstAndAskedAbout() throws {
    let browser = try openWithThreeSelected()
    try browser.editSeveral(3)
    try browser.change("Price", "Change by percent", at: 2)
    try browser.field("Percent for “Price”").type("7")
    try browser.choose("Rounded to tens", at: 2, of: "Rounding of “Price”")
    try browser.field("Percent for “Price”").retype("-40")
    _ = try browser.find(.label, "2 become zero.")
    try browser.find(.button, "Apply").click()
    let question = try browser.program.window(titled: "Change Them All the Same?")
    try assertAccessible(question)
    try question.find(.button, "Cancel").click()
    try browser.program.expectWindows(1)
    _ = try browser.products().find(.label, "€6.99")
    try browser.find(.button, "Apply").click()
    try browser.program.window(titled: "Change Them All the Same?").find(.button, "Change").click()
    _ = try browser.find(.label, "3 products changed")
  }

  func testAFieldThatIsAddedHasTheKeyboardAndOneThatIsLeftGivesItOn() throws {
    let browser = try openWithThreeSelected()
    try browser.editSeveral(3)
    try eventually("the button has the keyboard") { try browser.hasKeyboardInSight }
    try browser.change("Year", "Set to", at: 0)
    try eventually("its field has the keyboard") {
      try browser.field("New value of “Year”").isFocused
    }
    try browser.change("Title", "Find and replace", at: 1)
    // In the order of the form, not in that of adding.
    XCTAssertLessThan(
      try browser.find(.choice, "What to do with “Title”").node.extents.y,
      try browser.find(.choice, "What to do with “Year”").node.extents.y)
    try browser.find(.button, "Leave “Title” as it is").pointerClick()
    try browser.expectNo(.choice, "What to do with “Title”")
    try eventually("something in sight has the keyboard") { try browser.hasKeyboardInSight }
  }

  /// The descriptions are more than the history holds.
  func testWhatCouldNotBeUndoneIsAskedBefore() throws {
    let file = try home().folder.appendingPathComponent("stories.jsonl")
    let lines = (1...80).map { "{\"title\":\"Story \($0)\"}\n" }
    try Data(lines.joined().utf8).write(to: file)
    let tool = try Home.release.map { $0 + "ctl" } ?? Home.built("vitrinectl")
    let made = try runToEnd(tool, ["import", file.path], environment: home().environment)
    XCTAssertEqual(made.ending, .exited(0), made.errors)
    // Reading so much from a list takes a debug build half a minute.
    let stories = "'story' || replace(hex(zeroblob(450000)), '0', '.')"
    let grown = try runToEnd(
      "sqlite3",
      [
        home().data.appendingPathComponent("vitrine/catalog.sqlite").path,
        "UPDATE product SET description = \(stories)",
      ], environment: home().environment)
    XCTAssertEqual(grown.ending, .exited(0), grown.errors)
    let vitrine = try home().start()
    let browser = try vitrine.browser()
    try browser.resize(width: 1200, height: 900)
    try browser.product("Story 2").select()
    try browser.press("ctrl+a")
    _ = try browser.find(.label, "80 Products Selected")
    try browser.editSeveral(80)
    try browser.change("Description", "Empty", at: 1)
    _ = try browser.find(.label, "80 change")
    for answer in ["Cancel", "Continue"] {
      try browser.find(.button, "Apply").click()
      let question = try vitrine.window(titled: "Forget Part of the History?")
      try assertAccessible(question)
      try question.find(.button, answer).click()
      guard answer == "Cancel" else { continue }
      try vitrine.expectWindows(1)
      _ = try browser.find(.label, "80 change")
    }
    _ = try browser.find(.label, "80 products changed")
    let left = try home().run(
      "list", "--columns", "description", program: Home.built("vitrinectl"))
    XCTAssertFalse(left.output.contains("story"))
  }

  func testEscapeKeepsWhatWasChosenAndTyped() throws {
    let browser = try openWithThreeSelected()
    for isByKey in [false, true] {
      if isByKey {
        try browser.press("ctrl+e")
      } else {
        try browser.find(.button, "Edit 3 Products…").click()
      }
      _ = try browser.find(.label, "Edit 3 Products")
      try browser.press("Escape")
      _ = try browser.find(.label, "3 Products Selected")
    }
    try browser.product("Peanuts").rightClick()
    try browser.program.chooseFromMenu("Edit 3 Products…")
    try browser.change("Tags", "Add tag", at: 0)
    try browser.field("Tag to add").type("on sale")
    _ = try browser.find(.label, "3 change")
    try browser.press("Escape")
    _ = try browser.find(.label, "A change to several products is unfinished.")
    try assertAccessible(browser)
    // As does the command that began it.
    try browser.press("ctrl+e")
    try browser.field("Tag to add").expectText("on sale")
    // One product alone is shown as ever; what was typed waits for the others.
    try browser.product("Mango").pointerClick()
    _ = try browser.find(.image, "Photo of Mango")
    try browser.press("shift+Down")
    try browser.field("Tag to add").expectText("on sale")
    try browser.press("ctrl+s")
    _ = try browser.find(.label, "2 products changed")
    _ = try browser.sidebar().find(.row, "on sale")
  }
}
