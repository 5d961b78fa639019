// SPDX-License-Identifier: Apache-2.0
// The form has the whole pane: the tabs stay beside it, its groups fold, and what keeps it from being saved is a button
// that leads there.

import XCTest

final class FormTests: UITestCase {
  func testTheFormIsInThePlaceOfTheDetailsAndTheTabsStay() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    _ = try browser.find(.label, "FRT-002")
    try browser.chooseTab("Photos")
    try browser.edit()
    try browser.find(.tab, "Details").expect("is in front") { $0.isSelected }
    try browser.expectNo(.label, "FRT-002")
    try browser.field("Year").retype("2016")
    try browser.chooseTab("Photos")
    _ = try browser.find(.row, "A pair on its stems, under one leaf")
    // The bar is below every tab.
    try browser.find(.button, "Done").expect("is offered") { $0.isSensitive }
    try browser.chooseTab("Details")
    try browser.field("Year").expectText("2016")
    try browser.press("alt+2")
    try browser.press("ctrl+e")
    try browser.field("Year").expect("is there again") { try $0.isShowing }
    try browser.find(.button, "Done").click()
    _ = try browser.find(.label, "Introduced 2016")
  }

  func testTheFirstKeyInAFormReplacesNothing() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Title").expect("has the keyboard") { $0.isFocused }
    try home().screen.type("!")
    try browser.field("Title").expectText("Cherries!")
  }

  /// Without a pause, as one types who knows what comes: nothing of it gets into a search.
  func testKeysRightBehindACommandAreForWhatItOpens() throws {
    let browser = try openSample().browser()
    let screen = try home().screen
    func press(_ keys: String..., typing text: String) throws {
      try screen.run(["key", "--delay", "0"] + keys + text.map { String($0) })
    }
    // The first form of a program takes longest.
    try press("ctrl+n", typing: "walnut")
    try browser.field("Title").expectText("walnut")
    try browser.press("Escape")
    try browser.choose("Red Rose")
    // None of these products has been read before.
    try press("Down", "Down", "ctrl+e", typing: "xyz")
    try browser.field("Title").expectText("Mangoxyz")
    try browser.press("Escape")
    try browser.choose("Mango")
    try press("Down", "ctrl+shift+m", typing: "ripe")
    try browser.find(.entry, "Note title").expectText("ripe")
    _ = try browser.find(.image, "Photo of Peanuts")
    try browser.expectNo(.entry, "Search Products")
  }

  func testWhatIsWrongIsCountedAndLedTo() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Minimum Stock").retype("many")
    try browser.field("Title").retype("")
    _ = try browser.find(.button, "2 problems")
    try browser.field("Title").retype("Cherries")
    try browser.find(.button, "Stock").click()
    try browser.expectNo(.entry, "Minimum Stock")
    try browser.find(.button, "1 problem").click()
    let minimum = try browser.field("Minimum Stock")
    try minimum.expect("has the keyboard, in sight") { try $0.isFocused && $0.isShowing }
    // So does the key that would save.
    try browser.field("Title").focus()
    try browser.chooseTab("Notes")
    try browser.press("ctrl+s")
    try browser.field("Minimum Stock").expect("has the keyboard, in sight") {
      try $0.isFocused && $0.isShowing
    }
    try browser.field("Minimum Stock").retype("3")
    try browser.expectNo(.button, "1 problem")
    try browser.press("ctrl+s")
    try browser.expectNo(.button, "Done")
  }

  func testAnAmountFollowsTheUnitThatIsChosenWhichKeepsTheKeyboard() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Title").focus()
    try browser.find(.choice, "Sold By").pointerClick()
    for key in ["Down", "Return"] { try browser.press(key) }
    try browser.find(.choice, "Sold By").expect("has the keyboard, in sight") {
      try $0.isShowing && ($0.isFocused || $0.all(.button).contains(where: \.isFocused))
    }
  }

  func testANewFormSaysWhatItNeedsAndTheKeySaysWhere() throws {
    let browser = try openSample().browser()
    try browser.press("ctrl+n")
    _ = try browser.find(.button, "Title is needed")
    try browser.field("Price").focus()
    try browser.press("ctrl+s")
    try browser.field("Title").expect("has the keyboard") { $0.isFocused }
    _ = try browser.find(.button, "1 problem")
  }

  func testResumeShowsWhatHasTheKeyboard() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Minimum Stock").retype("3")
    try browser.press("Escape")
    try browser.find(.button, "Resume").click()
    let minimum = try browser.field("Minimum Stock")
    try minimum.expect("has the keyboard, in sight") { try $0.isFocused && $0.isShowing }
  }
}
