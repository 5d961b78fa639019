// SPDX-License-Identifier: Apache-2.0
// The catalogue goes away while it is open: each window says so, nothing is written elsewhere, and nothing typed is lost.

import Foundation
import XCTest

final class CataloguePlaceTests: UITestCase {
  func testACatalogueThatGoesAwayIsSaidAndWhatIsThereIsOpenedWithAllWindows() throws {
    let files = FileManager.default
    let place = try home().data.appendingPathComponent("vitrine-sample")
    let elsewhere = try home().data.appendingPathComponent("elsewhere")
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Mango")
    try browser.press("ctrl+Return")
    let product = try vitrine.window(titled: "Mango")
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Title").retype("Sour Cherries")

    try files.moveItem(at: place, to: elsewhere)
    for window in [browser, product] { _ = try window.find(.button, "Open Again") }
    try browser.find(.button, "Done").click()
    try eventually("it says that this can't be saved") {
      try browser.all(.label).contains { try $0.text.contains("must be opened again") }
    }
    try browser.field("Title").expectText("Sour Cherries")
    XCTAssertFalse(files.fileExists(atPath: place.path), "nothing is written where it was")

    // It is there again, and it is the same.
    try files.moveItem(at: elsewhere, to: place)
    for window in [browser, product] { try window.expectNo(.button, "Open Again") }
    try browser.find(.button, "Done").click()
    _ = try browser.product("Sour Cherries")

    // Another one is there.
    try browser.edit()
    try browser.field("Title").retype("Sweet Cherries")
    try files.moveItem(at: place, to: elsewhere)
    try files.copyItem(at: elsewhere, to: place)
    _ = try product.find(.button, "Open Again")
    try browser.find(.button, "Open Again").click()

    let again = try obtain("the windows are back") {
      let windows = try vitrine.windows
      return windows.count == 2 && !windows.contains { $0 === browser }
        ? try windows.first { try $0.title != "Mango" } : nil
    }
    try again.field("Title").expectText("Sweet Cherries")
    try again.find(.button, "Done").click()
    _ = try again.product("Sweet Cherries")
    try again.expectNo(.button, "Open Again")
  }
}
