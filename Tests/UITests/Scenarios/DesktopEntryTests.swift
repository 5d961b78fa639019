// SPDX-License-Identifier: Apache-2.0
// The actions of the menu entry: by the bus, as most desktops run them, and by the command line.

import Foundation
import XCTest

final class DesktopEntryTests: UITestCase {
  func testARequestIsPassedOnWithoutAWord() throws {
    let vitrine = try openSample()
    for (option, count) in [("--new-window", 2), ("--new-product", 3)] {
      let passedOn = try home().run("--sample", option)
      XCTAssertEqual(passedOn.ending, .exited(0))
      XCTAssertEqual(passedOn.output + passedOn.errors, "")
      try vitrine.expectWindows(count)
    }
    _ = try vitrine.window(titled: "Vitrine").field("Title")
  }

  func testTheFirstStartCanBeWithANewProduct() throws {
    let vitrine = try home().start("--sample", "--new-product")
    _ = try vitrine.window(titled: "Vitrine").field("Title")
  }

  /// As after `gio launch` of GLib 2.90, which leaves the bus before what it asks is delivered.
  func testAProcessThatTheBusHasStartedForNothingShowsAWindow() throws {
    let service = try home().launch(["--gapplication-service"])
    _ = try service.window(titled: "Vitrine").find(.button, "Start Empty")
  }

  func testEveryActionOfTheEntryRunsInAProcessStartedForIt() throws {
    let entry = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../data/org.vitrine.Vitrine.desktop.in"), encoding: .utf8)
    let actions = entry.split(separator: "\n").first { $0.hasPrefix("Actions=") }?.dropFirst(8)
      .split(separator: ";").map(String.init)
    XCTAssertEqual(actions, ["new-window", "new-product", "open-sample"])

    let made = try runToEnd(
      Home.built("vitrinectl"), ["add", "--title", "Rose"], environment: home().environment)
    XCTAssertEqual(made.ending, .exited(0), made.errors)
    let service = try home().launch(["--gapplication-service"])
    let client = try BusClient(home(), name: "org.vitrine.Vitrine", path: "/org/vitrine/Vitrine")
    let act = { (action: String) in
      _ = try client.call(
        "org.freedesktop.Application", "ActivateAction", "('\(action)', @av [], @a{sv} {})")
    }
    try eventually(timeout: 2 * patience, "the sample is asked for") {
      try act("open-sample")
      return true
    }
    let screen = try home().screen
    let sample = try obtain("the window of the sample", timeout: 2 * patience) {
      try runToEnd(
        "xdotool", ["search", "--onlyvisible", "--name", "^All Products — Sample$"],
        environment: home().environment
      ).output.split(separator: "\n").first.map(String.init)
    }
    XCTAssertEqual(try screen.windows(of: service.pid), [], "this process has none")
    try act("new-product")
    _ = try service.window(titled: "Vitrine").field("Title")
    try act("new-window")
    try service.expectWindows(2)
    // It is no child of the test, so it ends as a user would end it.
    try screen.activate(sample)
    try screen.press("ctrl+q")
    try eventually("the sample has ended") { try !screen.windows().contains(sample) }
  }
}
