// SPDX-License-Identifier: Apache-2.0
// Several products at once: selecting them with the pointer and the keyboard, what is done to all of
// them, and that they are selected again after a kill.

import Foundation
import XCTest

final class SelectingTests: UITestCase {
  fileprivate static let sample: Set = [
    "Ginger", "Gladiolus", "Orchid", "Poinsettia", "Red Rose", "White Rose", "Mango", "Peanuts",
    "Cherries", "Artichoke",
  ]

  /// Mango, and the two below it.
  private static let three = ["Mango", "Peanuts", "Cherries"]

  private func openWithThreeSelected() throws -> Window {
    let browser = try openSample().browser()
    // High enough for every place of the sidebar.
    try browser.resize(width: 1200, height: 980)
    try browser.choose("Mango")
    for _ in 1...2 { try browser.press("shift+Down") }
    try browser.expectSelected(Self.three)
    return browser
  }

  func testPointerAndKeyboardSelectMoreAndLess() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1200, height: 760)
    try browser.product("Orchid").pointerClick()
    try browser.product("Mango").pointerClick(holding: "ctrl")
    try browser.expectSelected(["Orchid", "Mango"])
    _ = try browser.find(.label, "2 Products Selected")
    try assertAccessible(browser)
    try browser.product("Cherries").pointerClick(holding: "shift")
    try browser.expectSelected(Self.three)
    try browser.product("Peanuts").pointerClick(holding: "ctrl")
    try browser.expectSelected(["Mango", "Cherries"])
    for keys in ["ctrl+Down", "ctrl+Down", "ctrl+space"] { try browser.press(keys) }
    try browser.expectSelected(["Mango", "Cherries", "Artichoke"])
    try browser.press("Escape")
    try browser.expectSelected(["Artichoke"])
    _ = try browser.find(.image, "Photo of Artichoke")
    try browser.press("ctrl+2")
    try browser.find(.button, "Show as Grid").expect("is pressed") { $0.isOn }
    try browser.press("shift+Left")
    _ = try browser.find(.label, "2 Products Selected")
  }

  func testTheyAreSelectedAgainAfterAKillAndTheKeyboardGoesOn() throws {
    let browser = try openWithThreeSelected()
    try browser.clickHead(above: "€10.99")
    try browser.expectOrder(["Peanuts", "Mango", "Cherries"])
    try browser.expectSelected(Self.three)
    try eventuallyOnDisk(["Browser.selected", "\"products\"", "\"price\""])
    try browser.program.kill()

    let again = try home().start("--sample").browser()
    try again.expectSelected(Self.three)
    _ = try again.find(.label, "3 Products Selected")
    // From Mango, the first one that was selected.
    try again.press("shift+Down")
    try again.expectSelected(["Mango", "Cherries"])
    try again.press("Escape")
    _ = try again.find(.image, "Photo of Cherries")
  }

  func testDeletingThemIsOneStep() throws {
    let browser = try openWithThreeSelected()
    try browser.press("Delete")
    _ = try browser.find(.label, "3 products moved to the Trash")
    try browser.find(.button, "Undo").click()
    for title in Self.three { _ = try browser.product(title) }
    try browser.expectSelected(["Artichoke"])

    try browser.press("shift+Up")
    try browser.press("Delete")
    for title in ["Cherries", "Artichoke"] { try browser.products().expectNo(.label, title) }
    try browser.find(.button, "Main Menu").click()
    try browser.program.chooseFromMenu("Undo Delete 2 Products")
    for title in ["Cherries", "Artichoke"] { _ = try browser.product(title) }
  }

  func testAllAreDeletedThatWereSelectedWithoutOneBefore() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1200, height: 760)
    try browser.products().expect("has the keyboard") {
      try $0.all(.row).contains(where: \.isFocused)
    }
    try browser.press("ctrl+a")
    _ = try browser.find(.label, "10 Products Selected")
    try browser.find(.button, "Move to Trash").click()
    _ = try browser.find(.label, "No Products Yet")
    try browser.press("ctrl+z")
    _ = try browser.product("Mango")
  }

  func testTheContextMenuIsForAllOfThemOrForTheRowUnderIt() throws {
    let browser = try openWithThreeSelected()
    try browser.product("Peanuts").rightClick()
    try browser.program.chooseFromMenu("Add Tag…")
    let question = try browser.program.window(titled: "Add Tag")
    try assertAccessible(question)
    try question.find(.entry, "Tag").type("on sale")
    try question.find(.button, "Add").click()
    _ = try browser.find(.label, "3 products changed")
    try browser.expectSelected(Self.three)

    try browser.product("Ginger").rightClick()
    try browser.program.chooseFromMenu("Duplicate")
    _ = try browser.find(.image, "Photo of Ginger (Copy)")
    try browser.sidebar().find(.row, "on sale").select()
    try browser.products().expectNo(.label, "Ginger")
    try browser.product("Mango").select()
    try browser.press("ctrl+a")
    try browser.find(.button, "Remove Tag…").click()
    let removing = try browser.program.window(titled: "Remove Tag")
    try removing.find(.row, "on sale").pointerClick()
    _ = try browser.find(.label, "Nothing Here")
  }

  func testTheyAreMovedToACategory() throws {
    let browser = try openWithThreeSelected()
    try browser.find(.button, "Move to Category…").click()
    let question = try browser.program.window(titled: "Move to Category")
    try assertAccessible(question)
    try question.find(.row, "Flowers").pointerClick()
    try browser.sidebar().find(.row, "Flowers").select()
    for title in Self.three + ["Orchid"] { _ = try browser.product(title) }

    try browser.find(.button, "Undo").click()
    try browser.products().expectNo(.label, "Peanuts")
    _ = try browser.product("Orchid")
    // The one that is looked at stays until the list is asked for anew.
    _ = try browser.find(.row, "Mango, €6.99, Fruit, no longer in this list")
    try browser.sidebar().find(.row, "Food").select()
    try browser.sidebar().find(.row, "Flowers").select()
    try browser.products().expectNo(.label, "Mango")
    _ = try browser.product("Orchid")
  }

  func testDroppedOnACategoryTheyMoveThere() throws {
    let browser = try openWithThreeSelected()
    try browser.product("Peanuts").drag(to: browser.sidebar().find(.row, "Flowers"))
    _ = try browser.find(.label, "3 products changed")
    try browser.expectSelected(Self.three)
    try browser.sidebar().find(.row, "Flowers").select()
    for title in Self.three + ["Orchid"] { _ = try browser.product(title) }
  }

  func testDraggedOutTheyOpenAsManyWindows() throws {
    let browser = try openWithThreeSelected()
    try browser.resize(width: 900, height: 700)
    try browser.product("Peanuts").dragOntoDesktop()
    for title in Self.three { _ = try browser.program.window(titled: title) }
    try browser.program.expectWindows(4)
    try browser.expectSelected(Self.three)
  }

  func testManyWindowsAreOpenedOnlyAfterAQuestion() throws {
    let browser = try openSample().browser()
    try browser.choose("Mango")
    try browser.press("ctrl+a")
    _ = try browser.find(.label, "10 Products Selected")
    try browser.press("ctrl+Return")
    let question = try browser.program.window(titled: "Open 10 Windows?")
    try assertAccessible(question)
    try question.find(.button, "Cancel").click()
    try browser.program.expectWindows(1)
    try browser.press("Escape")
    try browser.press("shift+Down")
    try browser.press("ctrl+Return")
    try browser.program.expectWindows(3)
  }
}

extension Window {
  /// Waits until just these products are selected.
  fileprivate func expectSelected(
    _ titles: [String], file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try eventually("\(titles) selected", file: file, line: line) {
      // The cells of a row are selected with it.
      let now = try products().all(.row).filter(\.isSelected).map { try $0.title }
        .filter(SelectingTests.sample.contains)
      guard Set(now) == Set(titles) else {
        throw AccessibilityFailure(description: "it is \(now)")
      }
      return true
    }
  }
}
