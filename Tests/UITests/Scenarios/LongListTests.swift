// SPDX-License-Identifier: Apache-2.0
// Lists of many products, by a person's steps: where the keyboard is after a restart, and finding some of them.

import Foundation
import TestSwitches
import XCTest

final class LongListTests: UITestCase {
  func testAfterARestartTheKeyboardGoesOnAtTheLastOfManyProducts() throws {
    try generate(1_001)
    for (layout, isKilled) in [("ctrl+1", true), ("ctrl+2", false)] {
      let vitrine = try home().start()
      let browser = try vitrine.browser()
      try browser.press(layout)
      try browser.press("Home")
      try eventually("the first product is selected") { try selected(browser) != nil }
      try browser.press("End")
      let last = try obtain("the last product") { try selected(browser) }
      XCTAssertNotEqual(last, "")
      if isKilled {
        try eventuallyOnDisk(["\"title\": \"\(last.prefix(6))"])
        try vitrine.kill()
      } else {
        try vitrine.quit()
      }

      let again = try home().start()
      let list = try again.browser()
      // The list is where it was: the notice above it covers what was at its end.
      if isKilled { try list.find(.button, "Dismiss").click() }
      try eventually("it is selected and in sight") { try selected(list) == last }
      // There is no other below it; the first key must not lead to the top.
      try list.press("Down")
      try list.press("Up")
      try eventually("the one above it") {
        guard let now = try selected(list) else { return false }
        return now != last
      }
      try list.press("Down")
      try eventually("the last one again") { try selected(list) == last }
      try again.quit()
    }
  }

  /// The list is read, and its rows are made, while the key is pressed already.
  func testEndRightAfterAStartLeadsToTheLastProduct() throws {
    try generate(20_000)
    let asked = try runToEnd(
      Home.built("vitrinectl"), ["list", "--json"], environment: home().environment)
    let line = try XCTUnwrap(asked.output.split(separator: "\n").last)
    let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let last = try XCTUnwrap(row?["title"] as? String)
    for _ in 1...3 {
      let vitrine = try home().start()
      let browser = try vitrine.browser()
      try browser.press("Home")
      try browser.press("End")
      try eventually("the last product is selected") {
        try selected(browser)?.hasPrefix(last) == true
      }
      try browser.press("Home")
      try eventually("the first one is selected") {
        let title = try selected(browser)
        return title?.hasPrefix(last) == false
      }
      try vitrine.quit()
    }
  }

  /// As many as `VITRINE_TEST_PRODUCTS` says: a million take minutes to make, and a debug build is slow with 50,000.
  func testVeryManyProductsAreSearchedSortedFilteredAndRunThrough() throws {
    try skipWithoutFaults()
    let wanted = ProcessInfo.processInfo.environment["VITRINE_TEST_PRODUCTS"].flatMap { Int($0) }
    let usual = rounds(5_000, withFaults: 10_000, withAll: 50_000)
    let count = max(wanted ?? usual, 5_000)
    try generate(count)
    let vitrine = try home().start(program: Home.release)
    let browser = try vitrine.browser()
    try browser.resize(width: 1180, height: 760)
    try eventually("all are listed") { try Self.count(in: browser) == count }

    // To the end and back, by keys.
    try browser.press("Home")
    let first = try obtain("the first product") { try selected(browser) }
    try browser.press("End")
    let last = try obtain("the last product") {
      try selected(browser).flatMap { $0 == first ? nil : $0 }
    }
    try browser.press("Up")
    try eventually("the one above it") { try selected(browser).map { $0 != last } ?? false }
    try browser.press("Home")
    try eventually("the first one again") { try selected(browser) == first }

    try browser.choose(fromMainMenu: "View", "Sort", "Price")
    try browser.choose(fromMainMenu: "View", "Sort", "Descending")
    try eventually("the dearest are at the top") {
      let prices = try Self.prices(in: browser)
      return prices.count > 5 && prices == prices.sorted(by: >)
    }
    try browser.choose(fromMainMenu: "View", "Filter", "No Photo")
    _ = try browser.find(.button, "Remove filter “No Photo”")
    let filtered = try obtain("how many have no photo") { try Self.count(in: browser) }
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("oak")
    try eventually("the title says so") { try browser.title == "“oak” in All Products" }
    let found = try obtain("fewer") {
      try Self.count(in: browser).flatMap { $0 < filtered && $0 > 0 ? $0 : nil }
    }
    try browser.find(.entry, "Search Products").focus()
    try browser.press("Down")
    try browser.press("End")
    _ = try obtain("the last one that fits") { try selected(browser) }
    try eventuallyOnDisk(["\"search\": \"oak\"", "\"price\""])
    try vitrine.kill()

    let again = try home().start(program: Home.release).browser()
    try again.find(.entry, "Search Products").expectText("oak")
    _ = try again.find(.button, "Remove filter “No Photo”")
    try eventually("as many as before") { try Self.count(in: again) == found }
  }

  // MARK: Steps

  private func generate(_ count: Int) throws {
    let made = try runToEnd(
      Home.release.map { $0 + "ctl" } ?? Home.built("vitrinectl"), ["generate", "\(count)"],
      environment: home().environment, timeout: 1_200)
    XCTAssertEqual(made.ending, .exited(0), made.errors)
  }

  /// The prices in sight, from the top.
  private static func prices(in browser: Window) throws -> [Double] {
    let labels = try browser.products().all(.label).filter { try $0.isShowing }
    let prices = try labels.compactMap { label -> (y: Int, price: Double)? in
      let text = try label.title
      // With two decimals at its end.
      guard text.suffix(3).first == ".", text.suffix(2).allSatisfy(\.isNumber) else { return nil }
      return try Double(text.filter { $0.isNumber || $0 == "." }).map {
        (try label.node.extents.y, $0)
      }
    }
    return prices.sorted { $0.y < $1.y }.map(\.price)
  }

  /// How many products the header bar says are listed.
  private static func count(in browser: Window) throws -> Int? {
    try browser.all(.label).lazy.compactMap { label -> Int? in
      let text = try label.title
      guard text.hasSuffix(" products") || text.hasSuffix(" product") else { return nil }
      return Int(text.filter(\.isNumber))
    }.first
  }

  /// The title of the selected product, if all of its row is in sight.
  private func selected(_ browser: Window) throws -> String? {
    let products = try browser.products()
    let list = try products.node.extents
    return try products.all(.row).first { row in
      guard row.isSelected, try row.isShowing else { return false }
      let frame = try row.node.extents
      return frame.y >= list.y && frame.y + frame.height <= list.y + list.height
    }.map { try $0.title }
  }
}
