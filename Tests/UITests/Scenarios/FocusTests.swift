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

  func testWhatTheSearchHidKeepsTheKeyboardWhenItIsBack() throws {
    let browser = try openSample().browser()
    try browser.product("Cherries").pointerClick()
    try browser.expectKeyboard(on: "Cherries", after: "a click")
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("rose")
    try browser.products().expectNo(.label, "Cherries")
    try browser.press("Escape")
    try browser.expectKeyboard(on: "Cherries", after: "a search without it")
    XCTAssertTrue(try browser.product("Cherries").isSelected)
  }

  func testTheGridTakesTheKeyboardAlongToACardFurtherDown() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 900, height: 500)
    try browser.product("Cherries").pointerClick()
    try browser.expectKeyboard(on: "Cherries", after: "a click")
    try browser.find(.button, "Show as Grid").click()
    try eventually("the card has the keyboard") { try browser.isKeyboard(onCard: "Cherries") }
  }

  func testACardOutOfSightLetsTheKeyboardGo() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 900, height: 500)
    try browser.find(.button, "Show as Grid").click()
    for search in [
      { try $0.press("ctrl+f") },
      { try $0.find(.button, "Search").pointerClick() },
    ] as [(Window) throws -> Void] {
      try browser.products().find(.label, "Ginger").pointerClick()
      try eventually("the card has the keyboard") { try browser.isKeyboard(onCard: "Ginger") }
      let middle = try browser.products().middle()
      try browser.program.home.screen.click(at: middle, button: 5, times: 20)
      // There is no room for the first row beside this one.
      _ = try browser.products().find(.label, "White Rose")
      try search(browser)
      try browser.program.home.screen.type("rose")
      try browser.find(.entry, "Search Products").expect("has what was typed") {
        try $0.text == "rose"
      }
      try browser.press("Escape")
      try browser.press("Escape")
      try browser.expectNo(.entry, "Search Products")
    }
  }

  func testAFormGivesTheKeyboardBackToTheRowItWasOpenedFrom() throws {
    let browser = try openSample().browser()
    try browser.product("Mango").pointerClick()
    for end in ["Escape", "ctrl+s"] {
      try browser.expectKeyboard(on: "Mango", after: "a form before \(end)")
      try browser.press("ctrl+e")
      try eventually("the form has the keyboard") { try browser.field("Title").isFocused }
      // Through all of its fields.
      for _ in 1...12 { try browser.press("Tab") }
      try browser.press(end)
      try browser.expectNo(.button, "Done")
    }
    try browser.expectKeyboard(on: "Mango", after: "a form")
  }

  func testAPriceIsNotSelectedByComingToItWithTab() throws {
    let browser = try openSample().browser()
    try browser.product("Mango").pointerClick()
    func price() throws -> Element? {
      try browser.all(.label).first { try $0.isFocused && $0.title == "€6.99" }
    }
    for _ in 1...8 where try price() == nil { try browser.press("Tab") }
    XCTAssertFalse(try XCTUnwrap(price()).node.hasSelectedText)
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

  func testWhatOpensInAProductWindowLeavesTheKeyboardInSight() throws {
    let browser = try openSample().browser()
    let product = try browser.openInNewWindow("Cherries")
    let things = [
      Thing(
        name: "a form by key", open: { try $0.press("ctrl+e") },
        close: { try $0.press("Escape") }),
      Thing(
        name: "a form by pointer", open: { try $0.find(.button, "Edit").pointerClick() },
        close: { try $0.find(.button, "Cancel").pointerClick() }),
      Thing(
        name: "a form that is saved", open: { try $0.press("ctrl+e") },
        close: { try $0.find(.button, "Done").pointerClick() }),
      Thing(
        name: "the product's menu", open: { try $0.find(.button, "Product Menu").pointerClick() },
        close: Self.closeMenu),
      Thing(name: "the main menu", open: { try $0.press("F10") }, close: Self.closeMenu),
      Thing(
        name: "a new note by key", open: { try $0.press("ctrl+shift+m") },
        close: { product in
          try product.find(.entry, "Note title").expect("is there") { try $0.isShowing }
          try product.press("Escape")
          try product.expectNo(.entry, "Note title")
        }),
      Thing(
        name: "a note by pointer",
        open: { try $0.find(.button, "Edit note: Season").pointerClick() },
        close: { product in
          try product.find(.button, "Cancel").pointerClick()
          try product.expectNo(.entry, "Note title")
        }),
      Thing(
        name: "the caption of a photo",
        open: { product in
          try product.chooseTab("Photos")
          try product.find(.row, "A pair on its stems, under one leaf").pointerClick()
          try product.press("F2")
        },
        close: { product in
          _ = try product.find(.entry, "Caption")
          try product.program.home.screen.press("Escape")
          try product.expectNo(.entry, "Caption")
        }),
      Thing(
        name: "the menu of a photo", open: { try $0.press("shift+F10") }, close: Self.closeMenu),
    ]
    for thing in things {
      try thing.open(product)
      try thing.close(product)
      try eventually("something in sight has the keyboard after \(thing.name)") {
        try product.hasKeyboardInSight
      }
    }
  }

  func testWhatOpensInOtherWindowsLeavesTheKeyboardThere() throws {
    let browser = try openSample().browser()
    for (keys, title) in [("ctrl+comma", "Preferences"), ("ctrl+h", "History")] {
      try browser.press(keys)
      let window = try browser.program.window(titled: title)
      try eventually("something in sight has the keyboard in \(title)") {
        try window.hasKeyboardInSight
      }
      try window.press("F10")
      try Self.closeMenu(window)
      try eventually("something in sight has the keyboard in \(title) after its menu") {
        try window.hasKeyboardInSight
      }
      if title == "Preferences" {
        try window.find(.choice, "Style").pointerClick()
        try window.program.home.screen.press("Escape")
        try window.find(.button, "Style").expect("has the keyboard") { $0.isFocused }
        try window.press("Escape")
      } else {
        try window.all(.row)[0].expect("has the keyboard") { $0.isFocused }
        try window.close()
      }
      try browser.program.expectWindows(1)
      try browser.activate()
    }
  }

  func testAChoiceInTheFormForSeveralLeavesTheKeyboardThere() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1200, height: 900)
    try browser.choose("Mango")
    try browser.press("shift+Down")
    try browser.editSeveral(2)
    try eventually("something in sight has the keyboard") { try browser.hasKeyboardInSight }
    try browser.change("Year", "Set to", at: 0)
    try eventually("something in sight has the keyboard") { try browser.hasKeyboardInSight }
  }
}

extension Window {
  /// Waits until the row of a product has the keyboard.
  fileprivate func isKeyboard(onCard title: String) throws -> Bool {
    try products().all(.row).contains { try $0.isFocused && $0.title.hasPrefix("\(title), ") }
  }

  fileprivate func expectKeyboard(on title: String, after what: String) throws {
    try eventually("“\(title)” has the keyboard after \(what)") { try product(title).isFocused }
  }
}
