// SPDX-License-Identifier: Apache-2.0
// A custom field, made from a terminal while the window is open: in the form, in the
// details and as a column.

import Foundation
import XCTest

@testable import Catalog

final class CustomFieldTests: UITestCase {
  private func control(_ words: [String]) throws -> String {
    let answer = try runToEnd(
      Home.built("vitrinectl"), words + ["--sample"], environment: home().environment)
    XCTAssertEqual(answer.ending, .exited(0), answer.errors)
    return answer.output
  }

  func testAFieldMadeMeanwhileIsFilledInAfterAKillAndListed() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1300, height: 850)
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Title").retype("Cherr")
    _ = try control(["field", "add", "Origin", "--kind", "line", "--category", "Food"])
    _ = try control(["field", "add", "Petals", "--kind", "wholeNumber", "--category", "Flowers"])
    try browser.field("Origin").retype("Half of Sp")
    try browser.expectNo(.entry, "Petals")
    try eventuallyOnDisk(["\"Cherr\"", "Half of Sp"])
    try vitrine.kill()

    let again = try home().start("--sample").browser()
    try again.field("Title").expectText("Cherr")
    try again.field("Origin").expectText("Half of Sp")
    try again.field("Origin").expect("has the keyboard") { $0.isFocused }
    try again.field("Origin").retype("Spain")
    try again.field("Title").retype("Cherries")
    try again.find(.button, "Done").click()
    try again.expectNo(.entry, "Origin")
    // In the list, once there is room for it, and beside the name of the field in the details.
    try again.press("F9")
    _ = try again.products().find(.label, "Spain")
    _ = try again.find(.label, "Origin")
    try eventually("“Spain” in the list and in the details") {
      try again.all(.label).filter { try $0.title == "Spain" }.count >= 2
    }
  }

  func testADayIsTypedOrChosenInACalendar() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1200, height: 980)
    _ = try control(["field", "add", "Bought", "--kind", "date"])
    try browser.choose("Cherries")
    try browser.edit()
    let bought = try browser.field("Bought")
    let screen = try home().screen
    func openCalendar() throws {
      try browser.find(.button, "Choose a Date").click()
      _ = try browser.find(.button, "Choose")
    }
    func chooseInCalendar() throws {
      try openCalendar()
      try browser.find(.button, "Choose").click()
      try browser.expectNo(.button, "Choose")
    }
    // Nothing typed: today, which the calendar shows.
    try chooseInCalendar()
    let today = ISO8601DateFormatter()
    today.timeZone = .current
    today.formatOptions = .withFullDate
    try bought.expectText(today.string(from: Date()))
    try bought.retype("2024-02-03")
    try chooseInCalendar()
    try bought.expectText("2024-02-03")
    // The arrows begin at the day that is shown.
    let days = [
      ("Right", "2024-02-04"), ("Up", "2024-01-28"), ("Left", "2024-01-27"), ("Down", "2024-02-03"),
      ("Page_Down", "2024-03-03"), ("Page_Up", "2024-02-03"),
    ]
    for (key, day) in days {
      try openCalendar()
      try screen.press(key)
      try screen.press("Return")
      try browser.expectNo(.button, "Choose")
      try bought.expectText(day)
    }
    try browser.find(.button, "Done").expect("is offered") { $0.isSensitive }
  }

  // GTK scrolls a page to what has the keyboard in a popover: the next click on a day would miss it.
  func testAFormStaysWhereItIsBehindACalendar() throws {
    let seed = UInt64.random(in: 0...999_999)
    var random = SeededRandom(seed: seed)
    let browser = try openSample().browser()
    _ = try control(["field", "add", "Bought", "--kind", "date"])
    try browser.choose("Cherries")
    try browser.edit()
    let (bought, screen) = (try browser.field("Bought"), try home().screen)
    for turn in 1...4 {
      try browser.resize(width: 1000, height: 560 + random.below(300))
      try bought.focus()
      let wheel = random.below(2) == 0 ? 4 : 5
      try screen.click(at: bought.middle(), button: wheel, times: 1 + random.below(2))
      guard try bought.node.isShowing else { continue }
      try browser.find(.button, "Choose a Date").click()
      let choose = try browser.find(.button, "Choose")
      let place = try bought.node.extents
      for _ in 0..<12 where !choose.isFocused {
        try screen.press("Tab")
        XCTAssertEqual(try bought.node.extents, place, "seed \(seed), turn \(turn)")
      }
      XCTAssertTrue(choose.isFocused, "seed \(seed), turn \(turn)")
      try screen.press("Escape")
      try browser.expectNo(.button, "Choose")
    }
  }

  func testColumnsAreChosenFromTheMenu() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1300, height: 700)
    _ = try browser.products().find(.label, "2015")
    try browser.find(.button, "Main Menu").click()
    try vitrine.chooseFromMenu("View")
    try vitrine.chooseFromMenu("Columns")
    try vitrine.chooseFromMenu("SKU")
    _ = try browser.products().find(.label, "FLW-003")
    // The window receives its keys again after a submenu.
    try vitrine.quit()

    let again = try home().start("--sample").browser()
    _ = try again.products().find(.label, "FLW-003")
  }
}
