// SPDX-License-Identifier: Apache-2.0
// Desks: windows that are kept under a name, come back by a key, from a file and by the command line, and lose nothing on
// the way.

import Foundation
import XCTest

final class DeskTests: UITestCase {
  private func keep(_ name: String, as keys: String, from window: Window) throws {
    try window.run("app.keep-desk")
    let question = try window.program.window(titled: "Keep These Windows as a Desk")
    let entry = try question.find(.entry, "Name of the desk")
    try entry.expect("has the keyboard") { $0.isFocused }
    try window.program.home.screen.type(name)
    try entry.expectText(name)
    try question.find(.button, "Keep").click()
    _ = try window.find(.label, "Kept as “\(name)”: \(keys)")
  }

  private func switchDesk(_ keys: String, _ program: Program, windows count: Int) throws {
    try program.press(keys)
    try program.expectWindows(count)
    _ = try program.browser().products()
  }

  func testTwoDesksAreSwitchedByKeysAndAHalfFilledFormIsThereAfterAKill() throws {
    let vitrine = try openSample()
    let mango = try vitrine.browser().openInNewWindow("Mango")
    try mango.edit()
    try mango.field("Price").retype("7.25")
    try vitrine.browser().activate()
    try vitrine.browser().choose("Cherries")
    try keep("Stocktake", as: "Ctrl+Alt+1", from: try vitrine.browser())

    try mango.close()
    try vitrine.expectWindows(1)
    try vitrine.browser().choose("Orchid")
    try keep("Monday prices", as: "Ctrl+Alt+2", from: try vitrine.browser())

    try switchDesk("ctrl+alt+1", vitrine, windows: 2)
    try vitrine.window(titled: "Mango").field("Price").expectText("7.25")
    try vitrine.browser().product("Cherries").expect("is chosen") { $0.isSelected }
    try vitrine.window(titled: "Mango").field("Price").retype("8.50")

    try switchDesk("ctrl+alt+2", vitrine, windows: 1)
    try vitrine.browser().product("Orchid").expect("is chosen") { $0.isSelected }
    try vitrine.kill()

    let again = try home().start("--sample")
    try again.expectWindows(1)
    try again.browser().product("Orchid").expect("is chosen") { $0.isSelected }
    // What is typed in a window belongs to it, whichever desk has it.
    try switchDesk("ctrl+alt+1", again, windows: 2)
    try again.window(titled: "Mango").field("Price").expectText("8.50")
    // One key back, and forth again.
    try switchDesk("ctrl+alt+0", again, windows: 1)
    try again.browser().product("Orchid").expect("is chosen") { $0.isSelected }
    try switchDesk("ctrl+alt+0", again, windows: 2)
    try again.window(titled: "Mango").field("Price").expectText("8.50")
  }

  func testADeskIsRenamedSentRemovedAndComesBackByUndoAndFromItsFile() throws {
    let vitrine = try openSample()
    try vitrine.browser().choose("Cherries")
    let mango = try vitrine.browser().openInNewWindow("Mango")
    try mango.edit()
    try mango.field("Price").retype("7.25")
    let browser = try vitrine.browser()
    try browser.activate()
    try keep("Stocktake", as: "Ctrl+Alt+1", from: browser)
    try browser.run("app.rename-desk")
    let question = try vitrine.window(titled: "Rename the Desk")
    let name = try question.find(.entry, "Name of the desk")
    try name.expectText("Stocktake")
    try name.retype("Monday prices")
    try question.find(.button, "Rename").click()
    _ = try browser.find(.label, "Renamed to “Monday prices”")

    let file = try home().folder.appendingPathComponent("Monday.vitrine")
    try browser.run("app.send-desk")
    try vitrine.save(in: "Send Desk as File", as: file)
    _ = try browser.find(.label, "Saved as “Monday.vitrine”")

    try browser.run("app.remove-desk")
    _ = try browser.find(.label, "Desk “Monday prices” removed")
    try browser.find(.button, "Undo").click()
    _ = try browser.find(.label, "Desk “Monday prices” is back")
    try browser.run("app.remove-desk")
    _ = try browser.find(.label, "Desk “Monday prices” removed")
    try vitrine.expectWindows(2)

    // As on another machine: what was typed was not saved there either.
    try mango.close()
    try vitrine.expectWindows(1)
    XCTAssertEqual(try home().run("--sample", file.path).ending, .exited(0))
    try vitrine.expectWindows(2)
    let arrived = try obtain("the window of the desk") {
      try vitrine.windows.first { try $0.title == "Mango" }
    }
    try arrived.field("Price").expectText("7.25")
    XCTAssertEqual(try home().run("--sample", "--desk", "Monday prices").ending, .exited(0))
    try vitrine.expectWindows(2)
  }

  func testADeskIsOpenedByTheCommandLineAndNamedInTheMenu() throws {
    let vitrine = try openSample()
    try vitrine.browser().choose("Cherries")
    try keep("Stocktake", as: "Ctrl+Alt+1", from: try vitrine.browser())
    let mango = try vitrine.browser().openInNewWindow("Mango")
    try mango.edit()
    try mango.field("Price").retype("7.25")
    XCTAssertEqual(try home().run("--sample", "--desk", "stocktake").ending, .exited(0))
    try vitrine.expectWindows(1)
    XCTAssertEqual(try home().run("--sample", "--desk=Elsewhere").ending, .exited(0))
    let none = "There is no desk “Elsewhere”. There are: “Stocktake”."
    _ = try vitrine.browser().find(.label, none)
    XCTAssertEqual(try home().run("--sample", "--desk").ending, .exited(2))
    try switchDesk("ctrl+alt+0", vitrine, windows: 2)
    try vitrine.kill()

    let other = try home().start("--sample", "--desk", "Elsewhere")
    try other.expectWindows(2)
    _ = try obtain("why another one was not opened is said") {
      try other.windows.first { try $0.has(.label, none) }
    }
    try other.quit()

    // The windows that it takes the place of are never on the screen.
    let (again, record) = try watched("--sample", "--desk", "Stocktake")
    _ = try obtain("the desk is open") {
      try again.windows.first { try $0.has(.label, "Desk “Stocktake” opened") }
    }
    try again.expectWindows(1)
    XCTAssertEqual(try record.painted, 1)
    try again.browser().product("Cherries").expect("is chosen") { $0.isSelected }
    // They are there behind the button, with what was typed in them.
    try switchDesk("ctrl+alt+0", again, windows: 2)
    try again.window(titled: "Mango").field("Price").expectText("7.25")
    try switchDesk("ctrl+alt+1", again, windows: 1)
    try again.browser().press("F10")
    try again.chooseFromMenu("Windows")
    try again.chooseFromMenu("Desks")
    for item in ["Stocktake", "Before “Stocktake”", "Update “Stocktake”", "Remove “Stocktake”"] {
      _ = try obtain("the menu has \(item)") {
        try again.windows.first { try $0.has(.menuItem, item) }
      }
    }
  }
}
