// SPDX-License-Identifier: Apache-2.0
// What is said moves nothing that somebody is about to click: fields and buttons are where they were when a message comes
// and when it goes, also one that comes from another program.

import XCTest

final class KeptPlaceTests: UITestCase {
  /// Does something as another program.
  private func control(_ words: String...) throws {
    let ran = try runToEnd(
      Home.built("vitrinectl"), words + ["--sample"], environment: home().environment)
    XCTAssertEqual(ran.ending, .exited(0), ran.errors)
  }

  /// Where everything is that can be typed into or pressed, by its name.
  private func places(in window: Window) throws -> [String: Rectangle] {
    var places: [String: Rectangle] = [:]
    for element in try window.all(.interactive) {
      places[try element.title] = try element.node.extents
    }
    return places
  }

  /// What was there before is where it was.
  private func expectInPlace(
    _ before: [String: Rectangle], in window: Window, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let now = try places(in: window)
    for (name, place) in before {
      XCTAssertEqual(now[name], place, name, file: file, line: line)
    }
  }

  func testWhatWasChangedElsewhereMovesNothingInAFormAndIsAnsweredInABubble() throws {
    for width in [360, 900] {
      startAnew()
      let vitrine = try openSample()
      let mango = try vitrine.browser().openInNewWindow("Mango")
      try mango.resize(width: width, height: 700)
      try mango.edit()
      try mango.field("Price").retype("8.00")
      let before = try places(in: mango)
      try control("edit", try identifier(of: "Mango"), "--price", "7.69 EUR")
      _ = try mango.find(.button, "1 problem")
      let line = try mango.find(.button, "Price: Changed elsewhere to “7.69”.")
      try expectInPlace(before, in: mango)
      try assertAccessible(mango)
      // The keyboard is still where it was; the reason leads to the choice.
      try mango.field("Price").expect("has the keyboard") { $0.isFocused }
      try mango.find(.button, "1 problem").click()
      try line.expect("has the keyboard, in sight") { try $0.isFocused && $0.isShowing }
      try mango.press("Return")
      _ = try mango.find(.button, "Use the other Price")
      try mango.find(.button, "Keep my Price").expect("has the keyboard") { $0.isFocused }
      try mango.press("Return")
      try mango.expectNo(.button, "1 problem")
      try mango.field("Price").expect("has the keyboard") { $0.isFocused }
      try mango.field("Price").expectText("8.00")
      try expectInPlace(before, in: mango)
    }
  }

