// SPDX-License-Identifier: Apache-2.0
// Edit turns the detail into a form; what cannot be is refused in words; Done keeps, Cancel does
// not.

import XCTest

final class EditingTests: UITestCase {
  func testASKUThatRepeatsIsSaidAndKept() throws {
    let browser = try openSample().browser()
    try browser.choose("Mango")
    try browser.edit()
    try browser.field("SKU").retype("FRT-002")
    _ = try browser.find(.label, "“Cherries” has the same SKU.")
    try browser.find(.button, "Done").click()
    try browser.expectNo(.button, "Done")
    _ = try browser.find(.label, "“Cherries” has the same SKU.")
  }

  func testANewProductBeginsLikeTheOneShownAndComesBackAfterAKill() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.product("Cherries").rightClick()
    try vitrine.chooseFromMenu("New from This Product")
    try browser.field("Title").expectText("")
    try browser.expectCherriesAsTemplate()
    try browser.field("Title").retype("Plums")
    try eventuallyOnDisk(["Plums"])
    try vitrine.kill()

    let again = try home().start("--sample").browser()
    try again.field("Title").expectText("Plums")
    try again.expectCherriesAsTemplate()
    try again.find(.button, "Done").click()
    _ = try again.product("Plums")
    _ = try again.product("Cherries")
  }

  func testTheKeyboardStaysInItsFieldInAWindowThatGetsNarrow() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1180, height: 700)
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Title").retype("Cherr")
    // Sidebar and list go at once.
    for width in [600, 1180, 400] {
      try browser.resize(width: width, height: 640)
      try eventually("it is \(width) wide") { try abs(browser.node.extents.width - width) <= 30 }
      try browser.field("Title").expect("has the keyboard") { $0.isFocused }
    }
    try home().screen.type("y")
    try browser.field("Title").expectText("Cherry")
  }

  func testDoneSavesWhatWasTyped() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Title").retype("Sour Cherries")
    try browser.field("Year").retype("2016")
    try browser.find(.button, "Done").click()

    _ = try browser.find(.label, "Introduced 2016")
    _ = try browser.product("Sour Cherries")
    try browser.expectNo(.button, "Done")
    try vitrine.quit()

    _ = try openSample().browser().product("Sour Cherries")
  }

  func testWrongNumbersAreRefusedInWords() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.edit()
    let labels = try browser.all(.label).count

    try browser.field("Price").retype("cheap")
    try browser.find(.button, "Done").expect("is not offered") { !$0.isSensitive }
    try eventually("a sentence under the field") { try browser.all(.label).count > labels }

    try browser.field("Price").retype("11.25")
    try browser.find(.button, "Done").expect("is offered") { $0.isSensitive }
    try browser.field("Year").retype("99999")
    try browser.find(.button, "Done").expect("is not offered") { !$0.isSensitive }
    try browser.field("Year").retype("2017")
    try browser.field("Title").retype("")
    try browser.find(.button, "Done").expect("is not offered") { !$0.isSensitive }
    try browser.field("Title").retype("Cherries")
    try browser.find(.button, "Done").click()
    _ = try browser.find(.label, "Introduced 2017")
  }

  func testWhatIsWrongIsSaidInSightUnderTheLowestField() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.edit()
    // To where it is the lowest that can be seen.
    try browser.field("Title").focus()
    try browser.press("Tab", until: "the keyboard is there") {
      try browser.field("Barcode (GTIN)").isFocused
    }
    try browser.field("Barcode (GTIN)").retype("2015000001093")
    let sentence = "The GTIN is mistyped: its last digit should be 2."
    let said = try browser.find(.label, sentence)
    let cancel = try browser.find(.button, "Cancel")
    try said.expect("is above the buttons") {
      let (place, end) = try ($0.node.extents, cancel.node.extents.y)
      return place.y + place.height <= end
    }
  }

  func testCancelSavesNothingAndCanBeTakenBack() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Year").retype("1999")
    try browser.find(.button, "Cancel").click()
    _ = try browser.find(.label, "Introduced 2015")
    try browser.expectNo(.entry, "Year")
    try browser.find(.button, "Undo").click()
    try browser.field("Year").expectText("1999")
  }

  func testEscapeKeepsWhatWasTypedUntilItIsResumed() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Year").retype("1999")
    try browser.press("Escape")
    _ = try browser.find(.label, "Introduced 2015")
    _ = try browser.find(.button, "Resume")
    try eventuallyOnDisk(["1999", "isSetAside"])
    try vitrine.kill()

    let again = try openSample().browser()
    _ = try again.find(.label, "An edit of this product is unfinished.")
    try again.expectNo(.entry, "Year")
    try again.find(.button, "Resume").click()
    try again.field("Year").expectText("1999")
    try again.find(.button, "Done").click()
    _ = try again.find(.label, "Introduced 1999")
    try again.expectNo(.button, "Resume")
  }

  func testANarrowWindowSaysThatTheDraftOfANewProductIsKept() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 500, height: 700)
    try browser.press("ctrl+n")
    try browser.field("Title").type("Tulip")
    try browser.press("Escape")
    try browser.expectNo(.entry, "Title")
    _ = try browser.find(.label, "Draft kept")
    try browser.find(.button, "Resume").click()
    try browser.field("Title").expectText("Tulip")
  }

  func testProductsAreAddedInARowWithTheKeyboardAlone() throws {
    let browser = try openSample().browser()
    try browser.press("ctrl+n")
    let title = try browser.field("Title")
    try title.expect("has the keyboard") { $0.isFocused }
    try browser.find(.button, "Done").expect("is not offered") { !$0.isSensitive }
    try title.type("Tulip")
    // Enter goes on, past the price.
    try browser.press("Return")
    try browser.field("Price").expect("has the keyboard") { $0.isFocused }
    try browser.field("Price").type("2.50")
    try browser.press("Return")
    try browser.field("Year").expect("has the keyboard") { $0.isFocused }
    try browser.press("ctrl+shift+Return")
    _ = try browser.product("Tulip")
    try browser.field("Title").expect("is empty and has the keyboard") {
      try $0.text.isEmpty && $0.isFocused
    }
    try browser.field("Price").expectText("")
  }

  func testWhatOtherProductsHaveIsProposed() throws {
    let browser = try openSample().browser()
    try browser.press("ctrl+n")
    let category = try browser.field("Category")
    try category.type("fr")
    _ = try browser.find(.row, "Food › Fruit")
    try browser.press("Down")
    try browser.find(.row, "Food › Fruit").expect("is chosen") { $0.isSelected }
    try browser.press("Return")
    try category.expectText("Food/Fruit")
    try browser.expectNo(.row, "Food › Fruit")
    try category.expect("has the keyboard") { $0.isFocused }

    // Escape takes the list away, and not the form.
    let tags = try browser.field("Tags")
    try tags.focus()
    try browser.program.home.screen.type("gift, su")
    _ = try browser.find(.table, "Suggestions").find(.row, "summer")
    try browser.press("Escape")
    try browser.expectNo(.table, "Suggestions")
    try tags.expectText("su")
    try tags.type("m")
    _ = try browser.find(.table, "Suggestions").find(.row, "summer")
    try browser.press("Down")
    try browser.press("Tab")
    try browser.expectTags(["gift", "summer"])
    try browser.field("Supplier").expect("has the keyboard") { $0.isFocused }
  }

  func testAHalfTypedTagIsKeptWhereverTheKeyboardGoes() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.press("ctrl+e")
    let tags = try browser.field("Tags")
    try tags.type("pi")
    try browser.press("shift+Tab")
    try browser.expectTags(["fresh", "summer", "local", "pi"])
    try browser.find(.button, "Remove tag “local”").expect("has the keyboard") { $0.isFocused }
    try browser.press("space")
    try browser.expectTags(["fresh", "summer", "pi"])
    try browser.find(.button, "Remove tag “pi”").expect("has the keyboard") { $0.isFocused }
    try tags.type("re")
    try browser.find(.button, "Remove tag “summer”").pointerClick()
    try browser.expectTags(["fresh", "pi", "re"])
    try tags.type("d")
    // Down proposes for what is being typed, not for the last chip.
    try browser.press("BackSpace")
    try browser.press("Down")
    _ = try browser.find(.table, "Suggestions").find(.row, "cut")
    try browser.press("Escape")
    try browser.press("ctrl+s")
    _ = try browser.find(.label, "fresh, pi, re")
  }

  func testTagsAreChipsAndComeBackAfterAKill() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.press("ctrl+e")
    try browser.expectTags(["fresh", "summer", "local"])
    try browser.find(.button, "Remove tag “summer”").click()
    try browser.expectTags(["fresh", "local"])
    let tags = try browser.field("Tags")
    try tags.focus()
    // A comma ends a tag; one with a comma in it is in quotes.
    try browser.program.home.screen.type("\"sweet, ripe\",b")
    try tags.expectText("b")
    try browser.press("BackSpace")
    try browser.expectTags(["fresh", "local", "sweet, ripe"])
    try browser.press("BackSpace")
    try tags.expectText("\"sweet, ripe\"")
    try browser.press("Left")
    try eventuallyOnDisk("the caret") { $0.contains("\"caret\": 26") }
    try vitrine.kill()

    let again = try home().start("--sample").browser()
    try again.field("Tags").expectText("\"sweet, ripe\"")
    try again.field("Tags").expect("has the caret where it was") { try $0.caret == 12 }
    try again.press("ctrl+s")
    _ = try again.find(.label, "fresh, local, sweet, ripe")
  }
}

extension Window {
  /// Waits until the form shows these tags, each as a chip.
  fileprivate func expectTags(_ tags: [String]) throws {
    let chips = tags.map { "Remove tag “\($0)”" }
    try eventually("the tags are \(tags)") {
      try all(.button).map { try $0.title }.filter { $0.hasPrefix("Remove tag") } == chips
    }
    try field("Tags").expectText("")
  }

  /// Waits until the form has what Cherries have in common with others, and no more.
  fileprivate func expectCherriesAsTemplate() throws {
    try field("Category").expectText("Food/Fruit")
    try field("Price").expectText("10.99 EUR")
    try expectTags(["fresh", "summer", "local"])
    for field in ["SKU", "Barcode (GTIN)", "In Stock"] { try self.field(field).expectText("") }
  }
}
