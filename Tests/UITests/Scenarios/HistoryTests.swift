// The History window, and the question before a command that the history has no room for.

import Foundation
import XCTest

final class HistoryTests: UITestCase {
  func testAChosenStepIsUndoneAndRedoneAndTheWindowComesBackAfterAKill() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    for title in ["Mango", "Orchid"] {
      try browser.choose(title)
      try browser.press("Delete")
      try browser.products().expectNo(.label, title)
    }
    try browser.press("ctrl+h")
    let history = try vitrine.window(titled: "History")
    _ = try history.find(.row, "Import 10 Products")
    XCTAssertEqual(try history.all(.row).count, 3)
    try history.all(.row)[1].select()
    try history.find(.button, "Undo 2 Steps").click()
    _ = try browser.product("Mango")
    _ = try browser.product("Orchid")
    _ = try history.find(.label, "Undone")
    try history.find(.row).select()
    try history.find(.button, "Redo 2 Steps").click()
    try browser.products().expectNo(.label, "Orchid")
    try history.expectNo(.label, "Undone")
    try browser.press("ctrl+h")
    try eventually("the only History window is in front") { history.isActive }
    try vitrine.expectWindows(2)

    try history.all(.row)[1].select()
    try eventuallyOnDisk(["History.selection"])
    try vitrine.kill()
    let again = try home().start("--sample")
    try again.expectWindows(2)
    let back = try again.window(titled: "History")
    _ = try back.find(.button, "Undo 2 Steps")
    try back.all(.row)[1].expect("is chosen") { $0.isSelected }
  }

  func testWhatTheHistoryHasNoRoomForIsAskedFirst() throws {
    let folder = try home().folder.appendingPathComponent("large")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let text = String(repeating: "long ", count: 19_000)
    let lines = (1...750).map { number in
      #"{"id": "\#(UUID().uuidString)", "title": "Large \#(number)", "description": "\#(text)"}"#
    }
    try lines.joined(separator: "\n").write(
      to: folder.appendingPathComponent("products.jsonl"), atomically: false, encoding: .utf8)
    let tool = try Home.built("vitrinectl")
    let made = try home().run("import", folder.path, program: tool)
    XCTAssertEqual(made.ending, .exited(0), made.errors)

    let vitrine = try home().start()
    let browser = try vitrine.browser()
    try browser.product("Large 1").focus()
    try browser.press("ctrl+a")
    try browser.press("Delete")
    let question = try vitrine.window(titled: "Forget Part of the History?")
    try question.find(.button, "Cancel").click()
    _ = try browser.product("Large 1")
    try browser.product("Large 1").focus()
    try browser.press("ctrl+a")
    try browser.press("Delete")
    try vitrine.window(titled: "Forget Part of the History?").find(.button, "Go On").click()
    try browser.products().expectNo(.label, "Large 1")
    try browser.press("ctrl+h")
    _ = try vitrine.window(titled: "History").find(
      .label, "2 older steps were forgotten and can’t be undone.")
  }
}
