// SPDX-License-Identifier: Apache-2.0
// The search as a browser runs it, from a disk.

import Catalog
import Foundation
import XCTest

@testable import Publishing

final class BrowserTests: PublishingTestCase {
  func testTheSearchFindsAndShowsTextsAsTexts() async throws {
    let browser = try Browser.chromium.required()
    let store = try await openStore()
    let title = "Rosé <img src=x onerror=document.title='broken'> vase"
    try await add(title, to: store) { $0.category = try CategoryPath("Glass") }
    try await add("Cup", to: store)
    try await publish(store)
    await store.close()
    let page = try shown("q=rose", by: browser)
    XCTAssertTrue(page.contains("Products found: 1"), page)
    XCTAssertTrue(page.contains("Rosé &lt;img src=x"), "its title is a text")
    XCTAssertFalse(page.contains("broken</title>"))
    let form = try XCTUnwrap(
      page.range(of: "<form role=\"search\" id=\"search\"[^>]*>", options: .regularExpression))
    XCTAssertFalse(page[form].contains("hidden"), "with a script, the search is offered")
    // What is in no category is not in the first one.
    let glass = try shown("category=0", by: browser)
    XCTAssertTrue(glass.contains("Products found: 1"), glass)
  }

  func testPricesAreUnderstoodAsPeopleTypeThem() async throws {
    let browser = try Browser.chromium.required()
    let store = try await openStore()
    for price in ["2", "1234.50"] {
      try await add("Vase of \(price)", to: store) {
        $0.price = try Price(price, currency: Currency("EUR"))
      }
    }
    // Each finds the dear one alone: taken otherwise, it would find both or none.
    let typed = [
      "en": ["1,200", "1,234.50", "1 234.5", "1234.5", "12,50"],
      "de": ["1.200", "1.234,50", "1234,5", "1,234.50", "12.50"], "ar-EG": ["١٬٢٣٤٫٥", "١٢٣٤"],
    ]
    for (language, texts) in typed {
      try await publish(store, language: language)
      for text in texts {
        let from = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let page = try shown("from=\(from)&to=\(1_234.5)", by: browser)
        XCTAssertTrue(
          page.contains("Vase of 1234.50") && !page.contains("Vase of 2<"), "\(text), \(language)")
      }
    }
    await store.close()
  }

  private func shown(_ search: String, by browser: String) throws -> String {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: browser)
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000",
      "--user-data-dir=\(base.path)/browser", "--dump-dom",
      "file://\(site.path)/search.html?\(search)",
    ]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let page = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return page
  }

  /// In both styles, on all that they stand on: 4.5 to 1, as people with poor sight need.
  func testTextsCanBeRead() throws {
    let style = String(decoding: Data(PackageResources.site_css), as: UTF8.self)
    let halves = style.components(separatedBy: "prefers-color-scheme: dark")
    XCTAssertEqual(halves.count, 2)
    for half in halves {
      for (text, ground) in [
        ("ink", "paper"), ("ink", "case"), ("soft", "paper"), ("soft", "case"), ("accent", "paper"),
        ("on-accent", "accent"), ("ink", "shade"),
      ] {
        let ratio = try Self.contrast(
          Self.lightness(text, in: half), Self.lightness(ground, in: half))
        XCTAssertGreaterThanOrEqual(ratio, 4.5, "\(text) on \(ground)")
      }
    }
  }

  private static func contrast(_ a: Double, _ b: Double) -> Double {
    (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// As the accessibility guidelines of the web compute it.
  private static func lightness(_ name: String, in style: String) throws -> Double {
    let place = try XCTUnwrap(style.range(of: "--\(name): #"), name)
    let digits = style[place.upperBound...].prefix(6)
    let parts = stride(from: 0, to: 6, by: 2).map { start -> Double in
      let part = digits.dropFirst(start).prefix(2)
      let value = Double(Int(part, radix: 16) ?? 0) / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
