// SPDX-License-Identifier: Apache-2.0
// Products are printed from a window of their own, which shows each page, comes back after a kill, and saves a PDF.

import Foundation
import XCTest

final class PrintTests: UITestCase {
  func testACatalogueIsChosenKilledGoneOnWithAndSaved() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    _ = try browser.product("Cherries")
    try browser.press("ctrl+p")
    let window = try vitrine.window(titled: "Print Products")
    _ = try window.find(.label, "Page 1 of 1")
    try window.find(.entry, "Title").expectText("All Products")
    try window.choose("Catalogue for customers", at: 2, of: "Print")
    try window.find(.entry, "Title").type("Ostler")
    try window.find(.entry, "Line about prices").type("With tax")
    try window.find(.button, "Page after").click()
    _ = try window.find(.image, "Page 2 of 6")
    try eventuallyOnDisk(["\"Print.state\"", "\"taxLine\"", "\"catalogue\"", "\"page\""])
    try vitrine.kill()

    let again = try home().start("--sample")
    let back = try again.window(titled: "Print Products")
    _ = try back.find(.label, "Page 2 of 6")
    try back.find(.entry, "Title").expectText("Ostler")
    let file = try home().data.appendingPathComponent("shop.pdf")
    try back.choose(file, in: "Save as PDF", by: "Save as PDF…")
    _ = try back.find(.label, "Saved: 6 pages in “shop.pdf”")
    XCTAssertEqual(try Data(contentsOf: file).prefix(5), Data("%PDF-".utf8))
    // The next window begins as this one was.
    try back.close()
    try again.browser().press("ctrl+p")
    let next = try again.window(titled: "Print Products")
    try next.find(.entry, "Title").expectText("Ostler")
    try next.find(.entry, "Line about prices").expectText("With tax")
  }

  func testWhatIsSelectedIsHandedToAPrinter() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Red Rose")
    try browser.press("shift+Down")
    _ = try browser.find(.label, "2 Products Selected")
    try browser.press("ctrl+p")
    let window = try vitrine.window(titled: "Print Products")
    _ = try window.find(.status, "2 products")
    try window.choose("Product sheets", at: 1, of: "Print")
    _ = try window.find(.label, "Page 1 of 2")
    try window.find(.button, "Print…").click()
    // The only printer writes to a file.
    try printByTheDialog(of: window, in: vitrine)
    _ = try window.find(.label, "2 pages handed to the printer")
    let bytes = try printed("Catalogue.pdf")
    XCTAssertEqual(bytes.prefix(5), Data("%PDF-".utf8))
    XCTAssertGreaterThan(bytes.count, 20_000, "there is something on the pages")
  }

  /// A dialog that is done has drawn the pages, and no more.
  func testWhatNobodyTookIsNotSaidToBePrinted() throws {
    let vitrine = try openSample()
    try vitrine.browser().press("ctrl+p")
    let window = try vitrine.window(titled: "Print Products")
    _ = try window.find(.label, "Page 1 of 1")
    // Where the file goes, there is a folder of its name.
    let inTheWay = try home().folder.appendingPathComponent("All Products.pdf")
    try FileManager.default.createDirectory(at: inTheWay, withIntermediateDirectories: true)
    try printByTheDialog(of: window, in: vitrine, replacing: true)
    try eventually("it is said why nothing is printed") {
      try window.shows("Not printed: ")
    }
  }
}
