// SPDX-License-Identifier: Apache-2.0
// Windows stand where they stood, to the pixel and on their workspaces, however the program ended.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class PlaceOnScreenTests: UITestCase {
  /// How the program ends.
  private enum End: CaseIterable {
    case quit, sigterm, kill
  }

  private static let titles = ["Mango", "Cherries"]

  func testWindowsStandWhereTheyStood() throws {
    let turns = rounds(1, withFaults: 2, withAll: 100)
    let seed = UInt64.random(in: 0...999_999)
    var random = SeededRandom(seed: seed)
    var vitrine = try openSample()
    let browser = try vitrine.browser()
    for title in Self.titles { _ = try browser.openInNewWindow(title) }
    for turn in 1...turns {
      let end = End.allCases[random.below(3)]
      let wanted = try move(vitrine, &random)
      try expect("saved", wanted.sorted()) { try self.saved() }
      switch end {
      case .quit: try vitrine.quit()
      case .kill: try vitrine.kill()
      case .sigterm:
        vitrine.terminate()
        try vitrine.waitUntilExit()
      }
      vitrine = try home().start("--sample")
      try vitrine.expectWindows(3)
      try expect("there again: seed \(seed), turn \(turn), \(end)", wanted) {
        try self.places(vitrine)
      }
    }
    // What is restored is not moved by it.
    XCTAssertEqual(try saved(), try places(vitrine).sorted())
  }

  private func expect(_ what: String, _ places: [String], are now: () throws -> [String]) throws {
    try eventually("the places are \(what)") {
      let now = try now()
      guard now == places else {
        throw AccessibilityFailure(description: "they are \(now), not \(places)")
      }
      return true
    }
  }

  /// Moves all windows somewhere; returns where they are then.
  private func move(_ vitrine: Program, _ random: inout SeededRandom) throws -> [String] {
    let screen = try home().screen
    for window in try windows(of: vitrine) {
      // Of a window that it does not show, a window manager says nothing.
      try screen.run(["set_desktop", "0", "set_desktop_for_window", window, "0"])
      let (width, height) = (500 + random.below(300), 420 + random.below(300))
      try screen.resize(window, width: width, height: height)
      let (x, y) = (random.below(1_280 - width), random.below(1_024 - height))
      try screen.run(["windowmove", window, "\(x)", "\(y)"])
      try screen.run(["set_desktop_for_window", window, "\(random.below(3))"])
      try eventually("it is moved") {
        let place = try screen.place(of: window)
        return place.x == x && place.y == y
      }
    }
    return try places(vitrine)
  }

  /// The windows in the order of their titles.
  private func windows(of vitrine: Program) throws -> [String] {
    let screen = try home().screen
    return try screen.windows(of: vitrine.pid)
      .map { (try screen.title(of: $0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// As they are saved, in the order of the windows' titles.
  private func places(_ vitrine: Program) throws -> [String] {
    let screen = try home().screen
    return try windows(of: vitrine).map { window in
      let place = try screen.place(of: window)
      return "\(place.x), \(place.y) on workspace \(try screen.workspace(of: window) + 1)"
    }
  }

  /// The places that the records have.
  private func saved() throws -> [String] {
    try home().run("state", "show", "--sample", program: Home.built("vitrinectl")).output
      .split(separator: "\n").compactMap { line -> String? in
        let words = line.split(separator: " ")
        // place X, Y on NAME, workspace N
        guard words.first == "place", words.count >= 7 else { return nil }
        return "\(words[1]) \(words[2]) on workspace \(words[words.count - 1])"
      }
      .sorted()
  }

  /// The program answers two of GDK's calls itself; the linker must let GDK find that.
  func testTheProgramStandsInForXlib() throws {
    for program in [try Home.built("vitrine"), Home.installed].compactMap(\.self) {
      let symbols = try runToEnd("nm", ["-D", program], environment: home().environment).output
      for name in ["XSetWMNormalHints", "XDeleteProperty"] {
        XCTAssert(symbols.contains(" T \(name)\n"), "\(program) does not export \(name)")
      }
    }
  }
}
