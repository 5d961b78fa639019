// SPDX-License-Identifier: Apache-2.0
// A walk through every view and window of a catalogue, whatever its texts are, and how long the main thread works at a
// stretch in each step. Nothing is found by its title: the texts are what is tried.

import Foundation
import XCTest

final class LongTextWalk {
  private let vitrine: Program
  private let browser: Window
  private let what: String
  /// In milliseconds.
  private(set) var stalls: [String: Double] = [:]

  /// Of what a program shows that has just been started.
  init(_ vitrine: Program, _ what: String) throws {
    (self.vitrine, self.what) = (vitrine, what)
    browser = try XCTUnwrap(vitrine.windows.first)
    // All of the form is in sight.
    try browser.resize(width: 1180, height: 980)
  }

  func go() throws {
    try measure("start") { _ = try browser.products() }
    try lists()
    try ofOneProduct()
    try typing()
    try windows()
    try menus()
    try ofSeveral()
    try labels()
    try away()
  }

  private func lists() throws {
    for (name, keys) in [("grid", "ctrl+2"), ("list", "ctrl+1")] {
      try measure(name) { try browser.press(keys) }
    }
    for place in ["Recently Changed", "Trash", "All Products"] {
      try measure(place) { try browser.sidebar().find(.row, place).select() }
    }
    try measure("a category") { try sidebarRow(0).select() }
    try measure("a tag") { try sidebarRow(-1).select() }
    try browser.sidebar().find(.row, "All Products").select()
    try measure("search") {
      try browser.press("ctrl+f")
      try vitrine.home.screen.type("e")
    }
    // The list has other rows then.
    try measure("the end of a search") { try browser.press("Escape") }
  }

  private func ofOneProduct() throws {
    for (place, name) in ["a head", "a product"].enumerated() {
      try measure(name) { try changed(place).select() }
      for tab in 1...4 { try measure("\(name), tab \(tab)") { try browser.press("alt+\(tab)") } }
    }
    try browser.press("alt+1")
    for command in [
      "win.add-note", "win.make-variants", "win.continue-elsewhere", "win.print-labels",
      "win.print", "win.publish", "win.export", "win.copy-shown-link",
      "win.open-in-new-window", "win.duplicate", "win.move-to-trash", "app.undo", "app.redo",
      "app.undo", "win.new-from-this",
    ] {
      try measure(command) {
        if command.hasPrefix("win.") { try changed(1).select() }
        try browser.run(command)
      }
    }
    try photo()
  }

  private func photo() throws {
    try changed(1).select()
    try browser.press("alt+2")
    let photo = try obtain("a photo") {
      try browser.all(.image).first { try $0.title.unicodeScalars.first == "e" && $0.isShowing }
    }
    try measure("a photo") { try photo.doubleClick() }
  }

  private func typing() throws {
    try measure("win.edit", isOver: false) {
      try changed(1).select()
      try browser.run("win.edit")
      _ = try browser.field("Title")
    }
    for field in ["Title", "Category", "Tags", "Description"] {
      try measure("typing in \(field)", isOver: false) {
        try browser.field(field).focus()
        try vitrine.home.screen.press("End")
        try vitrine.home.screen.type("x")
      }
    }
    // What was typed stays.
    try measure("leaving a form") { try vitrine.home.screen.press("Escape") }
    try measure("an unfinished one") { try browser.sidebar().find(.row, "Drafts").select() }
    try measure("app.quit-and-forget") { try browser.run("app.quit-and-forget") }
    try browser.sidebar().find(.row, "All Products").select()
  }

  private func windows() throws {
    for command in [
      "app.history", "app.all-notes", "app.duplicates", "app.fields", "app.preferences",
      "app.saved-windows", "app.shortcuts", "app.share-catalogue", "app.reopen-closed-window",
    ] {
      try measure(command) { try browser.run(command) }
    }
  }

  private func menus() throws {
    for path in [[], ["View", "Columns"], ["View", "Sort"], ["View", "Filter"], ["Catalogue"]] {
      try measure("menu " + path.joined(separator: ", ")) {
        try browser.find(.button, "Main Menu").click()
        for entry in path { try vitrine.chooseFromMenu(entry) }
        try closeMenus()
      }
    }
    try measure("menu of a product") {
      try changed(1).select()
      try browser.press("shift+F10")
      try closeMenus()
    }
  }

