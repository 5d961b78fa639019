// SPDX-License-Identifier: Apache-2.0
// A barcode scanner that is not set up, and how that is done: until then every key goes straight to its field.

import Foundation
import XCTest

final class ScannerSetUpTests: UITestCase {
  func testWithoutAScannerNoKeyIsHeldBack() throws {
    for isSetUp in [false, true] {
      if isSetUp { try home().setUpScanner() }
      let (vitrine, record) = try watchedSample()
      let browser = try vitrine.browser()
      try browser.press("ctrl+f")
      let search = try browser.find(.entry, "Search Products")
      try search.expect("has the keyboard") { $0.isFocused }
      let before = try record.presses
      let text = "oak1299"
      try home().screen.scan(text, end: nil)
      try home().screen.type("tables", every: 60)
      try search.expectText(text + "tables")
      // A key that was held back reaches its window once more, and only then the text.
      let presses = try record.presses - before
      if isSetUp {
        XCTAssertGreaterThan(presses, 13)
      } else {
        XCTAssertEqual(presses, 13)
      }
      startAnew()
    }
  }

  func testACodeSetsAScannerUpAndASwitchTurnsItOff() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let screen = try home().screen
    let preferences = try browser.openPreferences()
    let opens = try preferences.find(.checkBox, "Barcodes Open Products")
    XCTAssertFalse(opens.isSensitive || opens.isOn)
    try preferences.find(.button, "Set Up…").click()
    let setUp = try vitrine.window(titled: "Set Up a Barcode Scanner")
    try assertAccessible(setUp)
    let success = "From now on, scanning a code opens its product."
    for (code, end, sentences) in [
      (
        "F-2", "Return",
        "“F-2” is not taken for a code. One has 6 to 64 characters, and a digit among them."
      ),
      (
        "FRT-002", nil,
        "“FRT-002” was typed, but nothing says that it ends there."
          + " The scanner’s manual says how to have it send Enter behind each code."
      ),
      ("FRT-002", "Tab", "“FRT-002” was read, with Tab behind it. \(success)"),
      ("FRT-002", "Return", "“FRT-002” was read, with Enter behind it. \(success)"),
    ] as [(String, String?, String)] {
      try screen.scan(code, end: end)
      _ = try setUp.find(.status, sentences)
    }
    try setUp.find(.button, "Close").click()
    try opens.expect("is on") { $0.isOn && $0.isSensitive }
    try preferences.close()
    try browser.activate()
    try screen.scan("FLW-002")
    try browser.product("Orchid").expect("is selected") { $0.isSelected }

    let again = try browser.openPreferences()
    let stillOpens = try again.find(.checkBox, "Barcodes Open Products")
    try stillOpens.click()
    // While it still slides.
    try again.press("ctrl+w")
    try browser.press("ctrl+f")
    let search = try browser.find(.entry, "Search Products")
    try search.expect("has the keyboard") { $0.isFocused }
    try screen.scan("FRT-002")
    try search.expectText("FRT-002")
    // Whoever has turned it off knows where to turn it on.
    try browser.expectNo(.button, "Set Up…")
  }

  func testWhatIsTypedTooSlowlyIsSaidAndPressesNothing() throws {
    let vitrine = try openSample()
    let preferences = try vitrine.browser().openPreferences()
    try preferences.find(.button, "Set Up…").click()
    let setUp = try vitrine.window(titled: "Set Up a Barcode Scanner")
    try home().screen.type("FRT-002\n", every: 45)
    _ = try setUp.find(
      .status,
      "That was typed too slowly to be told from a person."
        + " The scanner’s manual says how to take out its delay between keys.")
    try home().screen.press("Escape")
    try vitrine.expectWindows(2)
    XCTAssertFalse(try preferences.find(.checkBox, "Barcodes Open Products").isOn)
  }

  func testAScannerThatTypesIsOfferedUntilThatIsAnswered() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let screen = try home().screen
    try browser.press("ctrl+f")
    let search = try browser.find(.entry, "Search Products")
    try search.expect("has the keyboard") { $0.isFocused }
    try screen.type("FRT-002\n", every: 45)
    try browser.expectNo(.label, Self.offer)
    try search.retype("")
    try screen.scan("FRT-002")
    try search.expectText("FRT-002")
    _ = try browser.find(.label, Self.offer)
    try browser.find(.button, "Set Up…").click()
    let setUp = try vitrine.window(titled: "Set Up a Barcode Scanner")
    try setUp.find(.button, "Cancel").click()
    // A key that is pressed while it closes goes with it.
    try vitrine.expectWindows(1)
    try browser.expectNo(.button, "Set Up…")
    try vitrine.quit()

    let next = try home().start("--sample").browser()
    try next.press("ctrl+f")
    let field = try next.find(.entry, "Search Products")
    try field.retype("")
    try screen.scan("FRT-002")
    try field.expectText("FRT-002")
    try next.expectNo(.label, Self.offer)
  }

  private static let offer = "That looked like a barcode scanner. Set it up?"
}
