// SPDX-License-Identifier: Apache-2.0
// The notes program of the library's guide: what its user writes, orders and opens, and what is there again after a kill.

import Foundation
import StateRestoration
import XCTest

final class NotesExampleTests: UITestCase {
  private func start(_ arguments: String...) throws -> Program {
    let program = try home().launch(arguments, program: Home.built("NotesExample"))
    try eventually("a window of the notes program") {
      try program.insistOnRunning()
      return try !program.windows.isEmpty
    }
    return program
  }

  private var noteFile: URL {
    get throws { try home().data.appendingPathComponent("org.example.Notes/notes.json") }
  }

  /// Notes with these titles, from the top.
  @discardableResult
  private func place(_ titles: String...) throws -> [UUID] {
    let notes = titles.map { ["id": UUID().uuidString, "text": $0] }
    try FileManager.default.createDirectory(
      at: noteFile.deletingLastPathComponent(), withIntermediateDirectories: true)
    try JSONSerialization.data(withJSONObject: notes).write(to: noteFile)
    return notes.compactMap { $0["id"].flatMap(UUID.init) }
  }

  /// The first of these windows that is meant.
  private func window(
    among windows: [Window], where isMeant: (Window) throws -> Bool
  ) throws -> Window {
    guard let window = try windows.first(where: isMeant) else {
      throw AccessibilityFailure(description: "there are \(try windows.map { try $0.title })")
    }
    return window
  }

  private func expect(_ titles: [String], in window: Window) throws {
    try eventually("the notes are \(titles)") {
      try window.find(.table, "Notes").all(.row).map { try $0.title } == titles
    }
  }

  private func chooseInMenu(_ entry: String, of window: Window) throws {
    try window.activate()
    try window.find(.button, "Menu").click()
    try window.program.chooseFromMenu(entry)
  }

  func testWhatWasTypedTheCaretTheOrderAndTheWindowsAreThereAfterAKill() throws {
    let first = try start()
    let book = try first.window()
    try book.find(.button, "New Note").click()
    let text = try book.find(.entry, "Text")
    try text.expect("has the keyboard") { $0.isFocused }
    try home().screen.type("Apples")
    try book.press("ctrl+s")
    try expect(["Apples"], in: book)
    try book.find(.button, "New Note").click()
    try text.expectText("")
    try home().screen.type("Pears")
    try book.press("ctrl+s")
    try expect(["Pears", "Apples"], in: book)

    // The order, by keys.
    try book.find(.row, "Apples").select()
    try book.press("shift+Tab", until: "the list has the keyboard") {
      try book.find(.row, "Apples").isFocused
    }
    try book.press("alt+Up")
    try expect(["Apples", "Pears"], in: book)
    // Two more windows, one of them only to read.
    try chooseInMenu("Open in New Window", of: book)
    let page = try first.expectWindows(2).first { $0 !== book }
    try chooseInMenu("Read in New Window", of: book)
    try first.expectWindows(3)
    // Not saved, with the caret inside.
    let writing = try XCTUnwrap(page)
    try writing.activate()
    try writing.find(.entry, "Text").type(" and plums")
    for _ in 1...3 { try writing.press("Left") }
    try writing.find(.entry, "Text").expect("has its caret in the word") { try $0.caret == 13 }
    try first.kill()

    let again = try start()
    let windows = try again.expectWindows(3)
    let draft = try window(among: windows) { try $0.title.contains("plums") }
    let restored = try draft.find(.entry, "Text")
    try restored.expectText("Apples and plums")
    try restored.expect("has its caret where it was") { try $0.caret == 13 }
    let list = try window(among: windows) { try $0.has(.table, "Notes") }
    try expect(["Apples", "Pears"], in: list)
    // The one to read shows what is saved, and nothing can be typed into it.
    let reading = try window(among: windows) { $0 !== draft && $0 !== list }
    try reading.activate()
    try home().screen.type("x")
    try reading.find(.entry, "Text").expectText("Apples")
    try draft.activate()
    try draft.press("ctrl+s")
    try reading.find(.entry, "Text").expectText("Apples and plums")
    try again.quit()
  }

  func testARowIsDraggedToAnotherPlaceAndOutOfTheWindow() throws {
    try place("Apples", "Pears", "Plums")
    let notes = try start()
    let book = try notes.window()
    try expect(["Apples", "Pears", "Plums"], in: book)
    try book.find(.row, "Plums").find(.label, "Plums")
      .drag(to: book.find(.row, "Apples").find(.label, "Apples"))
    try expect(["Plums", "Apples", "Pears"], in: book)
    try book.find(.row, "Pears").find(.label, "Pears").dragOntoDesktop()
    _ = try notes.window(titled: "Pears")
    try eventually("the order is on the disk") {
      try String(contentsOf: self.noteFile, encoding: .utf8).range(
        of: "Plums.*Apples.*Pears", options: .regularExpression) != nil
    }
    try notes.quit()
  }

