// SPDX-License-Identifier: Apache-2.0
// What a user does again and again in Vitrine, in the user's words.

import Foundation
import XCTest

extension UITestCase {
  /// Opens the sample catalogue, which is apart from the user's own.
  func openSample(
    program: String? = nil, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Program {
    try home().placeSample()
    let vitrine = try home().start("--sample", program: program, file: file, line: line)
    _ = try vitrine.browser(file: file, line: line).products(file: file, line: line)
      .find(.row, "Artichoke", file: file, line: line)
    return vitrine
  }

  /// Prints as GTK's dialog asks, once.
  /// - Parameter replacesFile: whether it asks whether a file is to be replaced.
  func printByTheDialog(
    of window: Window, in vitrine: Program, replacing replacesFile: Bool = false
  ) throws {
    try window.find(.button, "Print…").click()
    let screen = try home().screen
    func dialog() throws -> String? {
      try screen.windows(of: vitrine.pid).first { try screen.title(of: $0) == "Print" }
    }
    try eventually("the dialog has the keyboard") {
      let dialog = try dialog()
      if let dialog { try screen.activate(dialog) }
      return dialog != nil && !window.isActive
    }
    try eventually("the dialog is gone") {
      guard try dialog() != nil else { return true }
      try screen.press("Down")
      try screen.press("alt+p")
      if replacesFile { try screen.press("Return") }
      return false
    }
  }

  /// What is in a file that was printed.
  func printed(_ name: String) throws -> Data {
    let folder = try home().folder
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let file = try XCTUnwrap(files.first { $0.hasSuffix(name) }, "\(files)")
    return try Data(contentsOf: folder.appendingPathComponent(file))
  }

  /// What a link to a product of the sample has.
  func identifier(of title: String) throws -> String {
    let list = try home().run("list", "--sample", program: Home.built("vitrinectl"))
    let line = list.output.split(separator: "\n").first { $0.contains("\t\(title)\t") }
    return try String(XCTUnwrap(line?.split(separator: "\t").first))
  }

  /// The identifiers of a product's photos.
  func pictures(of product: String) throws -> [String] {
    let shown = try home().run(
      "show", "--sample", "--json", product, program: Home.built("vitrinectl"))
    let line = try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any]
    let images = try XCTUnwrap(line?["images"] as? [[String: Any]])
    return images.compactMap { $0["id"] as? String }
  }

  /// Waits until the saved windows hold these texts: what a kill must not take.
  func eventuallyOnDisk(_ texts: [String]) throws {
    try eventuallyOnDisk("\(texts)") { texts.allSatisfy($0.contains) }
  }

  /// Waits until what the saved windows hold is as wanted.
  func eventuallyOnDisk(_ what: String, _ isWanted: (String) -> Bool) throws {
    try eventually("\(what) on disk") { isWanted(try onDisk()) }
  }

  /// What the saved windows hold.
  func onDisk() throws -> String {
    let state = try home().state.path
    let files = FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []
    // Not what is still being written under another name: a kill before the rename would lose it.
    return files.filter { $0.hasSuffix(".json") }.compactMap {
      FileManager.default.contents(atPath: "\(state)/\($0)")
    }
    .map { String(decoding: $0, as: UTF8.self) }.joined()
  }
}

extension Program {
  /// The window with the list of products.
  func browser(file: StaticString = #filePath, line: UInt = #line) throws -> Window {
    try obtain("a window with the list of products", file: file, line: line) {
      try insistOnRunning()
      return try windows.first { try $0.has(.table, "Products") }
    }
  }
}

extension Window {
  /// The list of products.
  func products(file: StaticString = #filePath, line: UInt = #line) throws -> Element {
    try find(.table, "Products", file: file, line: line)
  }

  /// Where to look for products.
  func sidebar(file: StaticString = #filePath, line: UInt = #line) throws -> Element {
    try find(.table, "Sidebar", file: file, line: line)
  }

  /// Searches, saves the search under a name, and waits until it is chosen in the sidebar.
  func saveSearch(
    _ words: String, as name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    // The key closes it where the keyboard is in it, as after a search was saved.
    if try !has(.entry, "Search Products") { try press("ctrl+f", file: file, line: line) }
    try find(.entry, "Search Products", file: file, line: line)
      .retype(words, file: file, line: line)
    try press("ctrl+shift+s", file: file, line: line)
    try answer("Save Search", name, file: file, line: line)
    try sidebar(file: file, line: line).find(.row, name, file: file, line: line)
      .expect("is chosen", file: file, line: line) { $0.isSelected }
  }

