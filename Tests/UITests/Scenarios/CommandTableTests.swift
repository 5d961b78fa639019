// SPDX-License-Identifier: Apache-2.0
// The table of commands against the running program: every window offers the commands of its handlers,
// and nothing that the table does not know.

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
    let list =
      Self.names(BrowserCommand.self) + Self.names(SortCommand.self)
      + Self.names(FilterCommand.self) + Self.names(SavedSearchCommand.self)
    try expect(shown + list, in: "window/1")

    let mango = try identifier(of: "Mango")
    try run("open-product", mango, in: "window/1")
    _ = try vitrine.window(titled: "Mango")
    try expect(shown + Self.names(ProductWindowCommand.self), in: "window/2")
    try run("open-photo", pictures(of: mango)[0], in: "window/2")
    try vitrine.expectWindows(3)
    try expect(
      Self.names(PictureCommand.self) + Self.names(PictureWindowCommand.self), in: "window/3")

    for (number, command) in OpeningCommand.allCases.enumerated() {
      try run(command.rawValue, in: "")
      try vitrine.expectWindows(number + 4)
      let names =
        switch command {
        case .allNotes: Self.names(NotesWindowCommand.self)
        case .fields: Self.names(FieldsWindowCommand.self) + Self.names(FieldCommand.self)
        case .history, .duplicates, .preferences: Self.names(NoCommand.self)
        }
      try expect(names, in: "window/\(number + 4)")
    }
    try browser.activate()
    try browser.choose("Cherries")
    try browser.press("ctrl+a")
    try run("merge-several", in: "window/1")
    let merging = OpeningCommand.allCases.count + 4
    try vitrine.expectWindows(merging)
    try expect([], in: "window/\(merging)")

    let ofApplication =
      Self.names(ApplicationCommand.self) + Self.names(CatalogueCommand.self)
      + Self.names(OpeningCommand.self)
    XCTAssertEqual(try offered(""), Set(ofApplication))
    // Those of the windows above: there is no other enumeration in the table.
    let inTable = MainActor.assumeIsolated {
      Set(CommandTable.rows.map { $0.command.inMenu })
    }
    let ofWindows =
      shown + list + Self.names(PictureCommand.self) + Self.always
      + Self.names(FieldsCommand.self) + Self.names(FieldCommand.self)
    let known = ofApplication.map { "app." + $0 } + ofWindows.map { "win." + $0 }
    XCTAssertEqual(inTable, Set(known))
  }

  func testTheFirstWindowCanBeClosed() throws {
    let vitrine = try home().start()
    _ = try vitrine.window(titled: "Vitrine")
    try eventually("it offers what it has to") {
      try offered("window/1", of: "org.vitrine.Vitrine") == Set(Self.names(WelcomeCommand.self))
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

  private static let sample = "org.vitrine.Vitrine.Sample"

  private func client(_ place: String, of program: String = sample) throws -> BusClient {
    let path = "/" + program.replacingOccurrences(of: ".", with: "/")
    return try BusClient(
      home(), name: program, path: path + (place.isEmpty ? "" : "/" + place))
  }

  private func run(_ action: String, _ parameter: String? = nil, in place: String) throws {
    let parameters = parameter.map { "[<'\($0)'>]" } ?? "@av []"
    try client(place).call("org.gtk.Actions", "Activate", "('\(action)', \(parameters), @a{sv} {})")
  }

  /// The commands that a window, or the application, exports. One for each field is not counted.
  private func offered(_ place: String, of program: String = sample) throws -> Set<String> {
    let answer = try client(place, of: program).call("org.gtk.Actions", "List", "()")
    let names = answer.split(separator: "'").enumerated().filter { !$0.offset.isMultiple(of: 2) }
    return Set(names.map { String($0.element) }).filter { name in
      !FieldsCommand.allCases.contains { name.hasPrefix($0.rawValue + "-") }
    }
  }

  private func expect(
    _ names: [String], in place: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let wanted = Set(names + Self.always)
    try eventually("\(place) offers \(wanted.sorted())", file: file, line: line) {
      try offered(place) == wanted
    }
  }
}
