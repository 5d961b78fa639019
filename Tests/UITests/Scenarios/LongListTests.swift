// Lists of many products, by a person's steps: where the keyboard is after a restart, and a million of them.

import Foundation
import TestSwitches
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

  func testAMillionProductsAreSearchedSortedFilteredAndRunThrough() throws {
    try skipWithoutFaults()
    try generate(1_000_000)
    let vitrine = try home().start()
    let browser = try vitrine.browser()
    try browser.resize(width: 1180, height: 760)
    _ = try browser.find(.label, "1,000,000 products")
    try browser.products().all(.row).first?.pointerClick()
    let first = try obtain("the first product") { try selected(browser) }
    try browser.press("End")
    try eventually("the last product") {
      try selected(browser).map { $0 != first } ?? false
    }
    for entry in ["Price", "Descending"] {
      try browser.find(.button, "Main Menu").click()
      try vitrine.chooseFromMenu("Sort")
      try vitrine.chooseFromMenu(entry)
    }
    try browser.find(.button, "Main Menu").click()
    try vitrine.chooseFromMenu("Filter")
    try vitrine.chooseFromMenu("No Photo")
    _ = try browser.find(.button, "Remove filter “No Photo”")
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("oak")
    try eventually("the title says so") { try browser.title == "“oak” in All Products" }
    _ = try obtain("a product that fits") { try browser.products().all(.row).first }
    try eventuallyOnDisk(["\"search\": \"oak\"", "\"price\""])
    try vitrine.kill()
    let again = try home().start().browser()
    try again.find(.entry, "Search Products").expectText("oak")
    _ = try again.find(.button, "Remove filter “No Photo”")
    _ = try obtain("a product that fits") { try again.products().all(.row).first }
  }

  // MARK: Steps

  private func generate(_ count: Int) throws {
    let made = try home().run("generate", "\(count)", program: Home.built("vitrinectl"))
    XCTAssertEqual(made.ending, .exited(0), made.errors)
  }

  /// The title of the selected product, if it is in sight.
  private func selected(_ browser: Window) throws -> String? {
    try browser.products().all(.row).first { try $0.isSelected && $0.isShowing }.map {
      try $0.title
    }
  }
}
