// SPDX-License-Identifier: Apache-2.0
// Where a long list is scrolled to is the same to the pixel after a quit, a SIGTERM and a SIGKILL, whatever is selected
// and gets the keyboard: drawn at random, in the list and in the grid.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class ScrollPlaceTests: UITestCase {
  /// How the program ends.
  private enum End: CaseIterable {
    case quit, sigterm, kill
  }

  func testAListIsWhereItWasToThePixel() throws {
    let turns = rounds(1, withFaults: 2, withAll: 500)
    let seed = UInt64.random(in: 0...999_999)
    var random = SeededRandom(seed: seed)
    try generate(1_011)
    for turn in 1...turns {
      let end = End.allCases[random.below(3)]
      var what = "seed \(seed), turn \(turn), \(end)"
      try setDesktop(["gtk-font-name=Sans \(9 + random.below(8))"])
      let vitrine = try home().start()
      let browser = try vitrine.browser()
      what += ", " + (try arrange(browser, &random).joined(separator: " "))
      let before = try places(browser)
      switch end {
      case .quit: try vitrine.quit()
      case .kill: try vitrine.kill()
      case .sigterm:
        vitrine.terminate()
        try vitrine.waitUntilExit()
      }
      what += ", saved: \(try savedPlace())"
      let again = try home().start()
      let list = try again.browser()
      try expect(before, in: list, what)
      // Nor does another start move it.
      try again.quit()
      let last = try home().start()
      try expect(before, in: last.browser(), what + ", once more")
      // After a crash, a notice would make the list lower while it is measured in the next turn.
      try last.quit()
      print("turn \(turn) of \(turns)")
    }
  }

  /// A row chosen near the end, and scrolled until it is just out of sight: GTK would scroll it back to the edge.
  func testTheRowWithTheKeyboardMayBeOutOfSight() throws {
    try generate(1_011)
    let vitrine = try home().start()
    let browser = try vitrine.browser()
    try browser.resize(width: 1100, height: 700)
    try browser.press("End")
    for _ in 1...3 { try browser.press("Page_Up") }
    try turnTheWheel(over: browser, button: 4, times: 6)
    let before = try places(browser)
    vitrine.terminate()
    try vitrine.waitUntilExit()
    for _ in 1...3 {
      let again = try home().start()
      try expect(before, in: again.browser(), "the row with the keyboard is out of sight")
      try again.kill()
    }
  }

  /// A key that comes before the first layout of the grid: it was empty then.
  func testTheGridIsNotEmptyHoweverFastTheKeysCome() throws {
    try generate(1_011)
    for (keys, seen) in [("End", 1_010), ("Page_Down", 1), ("Home", 0)] {
      let vitrine = try home().start("--forget")
      let browser = try vitrine.browser()
      try browser.activate()
      vitrine.stop()
      for key in ["ctrl+2", keys] { try home().screen.press(key) }
      vitrine.goOn()
      let titles = try home().run("list", program: Home.built("vitrinectl")).output
        .split(separator: "\n").map { $0.split(separator: "\t")[1] }
      try eventually("“\(titles[seen])” is in the grid after \(keys)") {
        try Self.placesNow(browser).keys.contains { $0.hasPrefix(titles[seen]) }
      }
      try vitrine.quit()
    }
  }

  // MARK: Steps

  private func generate(_ count: Int) throws {
    let made = try runToEnd(
      Home.built("vitrinectl"), ["generate", "\(count)"], environment: home().environment)
    XCTAssertEqual(made.ending, .exited(0), made.errors)
  }

  /// Returns what was done.
  private func arrange(_ browser: Window, _ random: inout SeededRandom) throws -> [String] {
    var done: [String] = []
    func press(_ keys: String) throws {
      done.append(keys)
      try browser.press(keys)
    }
    try browser.resize(width: 1_080 + random.below(160), height: 500 + random.below(400))
    try press(random.below(2) == 0 ? "ctrl+1" : "ctrl+2")
    if random.below(2) == 0 {
      let orders = ["Title", "Price", "Year"]
      done.append(orders[random.below(orders.count)])
      try browser.choose(fromMainMenu: "View", "Sort", done[done.count - 1])
    }
    try press(["Home", "End"][random.below(2)])
    for _ in 0..<random.below(4) { try press(["Page_Up", "Page_Down"][random.below(2)]) }
    for _ in 0..<random.below(3) {
      let (button, times) = (4 + random.below(2), 1 + random.below(12))
      done.append("wheel \(button == 4 ? "up" : "down") \(times)")
      try turnTheWheel(over: browser, button: button, times: times)
    }
    return done
  }

  /// The product at the top that the record has.
  private func savedPlace() throws -> String {
    let shown = try home().run("state", "show", program: Home.built("vitrinectl")).output
    let state = shown.split(separator: "\n").first { $0.contains("Browser.state") } ?? "nothing"
    guard let anchor = state.range(of: "\"scrollAnchor\":") else { return "no place" }
    return String(state[anchor.upperBound...].prefix(90))
  }

  private func turnTheWheel(over browser: Window, button: Int, times: Int) throws {
    let middle = try browser.products().node.extents.centre
    try home().screen.click(at: browser.onScreen(middle), button: button, times: times)
  }

  /// How far below the top of the list each product in sight begins, once they rest.
  private func places(_ browser: Window) throws -> [String: Int] {
    // Keys and wheel may have reached it, and no frame yet that shows what they do.
    try browser.program.comesToRest()
    var last: [String: Int] = [:]
    try eventually("the list rests") {
      let now = try Self.placesNow(browser)
      defer { last = now }
      guard now == last, now.count > 1 else {
        throw AccessibilityFailure(description: "\(Self.first(of: last)), \(Self.first(of: now))")
      }
      return true
    }
    return last
  }

  private static func placesNow(_ browser: Window) throws -> [String: Int] {
    let products = try browser.products()
    let list = try products.node.extents
    // The rows are in the list, or in a part of it below the heads. There are many more than are in sight.
    let rows = try products.node.children.flatMap { child in
      try child.children.contains { Role.row.includes(try $0.role) } && child.extents.height > 60
        ? child.children : [child]
    }
    return try rows.reduce(into: [:]) { places, row in
      let frame = try row.extents
      guard frame.y + frame.height > list.y, frame.y < list.y + list.height, frame.height > 1
      else { return }
      let row = Element(node: row, window: browser)
      // GTK keeps some rows that are out of sight, and says of them where they were once.
      guard try row.isShowing else { return }
      places[try row.title] = frame.y - list.y
    }
  }

  private static func first(of places: [String: Int]) -> [String] {
    places.sorted { $0.value < $1.value }.prefix(2).map { "\($0.key) at \($0.value)" }
  }

  private func expect(_ before: [String: Int], in browser: Window, _ what: String) throws {
    // A notice above the list may make it lower.
    try eventually("the products are in their places: \(what)") {
      let now = try Self.placesNow(browser)
      let common = now.filter { before[$0.key] != nil }
      guard common.count > 1, common.allSatisfy({ before[$0.key] == $0.value }) else {
        let moved = common.filter { before[$0.key] != $0.value }
        throw AccessibilityFailure(
          description: "they were \(Self.first(of: before)), and are \(Self.first(of: now));"
            + " these moved: \(Self.first(of: moved))")
      }
      return true
    }
    // And stay there.
    XCTAssertTrue(
      try places(browser).allSatisfy { before[$0.key] == nil || before[$0.key] == $0.value }, what)
  }
}
