// SPDX-License-Identifier: Apache-2.0
// Rows with nothing but a name: headings above the rows that belong to them, or products.

import TestSwitches
import XCTest

@testable import Catalog
@testable import Exchange

final class HeadingTests: XCTestCase {
  private let wines = """
    Nr.|Wein|Preis|Bestand
    Rotwein
    1|Merlot|9,90 €|12
    2|Pinot|12,50 €|3
    Weißwein:
    3|Riesling|8,90 €|7

    Alle Preise inkl. MwSt.
    """

  func testWhetherTheyAreHeadingsIsAsked() throws {
    let open = try UnderstoodTable(wines)
    XCTAssertEqual(
      open.understanding.questions.flatMap(\.doubts), [.headings(example: "Rotwein")])
    let answered = try UnderstoodTable(wines, answers: ["Nr.": ["category"]])
    XCTAssertEqual(answered.asked, [])
    XCTAssertEqual(answered.head, ["sku", "title", "price", "stock", "category"])
    XCTAssertEqual(answered.texts("title"), ["Merlot", "Pinot", "Riesling"])
    XCTAssertEqual(answered.texts("category"), ["Rotwein", "Rotwein", "Weißwein"])
    XCTAssertEqual(answered.leftOut.map(\.reason), [.heading, .heading, .note])
    let products = try UnderstoodTable(wines, answers: ["Nr.": ["product"]])
    XCTAssertEqual(products.asked, [])
    XCTAssertEqual(products.rows.count, 5)
  }

  func testOnesBelowEachOtherAreWithinEachOther() throws {
    let list = "Titel|Preis\nWein\nRot\nMerlot|9 €\nBier\nHelles|2 €\nDunkles|3 €"
    let table = try UnderstoodTable(list, answers: ["Titel": ["category"]])
    XCTAssertEqual(table.texts("category"), ["Wein/Rot", "Bier", "Bier"])
  }

  /// The next list of a source may have fewer of them than somebody would be asked about.
  func testAnAnswerHoldsForOne() throws {
    let list = "Titel|Preis\nMerlot|9 €\nBier\nHelles|2 €"
    XCTAssertEqual(try UnderstoodTable(list).asked, [])
    let table = try UnderstoodTable(list, answers: ["Titel": ["category"]])
    XCTAssertEqual(table.texts("category"), ["-", "Bier"])
  }

  func testNobodyIsAskedWhereACategoryIsSaid() throws {
    XCTAssertEqual(try UnderstoodTable(wines, mapping: ["category": "Wein"]).asked, [])
    XCTAssertEqual(try UnderstoodTable(wines, mapping: ["category": ""]).asked, [])
    let own = try UnderstoodTable(
      wines, answers: ["Nr.": ["category"]], mapping: ["tags": "Category"])
    XCTAssertEqual(own.texts("tags"), ["Rotwein", "Rotwein", "Weißwein"])
  }

  func testProductsWithATitleAloneAreProducts() throws {
    for list in [
      "Titel|Preis\nMerlot|9 €\nPinot\nHelles|2 €\nDunkles\nPils|3 €",
      "Titel|Preis\nMerlot\nPinot\nHelles\nDunkles\nPils|3 €\nBock|2 €",
      "Titel|Preis|Kategorie\nMerlot\nPils|3 €|Bier\nPinot\nBock|2 €|Bier",
    ] {
      XCTAssertEqual(try UnderstoodTable(list).asked, [], list)
    }
  }

  /// Every row of a random list is below its heading, and none is lost.
  func testRandomLists() throws {
    for _ in 0..<rounds(50, withFaults: 50, withAll: 5_000) {
      let seed = UInt64.random(in: 0..<(.max))
      var random = SeededRandom(seed: seed)
      var (lines, expected): ([String], [String: String]) = (["Nr.|Titel|Preis"], [:])
      let place = Int.random(in: 0...1, using: &random)
      for group in 0..<Int.random(in: 2...6, using: &random) {
        let heading = "Gruppe \(group)" + (Bool.random(using: &random) ? ":" : "")
        lines.append(place == 0 ? heading : "|" + heading)
        for row in 0..<Int.random(in: 1...4, using: &random) {
          if Int.random(in: 0..<6, using: &random) == 0 { lines.append("") }
          let code = "\(group)-\(row)"
          lines.append("\(code)|Ding \(code)|\(row + 1),50 €")
          expected[code] = "Gruppe \(group)"
        }
      }
      let list = lines.joined(separator: "\n")
      XCTAssertEqual(try UnderstoodTable(list).asked.count, 1, "\(seed)\n\(list)")
      let column = place == 0 ? "Nr." : "Titel"
      let table = try UnderstoodTable(list, answers: [column: ["category"]])
      let found = Dictionary(uniqueKeysWithValues: zip(table.texts("sku"), table.texts("category")))
      XCTAssertEqual(found, expected, "\(seed)\n\(list)")
    }
  }
}
