// SPDX-License-Identifier: Apache-2.0
// Text is typed into every place there is and left by every way there is: it waits where it was typed, in sight, and what
// was given up can be taken back.

import Foundation
import XCTest

@testable import Vitrine

final class LeavingTextTests: UITestCase {
  /// Somewhere to type.
  private struct Place {
    /// The entry that has the keyboard once it is open.
    let entry: String
    /// How it is opened.
    let begin: (Window) throws -> Void
    /// How a user goes on with what was left with Escape.
    let resume: (Window) throws -> Void
    /// The button that gives up what was typed, if there is one.
    var cancel: String?
    /// How the window turns to something else and back.
    var turnAway: ((Window) throws -> Void)?
    /// Whether it has the keyboard for itself.
    var isBubble = false
  }

  private func typed(in window: Window, _ place: Place) throws -> Element {
    try place.begin(window)
    let entry = try window.find(.entry, place.entry)
    try entry.expect("has the keyboard") { $0.isFocused }
    try home().screen.press("ctrl+a")
    try home().screen.type(Self.text)
    try entry.expectText(Self.text)
    return entry
  }

  private static let text = "Half of it"

  private func expectText(_ window: Window, _ place: Place) throws {
    try window.find(.entry, place.entry).expectText(Self.text)
  }

  /// Leaves it by every way, one after the other, and at last by a kill.
  private func leave(_ place: Place, in window: Window) throws {
    let vitrine = window.program
    _ = try typed(in: window, place)
    try window.press("Escape")
    try window.expectNo(.entry, place.entry)
    try place.resume(window)
    try expectText(window, place)
    if let cancel = place.cancel {
      for isByKey in [true, false] {
        try window.find(.button, cancel).click()
        try window.expectNo(.entry, place.entry)
        _ = try window.find(.label, "Edit discarded")
        if isByKey {
          try window.press("ctrl+z")
        } else {
          try window.find(.button, "Undo").click()
        }
        try expectText(window, place)
      }
      // Nothing that was done before is taken back instead.
      try window.expectNo(.label, "Nothing to undo")
    }
    if let turnAway = place.turnAway {
      try turnAway(window)
      try expectText(window, place)
    }
    if place.isBubble { try window.press("Escape") }
    // What stays when this one is closed.
    try window.run("app.history")
    let history = try vitrine.window(titled: "History")
    let count = try vitrine.windows.count
    try window.close()
    try vitrine.expectWindows(count - 1)
    try history.press("ctrl+shift+t")
    try vitrine.expectWindows(count)
    try expectAnywhere(vitrine, place)
    try eventuallyOnDisk([Self.text])
    try vitrine.kill()
    try expectAnywhere(home().start("--sample"), place)
  }

  private func expectAnywhere(_ vitrine: Program, _ place: Place) throws {
    let window = try obtain("a window where “\(place.entry)” was typed") {
      try vitrine.insistOnRunning()
      return try vitrine.windows.first {
        try $0.has(.entry, place.entry) || $0.has(.button, "Resume")
      }
    }
    if try !window.has(.entry, place.entry) { try place.resume(window) }
    try expectText(window, place)
  }

  private func product(_ title: String = "Cherries") throws -> Window {
    try openSample().browser().openInNewWindow(title)
  }

  private func browser() throws -> Window {
    let browser = try openSample().browser()
    try browser.resize(width: 1200, height: 960)
    try browser.choose("Cherries")
    return browser
  }

  private static func elsewhere(_ window: Window) throws {
    try window.choose("Mango")
    try window.choose("Cherries")
  }

  // MARK: Places

  func testANewNote() throws {
    let browser = try browser()
    try browser.chooseTab("Notes")
    try leave(
      Place(
        entry: "Note title", begin: { try $0.find(.button, "Add Note").click() },
        resume: { try $0.find(.button, "Resume").click() },
        cancel: "Cancel Note", turnAway: Self.elsewhere),
      in: browser)
  }

  func testAChangedNote() throws {
    let window = try product()
    try window.chooseTab("Notes")
    try leave(
      Place(
        entry: "Note text",
        begin: { try $0.find(.button, "Edit note: Season").click() },
        // Enter on its row goes on, too.
        resume: { try $0.press("Return") },
        cancel: "Cancel Note"),
      in: window)
  }

  func testANoteThatIsDeletedBringsWhatWasTypedBackWithIt() throws {
    let browser = try browser()
    try browser.chooseTab("Notes")
    try browser.find(.button, "Edit note: Season").click()
    try browser.find(.entry, "Note text").type("Half of it")
    try browser.press("Escape")
    try browser.find(.button, "Delete note: Season").click()
    try browser.expectNotes(["For jam"])
    try browser.find(.button, "Undo").click()
    try browser.find(.button, "Resume").click()
    try browser.find(.entry, "Note text").expect("has what was typed") {
      try $0.text.hasSuffix("Half of it")
    }
  }

