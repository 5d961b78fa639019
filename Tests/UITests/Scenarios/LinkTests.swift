// SPDX-License-Identifier: Apache-2.0
// Links that are clicked elsewhere: to a product and its tab, to a search, to a category; and links that
// lead nowhere, from a program that opens anything it is given.

import Foundation
import XCTest

final class LinkTests: UITestCase {
  func testLinksLeadToSearchesAndCategories() throws {
    let vitrine = try openSample()
    try follow("vitrine:search?q=cherr")
    let search = try vitrine.window(titled: "“cherr” in All Products — Sample")
    try search.find(.entry, "Search Products").expectText("cherr")
    try follow("vitrine:category/Food/Fruit")
    let category = try vitrine.window(titled: "Fruit — Sample")
    _ = try category.product("Cherries")
    try search.activate()
    try follow("vitrine:category/Food/Fruit")
    try eventually("the window of the category is in front") { category.isActive }
    try vitrine.expectWindows(3)
  }

  func testTheLinkOfWhatIsShownIsCopiedWithItsTabAndLeadsBack() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.chooseTab("Notes")
    try browser.find(.button, "Product Menu").click()
    try vitrine.chooseFromMenu("Copy Link")
    _ = try browser.find(.label, "Link copied")
    try browser.press("ctrl+f")
    try browser.press("ctrl+v")
    let entry = try browser.find(.entry, "Search Products")
    try entry.expect("has the link") { try $0.text.hasPrefix("vitrine:product/") }
    let link = try entry.text
    XCTAssertTrue(link.hasSuffix("?tab=notes"), link)
    try browser.press("Escape")
    try browser.choose("Mango")
    try browser.chooseTab("Details")
    try follow(link)
    let window = try vitrine.window(titled: "Cherries")
    _ = try window.find(.table, "Notes")
  }

  func testOneLinkThatLeadsNowhereIsSaidAndTheOthersOpen() throws {
    let vitrine = try openSample()
    let good = try ["Mango", "Orchid"].map { "vitrine:product/" + (try identifier(of: $0)) }
    for isRunning in [true, false] {
      let links = ["--sample", good[0], "vitrine:nothing/here", good[1]]
      let said =
        "Vitrine has no links to “nothing”, only to a product, a photo, a search or a category."
      if isRunning {
        let result = try runToEnd(Home.built("vitrine"), links, environment: home().environment)
        XCTAssertEqual(result.ending, .exited(0), result.errors)
        XCTAssertTrue(result.errors.contains(said), result.errors)
        for title in ["Mango", "Orchid"] { _ = try vitrine.window(titled: title) }
        _ = try obtain("a window that says it") {
          try vitrine.windows.first { try $0.has(.label, said) }
        }
        try vitrine.expectWindows(3)
        try vitrine.quit()
        try FileManager.default.removeItem(at: home().state)
      } else {
        let started = try home().launch(links)
        for title in ["Mango", "Orchid"] { _ = try started.window(titled: title) }
        _ = try obtain("a window that says it") {
          try started.windows.first { try $0.has(.label, said) }
        }
      }
    }
  }

  func testThePhotoThatALinkNamesIsOpenedOnce() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    let photo = try pictures(of: identifier(of: "Cherries"))[0]
    for _ in 1...2 {
      try follow("vitrine:photo/" + photo)
      try vitrine.expectWindows(2)
      let window = try vitrine.window(titled: "Cherries")
      try eventually("it comes to the front") { window.isActive }
      try browser.activate()
    }
    try follow("vitrine:photo/" + UUID().uuidString)
    _ = try browser.find(.label, "The photo is not in this catalogue.")
    try vitrine.expectWindows(2)
  }

  func testAHostileLinkIsRefusedInWords() throws {
    let vitrine = try openSample()
    let result = try home().run("--sample", "vitrine:search?q=%00")
    XCTAssertEqual(result.ending, .exited(2))
    XCTAssertTrue(result.errors.contains("contains a control character"), result.errors)

    let client = try BusClient(
      home(), name: "org.vitrine.Vitrine.Sample", path: "/org/vitrine/Vitrine/Sample")
    let links = [
      "vitrine:search?q=%00", "file:///etc/passwd.vitrine", "vitrine:product/x",
      "vitrine:category/../..",
      "vitrine:" + String(repeating: "x", count: 100_000), "x:y", "vitrine:nothing/here",
    ]
    for link in links {
      try client.call("org.freedesktop.Application", "Open", "(['\(link)'], @a{sv} {})")
    }
    _ = try vitrine.browser().find(
      .label,
      "Vitrine has no links to “nothing”, only to a product, a photo, a search or a category.")
    try vitrine.expectWindows(1)
    try vitrine.quit()
  }

  /// Follows a link as the desktop does: it starts the program with it.
  private func follow(_ link: String) throws {
    let result = try home().run("--sample", link)
    XCTAssertEqual(result.ending, .exited(0), result.errors)
  }
}
