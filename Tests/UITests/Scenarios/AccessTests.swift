// SPDX-License-Identifier: Apache-2.0
// Every kind of window with the keyboard alone: no control is left out, and none keeps the keyboard.

import TestSwitches
import XCTest

final class AccessTests: UITestCase {
  func testTheProductsAreOneTabStop() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    for layout in ["List", "Grid"] {
      try browser.find(.button, "Show as \(layout)").click()
      if layout == "Grid" { try browser.products().expectNo(.label, "Cut Flowers") }
      try browser.products().find(.label, "Cherries").pointerClick()
      _ = try browser.products().find(.row, "Cherries, €10.99, Fruit")
      try browser.press("Tab")
      // Newer GTKs go to the title beside them next, older ones to the button after it.
      try browser.products().expect("has not the keyboard") {
        try !$0.all(.row).contains(where: \.isFocused)
      }
      try browser.press("shift+Tab")
      // Not the last row: of a million, that is far away.
      try browser.product("Cherries, €10.99, Fruit").expect("has it again") { $0.isFocused }
    }
  }

  func testPhotosAndNotesAreChangedThroughTheTreeAlone() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.chooseTab("Photos")
    func run(_ name: String, on title: String) throws {
      let row = try browser.find(.row, title)
      let place = try row.node.actionNames.firstIndex(of: name)
      try row.node.perform(actionAt: XCTUnwrap(place, "\(name) of \(title)"))
    }
    try run("photo.make-cover", on: "A bowl of the day's picking")
    try eventually("it is the first") {
      try browser.find(.table, "Photos").all(.row).first?.title == "A bowl of the day's picking"
    }
    try run("photo.remove-photo", on: "A bowl of the day's picking")
    try browser.expectNo(.row, "A bowl of the day's picking")
    try browser.chooseTab("Notes")
    try run("note.delete-note", on: "Season")
    try browser.expectNo(.row, "Season")
  }

  func testAScreenReaderHearsOfAnotherWindowThatHasNoRoomForAllPanes() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 700, height: 600)
    try eventuallyOnDisk(["\"width\": 700"])
    try browser.press("ctrl+shift+n")
    for window in try vitrine.expectWindows(2) { _ = try window.product("Cherries") }
  }

  func testTabGoesRoundInEveryKindOfWindow() throws {
    try skipWithoutFaults()
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1180, height: 760)
    try assertTabGoesRound(browser)
    try browser.choose("Cherries")
    for tab in ["Details", "Photos", "Notes"] {
      try browser.chooseTab(tab)
      try assertTabGoesRound(browser)
    }
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("rose")
    try browser.products().expectNo(.label, "Mango")
    try assertTabGoesRound(browser)

    try browser.press("ctrl+m")
    let notes = try vitrine.window(titled: "All Notes")
    _ = try notes.find(.label, "Freshness")
    try assertTabGoesRound(notes)
    try browser.press("ctrl+h")
    try assertTabGoesRound(vitrine.window(titled: "History"))
    try browser.press("ctrl+comma")
    try assertTabGoesRound(vitrine.window(titled: "Preferences"))
  }

  func testTabGoesRoundInAForm() throws {
    try skipWithoutFaults()
    let product = try openSample().browser().openInNewWindow("Cherries")
    try product.resize(width: 700, height: 900)
    try product.edit()
    try assertTabGoesRound(product)
  }

  func testTabGoesRoundInTheFirstQuestion() throws {
    try skipWithoutFaults()
    try assertTabGoesRound(home().start().window(titled: "Vitrine"))
  }

  func testTabGoesRoundInWindowsOfOneTask() throws {
    try skipUnlessTouched()
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.chooseTab("Photos")
    try browser.find(.image, "A pair on its stems, under one leaf").doubleClick()
    let photo = try vitrine.window(titled: "Cherries")
    try photo.find(.button, "Zoom In").expect("can be pressed") { $0.isSensitive }
    try assertTabGoesRound(photo)
    try close(photo, asSaidIn: browser)

    try browser.press("ctrl+shift+d")
    let duplicates = try vitrine.window(titled: "Likely Duplicates")
    _ = try duplicates.find(.label, "No Duplicates Found")
    try browser.choose("Artichoke")
    try browser.press("ctrl+d")
    _ = try duplicates.find(.row, "Artichoke · Artichoke (Copy), same photo, 2 products")
    try assertTabGoesRound(duplicates)
    try close(duplicates, asSaidIn: browser)

    try browser.press("F10")
    try vitrine.chooseFromMenu("Catalogue")
    try vitrine.chooseFromMenu("Custom Fields")
    let fields = try vitrine.window(titled: "Custom Fields")
    _ = try fields.find(.label, "No Custom Fields")
    try assertTabGoesRound(fields)
    try fields.press("alt+n")
    _ = try fields.find(.button, "Done")
    try assertTabGoesRound(fields)
    try fields.find(.entry, "Name").type("Wood")
    try fields.press("ctrl+s")
    _ = try fields.find(.row, "Wood, Single-line text")
    try assertTabGoesRound(fields)
    try close(fields, asSaidIn: browser)

    try browser.choose("Red Rose")
    try browser.press("shift+Down")
    _ = try browser.find(.label, "2 Products Selected")
    try assertTabGoesRound(browser)
    try browser.press("ctrl+shift+g")
    let merge = try vitrine.window(titled: "Merge Products")
    _ = try merge.find(.button, "Merge")
    try assertTabGoesRound(merge)
    try merge.find(.radio, "Red Rose, of Red Rose").focus()
    try merge.press("Right")
    try merge.find(.radio, "White Rose, of White Rose").expect("is chosen") { $0.isOn }
    try close(merge, asSaidIn: browser)

    try browser.editSeveral(2)
    try assertTabGoesRound(browser)
  }

  /// Closes a window and dismisses what another says of it, which else goes away while Tab goes round there.
  private func close(_ window: Window, asSaidIn other: Window) throws {
    try window.press("ctrl+w")
    try other.find(.button, "Dismiss").click()
    try other.expectNo(.button, "Dismiss")
  }
}
