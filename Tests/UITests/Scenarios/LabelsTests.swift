// SPDX-License-Identifier: Apache-2.0
// Labels are set in a window of their own, which comes back after a kill, and saved as a PDF.

import Foundation
import XCTest

final class LabelsTests: UITestCase {
  func testLabelsAreAskedForKilledGoneOnWithAndSaved() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Red Rose")
    try browser.press("shift+Down")
    _ = try browser.find(.label, "2 Products Selected")
    try browser.press("ctrl+shift+l")
    let window = try vitrine.window(titled: "Labels")
    _ = try window.find(.label, "2 labels on 1 page")
    let copies = try window.find(.entry, "Copies of each label")
    try copies.retype("30")
    _ = try window.find(.label, "60 labels on 3 pages")
    try window.find(.button, "Page after").click()
    _ = try window.find(.label, "Page 2 of 3")
    try copies.retype("many")
    _ = try window.find(.label, "The copies are a number from 1 to 10,000.")
    try window.find(.button, "Save as PDF…").expect("can't be pressed") { !$0.isSensitive }
    try copies.retype("30")
    try window.find(.entry, "Start at label").retype("5")
    _ = try window.find(.label, "60 labels on 4 pages")
    try eventuallyOnDisk(["\"Labels.state\"", "\"firstLabel\"", "\"page\""])
    try vitrine.kill()

    let again = try home().start("--sample")
    let back = try again.window(titled: "Labels")
    _ = try back.find(.label, "60 labels on 4 pages")
    _ = try back.find(.label, "Page 2 of 4")
    try back.find(.entry, "Start at label").expect("is kept") {
      try $0.text == "5"
    }
    let file = try home().data.appendingPathComponent("labels.pdf")
    try back.choose(file, in: "Labels as PDF", by: "Save as PDF…")
    _ = try back.find(.label, "Saved: 60 labels in “labels.pdf”")
    XCTAssertEqual(try Data(contentsOf: file).prefix(5), Data("%PDF-".utf8))
    try back.close()
    try again.browser().run("win.print-labels-again")
    let last = try again.window(titled: "Labels")
    _ = try last.find(.label, "60 labels on 3 pages")
  }

  /// The labels before the one that is pressed are gone from the sheet.
  func testALabelThatIsPressedIsTheFirst() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Red Rose")
    try browser.press("ctrl+shift+l")
    let window = try vitrine.window(titled: "Labels")
    let page = try window.find(.image, "Page 1 of 1")
    try page.pointerClick()
    // The middle one of 3 × 7.
    try window.find(.entry, "Start at label").expect("is the one pressed") {
      try $0.text == "11"
    }
  }

  /// The printer is remembered for the next window; lines are put in order with the keyboard; a kill takes nothing away.
  func testALayoutIsMadeForAPrinterKilledGoneOnWithAndKept() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Red Rose")
    try browser.press("ctrl+shift+l")
    let window = try vitrine.window(titled: "Labels")
    _ = try window.find(.label, "1 label on 1 page")
    try window.find(.entry, "Dots per inch").retype("20")
    _ = try window.find(.label, "The dots per inch are a number from 100 to 2,400.")
    try window.find(.entry, "Dots per inch").retype("203")
    try window.find(.entry, "Move right, mm").retype("0.5")
    _ = try window.find(.label, "1 label on 1 page")
    try window.find(.button, "Edit…").click()
    let name = try window.find(.entry, "Name of the layout")
    try name.expect("has the keyboard") { $0.isFocused }
    _ = try window.find(.status, "The layout needs a name.")
    // How the form is left is in sight without scrolling.
    let frame = try window.node.extents
    for button in ["Cancel", "Done"] {
      let place = try window.find(.button, button).node.extents
      XCTAssertGreaterThan(place.height, 0)
      XCTAssertLessThanOrEqual(place.y + place.height, frame.y + frame.height, button)
    }
    try window.expectNo(.button, "Print…")
    try name.retype("Mine")
    try window.press("Escape")
    try name.expectText("Mine")
    try window.find(.row, "Title, 11 pt · up to 2 lines").select()
    try window.press("alt+Down")
    try window.find(.button, "Add Line").click()
    _ = try window.find(.row, "Title, 9 pt")
    try eventuallyOnDisk(["\"Labels.state\"", "\"draft\"", "\"Mine\""])
    try vitrine.kill()

    let again = try home().start("--sample")
    let back = try again.window(titled: "Labels")
    try back.find(.entry, "Name of the layout").expectText("Mine")
    _ = try back.find(.row, "Title, 9 pt")
    try back.find(.button, "Remove Line").click()
    try back.expectNo(.row, "Title, 9 pt")
    try back.find(.button, "Done").click()
    try back.find(.button, "Edit…").expect("has the keyboard") { $0.isFocused }
    _ = try back.find(.label, "1 label on 1 page")
    let layouts = try runToEnd(
      Home.built("vitrinectl"), ["labels", "layouts", "--json"], environment: home().environment)
    XCTAssertTrue(layouts.output.contains("Mine"), layouts.output)
    try back.close()
    try again.browser().press("ctrl+shift+l")
    let next = try again.window(titled: "Labels")
    try next.find(.entry, "Dots per inch").expectText("203")
    try next.find(.entry, "Move right, mm").expectText("0.5")
  }

  func testLabelsArePrintedToAFile() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Red Rose")
    try browser.press("ctrl+shift+l")
    let window = try vitrine.window(titled: "Labels")
    try window.find(.entry, "Copies of each label").retype("30")
    _ = try window.find(.label, "30 labels on 2 pages")
    // The only printer writes to a file.
    try printByTheDialog(of: window, in: vitrine)
    _ = try window.find(.label, "30 labels handed to the printer")
    let bytes = try printed("Labels.pdf")
    XCTAssertEqual(bytes.prefix(5), Data("%PDF-".utf8))
    XCTAssertGreaterThan(bytes.count, 10_000, "there is something on the pages")
  }
}
