// SPDX-License-Identifier: Apache-2.0
// Single values: codes stay as they are written, amounts are read in every way that shops write them.

import XCTest

@testable import Exchange

final class CellValueTests: XCTestCase {
  func testCodesStayAsTheyAreWritten() throws {
    let codes = [
      "0012", "2E4", "2026-03-15", "1.234", "03/04/2025", "TRUE", "1e5", "00000", "12,50",
    ]
    let table = try UnderstoodTable(
      "SKU|Name|Size|Lot\n" + codes.map { "\($0)|A \($0)|\($0)|\($0)" }.joined(separator: "\n"))
    XCTAssertEqual(table.texts("sku"), codes)
    XCTAssertEqual(table.texts("Size"), codes)
    XCTAssertEqual(table.texts("Lot"), codes)
    XCTAssertEqual(table.asked, [])
  }

  func testAmounts() {
    let amounts = [
      ("12,-", "12"), ("€ 5", "5"), ("ab 3,50", "3.50"), ("1’299.–", "1299"),
      ("1\u{a0}299,50\u{a0}€", "1299.50"),
      ("EUR 1.299,50", "1299.50"), ("1,234,567.89", "1234567.89"), ("1.234.567", "1234567"),
      (".5", "0.5"),
      ("CHF 1'299.00", "1299.00"), ("(12.50)", "-12.50"), ("12.50-", "-12.50"), ("Fr. 5.-", "5"),
      ("１２，５０", "12.50"),
      ("٣٫٥", "3.5"), ("12,50 €/kg", "12.50"), ("à partir de 3,50 €", "3.50"), ("0.125", "0.125"),
      ("5,00 zł", "5.00"),
    ]
    for (text, number) in amounts {
      XCTAssertEqual(AmountText(text)?.number(decimalMark: nil), number, text)
    }
    for text in [
      "12 x 5", "10-12", "12/13", "A4", "1.2.3", "1,23,4", "10+", ">5", "", "abc", "1 2 3",
    ] {
      XCTAssertNil(AmountText(text), text)
    }
    XCTAssertEqual(AmountText("1.234")?.reading, .twofold(asDecimal: "1.234", asGrouped: "1234"))
    XCTAssertEqual(AmountText("US$ 5")?.currencies, ["USD"])
  }

  func testDays() {
    let days = [
      ("2026-03-15", "2026-03-15"), ("15.3.2026", "2026-03-15"), ("15. März 2026", "2026-03-15"),
      ("Mar 15, 2026", "2026-03-15"), ("15-Mar-26", "2026-03-15"), ("2026年3月15日", "2026-03-15"),
      ("2026-03-15T08:30:00Z", "2026-03-15"), ("25/12/2025", "2025-12-25"),
      ("12/25/2025 10:00 PM", "2025-12-25"),
      ("15 marca 2026", "2026-03-15"), ("05/05/2025", "2025-05-05"), ("1.2.26", "2026-02-01"),
    ]
    for (text, day) in days { XCTAssertEqual(DayText(text)?.certain?.text, day, text) }
    XCTAssertNil(DayText("03/04/2025")?.certain)
    for text in ["1.2.3", "31.02.2025", "2025", "10-12", "abc def ghi"] {
      XCTAssertNil(DayText(text), text)
    }
  }

  func testMarkupBecomesText() {
    XCTAssertEqual(
      HTMLText.plain(
        "<p>Très <b>bon</b> &amp; sain</p><ul><li>un</li><li>deux</li></ul><script>x()</script>"),
      "Très bon & sain\n\n• un\n• deux")
    XCTAssertEqual(HTMLText.plain("a < b & c > d"), "a < b & c > d")
    XCTAssertEqual(HTMLText.plain("K&auml;se<br/>&#8364; 5&nbsp;x"), "Käse\n€ 5 x")
  }

  func testKindsComeFromTheWholeColumn() throws {
    let table = try UnderstoodTable(
      "SKU|Name|On|Size (cm)|Link|Code2|Mixed\n1|A|ja|10|https://a.example|007|1\n2|B|nein|12,5|https://b.example|012|z"
    )
    let kinds = table.understanding.columns.compactMap { column -> String? in
      if case .custom(let field) = column.target { field.kind.word } else { nil }
    }
    XCTAssertEqual(kinds, ["yesNo", "line", "link", "line", "line"])
  }

  func testAmountsCountWhatTheySay() throws {
    let table = try UnderstoodTable(
      "SKU|Name|Preis|Bestand\n1|Gouda|12,50 €/kg|5,5 kg\n2|Messer|9 €|12 Stk\n3|X|1 €|3 Bund")
    XCTAssertEqual(table.texts("unit"), ["kg", "-", "-"])
    XCTAssertEqual(table.texts("stock"), ["5.5", "12", "-"])
    XCTAssertEqual(table.rows.map { $0.refusal == nil }, [true, true, false])
    let head = try UnderstoodTable("SKU|Name|Preis pro kg (EUR)|Bestand\n1|Gouda|12,50|5,5")
    XCTAssertEqual(head.texts("unit"), ["kg"])
  }

  func testNumbersAreCheckedByTheirField() throws {
    let table = try UnderstoodTable(
      "SKU|Name|Bestand\n1|A|-3\n2|B|2000000000000\n3|C|12 Stk\n4|D|4")
    XCTAssertEqual(table.texts("stock"), ["-", "-", "12", "4"])
    XCTAssertEqual(table.rows.map { $0.refusal == nil }, [false, false, true, true])
    let question = try UnderstoodTable("SKU|Name|In stock?\n1|A|yes\n2|B|no")
    XCTAssertEqual(question.texts("In stock?"), ["yes", "no"])
  }

  func testManyTagsThatDoNotEndAreReadOnce() throws {
    let text = "<p>" + String(repeating: "<a", count: 200_000)
    XCTAssertEqual(HTMLText.plain(text).count, 400_000)
  }

  func testAnEmptyCellIsNoValue() throws {
    let table = try UnderstoodTable("SKU|Name|Price\n1|A|n/a\n2|B|-\n3|C|5 EUR")
    XCTAssertEqual(table.texts("price"), ["-", "-", "5.00 EUR"])
    XCTAssertEqual(table.rows.compactMap(\.refusal), [])
  }
}