  private func ofSeveral() throws {
    for command in [
      "win.edit-several", "win.merge-several", "win.gather", "win.separate",
      "win.add-tag", "win.remove-tag",
      "win.move-to-category", "win.print-labels", "win.copy-table",
    ] {
      try measure("\(command) of several") {
        try changed(1).pointerClick()
        try browser.press("ctrl+a")
        try browser.run(command)
      }
    }
  }

  private func labels() throws {
    try measure("a layout of labels") {
      try changed(1).select()
      try browser.run("win.print-labels")
      let window = try vitrine.window(titled: "Labels")
      try window.find(.button, "Edit…").click()
      _ = try window.find(.entry, "Name of the layout")
    }
  }

  /// Opens it as a desktop does.
  func open(_ name: String, _ arguments: String...) throws {
    try measure(name) {
      let opened = try runToEnd(
        Home.built("vitrine"), ["--sample"] + arguments, environment: vitrine.home.environment)
      XCTAssertEqual(opened.ending, .exited(0), opened.errors)
    }
  }

  /// As the desktop's search does.
  func search() throws {
    let client = try BusClient(
      vitrine.home, name: "org.vitrine.Vitrine.Sample",
      path: "/org/vitrine/Vitrine/Sample/SearchProvider")
    let ids = try runToEnd(
      Home.built("vitrinectl"), ["list", "--sample"],
      environment: vitrine.home.environment)
    XCTAssertEqual(ids.ending, .exited(0), ids.errors)
    try measure("the desktop's search") {
      let interface = "org.gnome.Shell.SearchProvider2"
      try client.call(interface, "GetInitialResultSet", "(['e'],)")
      let list = ids.output.split(separator: "\n").map { "'\($0.prefix(36))'" }
      try client.call(interface, "GetResultMetas", "([\(list.joined(separator: ", "))],)")
    }
  }

  private func away() throws {
    let place = vitrine.home.data.appendingPathComponent("vitrine-sample")
    let elsewhere = vitrine.home.data.appendingPathComponent("elsewhere")
    try measure("a catalogue that is away") {
      try FileManager.default.moveItem(at: place, to: elsewhere)
      _ = try browser.find(.button, "Open Again")
    }
    try measure("one that is back") {
      try FileManager.default.moveItem(at: elsewhere, to: place)
      try browser.expectNo(.button, "Open Again")
    }
  }

  // MARK: Parts

  /// A step, and whether what it opens is closed behind it.
  func measure(_ name: String, isOver: Bool = true, _ step: () throws -> Void) throws {
    let watch = try MainThreadWatch(vitrine)
    // What comes after it is tried, too.
    do { try step() } catch { XCTFail("\(what), \(name): \(error)") }
    let stall = try watch.endAtRest()
    stalls[name] = max(stall, stalls[name] ?? 0)
    print("\(what), \(name): \(Int(stall)) ms")
    fflush(nil)
    if isOver { try closeOthers() }
  }

  /// A product whose texts were changed, by its place among them.
  private func changed(_ place: Int) throws -> Element {
    try obtain("its row") {
      let rows = try browser.products().all(.row).filter {
        try $0.title.unicodeScalars.first == "e"
      }
      return rows.indices.contains(place) ? rows[place] : nil
    }
  }

  /// The first or the last of the sidebar's lines whose texts were changed.
  private func sidebarRow(_ place: Int) throws -> Element {
    try obtain("its line") {
      // What is read from right to left is isolated there.
      let rows = try browser.sidebar().all(.row).filter {
        try $0.title.unicodeScalars.first { $0 != "\u{2068}" } == "e"
      }
      return place < 0 ? rows.last : rows.first
    }
  }

  private func closeMenus() throws {
    try browser.press("Escape", until: "the menu is closed") { try !browser.has(.menuItem) }
  }

  /// Windows, dialogs and popovers that a step has opened.
  private func closeOthers() throws {
    try vitrine.insistOnRunning()
    try vitrine.home.screen.press("Escape")
    for _ in 0..<20 {
      guard let other = try vitrine.windows.first(where: { $0 !== browser }) else { break }
      try? other.press("Escape")
      try? eventually(timeout: 2, "it closes") { !other.isOpen }
      // No key: if it has just closed, that would go to the window behind it.
      guard other.isOpen else { continue }
      try? other.run("window.close")
      try? eventually(timeout: 2, "it closes") { !other.isOpen }
    }
    try browser.activate()
  }
}
