// SPDX-License-Identifier: Apache-2.0
// The keyboard is never lost: whatever opens over the list and closes again, by key or by pointer, gives it back to the
// row that had it.

import XCTest

final class FocusTests: UITestCase {
  /// Something that opens, and how it closes.
  private struct Thing {
    let name: String
    let open: (Window) throws -> Void
    let close: (Window) throws -> Void
  }

  func testWhatOpensOverTheListGivesTheKeyboardBackToItsRow() throws {
    let browser = try openSample().browser()
    try browser.product("Mango").pointerClick()
    try browser.expectKeyboard(on: "Mango", after: "a click")
    for thing in Self.things {
      try thing.open(browser)
      try thing.close(browser)
      try browser.expectKeyboard(on: "Mango", after: thing.name)
    }
    // And keys mean it.
    try browser.press("Down")
    try browser.product("Peanuts").expect("is chosen") { $0.isSelected }
  }

  private static var things: [Thing] {
    [
      Thing(
        name: "a context menu of the pointer",
        open: { browser in
          try browser.product("Mango").rightClick()
          _ = try browser.find(.menuItem, "Duplicate")
        },
        close: closeMenu),
      Thing(
        name: "a context menu of the keyboard",
        open: { browser in
          try browser.press("shift+F10")
          _ = try browser.find(.menuItem, "Duplicate")
        },
        close: closeMenu),
      Thing(name: "the main menu", open: { try $0.press("F10") }, close: closeMenu),
      Thing(
        name: "the main menu of the pointer",
        open: { try $0.find(.button, "Main Menu").pointerClick() }, close: closeMenu),
      Thing(
        name: "the search", open: { try $0.press("ctrl+f") },
        close: { browser in
          try browser.find(.entry, "Search Products").expect("has the keyboard") { $0.isFocused }
          try browser.press("Escape")
        }),
      Thing(
        name: "a question for a tag",
        open: { browser in
          try browser.press("shift+F10")
          try browser.program.chooseFromMenu("Add Tag…")
        },
        close: { browser in
          try browser.program.window(titled: "Add Tag").press("Escape")
          try browser.program.expectWindows(1)
        }),
      Thing(
        name: "a message",
        open: { browser in
          try browser.product("Mango").rightClick()
          try browser.program.chooseFromMenu("Copy as Table")
          _ = try browser.find(.label, "1 product copied")
        },
        close: { browser in
          try browser.find(.button, "Dismiss").pointerClick()
          try browser.expectNo(.label, "1 product copied")
        }),
      Thing(
        name: "the shortcuts", open: { try $0.press("ctrl+question") },
        close: { browser in
          try browser.program.expectWindows(2)
          try browser.program.press("Escape")
          try browser.program.expectWindows(1)
          try browser.activate()
        }),
    ]
  }

  private static func closeMenu(_ browser: Window) throws {
    _ = try browser.find(.menuItem)
    try browser.program.home.screen.press("Escape")
    try browser.expectNo(.menuItem)
  }

  func testUndoAfterDeletingGivesTheKeyboardToTheProduct() throws {
    let browser = try openSample().browser()
    try browser.product("Mango").pointerClick()
    try browser.expectKeyboard(on: "Mango", after: "a click")
    try browser.press("Delete")
    try browser.products().expectNo(.label, "Mango")
    try browser.find(.button, "Undo").pointerClick()
    _ = try browser.product("Mango")
    try browser.expectNo(.button, "Undo")
    try eventually("a row has the keyboard") {
      try browser.products().all(.row).contains { $0.isFocused }
    }
  }

  func testAfterTheOnlyNoteIsDeletedTheNextCanBeAdded() throws {
    let browser = try openSample().browser()
    try browser.choose("Mango")
    try browser.chooseTab("Notes")
    for title in try browser.noteTitles() {
      try browser.find(.row, title).pointerClick()
      try browser.press("Delete")
      try browser.expectNo(.row, title)
    }
    try eventually("something in sight has the keyboard") { try browser.hasKeyboardInSight }
  }

  func testAChoiceInTheFormForSeveralLeavesTheKeyboardThere() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1200, height: 900)
    try browser.choose("Mango")
    try browser.press("shift+Down")
    try browser.editSeveral(2)
    try eventually("something in sight has the keyboard") { try browser.hasKeyboardInSight }
    try browser.choose("Set to", at: 1, of: "What to do with “Year”")
    try eventually("something in sight has the keyboard") { try browser.hasKeyboardInSight }
  }
}

extension Window {
  /// Waits until the row of a product has the keyboard.
  fileprivate func expectKeyboard(on title: String, after what: String) throws {
    try eventually("“\(title)” has the keyboard after \(what)") { try product(title).isFocused }
  }
}