  func testAForm() throws {
    try leave(
      Place(
        entry: "Title", begin: { try $0.edit() },
        resume: { try $0.find(.button, "Resume").click() }, cancel: "Cancel",
        turnAway: Self.elsewhere),
      in: browser())
  }

  func testACaption() throws {
    let browser = try browser()
    try browser.chooseTab("Photos")
    let name = "A pair on its stems, under one leaf"
    try leave(
      Place(
        entry: "Caption",
        begin: {
          try $0.find(.row, name).select()
          try $0.press("F2")
        },
        resume: { try $0.find(.button, "Resume").click() },
        turnAway: {
          try $0.press("Escape")
          try Self.elsewhere($0)
          try $0.find(.button, "Resume").click()
        }, isBubble: true),
      in: browser)
  }

  func testAChangeToSeveralProducts() throws {
    let browser = try browser()
    try browser.press("shift+Down")
    _ = try browser.find(.label, "2 Products Selected")
    try leave(
      Place(
        entry: "Tag to add",
        begin: {
          try $0.editSeveral(2)
          try $0.change("Tags", "Add tag", at: 0)
          try $0.find(.entry, "Tag to add").focus()
        },
        resume: { try $0.find(.button, "Resume").click() }, cancel: "Cancel",
        turnAway: {
          try $0.product("Mango").pointerClick()
          _ = try $0.find(.image, "Photo of Mango")
          try $0.press("shift+Down")
        }),
      in: browser)
  }

  func testADefinitionOfAField() throws {
    let browser = try browser()
    try browser.find(.button, "Main Menu").click()
    try browser.program.chooseFromMenu("Catalogue")
    try browser.program.chooseFromMenu("Custom Fields")
    let window = try browser.program.window(titled: "Custom Fields")
    try leave(
      Place(
        entry: "Name",
        begin: {
          _ = try $0.find(.label, "No Custom Fields")
          try $0.press("alt+n")
        },
        resume: { try $0.find(.button, "Resume").click() }, cancel: "Cancel"),
      in: window)
  }

  func testASearch() throws {
    try leave(
      Place(
        entry: "Search Products", begin: { try $0.press("ctrl+f") },
        resume: { try $0.press("ctrl+f") }),
      in: browser())
  }

  // MARK: Questions

  /// What is asked in a dialog or a bubble: what was typed is there again when the same is asked.
  private struct Question {
    let entry: String
    /// Asks it; returns the window that has the entry.
    let ask: (Window) throws -> Window

    /// In a dialog of this title.
    static func dialog(_ title: String, _ entry: String, by command: String) -> Question {
      Question(entry: entry) { browser in
        try browser.run(command)
        return try browser.program.window(titled: title)
      }
    }
  }

  private var questions: [Question] {
    let canShare = MainActor.assumeIsolated {
      CommandTable.rows.contains { $0.command is SharingCommand }
    }
    return canShare ? others + sharing : others
  }

  private var sharing: [Question] {
    ["Address of the database", "Your name there"].map {
      .dialog("Share This Catalogue", $0, by: "app.share-catalogue")
    }
  }

  private var others: [Question] {
    [
      Question.dialog("Add Tag", "Tag", by: "win.add-tag"),
      .dialog("Remove Tag", "Tag", by: "win.remove-tag"),
      .dialog("Move to Category", "Category", by: "win.move-to-category"),
      .dialog("Keep These Windows as a Desk", "Name of the desk", by: "app.keep-desk"),
      .dialog("Publish as Web Page", "Name of the catalogue", by: "win.publish"),
      .dialog("Export", "File", by: "win.export"),
      .dialog("Export", "Keep as", by: "win.export"),
      Question(entry: "Save Search") { browser in
        try browser.run("win.save-search")
        return browser
      },
      Question(entry: "Rename Saved Search") { browser in
        try browser.sidebar().find(.row, "Roses").focus()
        try browser.press("F2")
        return browser
      },
      // What is not understood filters nothing.
      Question(entry: "To") { browser in
        try browser.choose(fromMainMenu: "View", "Filter", "Price", "From … To …")
        return browser
      },
    ]
  }

