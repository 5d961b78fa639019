// SPDX-License-Identifier: Apache-2.0
// Other programs of the session: what they can call on the bus is what a desktop needs, and no more.

import TestSwitches
import XCTest

@testable import Vitrine

final class CallersTests: UITestCase {
  private static let program = "org.vitrine.Vitrine.Sample"
  private static let path = "/org/vitrine/Vitrine/Sample"
  private static let allowed = ["new-product", "new-window", "open-desk", "open-sample", "quit"]

  func testTheBusHasOnlyTheCommandsThatADesktopNeeds() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.moveToTrash("Mango")
    _ = try browser.openInNewWindow("Cherries")
    for command in ["app.preferences", "app.history"] { try browser.run(command) }
    try vitrine.expectWindows(4)
    let known = try (exported().map(\.key), catalogue(), settings())
    XCTAssertEqual(
      known.0.filter { $0.hasPrefix(Self.path + "/window/") }.count, 4,
      "every window is looked at: \(known.0)")

    let names = MainActor.assumeIsolated {
      Set(CommandTable.rows.map { $0.command.rawValue }).subtracting(Self.allowed)
    }
    XCTAssertGreaterThan(names.count, 60)
    for (path, actions) in try exported() {
      XCTAssertEqual(actions.sorted(), path == Self.path ? Self.allowed : [], path)
      let client = try BusClient(home(), name: Self.program, path: path)
      for name in names {
        for argument in ["@av []", "[<'dark'>]"] {
          let call = "('\(name)', \(argument), @a{sv} {})"
          XCTAssertThrowsError(try client.call("org.gtk.Actions", "Activate", call), name)
          // Refused by those that are no application.
          _ = try? client.call("org.freedesktop.Application", "ActivateAction", call)
        }
        _ = try? client.call("org.gtk.Actions", "SetState", "('\(name)', <'dark'>, @a{sv} {})")
      }
    }
    try vitrine.expectWindows(4)
    XCTAssertEqual(try catalogue(), known.1)
    XCTAssertEqual(try settings(), known.2)
  }

  func testWhatTheDesktopQuitsComesBack() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    _ = try browser.openInNewWindow("Cherries")
    try browser.edit()
    try browser.field("Title").setText("Cherries, half")
    let client = try BusClient(home(), name: Self.program, path: Self.path)
    try client.call(
      "org.freedesktop.Application", "ActivateAction", "('quit', @av [], @a{sv} {})")
    XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))
    let again = try home().start("--sample")
    try again.expectWindows(2)
    let form = try obtain("the form") { try again.windows.first { try $0.has(.button, "Done") } }
    try form.field("Title").expectText("Cherries, half")
  }

  func testManyWindowsAreOpenedOnlyAfterAQuestion() throws {
    let vitrine = try openSample()
    let client = try BusClient(home(), name: Self.program, path: Self.path)
    for _ in 1...100 {
      try client.call(
        "org.freedesktop.Application", "ActivateAction", "('new-window', @av [], @a{sv} {})")
    }
    // With the question, which is asked once.
    let windows = try vitrine.expectWindows(31)
    let question = try XCTUnwrap(windows.first { try $0.has(.button, "Cancel") })
    _ = try question.find(.label, "Open More Windows?")
    try question.find(.button, "Open").click()
    try vitrine.expectWindows(31)
  }

  /// By links, from a page or another program, and by the desktop's search.
  func testManyLinksOpenWindowsOnlyAfterAQuestion() throws {
    let vitrine = try openSample()
    let client = try BusClient(home(), name: Self.program, path: Self.path)
    func open(_ links: [String]) throws {
      let list = links.map { "'\($0)'" }.joined(separator: ", ")
      try client.call("org.freedesktop.Application", "Open", "([\(list)], @a{sv} {})")
    }
    for number in 1...200 { try open(["vitrine:search?q=word\(number)"]) }
    // With the question, which is asked once.
    var windows = try vitrine.expectWindows(31)
    try open((1...50).map { "vitrine:search?q=more\($0)" })
    let search = try BusClient(home(), name: Self.program, path: Self.path + "/SearchProvider")
    try search.call(
      "org.gnome.Shell.SearchProvider2", "LaunchSearch", "(['other', 'words'], uint32 0)")
    windows = try vitrine.expectWindows(31)
    try XCTUnwrap(windows.first { try $0.has(.button, "Cancel") }).find(.button, "Cancel").click()
    try vitrine.expectWindows(30)

    // What is shown already comes forward.
    try open(["vitrine:search?q=word3"])
    let third = try vitrine.window(titled: "“word3” in All Products — Sample")
    try eventually("it is in front") { third.isActive }
    try vitrine.expectWindows(30)
    // Several at once are one question, and all of them open.
    try open(["vitrine:search?q=one", "vitrine:search?q=word4", "vitrine:search?q=two"])
    let question = try obtain("the question") {
      try vitrine.windows.first { try $0.has(.label, "Open More Windows?") }
    }
    _ = try question.find(.label, "30 windows are open already. 2 more were asked for.")
    try question.find(.button, "Open").click()
    for word in ["one", "two"] {
      _ = try vitrine.window(titled: "“\(word)” in All Products — Sample")
    }
    try vitrine.expectWindows(32)
  }

  func testTheSampleIsStartedOnceASecond() throws {
    let vitrine = try home().start()
    let client = try BusClient(
      home(), name: "org.vitrine.Vitrine", path: "/org/vitrine/Vitrine")
    for _ in 1...60 {
      try client.call(
        "org.freedesktop.Application", "ActivateAction", "('open-sample', @av [], @a{sv} {})")
      XCTAssertLessThan(try samples().count, 10)
    }
    try eventually("one is there") { try samples().count == 1 }
    try vitrine.insistOnRunning()
    for pid in try samples() { kill(pid, SIGKILL) }
  }

  /// The processes that show the sample from this home.
  private func samples() throws -> [pid_t] {
    let home = Data("HOME=\(try home().folder.path)\0".utf8)
    return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
      .filter { pid in
        guard commandLine(of: pid).hasSuffix("\0--sample\0") else { return false }
        let environment = FileManager.default.contents(atPath: "/proc/\(pid)/environ") ?? Data()
        return environment.range(of: home) != nil
      }
  }

  /// Right and wrong calls of everything that a desktop calls: none changes anything.
  func testCallsAtRandomChangeNothing() throws {
    let vitrine = try openSample()
    let known = try (catalogue(), settings())
    let client = try BusClient(home(), name: Self.program, path: Self.path)
    var calls = HostileCalls(
      to: ["org.gtk.Actions", "org.freedesktop.Application", "org.gtk.Application"],
      seed: .random(in: 0 ... .max))
    for number in FuzzRounds("calls", most: rounds(500, withFaults: 2_000, withAll: 100_000)) {
      calls.makeOne(client)
      if number.isMultiple(of: 250) { try vitrine.insistOnRunning() }
    }
    try eventually("it answers") {
      try client.call("org.gtk.Actions", "List")
      return true
    }
    XCTAssertEqual(try catalogue(), known.0)
    XCTAssertEqual(try settings(), known.1)
    try vitrine.insistOnRunning()
    XCTAssertLessThanOrEqual(try vitrine.windows.count, 32)
  }

  /// Their lists and title bars have texts of theirs beside ours.
  func testTitlesTurnNothingInOtherPrograms() throws {
    try home().placeSample()
    let file = try home().data.appendingPathComponent("vitrine-sample/catalog.sqlite").path
    let products = try ["Mango", "Orchid"].map { try identifier(of: $0) }
    let changed = try runToEnd(
      "sqlite3",
      [
        file,
        """
        UPDATE product SET title = 'שלום 10' WHERE title = 'Mango';
        UPDATE product SET title = 'Sale' || char(0x202E, 0x1b, 0x2067) || 'elas' WHERE title = 'Orchid'
        """,
      ], environment: home().environment)
    XCTAssertEqual(changed.ending, .exited(0), changed.errors)
    let wanted = ["\u{2068}שלום 10\u{2069}", "Sale\u{FFFD}\u{FFFD}\u{FFFD}elas"]
    let vitrine = try openSample()
    for (product, title) in zip(products, wanted) {
      XCTAssertEqual(
        try home().run("--sample", "vitrine:product/\(product)").ending, .exited(0))
      let window = try vitrine.window(titled: title)
      XCTAssertEqual(try home().screen.title(of: window.identifier), title)
    }
    let answer = try BusClient(home(), name: Self.program, path: Self.path + "/SearchProvider")
      .call(
        "org.gnome.Shell.SearchProvider2", "GetResultMetas",
        "(\(products),)".replacing("\"", with: "'"))
    for title in ["\\u2068שלום 10\\u2069", wanted[1]] {
      XCTAssertTrue(answer.contains("'name': <'\(title)'>"), String(answer.prefix(400)))
    }
  }

  /// Everything with actions on the bus: their names by its path.
  private func exported() throws -> [String: [String]] {
    let objects = try BusClient.objects(home(), name: Self.program, below: "/org/vitrine/Vitrine")
    return try objects.filter { $0.value.contains("org.gtk.Actions") }.keys.reduce(into: [:]) {
      let answer = try BusClient(home(), name: Self.program, path: $1)
        .call("org.gtk.Actions", "List")
      $0[$1] = answer.split(separator: "'").enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
  }

  /// Its products and the steps that can be taken back.
  private func catalogue() throws -> String {
    try ["list", "history"].map {
      try home().run($0, "--sample", program: Home.built("vitrinectl")).output
    }.joined()
  }

  private func settings() throws -> Data? {
    try FileManager.default.contents(
      atPath: home().configuration.appendingPathComponent("\(Self.program)/settings.json").path)
  }
}
