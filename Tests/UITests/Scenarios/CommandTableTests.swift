// SPDX-License-Identifier: Apache-2.0
// The table of commands against the running program: every window offers the commands of its handlers, and nothing that
// the table does not know. A screen reader is told those that can be run now and need no parameter.

import Gtk
import XCTest

@testable import Vitrine

final class CommandTableTests: UITestCase {
  func testEveryWindowOffersTheCommandsOfItsHandlers() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    _ = try browser.product("Cherries")
    let shown =
      Self.names(ProductCommand.self) + Self.names(TemplateCommand.self)
      + Self.names(PhotoCommand.self) + Self.names(NoteCommand.self)
      + Self.names(VariantValueCommand.self)
    let list =
      Self.names(BrowserCommand.self) + Self.names(SortCommand.self)
      + Self.names(FilterCommand.self) + Self.names(SavedSearchCommand.self)
    try browser.choose("Cherries")
    try expect(
      shown + list, among: ["edit", "use-as-template", "add-photos", "search", "remove-filters"],
      in: browser)
    try browser.chooseTab("Photos")
    try browser.find(.image, "A pair on its stems, under one leaf").doubleClick()
    let photo = try vitrine.window(titled: "Cherries")
    try expect(
      Self.names(PictureCommand.self) + Self.names(PictureWindowCommand.self),
      among: ["zoom-in", "open-in-new-window"], in: photo)
    let product = try browser.openInNewWindow("Mango")
    try expect(
      shown + Self.names(ProductWindowCommand.self),
      among: ["edit", "use-as-template", "add-photos", "new-product"], in: product)

    for command in OpeningCommand.allCases {
      let (names, some) =
        switch command {
        case .allNotes, .history: (Self.names(SearchedWindowCommand.self), ["search"])
        case .fields:
          (Self.names(FieldsWindowCommand.self) + Self.names(FieldCommand.self), ["save"])
        case .duplicates, .preferences: (Self.names(NoCommand.self), [])
        }
      let window = try newWindow(of: vitrine) { try browser.run(command.inMenu) }
      try expect(names, among: some, in: window)
    }
    try browser.activate()
    try browser.choose("Cherries")
    try browser.press("ctrl+a")
    let merging = try newWindow(of: vitrine) { try browser.run("win.merge-several") }
    try expect([], among: [], in: merging)

    let labels = try newWindow(of: vitrine) { try browser.run("win.print-labels") }
    try expect([], among: [], in: labels)
    let printing = try newWindow(of: vitrine) { try browser.run("win.print") }
    try expect([], among: [], in: printing)

    let file = try home().folder.appendingPathComponent("list.csv")
    try Data("Title,SKU\nGouda,7\n".utf8).write(to: file)
    let importing = try newWindow(of: vitrine) {
      XCTAssertEqual(try home().run("--sample", file.path).ending, .exited(0))
    }
    try expect(Self.names(ImportCommand.self), among: ["take-row"], in: importing)

