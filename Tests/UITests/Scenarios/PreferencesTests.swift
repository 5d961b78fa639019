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
    _ = try browser.find(.label, "1 product was in the Trash for long and is deleted")
    try browser.find(.button, "Undo").click()
    try browser.sidebar().find(.row, "Trash").select()
    _ = try browser.product("Mango")
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

  /// Chooses something from a list that opens, by its place in it.
  func choose(_ text: String, at place: Int, of title: String) throws {
    let choice = try find(.choice, title)
    try choice.pointerClick()
    let keys = ["Home"] + Array(repeating: "Down", count: place) + ["Return"]
    for key in keys { try program.home.screen.press(key) }
    try choice.expect("says \(text)") { try $0.has(.label, text) }
  }
}
