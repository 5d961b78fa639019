// SPDX-License-Identifier: Apache-2.0
// The desktop's search, asked by another program over the bus: what it finds, what choosing a result
// does, and a process that the bus has started for a question alone.

import Foundation
import TestSwitches
import XCTest

final class DesktopSearchTests: UITestCase {
  private static let shell = "org.gnome.Shell.SearchProvider2"
  private static let runner = "org.kde.krunner1"

  // MARK: Beside windows

  func testAResultIsShownWithPriceAndPictureAndOpensItsProduct() throws {
    let vitrine = try openSample()
    let client = try client(of: "org.vitrine.Vitrine.Sample")
    let found = try ids(client.call(Self.shell, "GetInitialResultSet", "(['cherr'],)"))
    XCTAssertEqual(found.count, 1)
    XCTAssertEqual(
      try ids(client.call(Self.shell, "GetSubsearchResultSet", "(['x'], ['cherries'])")), found)
    let id = try XCTUnwrap(found.first)
    let meta = try client.call(Self.shell, "GetResultMetas", "(['\(id)', 'nothing'],)")
    for part in [
      "'id': <'\(id)'>", "'name': <'Cherries'>", "€", " · Food › ", "'icon-data': <(96, ",
    ] {
      XCTAssertTrue(meta.contains(part), "\(part) in \(meta.prefix(400))")
    }

    let activation = "('\(id)', ['cherr'], uint32 0)"
    try client.call(Self.shell, "ActivateResult", activation)
    let window = try vitrine.window(titled: "Cherries")
    try vitrine.browser().activate()
    try client.call(Self.shell, "ActivateResult", activation)
    try eventually("the window that shows it is in front") { window.isActive }
    try vitrine.expectWindows(2)
  }

  func testASearchOpensInAWindowOnce() throws {
    let vitrine = try openSample()
    let client = try client(of: "org.vitrine.Vitrine.Sample")
    try client.call(Self.shell, "LaunchSearch", "(['cherr'], uint32 0)")
    let window = try vitrine.window(titled: "“cherr” in All Products — Sample")
    try window.find(.entry, "Search Products").expectText("cherr")
    _ = try window.product("Cherries")
    try client.call(Self.shell, "LaunchSearch", "(['cherr'], uint32 0)")
    try client.call(Self.shell, "LaunchSearch", "(@as [], uint32 0)")
    try eventually("the window with all products is in front") {
      try vitrine.windows.contains { try $0.isActive && $0.title == "All Products — Sample" }
    }
    try vitrine.expectWindows(2)
  }

  func testWhatIsInTheTrashIsNotFound() throws {
    let vitrine = try openSample()
    let client = try client(of: "org.vitrine.Vitrine.Sample")
    let asked = "(['cherries'],)"
    let id = try XCTUnwrap(ids(client.call(Self.shell, "GetInitialResultSet", asked)).first)
    try vitrine.browser().moveToTrash("Cherries")
    XCTAssertEqual(try ids(client.call(Self.shell, "GetInitialResultSet", asked)), [])
    XCTAssertEqual(
      try client.call(Self.shell, "GetResultMetas", "(['\(id)'],)"), "([],)")
    XCTAssertEqual(try client.call(Self.runner, "Match", "('cherries',)"), "([],)")
    for arguments in ["('\(id)', ['cherries'], uint32 0)", "('nothing', @as [], uint32 0)"] {
      XCTAssertThrowsError(try client.call(Self.shell, "ActivateResult", arguments))
    }
    try vitrine.expectWindows(1)
  }

  func testKRunnerGetsTheSameAnswers() throws {
    let vitrine = try openSample()
    let client = try client(of: "org.vitrine.Vitrine.Sample")
    XCTAssertEqual(try client.call(Self.runner, "Actions"), "([],)")
    let match = try client.call(Self.runner, "Match", "('Cherries',)")
    for part in ["'Cherries', 'org.vitrine.Vitrine', 100, 0.9", "'subtext': <'€"] {
      XCTAssertTrue(match.contains(part), "\(part) in \(match.prefix(400))")
    }
    let id = try XCTUnwrap(ids(match).first)
    try client.call(Self.runner, "Run", "('\(id)', '')")
    _ = try vitrine.window(titled: "Cherries")
  }