  func testTwoTextsOfANoteMoveNothingAndAreChosenFrom() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Mango")
    try browser.chooseTab("Notes")
    try browser.addNote("Supplier", "Call on Monday")
    let mango = try browser.openInNewWindow("Mango")
    try mango.chooseTab("Notes")
    try mango.find(.button, "Edit note: Supplier").click()
    try mango.find(.entry, "Note text").retype("Call on Friday")
    let before = try places(in: mango)
    try browser.chooseTab("Notes")
    try browser.find(.button, "Edit note: Supplier").click()
    try browser.find(.entry, "Note text").retype("Write")
    try browser.find(.button, "Save Note").click()
    try browser.expectNo(.button, "Save Note")
    try mango.find(.button, "Save Note").click()
    try mango.find(.button, "Note: Changed elsewhere to “Supplier — Write”.").click()
    try expectInPlace(before, in: mango)
    try mango.find(.button, "Keep my note").click()
    try mango.expectNo(.button, "Keep my note")
    try expectInPlace(before, in: mango)
    try mango.find(.entry, "Note text").expectText("Call on Friday")
    try mango.find(.button, "Save Note").click()
    try mango.expectNo(.button, "Save Note")
  }

  func testWhatWasChangedElsewhereMovesNothingInTheFormOfAField() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try control("field", "add", "Wood", "--kind", "text")
    try browser.choose(fromMainMenu: "Catalogue", "Custom Fields")
    let window = try vitrine.window(titled: "Custom Fields")
    try window.find(.row, "Wood, Multi-line text").select()
    try window.find(.button, "Edit").click()
    try window.find(.entry, "Name").retype("Timber")
    let before = try places(in: window)
    try control("field", "edit", "Wood", "--name", "Tree")
    let line = try window.find(.button, "Changed elsewhere")
    try expectInPlace(before, in: window)
    try line.click()
    _ = try window.find(.label, "Changed elsewhere. Name: “Tree”")
    try window.find(.button, "Keep Mine").click()
    try window.expectNo(.button, "Changed elsewhere")
    try window.find(.entry, "Name").expectText("Timber")
    try expectInPlace(before, in: window)
    try control("field", "remove", "Tree")
    _ = try window.find(.button, "Removed elsewhere")
    try expectInPlace(before, in: window)
  }

  func testABannerTakesItsRoomOnceThePointerIsElsewhere() throws {
    let vitrine = try openSample()
    let mango = try vitrine.browser().openInNewWindow("Mango")
    try mango.chooseTab("Notes")
    try mango.find(.tab, "Photos").pointTo()
    let before = try mango.find(.tab, "Photos").node.extents
    let (screen, id) = (try home().screen, try identifier(of: "Mango"))
    try control("delete", id)
    let banner = try mango.find(.label, "This product is in the Trash.")
    try mango.find(.button, "Restore").expect("has slid in") { try $0.isShowing }
    XCTAssertEqual(try mango.find(.tab, "Photos").node.extents, before)
    _ = try screen.windowUnderPointer(movedTo: screen.emptyPlace())
    try mango.find(.tab, "Photos").expect("makes room") { try $0.node.extents.y > before.y }
    // It leaves its room as long as somebody points there.
    try mango.find(.tab, "Photos").pointTo()
    let below = try mango.find(.tab, "Photos").node.extents
    try control("trash", "restore", id)
    try eventually("it is gone") { try !banner.isShowing }
    XCTAssertEqual(try mango.find(.tab, "Photos").node.extents, below)
    _ = try screen.windowUnderPointer(movedTo: screen.emptyPlace())
    try mango.find(.tab, "Photos").expect("is where it was") { try $0.node.extents == before }
  }

  func testABannerNeverCoversWhatIsBeingTyped() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.press("ctrl+f")
    try home().screen.type("rose")
    let list = try browser.product("Red Rose")
    try list.pointTo()
    let before = try list.node.extents
    try browser.press("BackSpace")
    try home().screen.type("z")
    let note = try browser.find(
      .status, "No matches for “rosz”. Showing matches for “rose” and similar words.")
    try browser.product("Red Rose").expect("stays") { try $0.node.extents == before }
    XCTAssertGreaterThan(try note.node.extents.height, 0)
  }

  func testAMessageTakesItsRoomAtOnceWhereSomebodyTypes() throws {
    let place = try home().data.appendingPathComponent("vitrine-sample")
    let browser = try openSample().browser()
    try browser.press("ctrl+f")
    try home().screen.type("rose")
    let search = try browser.find(.entry, "Search Products")
    try browser.product("Red Rose").pointTo()
    let before = try search.node.extents
    try FileManager.default.moveItem(
      at: place, to: home().data.appendingPathComponent("elsewhere"))
    _ = try browser.find(.button, "Open Again")
    try search.expect("is below the message") { try $0.node.extents.y > before.y }
    try search.expect("has the keyboard") { $0.isFocused }
  }

  func testWhatADialogSaysHasItsRoom() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.run("win.export")
    let export = try vitrine.window(titled: "Export")
    _ = try export.find(
      .status, "Not in the file: photos, notes, when products were made and changed.")
    let before = try places(in: export)
    try export.choose("Lines of JSON", at: 5, of: "Format")
    try export.expectNo(
      .status, "Not in the file: photos, notes, when products were made and changed.")
    try expectInPlace(before, in: export)
    try export.choose("BMEcat 2005", at: 10, of: "Format")
    try eventually("it says something else") {
      try export.all(.status).contains { try $0.title.hasPrefix("Not in the file") }
    }
    try expectInPlace(before, in: export)
    try assertAccessible(export)
  }
}
