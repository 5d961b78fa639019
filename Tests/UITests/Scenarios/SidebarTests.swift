// SPDX-License-Identifier: Apache-2.0
// The sidebar by hand: saved searches, drafts, and links that lead to its rows.

import Foundation
import XCTest

final class SidebarTests: UITestCase {
  func testASavedSearchIsRenamedMovedAndDeleted() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.saveSearch("rose", as: "Roses")
    XCTAssertEqual(try browser.title, "Roses — Sample")
    try browser.saveSearch("an", as: "With an")
    try browser.expectSearches(["Roses", "With an"])
    try assertAccessible(browser)

    try browser.sidebar().find(.row, "With an").focus()
    try browser.press("alt+Up")
    try browser.expectSearches(["With an", "Roses"])
    let search = { name in try browser.sidebar().find(.row, name).find(.label, name) }
    try search("With an").drag(above: false, search("Roses"))
    try browser.expectSearches(["Roses", "With an"])
    try search("With an").drag(above: true, search("Roses"))
    try browser.expectSearches(["With an", "Roses"])
    try browser.sidebar().find(.row, "With an").focus()
    try browser.press("F2")
    try browser.answer("Rename Saved Search", "Mangos")
    try browser.expectSearches(["Mangos", "Roses"])
    XCTAssertEqual(try browser.title, "Mangos — Sample")

    try browser.sidebar().find(.row, "Roses").rightClick()
    try vitrine.chooseFromMenu("Delete")
    try browser.expectSearches(["Mangos"])
    // At once: the toast goes by itself.
    try browser.find(.button, "Undo").click()
    try browser.expectSearches(["Mangos", "Roses"])