  func testWhatWasTypedIntoAQuestionIsThereWhenItIsAskedAgain() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1200, height: 960)
    try browser.saveSearch("rose", as: "Roses")
    try browser.find(.entry, "Search Products").retype("r")
    _ = try browser.product("Orchid")
    try browser.product("Orchid").select()
    for question in questions {
      let window = try question.ask(browser)
      try window.find(.entry, question.entry).retype(Self.text)
      try window.find(.entry, question.entry).focus()
      try window.press("Escape")
      try browser.program.expectWindows(1)
      try browser.expectNo(.entry, question.entry)
    }
    try expectQuestions(browser)
    try eventuallyOnDisk(["\"Draft.names\"", "\"exportFile\"", "\"rangeThrough.price\""])
    try browser.program.kill()
    let again = try home().start("--sample").browser()
    _ = try again.product("Orchid")
    try expectQuestions(again)
  }

  private func expectQuestions(_ browser: Window) throws {
    for question in questions {
      let window = try question.ask(browser)
      try window.find(.entry, question.entry).expectText(Self.text)
      try window.find(.entry, question.entry).focus()
      try window.press("Escape")
      try browser.program.expectWindows(1)
      try browser.expectNo(.entry, question.entry)
    }
  }

  // MARK: Windows with entries of their own

  func testWhatWasTypedIntoTheLabelsAndTheSearchOfNotesComesBackHowTheyAreLeft() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Red Rose")
    try browser.press("ctrl+shift+l")
    let labels = try vitrine.window(titled: "Labels")
    _ = try labels.find(.label, "1 label on 1 page")
    try browser.run("app.all-notes")
    let notes = try vitrine.window(titled: "All Notes")
    try browser.press("ctrl+p")
    let printing = try vitrine.window(titled: "Print Products")
    let entries = [
      (printing, "Title"), (printing, "Line about prices"),
      (labels, "Copies of each label"), (labels, "Start at label"),
      (labels, "Dots per inch"), (labels, "Move right, mm"), (labels, "Move down, mm"),
      (labels, "Scale across, %"), (labels, "Scale down, %"),
      (notes, "Search Notes"),
    ]
    for (window, name) in entries {
      try window.find(.entry, name).retype(Self.text)
      try window.press("Escape")
      try window.find(.entry, name).expectText(Self.text)
    }
    for window in [labels, notes, printing] { try window.close() }
    for _ in 0..<3 { try browser.press("ctrl+shift+t") }
    try vitrine.expectWindows(4)
    for (_, name) in entries { try expectEntry(name, vitrine) }
    try eventuallyOnDisk(["\"Labels.state\"", "\"Notes.state\"", "\"Print.state\""])
    try vitrine.kill()
    let again = try home().start("--sample")
    for (_, name) in entries { try expectEntry(name, again) }
  }

  private func expectEntry(_ name: String, _ vitrine: Program) throws {
    try obtain("a window with “\(name)”") {
      try vitrine.windows.first { try $0.has(.entry, name) }
    }
    .find(.entry, name).expectText(Self.text)
  }

  // MARK: All of them

  /// Wherever something can be typed, by the file, and how often that makes such a place. Whoever adds one adds its test.
  private static let places = [
    "Browser/FilterBar.swift": 2, "Browser/Menus/SavedSearchCommands.swift": 1,
    "Browser/Sidebar.swift": 1, "Windows/NameQuestion.swift": 1,
    "Publishing/PublishDialog.swift": 1,
    "Exporting/ExportDialog.swift": 2,
    "Sharing/SharingSetUpDialog.swift": 2,  // The questions above.
    "Notes/NotesWindow.swift": 1, "Labels/LabelsWindow.swift": 3,
    "Labels/LabelPrinterView.swift": 5,
    "Printing/PrintOptionsView.swift": 2,  // The windows above.
    "Notes/NoteEditor.swift": 2, "Detail/PicturesTab.swift": 1, "Fields/FieldFormView.swift": 2,
    "BulkEdit/BulkEditFieldView.swift": 1,
    "Browser/ProductsPane.swift": 1,  // The search.
    // The form of a product.
    "Form/SuggestingControl.swift": 1, "Form/DateControl.swift": 1,
    "Form/FieldControl.swift": 4,
    // `LabelsTests`, and `LabelsSceneTests` for the text of a line.
    "Labels/LabelLayoutView.swift": 1, "Labels/LabelLineView.swift": 1,
    // `ImportTests` and `SupplierListTests`.
    "Import/ImportRowView.swift": 1, "Import/ImportSourceView.swift": 1,
    "History/HistoryWindow.swift": 1,  // `HistoryTests`.
    // `VariantsTests`.
    "Variants/MakingVariantsView.swift": 2, "Variants/VariantGrid.swift": 1,
  ]

  func testThereIsNoOtherPlaceToTypeIn() throws {
    let sources = sampleFiles.appendingPathComponent("../../Sources/Vitrine").standardizedFileURL
    let makers = ["Entry(", "TextView()", "TextArea(minimumHeight", "NamePopover(in", "SearchBar("]
    var found: [String: Int] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    where name.hasSuffix(".swift") {
      let lines = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
        .split(separator: "\n")
      let count = lines.filter { line in
        makers.contains { line.contains($0) } && !line.contains("readOnly()")
          // A password is kept nowhere.
          && !line.contains("asPassword()") && !line.contains("func ")
          && !line.contains("Entry(command")
          && !line.contains("InEntry(") && !line.contains("init(")
      }.count
      if count > 0 { found[name] = count }
    }
    XCTAssertEqual(found, Self.places)
  }
}
