// SPDX-License-Identifier: Apache-2.0
// A product's notes: written, changed, put into another order, deleted and restored.

import XCTest

final class NotesTests: UITestCase {
  private func openNotes(of title: String) throws -> Window {
    let browser = try openSample().browser()
    try browser.choose(title)
    try browser.chooseTab("Notes")
    return browser
  }

  func testANewNoteBeginsInSightInALowWindow() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 900, height: 480)
    for title in ["Mango", "White Rose"] {
      try browser.choose(title)
      try browser.press("ctrl+shift+m")
      let title = try browser.find(.entry, "Note title")
      let save = try browser.find(.button, "Save Note")
      try eventually("all of it is in sight") {
        let (top, end, all) = try (title.node.extents, save.node.extents, browser.node.extents)
        return top.y > all.height / 3 && end.y + end.height <= all.height
      }
      try home().screen.type("Half")
      try title.expectText("Half")
      try browser.find(.button, "Cancel Note").click()
    }
  }

  func testANoteIsWrittenAndChanged() throws {
    let browser = try openNotes(of: "Cherries")
    try browser.expectNotes(["Season", "For jam"])
    try browser.addNote("Shelf", "Bottom left")
    try browser.expectNotes(["Season", "For jam", "Shelf"])

    try browser.find(.row, "Shelf").find(.button, "Edit note: Shelf").click()
    try browser.find(.entry, "Note text").retype("Top right")
    try browser.find(.button, "Save Note").click()
    _ = try browser.find(.row, "Shelf").find(.label, "Top right")
  }

  func testANoteBegunAndCancelledIsGone() throws {
    let browser = try openNotes(of: "Cherries")
    try browser.find(.button, "Add Note").click()
    try browser.find(.entry, "Note title").type("Never mind")
    try browser.find(.button, "Cancel Note").click()
    try browser.expectNotes(["Season", "For jam"])
  }

  func testAltAndArrowsReorderNotes() throws {
    let browser = try openNotes(of: "Cherries")
    try browser.press("Tab", until: "the notes have the keyboard") {
      try browser.find(.row, "Season").isFocused
    }
    try browser.press("alt+Down")
    try browser.expectNotes(["For jam", "Season"])
    try browser.press("alt+Up")
    try browser.expectNotes(["Season", "For jam"])
    try browser.press("Down")
    try browser.find(.row, "For jam").expect("has the keyboard") { $0.isFocused }
    try browser.press("alt+Up")
    try browser.expectNotes(["For jam", "Season"])

    try browser.program.quit()
    let again = try openSample().browser()
    try again.choose("Cherries")
    try again.chooseTab("Notes")
    try again.expectNotes(["For jam", "Season"])
  }

  func testANoteMovedByKeysStaysInSight() throws {
    let browser = try openNotes(of: "Cherries")
    for title in ["Shelf", "Supplier"] { try browser.addNote(title, "Written down") }
    try browser.expectNotes(["Season", "For jam", "Shelf", "Supplier"])
    // There is room for two of them.
    try browser.resize(width: 1000, height: 460)
    try browser.find(.row, "Supplier").select()
    for (key, places) in [("alt+Up", [2, 1, 0]), ("alt+Down", [1, 2, 3])] {
      for place in places {
        try browser.press(key)
        try eventually("the moved note in place \(place), in sight") {
          try browser.all(.row).contains {
            try $0.title.hasPrefix("Supplier") && $0.node.indexInParent == place && $0.isShowing
          }
        }
      }
    }
  }

  func testANoteDraggedAboveAnotherMovesThere() throws {
    let browser = try openNotes(of: "Cherries")
    try browser.find(.row, "For jam").find(.label, "For jam")
      .drag(to: browser.find(.row, "Season").find(.label, "Season"))
    try browser.expectNotes(["For jam", "Season"])
  }

  func testADeletedNoteCanBeRestored() throws {
    let browser = try openNotes(of: "Cherries")
    try browser.find(.row, "Season").find(.button, "Delete note: Season").click()
    try browser.expectNotes(["For jam"])
    try browser.find(.button, "Undo").click()
    try browser.expectNotes(["Season", "For jam"])
  }

  func testUndoRightBehindDeleteBringsTheNoteBack() throws {
    let browser = try openNotes(of: "Cherries")
    try browser.press("Tab", until: "the notes have the keyboard") {
      try browser.find(.row, "Season").isFocused
    }
    try browser.press("Down")
    for _ in 0..<5 {
      try browser.find(.row, "For jam").expect("has the keyboard") { $0.isFocused }
      try home().screen.run(["key", "--delay", "0", "Delete", "ctrl+z"])
      _ = try browser.find(.label, "Undone: Delete Note")
      try browser.expectNotes(["Season", "For jam"])
      try browser.press("Down")
    }
    // At the end it stays at the end.
    try home().screen.press("Delete")
    try browser.expectNotes(["Season"])
    try browser.find(.row, "Season").expect("has the keyboard") { $0.isFocused }
  }

  func testANoteShowsInEveryWindow() throws {
    let browser = try openNotes(of: "Mango")
    let before = try browser.noteTitles()
    let other = try browser.openInNewWindow("Mango")
    try other.chooseTab("Notes")
    try other.addNote("Ripeness", "Press gently")
    try browser.expectNotes(before + ["Ripeness"])
  }
}
