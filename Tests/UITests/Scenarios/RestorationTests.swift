// SPDX-License-Identifier: Apache-2.0
// Coming back: after a quit, after SIGTERM and after SIGKILL everything is where it was.

import XCTest

final class RestorationTests: UITestCase {
  func testAQuitKeepsTheProductAndTheTab() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.chooseTab("Photos")
    try vitrine.quit()

    let again = try home().start("--sample").browser()
    try again.find(.tab, "Photos").expect("is chosen") { $0.isSelected }
    _ = try again.find(.image, "Photo of Cherries")
    try again.product("Cherries").expect("is chosen") { $0.isSelected }
  }

  func testAQuitKeepsEveryWindow() throws {
    try endingKeepsEveryWindow { try $0.quit() }
  }

  func testALogOutKeepsEveryWindow() throws {
    try endingKeepsEveryWindow { vitrine in
      vitrine.terminate()
      XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))
    }
  }

  func testAKillKeepsEveryWindow() throws {
    try endingKeepsEveryWindow { vitrine in
      try self.eventuallyOnDisk(["11.75", "Half a no", "\"Cherr\""])
      try vitrine.kill()
    }
  }

  /// A form half filled in, a note half written, a window of its own, a tab: all of it comes back.
  private func endingKeepsEveryWindow(_ end: (Program) throws -> Void) throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let mango = try browser.openInNewWindow("Mango")
    try mango.chooseTab("Photos")
    try browser.choose("Cherries")
    try browser.chooseTab("Notes")
    try browser.find(.button, "Add Note").click()
    try browser.find(.entry, "Note title").type("Half a no")
    try browser.edit()
    try browser.field("Price").retype("11.75")
    try browser.field("Title").retype("Cherr")
    try end(vitrine)

    let again = try home().start("--sample")
    try again.expectWindows(2)
    let browserAgain = try again.browser()
    try browserAgain.product("Cherries").expect("is chosen") { $0.isSelected }
    try browserAgain.field("Price").expectText("11.75")
    try browserAgain.field("Title").expectText("Cherr")
    try browserAgain.find(.tab, "Details").expect("is chosen") { $0.isSelected }
    try browserAgain.field("Title").expect("has the keyboard and the caret") {
      try $0.isFocused && $0.caret == 5
    }
    let mangoAgain = try again.window(titled: "Mango")
    try mangoAgain.find(.tab, "Photos").expect("is chosen") { $0.isSelected }

    // What came back is alive: it can be finished.
    try browserAgain.field("Title").type("y")
    try browserAgain.find(.button, "Done").click()
    _ = try browserAgain.product("Cherry")
    try browserAgain.chooseTab("Notes")
    try browserAgain.find(.entry, "Note title").expectText("Half a no")
  }
}
