// SPDX-License-Identifier: Apache-2.0
// What a user chooses for the look of the windows, and finds again after the program was killed.

import Foundation
import XCTest

final class LookTests: UITestCase {
  /// Of a product, at its edges.
  private let padding = Home.hasNoPadding ? 0 : 18

  func testDarkWindowsComeBackDark() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try eventually("light windows") { try browser.brightness > 0.7 }
    try browser.find(.button, "Main Menu").click()
    try vitrine.chooseFromMenu("View")
    try vitrine.chooseFromMenu("Style")
    try vitrine.chooseFromMenu("Dark")
    try eventually("dark windows") { try browser.brightness < 0.4 }
    let settings = try home().configuration.appendingPathComponent(
      "org.vitrine.Vitrine.Sample/settings.json")
    try eventually("the choice on the disk") {
      (try? String(contentsOf: settings, encoding: .utf8))?.contains("\"dark\"") == true
    }
    try vitrine.kill()

    let again = try home().start("--sample")
    let dark = try again.browser()
    try eventually("dark windows again") { try dark.brightness < 0.4 }
    try dark.find(.button, "Main Menu").click()
    try again.chooseFromMenu("View")
    try again.chooseFromMenu("Style")
    try again.chooseFromMenu("Follow System")
    try eventually("windows as light as the desktop") { try dark.brightness > 0.7 }
  }

  func testAWindowThatFilledTheScreenDoesSoAgain() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let before = try browser.place.width
    try browser.press("F11")
    try eventually("it fills the screen") { try browser.place.width == Screen.size.width }
    _ = try browser.find(.button, "Main Menu")
    try eventuallyOnDisk(["\"fullscreen\": true"])
    try vitrine.kill()

    let again = try home().start("--sample").browser()
    try eventually("it fills the screen again") { try again.place.width == Screen.size.width }
    try again.find(.button, "Main Menu").click()
    try again.program.chooseFromMenu("View")
    try again.program.chooseFromMenu("Fullscreen")
    try eventually("it is as large as before") { try again.place.width == before }
    _ = try again.find(.button, "Main Menu")
  }

  func testAProductHasItsEdgesOnOneAxisHoweverWideItsWindow() throws {
    let product = try openSample().browser().openInNewWindow("Cherries")
    for width in [480, 1270] {
      try product.resize(width: width, height: 760)
      try eventually("it is \(width) wide") { try abs(product.node.extents.width - width) <= 12 }
      let frame = try product.node.extents
      let cover = try product.find(.image, "Photo of Cherries").node.extents
      let tags = try product.find(.label, "Tags").node.extents
      XCTAssertLessThanOrEqual(abs(cover.x - tags.x), 1)
      XCTAssertLessThanOrEqual(
        abs(cover.x - frame.x - padding - max(0, frame.width - 756) / 2), 1, "\(cover) in \(frame)")
      let tabs = try ["Details", "Notes"].map { try product.find(.tab, $0).node.extents }
      let middleOfTabs = (tabs[0].x + tabs[1].x + tabs[1].width) / 2
      XCTAssertLessThanOrEqual(abs(middleOfTabs - frame.x - frame.width / 2), 2, "\(width)")
    }
  }

  func testInAWideWindowTheListGrowsAndTheProductStaysReadable() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.resize(width: 1270, height: 760)
    try eventually("the product is no wider than can be read") {
      let edit = try browser.find(.button, "Edit").node.extents
      let cover = try browser.find(.image, "Photo of Cherries").node.extents
      return edit.x + edit.width - cover.x <= 566 - 2 * padding
    }
  }

  func testWithLargeTextTheListGetsWhatAProductHasNoUseFor() throws {
    try setDesktop(["gtk-font-name=Sans 15"])
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.resize(width: 1270, height: 760)
    try eventually("the product’s pane is no wider than its page") {
      let frame = try browser.node.extents
      let list = try browser.products().node.extents
      return abs(frame.width - 1270) <= 12 && frame.x + frame.width - list.x - list.width <= 770
    }
  }

  func testNoColumnIsCutAtTheEdgeWithLargeText() throws {
    try setDesktop(["gtk-font-name=Sans 15"])
    let browser = try openSample().browser()
    try browser.resize(width: 1270, height: 760)
    try browser.choose("Cherries")
    _ = try browser.products().find(.label, "€10.99")
    try eventually("every column ends inside the list") {
      let list = try browser.products().node.extents
      let cells = try browser.products().all(.label).filter { try $0.isShowing }
      return try cells.allSatisfy {
        try $0.node.extents.x + $0.node.extents.width <= list.x + list.width
      }
    }
  }

  /// A product in view has a supplier, and its column comes; nobody has asked for a list that is scrolled sideways.
  func testNoColumnIsCutBecauseAnotherOneCame() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    let edited = try runToEnd(
      Home.built("vitrinectl"), ["add", "--sample", "--title", "Quince", "--supplier", "Orchard"],
      environment: home().environment)
    XCTAssertEqual(edited.ending, .exited(0), edited.errors)
    _ = try browser.product("Quince")
    for width in [1120, 1275] {
      try browser.resize(width: width, height: 760)
      try eventually("every column ends inside the list of a window \(width) wide") {
        let list = try browser.products().node.extents
        let cells = try browser.products().all(.label).filter { try $0.isShowing }
        return try cells.contains { try $0.title == "€10.99" }
          && cells.allSatisfy {
            try $0.node.extents.x + $0.node.extents.width <= list.x + list.width
          }
      }
    }
  }

  func testTheEdgeOfTheListIsNoEdgeOfItsLastColumn() throws {
    for isFromRightToLeft in [false, true] {
      try home().placeSample()
      let locale = try isFromRightToLeft ? home().locale("ar_EG") : [:]
      let vitrine = try home().launch(["--sample"], environment: locale)
      let browser = try vitrine.browser()
      try browser.resize(width: 420, height: 600)
      if try browser.has(.button, "Back") { try browser.press("alt+Left") }
      // Not everything fits, so there are hidden columns behind the last one.
      func edges() throws -> (list: Rectangle, last: Rectangle) {
        let list = try browser.products().node.extents
        let cells = try browser.products().all(.label).map { try $0.node.extents }
          .filter { $0.y > list.y + 40 && $0.width > 0 }
        let last = try XCTUnwrap(
          isFromRightToLeft
            ? cells.min { $0.x < $1.x } : cells.max { $0.x + $0.width < $1.x + $1.width })
        return (list, last)
      }
      try eventually("the last column ends at the edge") {
        let (list, last) = try edges()
        let distance =
          isFromRightToLeft ? last.x - list.x : list.x + list.width - last.x - last.width
        return last.width < list.width / 2 && (0...20).contains(distance)
      }
      let (list, before) = try edges()
      let edge = Point(x: isFromRightToLeft ? list.x + 2 : list.x + list.width - 2, y: list.y + 10)
      let inside = Point(x: edge.x + (isFromRightToLeft ? 40 : -40), y: edge.y)
      try vitrine.home.screen.drag(from: browser.onScreen(edge), to: browser.onScreen(inside))
      // By then, the list has been laid out again.
      try browser.press("ctrl+f")
      _ = try browser.find(.entry, "Search Products")
      XCTAssertEqual(try edges().last.width, before.width)
      startAnew()
    }
  }

  func testACodeIsCopiedByAClick() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.find(.button, "Copy SKU").click()
    _ = try browser.find(.label, "“FRT-002” copied")
    try browser.press("ctrl+f")
    try browser.press("ctrl+v")
    try browser.find(.entry, "Search Products").expectText("FRT-002")
  }
}
