// SPDX-License-Identifier: Apache-2.0
// A product from nothing: with the keyboard alone, without any keyboard or pointer, and by somebody
// who writes amounts as in Germany.

import Foundation
import XCTest

final class WholeProductTests: UITestCase {
  func testAWholeProductIsMadeWithTheKeyboardAlone() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1200, height: 980)
    try browser.press("ctrl+n")
    try browser.field("Title").expect("has the keyboard") { $0.isFocused }
    // All the form is in sight.
    _ = try browser.field("Description")
    let screen = try home().screen
    for (field, text) in [
      ("Title", "Quince"), ("Price", "4.20"), ("Year", "2019"), ("Category", "Food/Fru"),
    ] {
      try browser.field(field).expect("has the keyboard") { $0.isFocused }
      try screen.type(text)
      try browser.field(field).expectText(text)
      if field != "Category" { try screen.press("Return") }
    }
    _ = try browser.find(.table, "Suggestions").find(.row, "Food › Fruit")
    try screen.press("Down")
    try screen.press("Return")
    try browser.field("Category").expectText("Food/Fruit")
    try screen.press("Return")
    try browser.field("Tags").expect("has the keyboard") { $0.isFocused }
    try screen.type("autumn, fresh")
    _ = try browser.find(.button, "Remove tag “autumn”")
    try browser.field("Tags").expectText("fresh")
    try screen.press("ctrl+s")
    _ = try browser.find(.label, "Introduced 2019")
    _ = try browser.product("Quince")

    // A note, and back to the list.
    try browser.press("ctrl+shift+m")
    try browser.find(.entry, "Note title").expect("has the keyboard") { $0.isFocused }
    try screen.type("Boil them")
    try screen.press("Tab")
    try screen.type("with lemon")
    try browser.find(.entry, "Note text").expectText("with lemon")
    try screen.press("ctrl+s")
    _ = try browser.find(.row, "Boil them")
    try vitrine.quit()

    let again = try home().start("--sample").browser()
    _ = try again.find(.label, "Introduced 2019")
    _ = try again.find(.row, "Boil them")
  }

  func testAWholeProductIsMadeThroughTheAccessibilityTreeAlone() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1200, height: 980)
    try browser.find(.button, "New Product").click()
    for (field, text) in [
      ("Title", "Quince"), ("Price", "4.20"), ("Category", "Food/Fruit"), ("Tags", "autumn"),
      ("SKU", "FRT-077"), ("In Stock", "12"),
    ] {
      try browser.field(field).setText(text)
    }
    try browser.find(.button, "Done").click()
    _ = try browser.product("Quince")
    _ = try browser.find(.label, "FRT-077")
    _ = try browser.find(.label, "12")
  }

  func testAProductBegunInACategoryBelongsToIt() throws {
    let browser = try openSample().browser()
    try browser.sidebar().find(.row, "Flowers").select()
    try browser.products().expectNo(.label, "Cherries")
    try browser.press("ctrl+n")
    try browser.field("Category").expectText("Flowers")
    try browser.field("Title").type("Tulip")
    try browser.find(.button, "Done").click()
    _ = try browser.product("Tulip")
    _ = try browser.product("Red Rose")
  }

  func testNumbersAreShownAndTypedAsInEgypt() throws {
    try home().placeSample()
    let vitrine = try home().launch(["--sample"], environment: home().locale("ar_EG"))
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    _ = try browser.find(.label, "None left — keep at least ١٠")
    try browser.edit()
    try browser.field("Year").expectText("٢٠١٥")
    try browser.field("Price").expectText("١٠٫٩٩")
    try browser.field("Price").setText("١٢٫٥٥٥")
    let problem = "The price in EUR has at most ٢ digits after the decimal separator."
    _ = try browser.find(.label, problem)
    try browser.field("Price").setText("١٢٫٥")
    try browser.field("Year").setText("2016")
    try browser.find(.button, "Done").click()
    _ = try browser.find(.label, "Introduced ٢٠١٦")
    try browser.edit()
    try browser.field("Price").expectText("١٢٫٥٠")
  }

  func testAmountsAreTypedAsInGermany() throws {
    try home().placeSample()
    let vitrine = try home().launch(["--sample"], environment: home().locale("de_DE"))
    let browser = try vitrine.browser()
    _ = try browser.products().find(.label, "10,99\u{a0}€")
    try browser.choose("Cherries")
    try browser.edit()
    let price = try browser.field("Price")
    try price.expectText("10,99")
    try price.setText("1.299,50 €")
    try browser.find(.button, "Done").click()
    _ = try browser.products().find(.label, "1.299,50\u{a0}€")
    try browser.edit()
    for text in ["12,5", "12,50", "12,50 €", "€12,50", "EUR 12,50"] {
      try browser.field("Price").setText(text)
      try browser.find(.button, "Done").expect("is offered for “\(text)”") { $0.isSensitive }
    }
    try browser.field("Price").setText("12,50€")
    try browser.find(.button, "Done").click()
    _ = try browser.products().find(.label, "12,50\u{a0}€")
  }
}
