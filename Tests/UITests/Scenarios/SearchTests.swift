// SPDX-License-Identifier: Apache-2.0
// Search as one types, and the columns' heads.

import XCTest

final class SearchTests: UITestCase {
  func testTypingInTheListSearches() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    XCTAssertLessThanOrEqual(
      try browser.products().node.extents.y, try browser.sidebar().node.extents.y,
      "a closed search takes no room")
    try browser.activate()
    try home().screen.type("rose")
    try browser.find(.entry, "Search Products").expectText("rose")
    _ = try browser.product("White Rose")
    try browser.products().expectNo(.label, "Mango")
    try eventually("the title says so") { try browser.title.hasPrefix("“rose” in All Products") }

    try browser.press("Return")
    _ = try browser.find(.image, "Photo of Red Rose")
    try browser.press("ctrl+f")
    try browser.press("Escape")
    try browser.expectNo(.entry, "Search Products")
    _ = try browser.product("Mango")
  }

  /// As a scanner types, or somebody who knows what comes.
  func testEnterGoesToWhatIsFoundHoweverSoonItIsPressed() throws {
    let browser = try openSample().browser()
    for title in ["Mango", "Ginger", "Artichoke", "Cherries"] {
      try browser.press("ctrl+f")
      let entry = try browser.find(.entry, "Search Products")
      try entry.expect("has the keyboard") { $0.isFocused }
      let keys = title.lowercased().map(String.init)
      try home().screen.run(["key", "--delay", "0", "ctrl+a"] + keys + ["Return"])
      _ = try browser.find(.image, "Photo of \(title)")
      try browser.products().find(.row, title).expect("is selected") { $0.isSelected }
    }
  }

  func testWhatIsNotFoundIsReported() throws {
    let browser = try openSample().browser()
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("zzz")
    _ = try browser.find(.label, "No Results Found")
    try assertAccessible(browser)
  }

  func testWhatIsNotFoundInACategoryIsLookedForEverywhere() throws {
    let browser = try openSample().browser()
    try browser.sidebar().find(.row, "Food").select()
    try browser.products().expectNo(.label, "Red Rose")
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("rose")
    _ = try browser.find(.label, "Nothing here has these words.")
    try assertAccessible(browser)
    try browser.find(.button, "Search All Products").click()
    _ = try browser.product("Red Rose")
    let entry = try browser.find(.entry, "Search Products")
    try entry.expectText("rose")
    try entry.expect("has the keyboard") { $0.isFocused }
  }

  func testAFilterThatIsRemovedLeavesNoRowEmpty() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1180, height: 760)
    try browser.find(.button, "Main Menu").click()
    try browser.program.chooseFromMenu("View")
    try browser.program.chooseFromMenu("Filter")
    try browser.program.chooseFromMenu("Low Stock")
    try browser.products().expectNo(.label, "Ginger")
    try browser.find(.button, "Remove filter “Low Stock”").click()
    for title in ["Ginger", "Artichoke"] { _ = try browser.products().find(.label, title) }
  }

  func testAProductEditedOutOfTheFilterStaysUntilTheFilterIsRemoved() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1180, height: 760)
    try browser.find(.button, "Main Menu").click()
    try browser.program.chooseFromMenu("View")
    try browser.program.chooseFromMenu("Filter")
    try browser.program.chooseFromMenu("Low Stock")
    try browser.products().expectNo(.label, "Ginger")
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("In Stock").setText("50")
    try browser.find(.button, "Done").click()
    _ = try browser.products().find(.row, "Cherries, €10.99, Fruit, no longer in this list")
    try browser.product("White Rose").select()
    _ = try browser.products().find(.row, "Cherries, €10.99, Fruit, no longer in this list")
    try browser.find(.button, "Remove filter “Low Stock”").click()
    _ = try browser.products().find(.row, "Cherries, €10.99, Fruit")
  }

  func testWhatWasProbablyMeantIsSaid() throws {
    let browser = try openSample().browser()
    try browser.press("ctrl+f")
    let search = try browser.find(.entry, "Search Products")
    try search.type("mangp")
    _ = try browser.find(.status, "No matches for “mangp”. Showing matches for “mango”.")
    _ = try browser.product("Mango")
    try assertAccessible(browser)
    try browser.press("BackSpace")
    try browser.expectNo(.status, "No matches for “mangp”. Showing matches for “mango”.")
    _ = try browser.product("Mango")
  }

  func testAThirdClickOnAHeadEndsTheSorting() throws {
    let browser = try openSample().browser()
    let orders = [
      ["Peanuts", "Mango", "Ginger", "Gladiolus"], ["Gladiolus", "Ginger", "Mango", "Peanuts"],
      ["Ginger", "Gladiolus", "Mango", "Peanuts"],
    ]
    for (number, order) in orders.enumerated() {
      // Not at one place: a second click there could be half of a double click.
      try browser.clickHead(above: "€10.99", fromItsEnd: 10 + 12 * number)
      try browser.expectOrder(order)
    }
  }
}
