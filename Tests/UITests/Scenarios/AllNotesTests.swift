// SPDX-License-Identifier: Apache-2.0
// The All Notes window: a search in the notes of all products, and the way from one to its product.

import XCTest

final class AllNotesTests: UITestCase {
  func testASearchAndItsSelectionComeBackAfterAKillAndLeadToTheProduct() throws {
    let vitrine = try openSample()
    try vitrine.browser().press("ctrl+m")
    let notes = try vitrine.window(titled: "All Notes")
    let list = try notes.find(.table, "Notes")
    let all = try list.all(.row).count
    try notes.find(.entry, "Search Notes").type("jam")
    try eventually("fewer notes") { try list.all(.row).count < all }
    try list.find(.row).select()
    try eventuallyOnDisk(["\"jam\"", "\"selectedNote\""])
    try vitrine.kill()

    let again = try home().start("--sample")
    let back = try again.window(titled: "All Notes")
    try back.find(.entry, "Search Notes").expectText("jam")
    let found = try back.find(.table, "Notes").find(.row)
    try found.expect("is selected") { $0.isSelected }
    try back.press("Down")
    try found.expect("has the keyboard") { $0.isFocused }
    try back.press("Return")
    let product = try again.window(titled: "Cherries")
    try product.find(.row, "For jam").expect("has the keyboard") { $0.isFocused && $0.isSelected }

    try back.press("ctrl+f")
    try back.find(.entry, "Search Notes").retype("nothing has this")
    _ = try back.find(.label, "No Results Found")
  }

  func testANoteWrittenElsewhereIsListedOnTop() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.press("ctrl+m")
    let notes = try vitrine.window(titled: "All Notes")
    _ = try notes.find(.table, "Notes").find(.row)
    try browser.choose("Mango")
    try browser.chooseTab("Notes")
    try browser.addNote("Ripeness", "Press gently")
    try eventually("the new note is on top") {
      try notes.find(.table, "Notes").all(.row).first?.title.hasPrefix("Ripeness, Press gently")
        == true
    }
    try notes.activate()
    try notes.press("Down")
    try notes.press("Return")
    try eventually("the window that shows the product comes to the front") { browser.isActive }
    try browser.find(.row, "Ripeness").expect("has the keyboard") { $0.isFocused }
    try vitrine.expectWindows(2)
  }
}
