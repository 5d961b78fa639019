// SPDX-License-Identifier: Apache-2.0
// The narrowest window, also with text of twice the size: everything in it is inside it.

import Foundation
import XCTest

final class NarrowWindowTests: UITestCase {
  func testTheListAndAProductFitWithTextOfTwiceTheSize() throws {
    try setDesktop(["gtk-font-name=Sans 20"])
    let browser = try openSample().browser()
    try makeNarrow(browser)
    _ = try browser.find(.button, "New Product")
    try eventually("the price below the title") {
      let title = try browser.products().find(.label, "Ginger").node.extents
      let price = try browser.products().find(.label, "€49.98").node.extents
      return price.y >= title.y + title.height && price.x == title.x
    }
    try browser.choose("Ginger")
    _ = try browser.find(.button, "Back")
    for tab in ["Photos", "Notes", "Details"] {
      try browser.find(.tab, tab).click()
      try assertIsInside(browser)
    }
    try browser.press("ctrl+e")
    _ = try browser.find(.button, "Cancel")
    try assertIsInside(browser)
  }

  func testAToastHasItsButtonsInSight() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try makeNarrow(browser)
    try browser.find(.button, "Copy Barcode (GTIN)").click()
    _ = try browser.find(.label, "“2015000001092” copied")
    try assertIsInside(browser)
    try browser.run("win.move-to-trash")
    _ = try browser.find(.label, "“Cherries” moved to the Trash")
    _ = try browser.find(.button, "Undo")
    try assertIsInside(browser)
  }

  /// A sentence that has room is not broken, and nothing is empty beside it.
  func testAShortMessageStaysOnOneLine() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.run("win.move-to-trash")
    var seen = ""
    try eventually("one line, up to its button, not \(seen)") {
      let said = try browser.find(.label, "“Cherries” moved to the Trash").node.extents
      let undo = try browser.find(.button, "Undo").node.extents
      seen = "\(said), \(undo)"
      return said.width > 8 * said.height && undo.x - said.x - said.width <= 30
    }
  }

  /// Twice: in a wide window there are buttons that would not fit into a narrow one.
  private func makeNarrow(_ browser: Window) throws {
    try browser.resize(width: 420, height: 640)
    try eventually("it is narrow") { try browser.place.width <= 460 }
    try eventually("it is as narrow as can be") {
      try browser.resize(width: 360, height: 640)
      return try browser.place.width == 360
    }
  }

  private func assertIsInside(
    _ window: Window, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    // Without padding and border, what is in a header bar is said to be in the room of its margins.
    let slack = Home.hasNoPadding ? 8 : 0
    var outside: [String] = []
    try eventually("everything inside, but \(outside)", file: file, line: line) {
      let frame = try window.node.extents
      outside = try [Role.label, .button, .tab, .entry].flatMap { try window.all($0) }.filter {
        guard try $0.isShowing else { return false }
        let place = try $0.node.extents
        return place.width > 0
          && (place.x < frame.x - slack || place.x + place.width > frame.x + frame.width + slack)
      }.map { try "\($0.title) at \($0.node.extents) of \(frame)" }
      return outside.isEmpty
    }
  }
}
