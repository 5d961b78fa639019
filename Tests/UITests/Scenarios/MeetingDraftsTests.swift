// SPDX-License-Identifier: Apache-2.0
// Several products are changed at once while two of them are being edited in other windows: what was
// typed there stays, what was not touched follows, and only where both differ the form asks.

import XCTest

final class MeetingDraftsTests: UITestCase {
  func testAChangeOfSeveralProductsIsAQuestionInTheFormsThatItMeets() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1200, height: 980)
    let mango = try browser.openInNewWindow("Mango")
    try mango.edit()
    try mango.field("Price").retype("8.00")
    let cherries = try browser.openInNewWindow("Cherries")
    try cherries.edit()
    try cherries.field("Title").retype("Sweet Cher")

    try browser.choose("Mango")
    for _ in 1...2 { try browser.press("shift+Down") }
    try browser.editSeveral(3)
    try browser.change("Price", "Change by percent", at: 2)
    try browser.field("Percent for “Price”").type("10")
    _ = try browser.find(.label, "3 change")
    try browser.find(.button, "Apply").click()
    _ = try browser.find(.label, "3 products changed")

    // Typed here and changed there: a question. Changed there alone: it follows.
    _ = try mango.find(.button, "Price: Changed elsewhere to “7.69”.")
    try mango.field("Price").expectText("8.00")
    try mango.find(.button, "Done").expect("waits for an answer") { !$0.isSensitive }
    try assertAccessible(mango)
    try cherries.field("Title").expectText("Sweet Cher")
    try cherries.field("Price").expectText("12.09")
    try cherries.expectNo(.button, "1 problem")
    try eventuallyOnDisk(["8.00", "Sweet Cher"])
    try vitrine.kill()

    let again = try home().start("--sample")
    let back = try again.window(titled: "Mango")
    try back.find(.button, "Price: Changed elsewhere to “7.69”.").click()
    try back.find(.button, "Keep my Price").click()
    try back.find(.button, "Done").click()
    _ = try back.find(.label, "€8.00")
    let other = try again.window(titled: "Cherries")
    try other.field("Title").expectText("Sweet Cher")
    try other.find(.button, "Done").click()
    _ = try again.window(titled: "Sweet Cher").find(.label, "€12.09")
  }
}
