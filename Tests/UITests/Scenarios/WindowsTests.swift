// SPDX-License-Identifier: Apache-2.0
// A product in a window of its own, by every way there is; and a change that shows in all of them.

import XCTest

final class WindowsTests: UITestCase {
  func testANarrowListShowsWhatFits() throws {
    let browser = try openSample().browser()
    _ = try browser.products().find(.label, "Potted Plants")
    try browser.resize(width: 420, height: 640)
    try browser.products().expectNo(.label, "Potted Plants")
    let year = try browser.products().find(.label, "2015")
    try year.expect("ends inside the window") {
      let (cell, window) = try ($0.node.extents, browser.node.extents)
      return cell.x + cell.width <= window.width && cell.x + cell.width > window.width - 40
    }
    try browser.resize(width: 1200, height: 640)
    _ = try browser.products().find(.label, "Potted Plants")
  }

  func testAWindowForANewProductThatIsGivenUpSpeaksOfNoList() throws {
    let vitrine = try openSample()
    let cherries = try vitrine.browser().openInNewWindow("Cherries")
    try cherries.press("ctrl+n")
    let new = try vitrine.window(titled: "Vitrine")
    _ = try new.field("Title")
    try new.press("Escape")
    _ = try new.find(.label, "The new product is not in the catalogue.")
    try new.find(.button, "Close").click()
    try vitrine.expectWindows(2)
  }

  func testInANarrowWindowEveryRowCanBeClickedAndKeysLeadBack() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 420, height: 700)
    try browser.products().expect("has the width of the window") {
      try $0.node.extents.width <= 420
    }
    for keys in ["alt+Left", "Escape"] {
      try browser.product("Cherries").pointerClick()
      try browser.expectNo(.table, "Products")
      _ = try browser.find(.label, "Introduced 2015")
      try browser.press(keys)
      _ = try browser.product("Cherries")
    }
  }

  func testInANarrowWindowSearchAndFilterBringTheListBack() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 420, height: 700)
    try browser.choose("Cherries")
    try browser.expectNo(.table, "Products")
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").expect("has the keyboard") { $0.isFocused }
    try browser.press("Escape")
    try browser.product("Cherries").pointerClick()
    try browser.expectNo(.table, "Products")
    try browser.find(.button, "Main Menu").click()
    try browser.program.chooseFromMenu("View")
    try browser.program.chooseFromMenu("Filter")
    try browser.program.chooseFromMenu("Low Stock")
    _ = try browser.product("Cherries")
    _ = try browser.find(.button, "Remove filter “Low Stock”")
  }

  func testTheContextMenuOpensANewWindow() throws {
    let vitrine = try openSample()
    try vitrine.browser().product("Cherries").rightClick()
    try vitrine.chooseFromMenu("Open in New Window")
    _ = try vitrine.window(titled: "Cherries").find(.image, "Photo of Cherries")
    try vitrine.expectWindows(2)
  }

  func testADoubleClickOpensANewWindow() throws {
    let vitrine = try openSample()
    try vitrine.browser().product("Mango").doubleClick()
    _ = try vitrine.window(titled: "Mango").find(.image, "Photo of Mango")
    try vitrine.expectWindows(2)
  }

  func testAProductDraggedOutOfTheListOpensANewWindow() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 900, height: 700)
    try browser.product("Peanuts").dragOntoDesktop()
    _ = try vitrine.window(titled: "Peanuts").find(.image, "Photo of Peanuts")
    try vitrine.expectWindows(2)
  }

  func testADragWithinTheWindowOpensNothing() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.product("Peanuts").drag(to: browser.find(.label, "Introduced 2015"))
    // What comes after the drag has been dealt with shows that nothing came of it.
    try browser.choose("Mango")
    try vitrine.expectWindows(1)
  }

  func testAChangeShowsInEveryWindow() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let first = try browser.openInNewWindow("Cherries")
    try browser.press("ctrl+Return")
    try vitrine.expectWindows(3)

    try first.edit()
    try first.field("Title").retype("Morello")
    try first.field("Year").retype("2018")
    try first.find(.button, "Done").click()

    try eventually("every window shows the change") {
      try vitrine.windows.allSatisfy {
        try $0.has(.label, "Introduced 2018") && $0.has(.image, "Photo of Morello")
      }
    }
    _ = try browser.product("Morello")
    try eventually("two windows bear the new title") {
      try vitrine.windows.filter { try $0.title == "Morello" }.count == 2
    }
  }

  func testAClosedWindowIsGoneAndTheOthersStay() throws {
    let vitrine = try openSample()
    let mango = try vitrine.browser().openInNewWindow("Mango")
    try mango.close()
    try vitrine.expectWindows(1)
    try vitrine.quit()

    let again = try home().start("--sample")
    _ = try again.browser().find(.image, "Photo of Mango")
    try again.expectWindows(1)
  }

  func testANewWindowOfAProductSelectsNothingOfIt() throws {
    let vitrine = try openSample()
    let mango = try vitrine.browser().openInNewWindow("Mango")
    // Its first control that is no text.
    try mango.find(.tab, "Details").expect("has the keyboard") { $0.isFocused }
    XCTAssertFalse(try mango.find(.label, "Mango").isFocused)
    try vitrine.kill()
    let again = try home().start("--sample").window(titled: "Mango")
    _ = try again.find(.image, "Photo of Mango")
    XCTAssertFalse(try again.find(.label, "Mango").isFocused)
  }

  func testEditInANarrowListShowsTheFormThatItOpens() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 500, height: 700)
    try browser.choose("Mango")
    for keys in ["ctrl+e", "ctrl+shift+m"] {
      try browser.press("alt+Left")
      _ = try browser.product("Mango")
      try browser.press(keys)
      let entry = try browser.find(.entry, keys == "ctrl+e" ? "Title" : "Note title")
      try entry.expect("has the keyboard") { $0.isFocused }
      try browser.press("Escape")
      try browser.expectNo(.entry, keys == "ctrl+e" ? "Title" : "Note title")
    }
  }

  func testTheKeysAreListedOnPagesThatFitOnASmallScreen() throws {
    let vitrine = try openSample()
    try vitrine.browser().press("ctrl+question")
    let keys = try vitrine.window(titled: "Keyboard Shortcuts")
    // A newer GTK names the key before it.
    try eventually("what the keys do is listed") {
      try keys.shows("New product")
    }
    _ = try keys.find(.button, "Search Shortcuts")
    try assertAccessible(keys)
    XCTAssertLessThan(try keys.node.extents.height, 720)
  }
}