  func testADoubleClickAndEnterOpenANoteAndAClickDoesNot() throws {
    try place("Apples", "Pears")
    let notes = try start()
    let book = try notes.window()
    try book.find(.row, "Pears").doubleClick()
    try window(among: notes.expectWindows(2)) { try !$0.has(.table, "Notes") }.close()
    try notes.expectWindows(1)
    try book.find(.row, "Apples").pointerClick()
    try book.find(.entry, "Text").expectText("Apples")
    XCTAssertEqual(try notes.windows.count, 1)
    try book.press("Return")
    try notes.expectWindows(2)
    try notes.quit()
  }

  func testALinkAndAFileAtTheStartComeToTheWindowThatShowsTheNote() throws {
    let ids = try place("Apples", "Pears")
    let link = "notes:note/note-\(ids[1].uuidString)"
    // No window is there: one opens for it.
    let first = try start(link)
    XCTAssertEqual(try first.window().title, "Pears")
    // It runs already: the same window comes to the front.
    _ = try home().run(link, program: Home.built("NotesExample"))
    try first.expectWindows(1)
    try first.press("ctrl+n")
    let book = try window(among: first.expectWindows(2)) { try $0.has(.table, "Notes") }
    try book.find(.row, "Apples").select()
    try first.quit()

    // The windows come back first; one shows the note, and comes to the front.
    var activity = UserActivity(
      type: "org.example.Notes.writing", targetContentIdentifier: "note-\(ids[1].uuidString)")
    activity.isEligibleForHandoff = true
    let file = try home().folder.appendingPathComponent("pears.json")
    try ActivityFile.data(of: activity).write(to: file)
    let second = try start(file.path)
    try second.expectWindows(2)
    try eventually("the window of the note is in front") {
      try second.window(titled: "Pears").isActive
    }
    // The list prefers every note that no other window shows.
    _ = try home().run(
      "notes:note/note-\(ids[0].uuidString)", program: Home.built("NotesExample"))
    try eventually("the list is in front") { try second.window(titled: "Apples").isActive }
    try second.expectWindows(2)
    // What nobody can open is said.
    _ = try home().run("notes:drawing/1", program: Home.built("NotesExample"))
    _ = try second.window(titled: "Apples").find(
      .label, "It can’t be opened. Nothing is known about “drawing”.")
    try second.quit()
  }

