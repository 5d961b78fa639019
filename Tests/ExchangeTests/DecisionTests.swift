// SPDX-License-Identifier: Apache-2.0
// What a person decides about a list otherwise than it was found out: the row with the names, columns that stay
// out, and single cells.

import Catalog
import XCTest

@testable import Exchange

final class DecisionTests: XCTestCase {
  private static let list = """
    Sortiment|Herbst|2026
    Artikel|Name|Preis
    7|Gouda|3,50
    8|Brie|4,10
    """

  private func understood(_ change: (inout ImportChoices) -> Void) throws -> UnderstoodTable {
    var choices = ImportChoices()
    choices.answers = ["Preis": ["EUR"]]
    change(&choices)
    return try UnderstoodTable(MemoryTable(Self.list), choices)
  }

  func testTheHeadIsTheRowThatAPersonSays() throws {
    XCTAssertEqual(try understood { _ in }.understanding.headRow, 2)
    let first = try understood {
      $0.headRow = 1
      $0.answers = [:]
    }
    XCTAssertEqual(first.understanding.columns.map(\.name), ["Sortiment", "Herbst", "2026"])
    XCTAssertEqual(first.rows.count, 3)
    let none = try understood {
      $0.headRow = 0
      $0.answers = [:]
    }
    XCTAssertFalse(none.understanding.hasHead)
    XCTAssertNil(none.understanding.headRow)
    XCTAssertEqual(none.understanding.columns.map(\.name), ["A", "B", "C"])
    XCTAssertEqual(none.rows.count, 4)
    XCTAssertEqual(none.understanding.beginning.map(\.number), [1, 2, 3, 4])
  }

  func testAColumnThatIsLeftOutIsNoField() throws {
    XCTAssertEqual(try understood { _ in }.head, ["sku", "title", "price"])
    let without = try understood { $0.leftOut = ["Artikel"] }
    XCTAssertEqual(without.head, ["-", "title", "price"])
    XCTAssertThrowsError(try understood { $0.leftOut = ["Farbe"] }) {
      XCTAssertEqual(($0 as? UnknownColumn)?.name, "Farbe")
    }
  }

  func testExamplesAreWhatTheListHas() throws {
    let columns = try understood { _ in }.understanding.columns
    XCTAssertEqual(columns.map(\.examples), [["7", "8"], ["Gouda", "Brie"], ["3,50", "4,10"]])
  }

  func testACorrectedCellTakesThePlaceOfWhatWasRefused() throws {
    let list = try UnderstoodTable(
      MemoryTable("Name|Jahr|EAN\nGouda|MMXX|12\nBrie|2020|4006381333931"), ImportChoices())
    var row = try XCTUnwrap(list.rows.first)
    let columns = list.understanding.columns
    XCTAssertEqual(list.head, ["title", "year", "gtin"])
    XCTAssertEqual(row.refusals.map(\.column), ["Jahr", "EAN"])
    row.correct(columns[1], to: "2020")
    XCTAssertEqual(row.refusals.map(\.column), ["EAN"])
    row.correct(columns[2], to: "")
    XCTAssertEqual(row.refusals, [])
    XCTAssertEqual(row.values[.builtIn(.year)], .integer(2020))
    XCTAssertNil(row.values[.builtIn(.gtin)])
    row.correct(columns[1], to: "yesterday")
    XCTAssertEqual(row.refusals.map(\.text), ["yesterday"])
  }

  func testRowsAreTold() {
    for (text, row) in [("12", RowID(number: 12)), ("12.1", RowID(number: 12, part: 1))] {
      XCTAssertEqual(RowID(text), row)
      XCTAssertEqual(row.text, text)
    }
    for text in ["", "x", "1.x", "1.2.3", "."] { XCTAssertNil(RowID(text)) }
  }

  func testChoicesOfAnOlderVersionCanBeRead() throws {
    let choices = try JSONDecoder().decode(
      ImportChoices.self, from: Data(#"{"mapping": {"title": "Name"}}"#.utf8))
    XCTAssertEqual(choices.mapping, ["title": "Name"])
    XCTAssertEqual(choices.leftOut, [])
  }
}
