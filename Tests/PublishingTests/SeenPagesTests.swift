// SPDX-License-Identifier: Apache-2.0
// Every page as browsers show it, from a disk and as wide as a phone: in both styles, with scripts and without.

import Catalog
import Foundation
import PictureScaling
import TestSwitches
import XCTest

@testable import Publishing

final class SeenPagesTests: PublishingTestCase {
  /// Longer than a page is wide.
  private let long = String(
    repeating: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk", count: 3)

  func testEverythingCanBeSeenReadAndReached() async throws {
    try skipWithoutFaults()
    try Browser.requireAny()
    try await publishAll(in: "en")
    try look(searching: "rose")
  }

  func testPagesThatRunFromTheRightToo() async throws {
    try skipWithoutFaults()
    try Browser.requireAny()
    try await publishAll(in: "ar")
    try look(searching: "كرز")
  }

  private func look(searching words: String) throws {
    let found = "search.html?q=" + (words.addingPercentEncoding(withAllowedCharacters: []) ?? "")
    let pages = try (files().filter { $0.hasSuffix(".html") } + [found]).map { "site/\($0)" }
    var seen = 0
    for browser in Browser.allCases {
      for isDark in [false, true] {
        for runsScripts in [true, false] {
          let asked = Browser.Asked(pages: pages, isDark: isDark, runsScripts: runsScripts)
          guard let report = try browser.report(on: asked, in: base) else { continue }
          let how = "\(browser), dark: \(isDark), scripts: \(runsScripts)"
          XCTAssertEqual(report.problems, [], how)
          XCTAssertGreaterThan(report.texts, 5 * pages.count, how)
          seen += 1
        }
      }
    }
    XCTAssertGreaterThan(seen, 0)
  }

  /// Whatever makes a page: photos and none, variants, another script, and nothing but one long word in every field.
  private func publishAll(in language: String) async throws {
    let store = try await openStore()
    let size = try CustomField(name: "Size", kind: .line)
    let other = try CustomField(name: String(long.prefix(60)), kind: .text)
    for field in [size, other] { try await store.addField(field) }
    let long = long
    try await add("Rosé vase", to: store, pictures: [Self.sample("mango.png")]) {
      $0.price = try Price("20", currency: Currency("EUR"))
      $0.description = try FreeText(description: "Blown by mouth.\n\nNo two are alike.")
      $0.category = try CategoryPath("Glass/Vases")
      $0.tags = try Tags([Tag("spring"), Tag("blown")])
    }
    try await add(String(long.prefix(150)), to: store) {
      $0.price = try Price("1234567.50", currency: Currency("EUR"))
      $0.description = try FreeText(description: long)
      $0.category = try CategoryPath(String(long.prefix(50)))
      $0.tags = try Tags([Tag(String(long.prefix(50)))])
      $0.sku = try SKU(String(long.prefix(40)))
      $0.values[other.id] = .text(long)
    }
    try await add("كرز من دمشق", to: store) {
      $0.price = try Price("9.50", currency: Currency("EUR"))
    }
    let shirt = try await add("Shirt", to: store, pictures: [Self.sample("cherries.png")])
    try await store.makeVariants(
      of: shirt, options: [(size.id, [.text("S"), .text(String(long.prefix(60)))])])
    try await publish(
      store,
      PublicFields(
        [ProductField.title, .description, .category, .tags, .sku, .price].map { .builtIn($0) }
          + [.custom(other)]), titled: String(long.prefix(60)), language: language)
    await store.close()
  }
}
