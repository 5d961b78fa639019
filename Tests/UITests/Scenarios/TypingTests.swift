// SPDX-License-Identifier: Apache-2.0
// What is typed while a barcode scanner is listened for: every key arrives, in order, before the click that
// came after it, however fast a person or a program types.

import XCTest

final class TypingTests: UITestCase {
  func testAPersonsTypingArrivesAtEverySpeed() throws {
    let browser = try openForm()
    let title = try browser.field("Title")
    for gap in [200, 125, 90, 66] {
      try title.retype("")
      let text = "Oak 1299, No. 4006381333931"
      try home().screen.type(text, every: gap / 2)
      try title.expectText(text)
    }
  }

  func testAClickRightBehindAKeyComesAfterIt() throws {
    let browser = try openForm()
    let screen = try home().screen
    let (title, sku) = (try browser.field("Title"), try browser.field("SKU"))
    for element in [sku, title] { try element.retype("") }
    let places = (try title.middle(), try sku.middle())
    var texts = ("", "")
    // As a finger that is still on the key, and as a program.
    for round in 0..<10 {
      for (letters, isFirst) in [("a1", true), ("b2", false)] {
        let place = isFirst ? places.1 : places.0
        let click = ["mousemove", "\(place.x + round % 3)", "\(place.y)", "click", "1"]
        for letter in letters {
          let key = String(letter)
          let isHeld = (round + (letter.isNumber ? 1 : 0)) % 2 == 0
          let atOnce = ["key", "--delay", "0", key]
          let clicked = isHeld ? ["keydown", key] + click + ["keyup", key] : atOnce + click
          try screen.run(letter == letters.last ? clicked : atOnce)
        }
        if isFirst { texts.0 += letters } else { texts.1 += letters }
        // A second click in the same place soon would be a double-click, which selects a word.
        let next = isFirst ? sku : title
        try next.expect("has the keyboard") { $0.isFocused }
        try screen.press("ctrl+End")
      }
      try title.expectText(texts.0)
      try sku.expectText(texts.1)
    }
  }

  func testAClickRightBehindTheKeyThatMendsAFieldHitsTheOneBelow() throws {
    let browser = try openForm()
    let screen = try home().screen
    let (title, sku) = (try browser.field("Title"), try browser.field("SKU"))
    try sku.focus()
    try title.retype("")
    let message = try browser.find(.label, "The title must not be empty.")
    let place = try sku.middle()
    // Its lower part, and the form is laid out anew before the click.
    let click = ["mousemove", "\(place.x)", "\(place.y + 10)", "click", "1"]
    try screen.run(["key", "a", "sleep", "0.3"] + click)
    try sku.expect("has the keyboard") { $0.isFocused }
    try message.expect("is gone") { try $0.title.isEmpty }
    try title.expectText("a")
  }

  func testARightClickRightBehindAKeyOpensTheMenu() throws {
    let browser = try openSampleWithScanner().browser()
    let screen = try home().screen
    try browser.press("ctrl+f")
    let search = try browser.find(.entry, "Search Products")
    // The first finger is still on its key.
    let atOnce = ["key", "--delay", "0"]
    for gesture in [["keydown", "g"], atOnce + ["g"], atOnce + ["g", "o"]] {
      try search.retype("man")
      try browser.products().expectNo(.label, "Orchid")
      let place = try browser.product("Mango").middle()
      try screen.run(
        ["mousemove", "\(place.x)", "\(place.y)"] + gesture + ["click", "3"]
          + (gesture[0] == "keydown" ? ["keyup", "g"] : []))
      _ = try browser.find(.menuItem, "Duplicate")
      try search.expectText(gesture.last == "o" ? "mango" : "mang")
      try screen.press("Escape")
      try browser.expectNo(.menuItem, "Duplicate")
    }
  }

  func testAClickBesideABubbleComesAfterItsKeys() throws {
    let browser = try openSampleWithScanner().browser()
    let screen = try home().screen
    try browser.press("ctrl+f")
    let search = try browser.find(.entry, "Search Products")
    try search.retype("an")
    let place = try search.middle()
    for gesture in [["keydown", "x"], ["key", "--delay", "0", "x"]] {
      try browser.press("ctrl+shift+s")
      let name = try browser.find(.entry, "Save Search")
      try name.expect("has the keyboard") { $0.isFocused }
      try screen.run(
        gesture + ["mousemove", "\(place.x)", "\(place.y)", "click", "1"]
          + (gesture[0] == "keydown" ? ["keyup", "x"] : []))
      try browser.expectNo(.entry, "Save Search")
      try search.focus()
      try screen.press("ctrl+End")
      try screen.type("d")
      try search.expect("has no other key") { try $0.text == "and" }
      try search.retype("an")
    }
  }

  func testWhatAProgramTypesArrivesWhole() throws {
    let browser = try openForm()
    let screen = try home().screen
    for text in ["Oak table 120, 4 seats", "KITCHEN", "a1b2c3d4e5 f6"] {
      for delay in [0, 6, 12] {
        try browser.field("Title").retype("")
        try screen.run(["type", "--delay", "\(delay)", "--", text])
        try browser.field("Title").expectText(text)
      }
    }
  }

  func testAnAccentAndItsLetterStayTogether() throws {
    let browser = try openForm()
    let screen = try home().screen
    // On a keyboard that has no such key, xdotool takes the one that it makes back before GTK knows it.
    try layOutKeys(["us", "-variant", "intl"])
    defer { try? layOutKeys(["us"]) }
    let title = try browser.field("Title")
    try title.retype("")
    for delay in ["0", "20", "80"] {
      try screen.run(["key", "--delay", delay, "c", "a", "f", "dead_acute", "e", "s"])
    }
    try title.expectText("caféscaféscafés")
  }

  private func layOutKeys(_ words: [String]) throws {
    let result = try runToEnd("setxkbmap", words, environment: home().screen.environment)
    XCTAssertEqual(result.ending, .exited(0), result.errors)
  }

  private func openForm() throws -> Window {
    let browser = try openSampleWithScanner().browser()
    try browser.resize(width: 1200, height: 980)
    try browser.choose("Cherries")
    try browser.edit()
    return browser
  }
}