  /// Types over what a bubble proposes, and presses Enter.
  func answer(
    _ question: String, _ text: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let entry = try find(.entry, question, file: file, line: line)
    try entry.expect("has the keyboard", file: file, line: line) { $0.isFocused }
    try program.home.screen.type(text)
    try entry.expectText(text, file: file, line: line)
    try program.home.screen.press("Return")
    try expectNo(.entry, question, file: file, line: line)
  }

  /// The row of a product in the list.
  func product(
    _ title: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Element {
    try products(file: file, line: line).find(.row, title, file: file, line: line)
  }

  /// Chooses a product, and waits until its detail is there.
  func choose(
    _ title: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try product(title, file: file, line: line).select(file: file, line: line)
    _ = try find(.image, "Photo of \(title)", file: file, line: line)
  }

  /// Deletes a product, and waits until it is gone from the list.
  func moveToTrash(
    _ title: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try choose(title, file: file, line: line)
    try press("Delete", file: file, line: line)
    try products(file: file, line: line).expectNo(.label, title, file: file, line: line)
  }

  /// Clicks the head of the column that has a text of the list.
  func clickHead(
    above text: String, fromItsEnd distance: Int = 10, holding key: String? = nil
  ) throws {
    let cell = try products().find(.label, text).node.extents
    let head = try Point(x: cell.x + cell.width - distance, y: products().node.extents.y + 10)
    try activate()
    try program.home.screen.click(at: onScreen(head), holding: key)
  }

  /// Waits until products stand in this order, from the top.
  func expectOrder(_ titles: [String]) throws {
    try eventually("the products in the order \(titles)") {
      let places = try titles.map { try products().find(.label, $0).node.extents.y }
      return places == places.sorted()
    }
  }

  /// Chooses one of the tabs Details, Photos and Notes.
  func chooseTab(_ title: String, file: StaticString = #filePath, line: UInt = #line) throws {
    try find(.tab, title, file: file, line: line).select(file: file, line: line)
  }

  /// Opens the form and returns once it is there.
  func edit(file: StaticString = #filePath, line: UInt = #line) throws {
    try find(.button, "Edit", file: file, line: line).click(file: file, line: line)
    _ = try find(.button, "Done", file: file, line: line)
  }

  /// Opens the form for all selected products and returns once it is there.
  func editSeveral(_ count: Int, file: StaticString = #filePath, line: UInt = #line) throws {
    try press("ctrl+shift+e", file: file, line: line)
    _ = try find(.label, "Edit \(count) Products", file: file, line: line)
  }

  /// Adds a field to the form for several products, and chooses what is to be done with it.
  func change(_ field: String, _ action: String, at place: Int) throws {
    try find(.button, "Add Field").click()
    try program.chooseFromMenu(field)
    _ = try find(.choice, "What to do with “\(field)”")
    if place > 0 { try choose(action, at: place, of: "What to do with “\(field)”") }
  }

  /// A field of the form.
  func field(
    _ title: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Element {
    try find(.entry, title, file: file, line: line)
  }

  /// Opens a product in a window of its own with the keyboard, and returns that window.
  func openInNewWindow(
    _ title: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Window {
    try choose(title, file: file, line: line)
    try press("ctrl+Return", file: file, line: line)
    let opened = try program.window(titled: title, file: file, line: line)
    _ = try opened.find(.image, "Photo of \(title)", file: file, line: line)
    return opened
  }

  /// Writes a new note and saves it.
  func addNote(
    _ title: String, _ text: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try find(.button, "Add Note", file: file, line: line).click(file: file, line: line)
    try find(.entry, "Note title", file: file, line: line).type(title, file: file, line: line)
    try find(.entry, "Note text", file: file, line: line).type(text, file: file, line: line)
    try find(.button, "Save Note", file: file, line: line).click(file: file, line: line)
    _ = try find(.row, title, file: file, line: line)
  }

  /// The titles of the notes, from the top.
  func noteTitles() throws -> [String] {
    guard let list = try all(.table).first(where: { try $0.node.name == "Notes" }) else {
      return []
    }
    return try list.all(.row).map { try $0.title }
  }

  /// Waits until the notes are these, from the top.
  func expectNotes(
    _ titles: [String], file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try eventually("the notes \(titles)", file: file, line: line) {
      let now = try noteTitles()
      guard now == titles else { throw AccessibilityFailure(description: "they are \(now)") }
      return true
    }
  }
}
