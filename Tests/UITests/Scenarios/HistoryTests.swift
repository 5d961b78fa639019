// SPDX-License-Identifier: Apache-2.0
// The History window: what was done, the way to any step and back, and itself after a kill.

import Foundation
import XCTest

final class HistoryTests: UITestCase {
  func testAChosenStepIsUndoneAndRedoneAndTheWindowComesBackAfterAKill() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    for title in ["Mango", "Orchid"] { try browser.moveToTrash(title) }
    try browser.press("ctrl+h")
    let history = try vitrine.window(titled: "History")
    _ = try history.find(.label, "Import 10 Products: Ginger and others")
    _ = try history.find(.label, "Delete Product: Mango")
    XCTAssertEqual(try history.all(.row).count, 3)
    try history.all(.row)[1].select()
    let second = try eventuallySaved(otherThan: nil)
    // Beforehand, what would come along.
    XCTAssertEqual(
      try history.all(.label).filter { try $0.title == "Will be undone" }.count, 2)
    try history.find(.button, "Undo 2 Steps").click()
    _ = try browser.product("Mango")
    _ = try browser.product("Orchid")
    _ = try history.find(.label, "Undone")
    try history.find(.row).select()
    _ = try eventuallySaved(otherThan: second)
    try history.find(.button, "Redo 2 Steps").click()
    try browser.products().expectNo(.label, "Orchid")
    try history.expectNo(.label, "Undone")
    try browser.press("ctrl+h")
    try eventually("the only History window is in front") { history.isActive }
    try vitrine.expectWindows(2)

    // Return only leads to the button, which says how many steps that is.
    try history.all(.row)[1].focus()
    try history.press("Return")
    let undo = try history.find(.button, "Undo 2 Steps")
    try undo.expect("has the keyboard") { $0.isFocused }
    try history.press("Return")
    _ = try browser.product("Mango")
    try history.find(.row).select()
    try history.find(.button, "Redo 2 Steps").click()
    try browser.products().expectNo(.label, "Orchid")

    try history.all(.row)[1].select()
    try eventuallyOnDisk([second])
    try vitrine.kill()
    let again = try home().start("--sample")
    try again.expectWindows(2)
    let back = try again.window(titled: "History")
    _ = try back.find(.button, "Undo 2 Steps")
    try back.all(.row)[1].expect("is chosen") { $0.isSelected }
  }

  func testAStepIsFoundByWhatItDidAndTheSearchComesBack() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    for title in ["Mango", "Orchid", "Ginger"] { try browser.moveToTrash(title) }
    try browser.press("ctrl+h")
    var history = try vitrine.window(titled: "History")
    _ = try history.find(.label, "Delete Product: Ginger")
    try history.press("ctrl+f")
    let search = try history.find(.entry, "Search History")
    try search.expect("has the keyboard") { $0.isFocused }
    try search.type("mango")
    try history.expectNo(.label, "Delete Product: Ginger")
    XCTAssertEqual(try history.all(.row).count, 1)
    try history.press("Down")
    // What would be undone with it comes into the list.
    _ = try history.find(.label, "Delete Product: Ginger")
    _ = try history.find(.button, "Undo 3 Steps")
    XCTAssertEqual(try history.all(.label).filter { try $0.title == "Will be undone" }.count, 3)
    try history.all(.row)[2].expect("has the keyboard") {
      try $0.isFocused && $0.isSelected && $0.title.hasPrefix("Delete Product: Mango")
    }
    try vitrine.quit()

    let again = try home().start("--sample")
    history = try again.window(titled: "History")
    try history.find(.entry, "Search History").expectText("mango")
    try history.find(.button, "Undo 3 Steps").click()
    _ = try again.browser().product("Mango")
    try history.expectNo(.label, "Delete Product: Ginger")
    try history.press("ctrl+f")
    try history.find(.entry, "Search History").retype("zzz")
    _ = try history.find(.label, "No Results Found")
  }

  /// The step that is saved as the selected one.
  private func eventuallySaved(otherThan before: String?) throws -> String {
    let state = try home().state.path
    return try obtain("another selected step on the disk") { () -> String? in
      let files = FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []
      for file in files where file.hasSuffix(".json") {
        let record = FileManager.default.contents(atPath: "\(state)/\(file)") ?? Data()
        for line in String(decoding: record, as: UTF8.self).split(separator: "\n") {
          let text = line.trimmingCharacters(in: .whitespaces)
          if text.hasPrefix("\"History.selection\""), text != before { return text }
        }
      }
      return nil
    }
  }
}
