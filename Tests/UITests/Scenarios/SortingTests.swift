// SPDX-License-Identifier: Apache-2.0
// The order of the list: by the heads of its columns, and by the main menu, which the keyboard gets to.

import Foundation
import XCTest

final class SortingTests: UITestCase {
  func testShiftOnAHeadSortsFurtherAndComesBackAfterAKill() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1180, height: 760)
    try browser.clickHead(above: "2015")
    try browser.expectOrder(["Gladiolus", "Ginger", "Orchid", "Cherries", "Artichoke"])
    try browser.clickHead(above: "€10.99", holding: "shift")
    try browser.expectOrder(["Gladiolus", "Orchid", "Ginger", "Cherries", "Artichoke"])
    // Not at one place: a second click there could be half of a double click.
    try browser.clickHead(above: "€10.99", fromItsEnd: 30, holding: "shift")
    let order = ["Gladiolus", "Ginger", "Orchid", "Artichoke", "Cherries"]
    try browser.expectOrder(order)
    _ = try browser.products().find(.label, "Price ▾")
    try eventuallyOnDisk(["\"ascending\": false"])
    try vitrine.kill()

    let again = try home().start("--sample").browser()
    try again.expectOrder(order)
    _ = try again.products().find(.label, "Price ▾")
  }

  func testTheMenuSortsBothListAndGrid() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    func choose(_ entries: String...) throws {
      try browser.find(.button, "Main Menu").click()
      for entry in ["View", "Sort"] + entries {
        try vitrine.chooseFromMenu(entry)
        // The menu before it, which has a “Price”, too, slides out.
        guard entry == "Then By" else { continue }
        try eventually("there is only that menu") {
          try !vitrine.windows.contains { try $0.has(.menuItem, "Manual Order") }
        }
      }
    }
    try choose("Year")
    try choose("Then By", "Price")
    try browser.expectOrder(["Gladiolus", "Orchid", "Ginger", "Cherries", "Artichoke"])
    try choose("Descending")
    try browser.expectOrder(["Cherries", "Artichoke", "Peanuts", "Orchid", "Ginger", "Gladiolus"])
    try browser.press("ctrl+2")
    try browser.products().expectNo(.label, "2015")
    try choose("Manual Order")
    try eventually("Ginger is the first card") {
      try browser.products().all(.row).first.map { try $0.title.hasPrefix("Ginger") } ?? false
    }
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("rose")
    try browser.products().expectNo(.label, "Mango")
    try choose("Best Match")
  }

  func testTheHeadOfANumberEndsWhereItsDigitsEnd() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1180, height: 760)
    for (head, cell) in [("Price", "€10.99"), ("Year", "2015")] {
      let ends = try [head, cell].map { text in
        let place = try browser.products().find(.label, text).node.extents
        return place.x + place.width
      }
      XCTAssertLessThanOrEqual(abs(ends[0] - ends[1]), 2, "\(head): \(ends)")
    }
  }
}