    // Those of a shared catalogue are in a program that can share one.
    let inTable = MainActor.assumeIsolated {
      Set(CommandTable.rows.map { $0.command.inMenu })
    }
    let ofSharing = Self.names(SharingCommand.self).filter { inTable.contains("app." + $0) }
    let ofApplication =
      Self.names(ApplicationCommand.self) + Self.names(CatalogueCommand.self)
      + Self.names(DeskCommand.self) + Self.names(OpeningCommand.self) + ofSharing
    let all = try offered("app.", by: browser)
    XCTAssertEqual(all.subtracting(ofApplication), [])
    XCTAssertTrue(all.isSuperset(of: ["quit-and-forget", "undo", "history", "about"]), "\(all)")
    // Those of the windows above: there is no other enumeration in the table.
    let ofWindows =
      shown + list + Self.names(PictureCommand.self) + Self.always
      + Self.names(FieldsCommand.self) + Self.names(FieldCommand.self)
      + Self.names(ImportCommand.self) + Self.names(LabelLineCommand.self)
      + Self.names(BackupCommand.self)
    let known = ofApplication.map { "app." + $0 } + ofWindows.map { "win." + $0 }
    XCTAssertEqual(inTable, Set(known))
  }

  func testTheFirstWindowCanBeClosed() throws {
    let vitrine = try home().start()
    let window = try vitrine.window(titled: "Vitrine")
    try eventually("it offers what it has to") {
      try offered("win.", by: window) == Set(Self.names(WelcomeCommand.self))
    }
  }

  /// A view asks which command a key means: one that is pressed alone has no name that it could ask for instead.
  func testKeysInViewsLeadToTheirCommands() throws {
    let rows = MainActor.assumeIsolated { CommandTable.rows }
    var keys = 0
    for (command, row) in rows {
      for name in row.shortcuts.filter({ !$0.isGlobal }).flatMap(\.keys) {
        let press = try XCTUnwrap(KeyPress(name), "\(name) of \(command.inMenu)")
        let isHeld = press.isControl || press.isAlt || press.isShift
        XCTAssertTrue(isHeld || press.key == .other, "\(name) of \(command.inMenu)")
        keys += 1
      }
    }
    XCTAssertGreaterThan(keys, 15)
    MainActor.assumeIsolated {
      XCTAssertEqual(Self.command("<Alt>Up", of: PhotoCommand.self), .movePhotoUp)
      XCTAssertEqual(Self.command("<Alt>KP_Up", of: NoteCommand.self), .moveNoteUp)
      XCTAssertEqual(Self.command("<Control><Shift>R", of: PhotoCommand.self), .turnPhotoLeft)
      XCTAssertEqual(Self.command("Delete", of: ProductCommand.self), .moveToTrash)
      XCTAssertEqual(Self.command("Page_Down", of: PictureCommand.self), .nextPicture)
      XCTAssertNil(Self.command("<Alt>Delete", of: PhotoCommand.self))
      // The application's own keys are not a view's.
      XCTAssertNil(Self.command("<Control>h", of: OpeningCommand.self))
    }
  }

  func testNoKeysRunTwoCommandsAndEveryMenuItemHasALabel() throws {
    let rows = MainActor.assumeIsolated { CommandTable.rows }
    var owners: [String: String] = [:]
    for (command, row) in rows {
      for keys in row.allShortcuts.filter(\.isGlobal).flatMap(\.keys) {
        XCTAssertNil(owners[keys], "\(keys) of \(command.inMenu)")
        owners[keys] = command.inMenu
      }
      for place in row.menus {
        let label = place.label ?? row.label
        XCTAssertFalse(label.isEmpty && row.values.isEmpty, command.inMenu)
      }
    }
    XCTAssertEqual(owners["F11"], "win.fullscreen")
  }

  @MainActor
  private static func command<Theme: Vitrine.Command>(_ key: String, of theme: Theme.Type) -> Theme?
  {
    KeyPress(key).flatMap { Theme.of($0) }
  }

  private static func names<Theme: Vitrine.Command>(_ theme: Theme.Type) -> [String] {
    theme.allCases.map(\.rawValue)
  }

  private static var always: [String] { names(WindowCommand.self) }

  private func newWindow(of program: Program, _ opening: () throws -> Void) throws -> Window {
    let known = try program.windows
    try opening()
    return try obtain("another window") {
      try program.windows.first { window in !known.contains { $0 === window } }
    }
  }

  /// The commands that a window offers to a screen reader. One for each field is not counted.
  private func offered(_ prefix: String, by window: Window) throws -> Set<String> {
    let names = try window.node.actionNames.filter { $0.hasPrefix(prefix) }
    return Set(names.map { String($0.dropFirst(prefix.count)) }).filter { name in
      !FieldsCommand.allCases.contains { name.hasPrefix($0.rawValue + "-") }
    }
  }

  /// - Parameter some: those that can be run now: at least one of each handler that has such.
  private func expect(
    _ names: [String], among some: [String], in window: Window, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let known = Set(names + Self.always)
    let wanted = Set(some + ["close", "fullscreen"])
    try eventually("“\(window.lastTitle)” offers \(wanted)", file: file, line: line) {
      let names = try offered("win.", by: window)
      XCTAssertEqual(names.subtracting(known), [], file: file, line: line)
      guard names.isSuperset(of: wanted) else {
        throw AccessibilityFailure(description: "it offers \(names.sorted())")
      }
      return true
    }
  }
}
