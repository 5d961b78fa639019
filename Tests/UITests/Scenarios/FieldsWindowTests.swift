// SPDX-License-Identifier: Apache-2.0
// The window with the custom fields, with the keyboard alone; and what is typed there after a kill.

import Foundation
import XCTest

final class FieldsWindowTests: UITestCase {
  private func openFields(_ vitrine: Program, over browser: Window) throws -> Window {
    try browser.find(.button, "Main Menu").click()
    try vitrine.chooseFromMenu("Catalogue")
    try vitrine.chooseFromMenu("Custom Fields")
    return try vitrine.window(titled: "Custom Fields")
  }

  func testAFieldIsAddedFilledInMovedAndRemovedWithTheKeyboard() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1200, height: 900)
    let window = try openFields(vitrine, over: browser)
    _ = try window.find(.label, "No Custom Fields")
    try window.press("alt+n")
    let name = try window.find(.entry, "Name")
    try name.expect("has the keyboard") { $0.isFocused }
    let screen = try home().screen
    try screen.type("Price")
    _ = try window.find(.label, "“Price” is the name of a field that every product has.")
    try window.find(.button, "Done").expect("waits") { !$0.isSensitive }
    try name.retype("Wood")
    try window.find(.button, "Done").expect("is offered") { $0.isSensitive }
    // The list of kinds opens, with the keyboard in it.
    try window.press("alt+k")
    _ = try window.find(.label, "Choice")
    for key in ["Home"] + Array(repeating: "Down", count: 7) + ["Return"] { try screen.press(key) }
    try window.find(.choice, "Kind").expect("says Choice") { try $0.has(.label, "Choice") }
    try window.press("alt+h")
    let choices = try window.find(.entry, "Choices, One on Each Line")
    try choices.expect("has the keyboard") { $0.isFocused }
    try screen.type("Oak")
    try screen.press("Return")
    try screen.type("Ash")
    try choices.expectText("Oak\nAsh")
    try window.press("alt+s")
    _ = try window.find(.label, "Members Who May See What Costs")
    for key in ["End", "Return"] { try screen.press(key) }
    try window.find(.choice, "Seen By").expect("says who") {
      try $0.has(.label, "Members Who May See What Costs")
    }
    try assertAccessible(window)
    try window.press("ctrl+s")
    _ = try window.find(.row, "Wood, Choice: Oak, Ash, not for all members")

    for title in ["Size", "Shelf"] {
      try window.press("alt+n")
      let entry = try window.find(.entry, "Name")
      try entry.expect("has the keyboard") { $0.isFocused }
      try screen.type(title)
      try entry.expectText(title)
      try window.press("ctrl+s")
      try window.find(.row, "\(title), Single-line text").expect("has the keyboard") {
        $0.isFocused
      }
    }
    try window.press("alt+Up")
    try window.press("alt+Up")
    try eventually("the shelf comes first") {
      try runToEnd(
        Home.built("vitrinectl"), ["field", "--sample"], environment: home().environment
      ).output.hasPrefix("Shelf")
    }
    try window.find(.row, "Shelf, Single-line text").expect("has the keyboard") { $0.isFocused }
    try window.press("Delete")
    try window.expectNo(.row, "Shelf, Single-line text")
    _ = try window.find(.label, "“Shelf” removed")
    try window.press("ctrl+z")
    _ = try window.find(.row, "Shelf, Single-line text")

    try window.close()
    let another = try openFields(vitrine, over: browser)
    _ = try another.find(.row, "Wood, Choice: Oak, Ash, not for all members")
    // It is in the forms of the other windows.
    try browser.choose("Cherries")
    try browser.edit()
    _ = try browser.find(.label, "Wood")
    _ = try browser.find(.label, "Shelf")
  }

  func testHalfADefinitionIsThereAfterAKill() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let window = try openFields(vitrine, over: browser)
    try window.find(.button, "New Field").click()
    let name = try window.find(.entry, "Name")
    try name.expect("has the keyboard") { $0.isFocused }
    let screen = try home().screen
    try screen.type("Wooden")
    for key in ["Left", "Left", "shift+Left"] { try screen.press(key) }
    try eventuallyOnDisk(["\"Wooden\"", "\"caret\": 3"])
    try vitrine.kill()

    let again = try home().start("--sample").window(titled: "Custom Fields")
    let back = try again.find(.entry, "Name")
    try back.expectText("Wooden")
    try back.expect("has the keyboard") { $0.isFocused }
    // Over what was selected.
    try again.activate()
    try screen.type("D")
    try back.expectText("WooDen")
    try again.press("Escape")
    _ = try again.find(.label, "A new field is unfinished.")
    try assertAccessible(again)
    try again.find(.button, "Resume").click()
    try again.find(.entry, "Name").expectText("WooDen")
  }
}