  // MARK: Without windows

  func testAProcessStartedForAQuestionShowsNothingKeepsNothingAndLeaves() throws {
    try addRose()
    let (service, client) = try startService()
    XCTAssertEqual(try ids(client.call(Self.shell, "GetInitialResultSet", "(['rose'],)")).count, 1)
    let screen = try home().screen
    XCTAssertEqual(try screen.windows(of: service.pid), [])
    XCTAssertEqual(try service.waitUntilExit(timeout: 30), .exited(0))
    let state = try FileManager.default.subpathsOfDirectory(atPath: home().state.path)
    XCTAssertEqual(state, [])
  }

  func testAProcessStartedForAQuestionStartsNormallyWhenAResultIsChosen() throws {
    try addRose()
    let before = try home().start()
    try before.browser().press("ctrl+f")
    try before.browser().find(.entry, "Search Products").type("ros")
    try eventuallyOnDisk(["\"search\": \"ros\""])
    try before.quit()

    let (service, client) = try startService()
    let found = try ids(client.call(Self.shell, "GetInitialResultSet", "(['rose'],)"))
    let id = try XCTUnwrap(found.first)
    try client.call(Self.shell, "ActivateResult", "('\(id)', @as [], uint32 4294967295)")
    _ = try service.window(titled: "Rose")
    _ = try service.window(titled: "“ros” in All Products")
    try service.expectWindows(2)
    XCTAssertEqual(try ids(client.call(Self.shell, "GetInitialResultSet", "(['rose'],)")), found)
    try service.window(titled: "Rose").activate()
    try service.quit()
  }

  // MARK: Hostile programs

  func testAnyCallIsSurvived() throws {
    try addRose()
    let (service, client) = try startService()
    var calls = HostileCalls(to: [Self.shell, Self.runner], seed: 13)
    for number in 1...rounds(1_000, withFaults: 10_000) {
      calls.makeOne(client)
      if number.isMultiple(of: 250) { try service.insistOnRunning() }
    }
    XCTAssertEqual(try ids(client.call(Self.shell, "GetInitialResultSet", "(['rose'],)")).count, 1)
    XCTAssertEqual(try home().screen.windows(of: service.pid), [])
    service.terminate()
    XCTAssertEqual(try service.waitUntilExit(), .exited(0))
  }

  // MARK: Steps

  private func addRose() throws {
    let made = try runToEnd(
      Home.built("vitrinectl"), ["add", "--title", "Rose"], environment: home().environment)
    XCTAssertEqual(made.ending, .exited(0), made.errors)
  }

  /// The program as the bus starts it.
  private func startService() throws -> (Program, BusClient) {
    let service = try home().launch(["--gapplication-service"])
    let client = try installedClient()
    try eventually(timeout: 2 * patience, "the service is on the bus") {
      try service.insistOnRunning()
      try client.call(Self.runner, "Actions")
      return true
    }
    return (service, client)
  }

  /// Calls what the desktop is told to call when Vitrine is installed.
  private func installedClient() throws -> BusClient {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../data/org.vitrine.Vitrine.search-provider.ini")
    let pairs = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: "=").map(String.init) }
    let values = Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
    return try BusClient(
      home(), name: XCTUnwrap(values["BusName"]), path: XCTUnwrap(values["ObjectPath"]))
  }

  private func client(of name: String) throws -> BusClient {
    let path = "/" + name.replacingOccurrences(of: ".", with: "/") + "/SearchProvider"
    return try BusClient(home(), name: name, path: path)
  }

  /// The identifiers of products in an answer.
  private func ids(_ answer: String) -> [String] {
    answer.split(separator: "'").map(String.init).filter { UUID(uuidString: $0) != nil }
  }
}
