// SPDX-License-Identifier: Apache-2.0
// The Preferences window: what is chosen there takes effect at once and is there after a kill.

import Foundation
import XCTest

final class PreferencesTests: UITestCase {
  func testTheListIsCompactAtOnceAndAfterAKill() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let height = { (window: Window) in try window.product("Mango").node.extents.height }
    let normal = try height(browser)
    let preferences = try browser.openPreferences()
    try assertAccessible(preferences)
    try preferences.choose("Compact", at: 1, of: "List")
    try eventually("the rows are lower") { try height(browser) == normal - 12 }
    try expectSetting("compact")
    try browser.press("ctrl+comma")
    try eventually("the only Preferences window is in front") { preferences.isActive }
    try vitrine.expectWindows(2)
    try eventuallyOnDisk(["\"kind\": \"preferences\""])
    try vitrine.kill()

    let again = try home().start("--sample")
    try again.expectWindows(2)
    try again.window(titled: "Preferences").find(.choice, "List").expect("says Compact") {
      try $0.has(.label, "Compact")
    }
    XCTAssertEqual(try height(again.browser()), normal - 12)
  }

  func testWhatIsInTheTrashForLongIsErasedAtTheStartAndCanBeUndone() throws {
    let vitrine = try openSample()
    try vitrine.browser().choose("Mango")
    try vitrine.browser().press("Delete")
    try vitrine.browser().products().expectNo(.label, "Mango")
    let preferences = try vitrine.browser().openPreferences()
    try preferences.choose("After 7 days", at: 1, of: "Empty the Trash")
    try expectSetting("7 days")
    try preferences.close()
    try vitrine.quit()
    let database = try home().data.appendingPathComponent("vitrine-sample/catalog.sqlite")
    let aged = try runToEnd(
      "sqlite3",
      [database.path, "UPDATE product SET deleted = deleted - 691200000 WHERE deleted > 0"],
      environment: home().environment)
    XCTAssertEqual(aged.ending, .exited(0), aged.errors)

    let browser = try home().start("--sample").browser()
    _ = try browser.find(.label, "1 old product deleted from the Trash")
    try browser.find(.button, "Undo").click()
    try browser.sidebar().find(.row, "Trash").select()
    _ = try browser.product("Mango")
  }

  /// Also of windows that were open before somebody wanted pictures.
  func testClosedWindowsHavePicturesOnlyIfTheirUserWantsThem() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.openInNewWindow("Cherries").close()
    try vitrine.expectWindows(1)
    let mango = try browser.openInNewWindow("Mango")
    let preferences = try browser.openPreferences()
    let wanted = try preferences.find(.checkBox, "Pictures of Closed Windows")
    try wanted.click()
    try wanted.expect("is on") { $0.isOn }
    try mango.close()
    try vitrine.expectWindows(2)
    let folder = try home().cache.appendingPathComponent("org.vitrine.Vitrine.Sample/windows")
    let pictures = { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }
    try eventually("there is one picture") { pictures().count == 1 }
    try browser.run("app.saved-windows")
    let list = try vitrine.window(titled: "Saved Windows")
    _ = try list.find(.image, "Picture of Mango")
    try list.expectNo(.image, "Picture of Cherries")
    try list.close()
    try wanted.click()
    try eventually("the picture is gone") { pictures().isEmpty }
  }

  func testUnitPricesAreForWhatIsChosenAtOnceAndInATerminal() throws {
    let tea = ["--title", "Tea", "--unit", "g", "--pack-size", "250", "--price", "6.00 EUR"]
    let made = try runToEnd(
      Home.built("vitrinectl"), ["add"] + tea, environment: home().environment)
    XCTAssertEqual(made.ending, .exited(0), made.errors)
    let id = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let browser = try home().start().browser()
    try browser.product("Tea").select()
    _ = try browser.find(.label, "€24.00 / kg")
    let preferences = try browser.openPreferences()
    try preferences.choose("100 g for small packs", at: 2, of: "Unit Prices")
    _ = try browser.find(.label, "€2.40 / 100 g")
    try eventually("the terminal says it, too") {
      let shown = try runToEnd(
        Home.built("vitrinectl"), ["show", id], environment: home().environment)
      return shown.output.contains("2.40 EUR / 100 g")
    }
  }

  func testOpenedProductsAreRecentFilesAsLongAsTheUserWantsThemThere() throws {
    for title in ["Rose", "Tulip"] {
      let made = try runToEnd(
        Home.built("vitrinectl"), ["add", "--title", title], environment: home().environment)
      XCTAssertEqual(made.ending, .exited(0), made.errors)
    }
    let vitrine = try home().start()
    let browser = try vitrine.browser()
    try browser.openProductWindow("Rose").close()
    let preferences = try browser.openPreferences()
    let recent = try preferences.find(.checkBox, "Recent Files")
    try recent.click()
    try recent.expect("is on") { $0.isOn }
    try browser.openProductWindow("Tulip").close()
    try expectRecent(["Tulip"])
    let rose = try browser.openProductWindow("Rose")
    try expectRecent(["Rose", "Tulip"])
    try rose.edit()
    try rose.field("Title").retype("Red Rose")
    try rose.find(.button, "Done").click()
    try expectRecent(["Red Rose", "Tulip"])
    try rose.close()
    try browser.product("Tulip").select()
    try browser.press("Delete")
    try browser.products().expectNo(.label, "Tulip")
    try browser.sidebar().find(.row, "Trash").select()
    try browser.find(.button, "Empty Trash…").click()
    try vitrine.window(titled: "Empty the Trash?").find(.button, "Empty Trash").click()
    try expectRecent(["Red Rose"])
    try recent.click()
    try expectRecent([])
  }

  /// The titles of links to products in the desktop's own file.
  private func expectRecent(_ titles: [String]) throws {
    let file = try home().data.appendingPathComponent("recently-used.xbel")
    try eventually("\(titles) among the recent files") {
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let found = text.components(separatedBy: "<bookmark ").dropFirst().compactMap { bookmark in
        bookmark.hasPrefix("href=\"vitrine:product/")
          ? bookmark.components(separatedBy: "<title>").last?.components(separatedBy: "</title>")
            .first : nil
      }
      guard found.sorted() == titles else {
        throw AccessibilityFailure(description: "they are \(found)")
      }
      return true
    }
  }

  private func expectSetting(_ value: String) throws {
    let file = try home().configuration.appendingPathComponent(
      "org.vitrine.Vitrine.Sample/settings.json")
    try eventually("\(value) on the disk") {
      (try? String(contentsOf: file, encoding: .utf8))?.contains("\"\(value)\"") == true
    }
  }
}

extension Window {
  /// Opens the Preferences window with its keys.
  func openPreferences() throws -> Window {
    try press("ctrl+comma")
    return try program.window(titled: "Preferences")
  }

  /// Opens a product without photos in a window of its own.
  func openProductWindow(_ title: String) throws -> Window {
    try product(title).select()
    try press("ctrl+Return")
    return try program.window(titled: title)
  }

  /// Chooses something from a list that opens, by its place in it.
  func choose(_ text: String, at place: Int, of title: String) throws {
    let choice = try find(.choice, title)
    try choice.pointerClick()
    let keys = ["Home"] + Array(repeating: "Down", count: place) + ["Return"]
    for key in keys { try program.home.screen.press(key) }
    try choice.expect("says \(text)") { try $0.has(.label, text) }
  }
}
