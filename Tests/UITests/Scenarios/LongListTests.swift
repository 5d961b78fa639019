// A list of many products, by a person's steps: where the keyboard is after a restart.

import Foundation
import XCTest

final class LongListTests: UITestCase {
  func testAfterARestartTheKeyboardGoesOnAtTheLastOfManyProducts() throws {
    try generate(1_001)
    for layout in ["ctrl+1", "ctrl+2"] {
      let vitrine = try home().start()
      let browser = try vitrine.browser()
      try browser.press(layout)
      _ = try browser.products().all(.row)
      try browser.products().all(.row).first?.pointerClick()
      try browser.press("End")
      let last = try obtain("the last product") { try selected(browser) }
      XCTAssertNotEqual(last, "")
      try vitrine.quit()

      let again = try home().start()
      let list = try again.browser()
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
    let rows = try JSONSerialization.jsonObject(with: Data(asked.output.utf8)) as? [[String: Any]]
    let last = try XCTUnwrap(rows?.last?["title"] as? String)
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

  // MARK: Steps

  private func generate(_ count: Int) throws {
    let made = try runToEnd(
      Home.built("vitrinectl"), ["generate", "\(count)"], environment: home().environment,
      timeout: 600)
    XCTAssertEqual(made.ending, .exited(0), made.errors)
  }

  /// The title of the selected product, if it is in sight.
  private func selected(_ browser: Window) throws -> String? {
    try browser.products().all(.row).first { try $0.isSelected && $0.isShowing }.map {
      try $0.title
    }
  }
}
