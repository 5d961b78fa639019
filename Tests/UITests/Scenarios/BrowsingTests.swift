// SPDX-License-Identifier: Apache-2.0
// Looking around: the list, the detail beside it, its tabs; names for those who listen; and a
// process that sleeps while nobody does anything.

import XCTest

final class BrowsingTests: UITestCase {
  func testAChosenProductShowsItsDetail() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    _ = try browser.find(.label, "Introduced 2015")

    try browser.choose("Gladiolus")
    _ = try browser.find(.label, "Introduced 2001")
    try browser.expectNo(.label, "Introduced 2015")
  }

  /// Its lines serve one product after the other.
  func testEachProductShowsItsOwnFactsInOneOrder() throws {
    for made in [
      ["Anvil", "--sku", "ANV-1", "--gtin", "96385074", "--stock", "7"],
      ["Bolt", "--stock", "1", "--minimum-stock", "5", "--tag", "iron", "--tag", "steel"],
      ["Chisel", "--sku", "CHI-1", "--tag", "iron", "--tag", "steel"],
      ["Drill", "--sku", "DRI-1", "--gtin", "4006381333931", "--stock", "2"],
    ] {
      let added = try runToEnd(
        Home.built("vitrinectl"), ["add", "--title"] + made, environment: home().environment)
      XCTAssertEqual(added.ending, .exited(0), added.errors)
    }
    let browser = try home().start().browser()
    let names = ["SKU", "Barcode (GTIN)", "In Stock", "Minimum Stock", "Tags"]
    let order = ["Anvil", "Bolt", "Chisel", "Drill", "Bolt", "Anvil", "Chisel", "Anvil"]
    let facts = [
      "Anvil": ["SKU", "ANV-1", "Barcode (GTIN)", "96385074", "In Stock", "7"],
      "Bolt": [
        "Tags", "iron, steel", "In Stock", "1 left — keep at least 5", "Minimum Stock", "5",
      ],
      "Chisel": ["Tags", "iron, steel", "SKU", "CHI-1"],
      "Drill": ["SKU", "DRI-1", "Barcode (GTIN)", "4006381333931", "In Stock", "2"],
    ]
    let values = Set(facts.values.joined()).union(names)
    for title in order {
      try browser.choose(title)
      try eventually("the facts of \(title)") {
        let said = try browser.all(.label).filter { try $0.isShowing }.map { try $0.title }
        // Behind the tabs.
        return said.drop { $0 != "Photos" }.filter(values.contains) == facts[title]
      }
    }
  }

  func testArrowKeysWalkThroughTheList() throws {
    let browser = try openSample().browser()
    try browser.choose("Mango")
    try browser.press("Down")
    _ = try browser.find(.image, "Photo of Peanuts")
    try browser.press("Up")
    _ = try browser.find(.image, "Photo of Mango")
  }

  func testTheFirstArrowKeyAfterAStartMovesFromTheSelectedItem() throws {
    let vitrine = try openSample()
    try vitrine.browser().choose("Peanuts")
    try vitrine.quit()

    let browser = try openSample().browser()
    _ = try browser.find(.image, "Photo of Peanuts")
    try browser.press("Down")
    _ = try browser.find(.image, "Photo of Cherries")
    try browser.press("ctrl+2")
    try browser.find(.button, "Show as Grid").expect("is pressed") { $0.isOn }
    try browser.press("Right")
    _ = try browser.find(.image, "Photo of Artichoke")
  }

  func testTabsShowDetailsPhotosAndNotes() throws {
    let browser = try openSample().browser()
    try browser.choose("Cherries")
    _ = try browser.find(.label, "FRT-002")

    try browser.chooseTab("Photos")
    try browser.expectNo(.label, "FRT-002")

    try browser.chooseTab("Notes")
    _ = try browser.find(.row, "For jam")

    try browser.press("alt+1")
    _ = try browser.find(.label, "FRT-002")
  }

  func testEveryControlHasAName() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try assertAccessible(browser)
    try browser.choose("Cherries")
    for tab in ["Details", "Photos", "Notes"] {
      try browser.chooseTab(tab)
      try assertAccessible(browser)
    }
    try browser.edit()
    try assertAccessible(browser)
    try assertAccessible(browser.openInNewWindow("Mango"))
  }

  func testAnIdleProcessSleeps() throws {
    try XCTSkipIf(
      dlsym(nil, "__tsan_init") != nil, "the thread sanitizer itself wakes up ten times a second")
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try eventually(timeout: 20, "under 5 wake-ups a second") {
      let wakeups = try vitrine.wakeupsPerSecond()
      guard wakeups < 5 else { throw AccessibilityFailure(description: "there are \(wakeups)") }
      return true
    }
  }
}
