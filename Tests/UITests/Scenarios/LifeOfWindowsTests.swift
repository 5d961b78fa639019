// SPDX-License-Identifier: Apache-2.0
// What closing, reopening and asking for windows does to those that come back.

import Foundation
import XCTest

final class LifeOfWindowsTests: UITestCase {
  func testWindowsClosedOneAfterTheOtherAllComeBack() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let mango = try browser.openInNewWindow("Mango")
    try browser.activate()
    let orchid = try browser.openInNewWindow("Orchid")
    for (window, left) in [(orchid, 2), (mango, 1)] {
      try window.close()
      try vitrine.expectWindows(left)
    }
    try browser.close()
    XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))

    let again = try home().start("--sample")
    try again.expectWindows(3)
    _ = try again.window(titled: "Mango")
    _ = try again.window(titled: "Orchid")
  }

  func testAClosedWindowIsReopenedWithItsUnfinishedForm() throws {
    let vitrine = try openSample()
    let mango = try vitrine.browser().openInNewWindow("Mango")
    try mango.edit()
    try mango.field("Price").retype("7.25")
    try mango.close()
    try vitrine.expectWindows(1)
    // Something done in between makes it a closing and no farewell, and a restart forgets nothing.
    try vitrine.browser().choose("Peanuts")
    try vitrine.quit()

    let again = try home().start("--sample")
    try again.browser().press("ctrl+shift+t")
    let reopened = try again.window(titled: "Mango")
    try reopened.field("Price").expectText("7.25")
  }

  func testWindowsOpenedWhileOthersComeBackAreNotLeftEmpty() throws {
    let vitrine = try openSample()
    for title in ["Mango", "Orchid", "Peanuts", "Ginger"] {
      try vitrine.browser().activate()
      _ = try vitrine.browser().openInNewWindow(title)
    }
    try vitrine.browser().activate()
    try vitrine.quit()

    // Keys pressed as soon as there is a window to press them in.
    let again = try home().start("--sample")
    let front = try XCTUnwrap(again.windows.first)
    for _ in 1...3 { try front.press("ctrl+shift+n") }
    let windows = try again.expectWindows(8)
    for window in windows {
      try eventually("“\(window.lastTitle)” has something in it") {
        try window.has(.table, "Products") || window.has(.button, "Edit")
      }
    }
  }

  func testASecondStartWithALinkFindsTheWindowThatShowsIt() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    _ = try browser.openInNewWindow("Mango")
    let link = try "vitrine:product/" + identifier(of: "Mango")
    XCTAssertEqual(try home().run("--sample", link).ending, .exited(0))
    let mango = try vitrine.window(titled: "Mango")
    try eventually("Mango comes to the front") { mango.isActive }
    try vitrine.expectWindows(2)

    let other = try "vitrine:product/" + identifier(of: "Ginger")
    XCTAssertEqual(try home().run("--sample", other).ending, .exited(0))
    _ = try vitrine.window(titled: "Ginger")
    try vitrine.expectWindows(3)
  }

  func testADamagedRecordCostsOneWindowAndSaysSo() throws {
    let vitrine = try openSample()
    _ = try vitrine.browser().openInNewWindow("Mango")
    try vitrine.quit()
    let folder = try home().state.appendingPathComponent("org.vitrine.Vitrine.Sample/v1/windows")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.contains("Mango"), text.contains("\"product\"") {
        try "{ not a record".write(to: file, atomically: false, encoding: .utf8)
      }
    }

    let again = try home().start("--sample")
    try again.expectWindows(1)
    _ = try again.browser().find(.label, "1 window could not be restored.")
    try again.browser().find(.button, "Show").click()
    let saved = try again.window(titled: "Saved Windows")
    _ = try saved.find(.label, "Could Not Be Read")
    let state = try home().run("state", "check", "--sample", program: Home.built("vitrinectl"))
    XCTAssertTrue(state.output.contains("unreadable"), state.output)
  }

  func testReopeningIsOfferedOnlyWhenAWindowWasClosed() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.find(.button, "Main Menu").click()
    try vitrine.chooseFromMenu("Windows")
    try browser.find(.menuItem, "Reopen Closed Window").expect("is not offered") {
      !$0.isSensitive
    }
    try browser.press("Escape")
    try browser.openInNewWindow("Mango").close()
    try vitrine.quit()

    let again = try openSample()
    let list = try again.browser()
    try list.activate()
    try list.find(.button, "Main Menu").click()
    try again.chooseFromMenu("Windows")
    try again.chooseFromMenu("Reopen Closed Window")
    // Its title, and when it was closed.
    try obtain("Mango among the closed windows") {
      try again.windows.map { try $0.all(.menuItem) }.joined()
        .first { try $0.title.hasPrefix("Mango, ") }
    }
    .click()
    _ = try again.window(titled: "Mango")
    try again.expectWindows(2)
  }

  func testClosedWindowsAreOpenedTogetherFromTheListOfSavedWindows() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let titles = ["Mango", "Cherries", "Orchid"]
    let windows = try titles.map { try browser.openInNewWindow($0) }
    try windows[0].edit()
    try windows[0].field("Title").retype("Mangold")
    for window in windows { try window.close() }
    try browser.find(.button, "Main Menu").click()
    try vitrine.chooseFromMenu("Windows")
    try vitrine.chooseFromMenu("Saved Windows")
    let list = try vitrine.window(titled: "Saved Windows")
    try assertAccessible(list)
    try eventually("the one with a draft is marked") {
      try list.all(.label).map { try $0.title }.filter { $0.hasSuffix(" · Unfinished edit") }.count
        == 1
    }
    try list.find(.button, "Open Selected").expect("waits for a selection") { !$0.isSensitive }
    try list.find(.checkBox, "Select Cherries").click()
    try list.find(.button, "Open Selected").click()
    _ = try vitrine.window(titled: "Cherries")
    try list.expectNo(.checkBox, "Select Cherries")
    try list.find(.button, "Open All: Closed").click()
    _ = try vitrine.window(titled: "Orchid")
    try vitrine.window(titled: "Mango").field("Title").expectText("Mangold")
    _ = try list.find(.label, "No Saved Windows")
  }

  func testAnEarlierSessionIsOpenedFromTheListOfSavedWindows() throws {
    let vitrine = try openSample()
    let mango = try vitrine.browser().openInNewWindow("Mango")
    try mango.chooseTab("Photos")
    try vitrine.quit()
    let plain = try openSample()
    try plain.expectWindows(2)
    try plain.window(titled: "Mango").close()
    try plain.quit()

    // Only the list comes back, and Mango stands in the session before.
    let again = try openSample()
    let browser = try again.window()
    try browser.find(.button, "Main Menu").click()
    try again.chooseFromMenu("Windows")
    try again.chooseFromMenu("Saved Windows")
    let list = try again.window(titled: "Saved Windows")
    _ = try list.find(.label, "Earlier Sessions")
    let opening = try obtain("the session of two windows") {
      try list.all(.button).filter { try $0.title.contains(" at ") }.last
    }
    try opening.click()
    try again.window(titled: "Mango").find(.tab, "Photos").expect("is in front") { $0.isSelected }
    try again.expectWindows(3)
  }

  func testWindowsThatWereNotRestoredForOnceComeBackAtTheNextStartOrAreAskedFor() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let mango = try browser.openInNewWindow("Mango")
    try browser.press("ctrl+n")
    try browser.field("Title").type("Quince")
    try mango.activate()
    try eventuallyOnDisk(["Quince", "\"title\": \"Mango\""])
    try vitrine.quit()

    let plain = try home().start("--sample", "--no-restore")
    let only = try plain.window()
    _ = try only.find(.label, "2 windows were not restored.")
    try assertAccessible(only)
    // What is unfinished in them is in sight.
    _ = try only.sidebar().find(.row, "New: Quince")
    try plain.quit()

    let next = try home().start("--sample")
    try next.expectWindows(3)
    _ = try next.window(titled: "Mango")
    try next.quit()

    for way in ["button", "keys", "sidebar"] {
      let again = try home().start("--sample", "--no-restore")
      let front = try again.window()
      switch way {
      case "button": try front.find(.button, "Restore Previous Windows").click()
      case "keys": try front.press("ctrl+shift+t")
      default:
        try front.sidebar().find(.row, "New: Quince").pointerClick()
        try again.expectWindows(2)
        try front.press("ctrl+shift+t")
      }
      try eventually("Mango is back") { try again.windows.contains { try $0.title == "Mango" } }
      try front.expectNo(.button, "Restore Previous Windows")
      let field = try obtain("what was typed") {
        try again.windows.lazy.compactMap { window in
          try window.all(.entry).first { try $0.text == "Quince" }
        }.first
      }
      try field.expectText("Quince")
      try again.quit()
    }
  }

  func testForgettingLeavesAPlainStart() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    _ = try browser.openInNewWindow("Mango")
    try browser.activate()
    try browser.find(.button, "Main Menu").click()
    try vitrine.chooseFromMenu("Windows")
    try vitrine.chooseFromMenu("Quit and Forget Windows")
    XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))

    let again = try home().start("--sample")
    try again.expectWindows(1)
    _ = try again.browser().find(.label, "No Product Selected")
  }

  func testAStartThatForgetsHasOnePlainWindow() throws {
    let vitrine = try openSample()
    _ = try vitrine.browser().openInNewWindow("Mango")
    let refused = try home().run("--sample", "--forget")
    XCTAssertEqual(refused.ending, .exited(1), "it is running")
    try vitrine.expectWindows(2)
    try vitrine.kill()

    let again = try home().start("--sample", "--forget")
    _ = try again.browser().find(.label, "No Product Selected")
    try again.expectWindows(1)
  }

  func testForgettingAsksBeforeItDropsWhatIsUnfinished() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Mango")
    try browser.edit()
    try browser.field("Title").retype("Alphonso")
    try browser.find(.button, "Main Menu").click()
    try vitrine.chooseFromMenu("Windows")
    try vitrine.chooseFromMenu("Quit and Forget Windows")
    let question = try vitrine.window(titled: "Discard Unfinished Edits?")
    _ = try question.find(
      .label, "These edits are unfinished and will be lost with the windows:\n\n• Mango")
    try question.find(.button, "Cancel").click()
    try browser.field("Title").expectText("Alphonso")

    try browser.find(.button, "Main Menu").click()
    try vitrine.chooseFromMenu("Windows")
    try vitrine.chooseFromMenu("Quit and Forget Windows")
    try vitrine.window(titled: "Discard Unfinished Edits?").find(.button, "Forget and Quit").click()
    XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))
    let again = try home().start("--sample")
    _ = try again.browser().find(.label, "No Product Selected")
  }
}