    try vitrine.quit()
    let again = try home().start("--sample").browser()
    try again.expectSearches(["Mangos", "Roses"])
  }

  func testAChangedSearchIsUpdatedOnlyWhenAskedFor() throws {
    let browser = try openSample().browser()
    try browser.saveSearch("rose", as: "Roses")
    try browser.find(.entry, "Search Products").retype("mang")
    _ = try browser.product("Mango")
    try browser.sidebar().find(.row, "All Products").select()
    try browser.sidebar().find(.row, "Roses").select()
    try browser.find(.entry, "Search Products").expectText("rose")
    try browser.find(.entry, "Search Products").retype("mang")
    try browser.find(.button, "Update Search").click()
    try browser.expectNo(.button, "Update Search")
    try browser.sidebar().find(.row, "All Products").select()
    try browser.sidebar().find(.row, "Roses").select()
    try browser.find(.entry, "Search Products").expectText("mang")
  }

  func testItsScrollComesBackAfterAKill() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1100, height: 420)
    let food = { (window: Window) in try window.sidebar().find(.row, "Food") }
    // In the sidebar: a banner above it says how the last session ended.
    let height = { (window: Window) in
      try food(window).node.extents.y - window.sidebar().node.extents.y
    }
    let before = try height(browser)
    try browser.scroll(food(browser))
    _ = try browser.samePlace(food)
    let after = try height(browser)
    try eventuallyOnDisk("the scroll") { $0.contains("\"value\": \(before - after)") }
    try vitrine.kill()

    let again = try home().start("--sample").browser()
    // The list anchors itself anew when the banner comes: by less than half a row.
    try eventually("it is scrolled as it was") { try abs(height(again) - after) <= 10 }
  }

  func testAProductWithSomethingUnfinishedIsMarkedAndListed() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    try browser.expectNo(.image, "Unfinished edits")
    try browser.edit()
    try browser.field("Title").retype("Cherr")
    _ = try browser.product("Cherries").find(.image, "Unfinished edits")
    try browser.sidebar().find(.row, "Drafts").select()
    try browser.products().expectNo(.label, "Mango")
    _ = try browser.product("Cherries")
  }

  func testAnUnfinishedNewProductOpensItsFormAgain() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.press("ctrl+n")
    try browser.field("Title").type("Walnuts")
    _ = try browser.sidebar().find(.row, "New: Walnuts")
    try assertAccessible(browser)
    try browser.choose("Mango")
    try browser.sidebar().find(.row, "New: Walnuts").pointerClick()
    try browser.field("Title").expectText("Walnuts")
    try browser.press("Escape")
    try browser.sidebar().find(.row, "Recently Changed").focus()
    try browser.press("Down")
    try browser.press("Return")
    try browser.field("Title").expectText("Walnuts")

    // Of another window, which is closed, and opens again.
    try browser.choose("Mango")
    try browser.press("ctrl+Return")
    let other = try vitrine.window(titled: "Mango")
    try other.press("ctrl+n")
    let form = try vitrine.window(titled: "Vitrine")
    try form.field("Title").type("Pecans")
    try form.press("ctrl+w")
    try browser.sidebar().find(.row, "New: Pecans").pointerClick()
    try vitrine.window(titled: "Vitrine").field("Title").expectText("Pecans")
  }

  func testOnlyANameThatIsCutOffAppearsWholeUnderThePointer() throws {
    let browser = try openSample().browser()
    let long = "Roses that are sold on the market on Saturdays"
    try browser.saveSearch("rose", as: long)
    try browser.saveSearch("an", as: "Short")
    let row = { name in try browser.sidebar().find(.row, name).find(.label, name) }
    let times = { name in try browser.node.matches(.label).filter { try $0.isTitled(name) }.count }
    let (before, beforeShort) = (try times(long), try times("Short"))
    try row(long).pointTo()
    try eventually("the whole name appears") { try times(long) > before }
    try row("Short").pointTo()
    try eventually("it goes") { try times(long) == before }
    // Twice as long as the other one takes to come.
    XCTAssertThrowsError(
      try eventually(timeout: 1, "a tooltip") { try times("Short") > beforeShort })
  }

  func testTheCategoryOfAProductLeadsToItsList() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    let category = try browser.find(.label, "Food › Fruit").node.extents
    try browser.activate()
    try browser.program.home.screen.click(
      at: browser.onScreen(Point(x: category.x + 8, y: category.centre.y)))
    try browser.sidebar().find(.row, "Food").expect("is chosen") { $0.isSelected }
    try browser.products().expectNo(.label, "Orchid")
  }

  func testTheSelectedCategoryIsScrolledIntoSight() throws {
    try home().placeSample()
    let products = (10...69).map {
      #"{"title": "Product \#($0)", "category": "Category \#($0)"}"#
    }
    let file = try home().folder.appendingPathComponent("products.jsonl")
    try products.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
    let made = try home().run("import", "--sample", file.path, program: Home.built("vitrinectl"))
    XCTAssertEqual(made.ending, .exited(0), made.errors)
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1100, height: 600)
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("69")
    try browser.product("Product 69").select()
    let isInSight = { (window: Window) in
      let rows = try window.sidebar().all(.row).filter { try $0.title.contains("Category 69") }
      guard let row = rows.first, row.isSelected else { return false }
      let (area, list) = try (row.node.extents, window.sidebar().node.extents)
      return area.y >= list.y && area.y + area.height <= list.y + list.height
    }
    XCTAssertFalse(try isInSight(browser))

    // By the link in the product's head, with the sidebar at its top.
    let list = try browser.products().node.extents
    let link = try obtain("the category in the product's head, not that in the list") {
      try browser.all(.label).filter { try $0.title == "Category 69" }.map { try $0.node.extents }
        .first { $0.x >= list.x + list.width }
    }
    try browser.activate()
    // Newer GTKs let the edge between the panes be grabbed as far as the first letter, which has no margin here.
    try home().screen.click(at: browser.onScreen(Point(x: link.x + 30, y: link.centre.y)))
    try eventually("it is selected and in sight") { try isInSight(browser) }
    try vitrine.quit()
    let again = try home().start("--sample").browser()
    try eventually("it is again") { try isInSight(again) }

    // There is room for fewer rows, and those above it are more than before.
    try again.program.quit()
    let more = (10...39).map { #"{"title": "More \#($0)", "category": "And \#($0)"}"# }
    try more.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
    let added = try home().run("import", "--sample", file.path, program: Home.built("vitrinectl"))
    XCTAssertEqual(added.ending, .exited(0), added.errors)
    let last = try home().start("--sample").browser()
    try eventually("it is in sight below thirty more") { try isInSight(last) }
  }

  func testTheSidebarIsOneTabStopAndArrowsOpenACategory() throws {
    let browser = try openSample().browser()
    try browser.sidebar().find(.row, "Food").focus()
    try browser.press("Right")
    _ = try browser.sidebar().find(.row, "Fruit")
    try browser.press("Left")
    try browser.sidebar().expectNo(.row, "Fruit")
    try browser.press("Tab")
    try browser.sidebar().expect("has not the keyboard") {
      try !$0.all(.row).contains(where: \.isFocused)
    }
    try browser.press("shift+Tab")
    try browser.sidebar().expect("has the keyboard") {
      try $0.all(.row).contains(where: \.isFocused)
    }
  }
}

extension SidebarTests {
  func testTheRowOfTheDraftsPushesNothingOutOfSight() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1100, height: 420)
    let all = try browser.sidebar().find(.row, "All Products")
    let place = try all.node.extents.y
    // The list keeps the row in its place that was clicked last.
    try browser.sidebar().find(.row, "Flowers").focus()
    try browser.sidebar().find(.row, "Food").focus()
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Title").retype("Cherr")
    _ = try browser.sidebar().find(.row, "Drafts")
    try all.expect("is where it was") { try $0.node.extents.y == place }
  }
}

extension Window {
  /// Waits until the saved searches are these, from the top.
  fileprivate func expectSearches(
    _ names: [String], file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try eventually("the saved searches \(names)", file: file, line: line) {
      let rows = try sidebar().all(.row).map { try $0.title }
      let tail = rows.drop { $0 != "Saved Searches" }.dropFirst()
      let now = tail.prefix { $0 != "Tags" }.map { $0.components(separatedBy: ", ")[0] }
      guard now == names else { throw AccessibilityFailure(description: "they are \(now)") }
      return true
    }
  }
}
