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
      try browser.shows("must be opened again")
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

  func testACatalogueThatIsOverwrittenIsSaidAndWhatIsThereIsOpenedWithAllWindows() throws {
    let place = try home().data.appendingPathComponent("vitrine-sample")
    let file = place.appendingPathComponent("catalog.sqlite")
    let other = try home().data.appendingPathComponent("other")
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Mango")
    try browser.press("ctrl+Return")
    let product = try vitrine.window(titled: "Mango")
    let made = try home().run(
      "add", "--title", "Only there", "--directory", other.path, program: Home.built("vitrinectl"))
    XCTAssertEqual(made.ending, .exited(0))
    let bytes = try Data(contentsOf: other.appendingPathComponent("catalog.sqlite"))
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Title").retype("Sour Cherries")

    // As "cat other >catalog.sqlite" does: it is the same file.
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: bytes)
    try handle.close()
    for window in [browser, product] { _ = try window.find(.button, "Open Again") }
    try browser.find(.button, "Done").click()
    try eventually("it says that this can't be saved") {
      try browser.shows("must be opened again")
    }
    try browser.field("Title").expectText("Sour Cherries")
    XCTAssertEqual(try Data(contentsOf: file), bytes, "nothing is written into the other one")

    try browser.find(.button, "Open Again").click()
    let again = try obtain("the windows are back") {
      let windows = try vitrine.windows
      return windows.count == 2 && !windows.contains { $0 === browser } ? windows.first : nil
    }
    try again.expectNo(.button, "Open Again")
    let listed = try home().run("list", "--sample", program: Home.built("vitrinectl"))
    XCTAssertTrue(listed.output.contains("Only there"), listed.output)
  }
}
