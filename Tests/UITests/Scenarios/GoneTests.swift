// SPDX-License-Identifier: Apache-2.0
// A product that is deleted while something is being typed into it elsewhere: nothing of that is lost.

import Foundation
import XCTest

final class GoneTests: UITestCase {
  func testWhatWasTypedGoesOnAfterRestoringAndBecomesANewProductAfterTheEnd() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let mango = try browser.openInNewWindow("Mango")
    try mango.chooseTab("Notes")
    try mango.find(.button, "Add Note").click()
    try mango.find(.entry, "Note title").type("Half a note")
    try mango.edit()
    try mango.field("Price").retype("77.70")
    try browser.moveToTrash("Mango")
    _ = try mango.find(
      .label, "This product is in the Trash. Restore it to continue your edit.")
    try mango.chooseTab("Notes")
    try mango.find(.entry, "Note title").expectText("Half a note")
    try mango.chooseTab("Details")
    try mango.find(.button, "Restore").click()
    try mango.field("Price").expectText("77.70")

    try browser.moveToTrash("Mango")
    try browser.sidebar().find(.row, "Trash").select()
    try browser.product("Mango").rightClick()
    try vitrine.chooseFromMenu("Delete Permanently…")
    try vitrine.window(titled: "Permanently Delete “Mango”?").find(.button, "Delete Permanently")
      .click()
    _ = try mango.find(.label, "No Longer in the Catalogue")
    try eventuallyOnDisk(["77.70", "Half a note"])
    try vitrine.kill()

    let again = try home().start("--sample")
    let erased = try again.window(titled: "Mango")
    _ = try erased.find(.label, "77.70 · Half a note")
    _ = try erased.find(.button, "Close")
    try assertAccessible(erased)
    // The history still has all of it.
    try erased.find(.button, "Undo the Erasing").click()
    try erased.field("Price").expectText("77.70")
    try erased.field("Title").expectText("Mango")
    _ = try erased.find(.image, "Photo of Mango")
    try erased.press("Escape")
    _ = try erased.find(.button, "Resume")
    try erased.press("ctrl+z")
    _ = try erased.find(.button, "Undo the Erasing")
    try again.quit()
    let forgotten = try home().run(
      "history", "--forget", "--sample", program: Home.built("vitrinectl"))
    XCTAssertEqual(forgotten.ending, .exited(0), forgotten.errors)

    let gone = try home().start("--sample").window(titled: "Mango")
    try gone.expectNo(.button, "Undo the Erasing")
    try gone.find(.button, "Create Again from This Draft").click()
    try gone.field("Title").expectText("Mango")
    try gone.find(.button, "Done").click()
    // In the currency that it was typed in, not in the country's.
    _ = try gone.find(.label, "€77.70")
    try gone.chooseTab("Notes")
    try gone.find(.entry, "Note title").expectText("Half a note")
  }

  func testAWindowOfAProductThatIsGoneIsClosed() throws {
    let vitrine = try openSample()
    let mango = try vitrine.browser().openInNewWindow("Mango")
    let erased = try home().run(
      "delete", "--sample", identifier(of: "Mango"), program: Home.built("vitrinectl"))
    XCTAssertEqual(erased.ending, .exited(0), erased.errors)
    _ = try mango.find(.label, "This product is in the Trash.")
    let emptied = try home().run(
      "trash", "empty", "--sample", program: Home.built("vitrinectl"))
    XCTAssertEqual(emptied.ending, .exited(0), emptied.errors)
    _ = try mango.find(.label, "No Longer in the Catalogue")
    try mango.expectNo(.button, "Discard the Draft")
    try mango.find(.button, "Close").click()
    try vitrine.expectWindows(1)
  }
}