  func testAClosedWindowHasAPictureOnlyIfItsUserWantsOne() throws {
    try place("Apples", "Pears")
    let notes = try start()
    let book = try notes.window()
    let folder = try home().cache.appendingPathComponent("org.example.Notes/windows")
    let pictures = { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }
    for wanted in [false, true] {
      if wanted { try chooseInMenu("Pictures of Closed Windows", of: book) }
      try book.find(.row, wanted ? "Pears" : "Apples").select()
      try chooseInMenu("Open in New Window", of: book)
      try window(among: notes.expectWindows(2)) { try !$0.has(.table, "Notes") }.close()
      try notes.expectWindows(1)
    }
    try eventually("there is one picture") { pictures().count == 1 }
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.appendingPathComponent(pictures()[0]).path)
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
    XCTAssertLessThanOrEqual(attributes[.size] as? Int ?? .max, 20_000)
    try chooseInMenu("Saved Windows", of: book)
    let list = try notes.window(titled: "Saved Windows")
    _ = try list.find(.image, "Picture of Pears")
    try list.expectNo(.image, "Picture of Apples")
    try list.close()
    try chooseInMenu("Pictures of Closed Windows", of: book)
    try eventually("the picture is gone") { pictures().isEmpty }
    try notes.quit()
  }

  func testNotesThatCouldNotBeWrittenAreWrittenAsSoonAsWindowsAreSavedAgain() throws {
    try place("Apples")
    let notes = try start()
    let book = try notes.window()
    try book.find(.row, "Apples").select()
    let text = try book.find(.entry, "Text")
    try text.type(" and pears")
    // Neither the windows nor the notes can be written: not even by root, whom permissions don't stop.
    let windows = try home().state.appendingPathComponent("org.example.Notes/v1/windows")
    let data = try noteFile.deletingLastPathComponent()
    for folder in [windows, data] {
      try FileManager.default.moveItem(at: folder, to: folder.appendingPathExtension("away"))
      try Data().write(to: folder)
    }
    try book.press("ctrl+s")
    let problem = try obtain("what is wrong is said") {
      try book.all(.label).first { try $0.title.hasPrefix("The notes can’t be read or written.") }
    }
    let retry = try book.find(.button, "Retry")
    for folder in [windows, data] {
      try FileManager.default.removeItem(at: folder)
      try FileManager.default.moveItem(at: folder.appendingPathExtension("away"), to: folder)
    }
    try retry.click()
    try problem.expect("is gone") { try !$0.isShowing }
    try eventually("the note is in the file") {
      try String(contentsOf: self.noteFile, encoding: .utf8).contains(" and pears")
    }
    try notes.quit()
  }

  func testReopeningIsOfferedOnlyWhenThereIsSomethingToOpen() throws {
    try place("Apples")
    let notes = try start()
    let book = try notes.window()
    for wasClosed in [false, true] {
      try book.activate()
      try book.find(.button, "Menu").click()
      try book.find(.menuItem, "Reopen Closed Window").expect(
        wasClosed ? "is offered" : "is not offered"
      ) { $0.isSensitive == wasClosed }
      try book.press("Escape")
      guard !wasClosed else { break }
      try book.find(.row, "Apples").select()
      try chooseInMenu("Open in New Window", of: book)
      try window(among: notes.expectWindows(2)) { try !$0.has(.table, "Notes") }.close()
      try notes.expectWindows(1)
    }
    try book.press("ctrl+shift+t")
    try notes.expectWindows(2)
    try notes.quit()
  }

  func testMoreThanEightWindowsWaitUntilOneIsAskedFor() throws {
    let ids = try place("Apples", "Pears")
    let first = try start()
    for count in 2...10 {
      try first.press("ctrl+n")
      try first.expectWindows(count)
    }
    try first.quit()
    let again = try start()
    try again.expectWindows(8)
    _ = try again.windows.first { try $0.has(.button, "Show") }?.find(
      .label, "2 more windows are there when you ask for them.")
    // A list that waits is not needed for a note: one that is shown prefers it.
    _ = try home().run(
      "notes:note/note-\(ids[0].uuidString)", program: Home.built("NotesExample"))
    _ = try again.window(titled: "Apples")
    try again.expectWindows(8)
    try again.quit()
    try again.waitUntilExit()
  }

  func testASecretIsNowhereOnTheDiskAndDoesNotComeBack() throws {
    try place("Apples")
    let first = try start()
    try chooseInMenu("New Secret Window", of: first.window())
    let secret = try first.window(titled: "Secret")
    let text = try secret.find(.entry, "Secret Text")
    try text.type("the safe opens with 4711")
    try chooseInMenu("New Window", of: secret)
    try first.expectWindows(3)
    try first.kill()
    let state = try home().state
    for case let file as URL in try XCTUnwrap(
      FileManager.default.enumerator(at: state, includingPropertiesForKeys: nil))
    {
      guard let bytes = try? Data(contentsOf: file) else { continue }
      XCTAssertNil(bytes.range(of: Data("4711".utf8)), file.path)
    }
    let again = try start()
    try again.expectWindows(2)
    XCTAssertFalse(try again.windows.contains { try $0.title == "Secret" })
    try again.quit()
  }

  /// A window for a note that is deleted elsewhere says what it was; one for a note that never was here is not kept.
  func testANoteThatIsGoneIsToldByItsBeginning() throws {
    let ids = try place("Apples for the pie #kitchen", "Pears")
    let first = try start("notes:note/note-\(ids[0].uuidString)")
    _ = try first.window(titled: "Apples for the pie #kitchen")
    _ = try home().run(
      "notes:note/note-\(UUID().uuidString)", program: Home.built("NotesExample"))
    let missing = try obtain("a window that says so") {
      try first.windows.first { try $0.shows("This note is not there any more.") }
    }
    XCTAssertEqual(try missing.title, "Notes")
    try first.expectWindows(2)
    try first.quit()
    try first.waitUntilExit()

    try place("Pears")
    let again = try start()
    _ = try again.window().find(
      .label, "This note is not there any more. It began:\n\nApples for the pie #kitchen")
    try again.expectWindows(1)
    try again.window().close()
    try again.waitUntilExit()
    // In the list it is found by its tag.
    let last = try start()
    try chooseInMenu("Saved Windows", of: last.window())
    let list = try last.window(titled: "Saved Windows")
    try eventually("its tag is named") { try list.shows("#kitchen") }
    try list.close()
    try last.quit()
  }

  /// As it is where it is pasted.
  private func link(copiedBy command: String, in book: Window) throws -> String {
    try chooseInMenu(command, of: book)
    try chooseInMenu("New Secret Window", of: book)
    let secret = try book.program.window(titled: "Secret")
    let text = try secret.find(.entry, "Secret Text")
    try text.expect("has the keyboard") { $0.isFocused }
    try secret.press("ctrl+v")
    try text.expect("has the link") { try $0.text.hasPrefix("notes:note/") }
    let link = try text.text
    try secret.close()
    try book.activate()
    return link
  }

  func testALinkLeadsToAPlaceInANoteForAsLongAsItIsGood() throws {
    try place("Apples and pears")
    let notes = try start()
    let book = try notes.window()
    try book.find(.row, "Apples and pears").select()
    let text = try book.find(.entry, "Text")
    try text.focus()
    try book.press("ctrl+Home")
    for _ in 1...7 { try book.press("Right") }
    try text.expect("has its caret before “and”") { try $0.caret == 7 }
    let lasting = try link(copiedBy: "Copy Link", in: book)
    let passing = try link(copiedBy: "Copy Link for a Day", in: book)
    XCTAssertFalse(lasting.contains("_expires"), lasting)
    XCTAssertTrue(passing.contains("_expires"), passing)
    // Nothing that somebody wrote is in a link.
    for link in [lasting, passing] { XCTAssertFalse(link.contains("pears"), link) }
    try book.press("ctrl+End")
    try text.expect("has its caret at the end") { try $0.caret == 16 }
    for link in [lasting, passing] {
      _ = try home().run(link, program: Home.built("NotesExample"))
      try text.expect("has its caret where the link leads") { try $0.caret == 7 }
      try book.press("ctrl+End")
      try text.expect("has its caret at the end") { try $0.caret == 16 }
    }
    let over = passing.replacingOccurrences(
      of: "_expires=[0-9]+", with: "_expires=1000000000", options: .regularExpression)
    _ = try home().run(over, program: Home.built("NotesExample"))
    try eventually("it is said that it is over") {
      try book.shows("It was useful for some time only, and that is over.")
    }
    XCTAssertEqual(try text.caret, 16)
    try notes.quit()
  }

  func testAFolderThatIsCarriedAlongHasEverything() throws {
    let stick = try home().folder.appendingPathComponent("stick")
    let variables = ["NOTES_FOLDER": stick.path]
    for isAgain in [false, true] {
      let notes = try home().launch(
        [], program: Home.built("NotesExample"), environment: variables)
      try eventually("a window") { try !notes.windows.isEmpty }
      let book = try notes.window()
      if isAgain {
        try book.find(.entry, "Text").expectText("Apples, not saved")
      } else {
        try book.find(.button, "New Note").click()
        let text = try book.find(.entry, "Text")
        try text.expect("has the keyboard") { $0.isFocused }
        try home().screen.type("Apples")
        try book.press("ctrl+s")
        try expect(["Apples"], in: book)
        try text.type(", not saved")
        try chooseInMenu("Pictures of Closed Windows", of: book)
        try eventually("the wish is on the disk") {
          FileManager.default.fileExists(
            atPath: stick.appendingPathComponent("preferences.json").path)
        }
      }
      try notes.kill()
    }
    let there = try FileManager.default.contentsOfDirectory(atPath: stick.path).sorted()
    XCTAssertEqual(there, ["notes.json", "preferences.json", "windows"])
    XCTAssertFalse(FileManager.default.fileExists(atPath: try noteFile.path))
    XCTAssertFalse(
      FileManager.default.fileExists(
        atPath: try home().state.appendingPathComponent("org.example.Notes").path))
  }

  /// What a later version of the program has saved is left alone.
  func testWindowsOfALaterVersionAreLeftAlone() throws {
    try place("Apples")
    let first = try start()
    try first.press("ctrl+n")
    try first.expectWindows(2)
    try first.quit()
    try first.waitUntilExit()
    let windows = try home().state.appendingPathComponent("org.example.Notes/v1/windows")
    for file in try FileManager.default.contentsOfDirectory(atPath: windows.path) {
      let record = windows.appendingPathComponent(file)
      guard let text = try? String(contentsOf: record, encoding: .utf8) else { continue }
      try Data(text.replacingOccurrences(of: "\"1.0\"", with: "\"2.0\"").utf8).write(to: record)
    }
    let again = try start()
    try again.expectWindows(1)
    try chooseInMenu("Saved Windows", of: again.window())
    let list = try again.window(titled: "Saved Windows")
    try eventually("they are still there") { try list.shows("Saved by version 2.0") }
    try list.close()
    try again.quit()
  }
}
