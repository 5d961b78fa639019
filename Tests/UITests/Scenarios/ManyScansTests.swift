// SPDX-License-Identifier: Apache-2.0
// A day at the counter: codes are scanned into whatever has the keyboard, in windows of several kinds,
// several within a second. Each leads to its product, and no character of any gets into a field.

import Foundation
import XCTest

@testable import Catalog

final class ManyScansTests: UITestCase {
  /// VITRINE_TEST_SCANS codes instead of 60.
  func testEveryScanIntoARandomFieldLeadsToItsProduct() throws {
    let wanted = ProcessInfo.processInfo.environment["VITRINE_TEST_SCANS"].flatMap { Int($0) } ?? 60
    let vitrine = try openSampleWithScanner(program: Home.release)
    let fields = try openFields(in: vitrine)
    let texts = try fields.map { try $0.text }
    let codes = try codes(except: ["Mango", "Cherries"])
    let seed = UInt64.random(in: 0...999_999)
    var random = SeededRandom(seed: seed)
    var scanned = 0
    while scanned < wanted {
      let place = random.below(fields.count)
      try fields[place].focus()
      let some = codes.shuffled(using: &random).prefix(1 + random.below(4))
      try home().screen.scan(some.compactMap { $0.codes.randomElement(using: &random) })
      for (title, _) in some { _ = try vitrine.window(titled: title) }
      scanned += some.count
      XCTAssertEqual(
        try fields.map { try $0.text }, texts, "seed \(seed), field \(place), after \(scanned)")
      for (title, _) in some { try vitrine.window(titled: title).close() }
    }
    try vitrine.expectWindows(4)
  }

  /// Fields in a list, a form, a window of a product, one of notes and one of fields.
  private func openFields(in vitrine: Program) throws -> [Element] {
    let browser = try vitrine.browser()
    try browser.resize(width: 1100, height: 900)
    try browser.press("ctrl+m")
    let notes = try vitrine.window(titled: "All Notes")
    try notes.find(.entry, "Search Notes").type("a")
    try browser.find(.button, "Main Menu").click()
    try vitrine.chooseFromMenu("Catalogue")
    try vitrine.chooseFromMenu("Custom Fields")
    let custom = try vitrine.window(titled: "Custom Fields")
    try custom.press("alt+n")
    try custom.find(.entry, "Name").type("Half a na")
    let mango = try browser.openInNewWindow("Mango")
    try mango.chooseTab("Notes")
    try mango.find(.button, "Add Note").click()
    try mango.find(.entry, "Note title").type("Half a note")
    try browser.press("ctrl+f")
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Title").retype("Half a ti")
    return try ["Title", "Price", "Tags", "Search Products"].map {
      try browser.field($0)
    } + [
      mango.find(.entry, "Note title"), mango.find(.entry, "Note text"),
      notes.find(.entry, "Search Notes"), custom.find(.entry, "Name"),
    ]
  }

  /// Titles of the sample with their codes.
  private func codes(except titles: Set<String>) throws -> [(title: String, codes: [String])] {
    let list = try home().run(
      "list", "--sample", "--columns", "title,sku,gtin", program: Home.built("vitrinectl"))
    return list.output.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t").map(String.init)
      return (parts[1], Array(parts[2...]))
    }.filter { !titles.contains($0.title) }
  }
}
