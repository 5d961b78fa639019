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

  func testNoBreakSpacesOfTitlesAreSpaces() throws {
    let table = try UnderstoodTable(
      "SKU|Name|Size\nA\u{A0}1|\u{A0}Gouda\u{A0}jung\u{202F}| 5\u{A0}cm\nB|Käse\u{2007}2|x")
    XCTAssertEqual(table.texts("title"), ["Gouda jung", "Käse 2"])
    XCTAssertEqual(table.texts("sku"), ["A\u{A0}1", "B"], "codes stay as they are written")
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
      ("5,00 zł", "5.00"), ("+5,00 €", "5.00"), ("€ 1.299,-", "1299"), ("1.299.–", "1299"),
      ("1 299:-", "1299"), ("env. 30 €", "30"), ("6,00 € inkl. 19% MwSt.", "6.00"),
      ("6,00 € (inkl. 19 % MwSt)", "6.00"),
    ]
    for (text, number) in amounts {
      XCTAssertEqual(AmountText(text)?.number(decimalMark: nil), number, text)
    }
    for text in [
      "12 x 5", "10-12", "12/13", "A4", "1.2.3", "1,23,4", "10+", ">5", "", "abc", "1 2 3",
      "+49301234567", "5 € + 19% Rabatt", "8 € statt 6 €",
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

  func testAUnitThatNoFieldCanHaveIsPartOfAText() throws {
    let table = try UnderstoodTable("SKU|Name|Info\n1|A|5 \u{85}\n2|B|6 \u{85}")
    XCTAssertEqual(table.head, ["sku", "title", "Info"])
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

  func testNumbersWhoseZerosCountStayTexts() throws {
    let table = try UnderstoodTable(
      """
      SKU|Name|Warengruppe|Kapitel|Teil|Firmware|Breite|Länge (m)|Kosten €
      1|A|01.10|1.9|1,50|1.12.10|2.0|1.5|1.5
      2|B|01.20|1.10|2,75|01.02.03|0.75|0.50|2.50
      3|C|02.10|2.0|3,00|2.10.11|1.5|2|3
      """)
    XCTAssertEqual(table.texts("Warengruppe"), ["01.10", "01.20", "02.10"])
    XCTAssertEqual(table.texts("Kapitel"), ["1.9", "1.10", "2.0"])
    XCTAssertEqual(table.texts("Firmware"), ["1.12.10", "01.02.03", "2.10.11"])
    XCTAssertEqual(table.texts("Teil"), ["1.5", "2.75", "3"])
    XCTAssertEqual(table.texts("Breite"), ["2", "0.75", "1.5"])
    XCTAssertEqual(table.texts("Länge (m)"), ["1.5 m", "0.5 m", "2 m"])
    XCTAssertEqual(table.texts("Kosten €"), ["1.50 EUR", "2.50 EUR", "3.00 EUR"])
  }

  func testDaysWithShortYearsAreDaysIfTheHeadOrAnotherSaysSo() throws {
    let named = try UnderstoodTable("SKU|Name|Kaufdatum\n1|A|15.03.26\n2|B|1.12.10")
    XCTAssertEqual(named.texts("Kaufdatum"), ["2026-03-15", "2010-12-01"])
    let proven = try UnderstoodTable("SKU|Name|Eingang\n1|A|15.03.26\n2|B|1.12.2010")
    XCTAssertEqual(proven.texts("Eingang"), ["2026-03-15", "2010-12-01"])
  }

  func testTimesOfDayAreKept() throws {
    let days = (1...9).map { "\($0)|A|2026-03-0\($0) 08:30" }.joined(separator: "\n")
    let table = try UnderstoodTable("SKU|Name|Datum\n\(days)\n10|B|soon")
    XCTAssertEqual(table.texts("Datum").first, "2026-03-01 08:30")
  }

  func testAUnitOfOneRowIsNotThatOfOthers() throws {
    let table = try UnderstoodTable(
      "Artikel|Preis|Einheit\nEdamer|12,50 €/kg|-\nBrot|3,00 €|-\nWein|4,00 €|l\nSaft|2,00 €|l")
    XCTAssertEqual(table.texts("unit"), ["kg", "-", "l", "l"])
  }

  func testApostrophesAndFormulasOfTextsStay() {
    for text in ["'90s Retro Lamp", "'0012 A", "=\"A\" & \"B\"", "'n Ton", "''12"] {
      XCTAssertEqual(CellText.plain(Cell(.text, text)), text)
    }
    for (text, plain) in [
      ("'0012", "0012"), ("'=1+1", "=1+1"), ("'-5 %", "-5 %"), ("'2026-03-15", "2026-03-15"),
      ("'1E5", "1E5"), ("'12,50", "12,50"), ("=\"007\"", "007"),
    ] {
      XCTAssertEqual(CellText.plain(Cell(.text, text)), plain)
    }
  }

  func testWhatStandsInAngleBracketsIsNoMarkup() throws {
    for text in [
      "Schraube <M8> verzinkt", "Shirt <XL>", "Shirt <S>", "a <y and z> b", "Torx <Head>",
      "<Titel> fehlt", "Kabel <USB-C> & Netzteil", "<title> missing",
    ] {
      XCTAssertEqual(HTMLText.plain(text), text)
      XCTAssertFalse(HTMLText.isLikely(text), text)
    }
    for (html, text) in [
      ("<p>Schraube <M8></p>", "Schraube <M8>"), ("<b>S</b> <S>", "S <S>"), ("A<br>B", "A\nB"),
      ("<SPAN STYLE=\"x\">a</SPAN>", "a"), ("a<o:p></o:p>", "a"), ("a<a href=\"x\">b", "ab"),
      ("<![endif]--><strong>a", "a"), ("a<svg><path d=\"M0\"/><title>t</title></svg>b", "ab"),
    ] {
      XCTAssertEqual(HTMLText.plain(html), text)
    }
    let table = try UnderstoodTable("SKU|Name\n1|Schraube <M8> verzinkt\n2|<b>Mutter</b> M8")
    XCTAssertEqual(table.texts("title"), ["Schraube <M8> verzinkt", "Mutter M8"])
    // A browser would not show it.
    XCTAssertTrue(HTMLText.wouldHide("Shirt <XL>"))
  }

  func testPercentagesAndMeasuresAreNoPrices() throws {
    let table = try UnderstoodTable(
      "SKU|Name|Preis €\n1|A|20%\n2|B|500 g\n3|C|5,00 inkl. MwSt\n4|D|6,00/kg\n5|E|7 € kg\n6|F|8 Stk\n7|G|9"
    )
    XCTAssertEqual(
      table.texts("price"),
      ["-", "-", "5.00 EUR", "6.00 EUR", "7.00 EUR", "8.00 EUR", "9.00 EUR"])
    XCTAssertEqual(table.rows.filter { $0.refusal != nil }.map(\.number), [2, 3])
    let shown = try UnderstoodTable(
      MemoryTable([
        TableRow(1, [Cell(.text, "SKU"), Cell(.text, "Name"), Cell(.text, "Preis €")]),
        TableRow(2, [Cell(.text, "1"), Cell(.text, "A"), Cell(.percent, "0.2")]),
        TableRow(3, [Cell(.text, "2"), Cell(.text, "B"), Cell(.number, "3")]),
        TableRow(4, [Cell(.text, "3"), Cell(.text, "C"), Cell(.number, "4")]),
      ]))
    XCTAssertEqual(shown.texts("price"), ["-", "3.00 EUR", "4.00 EUR"])
  }

  func testACodeThatASpreadsheetTookForADayIsRefused() throws {
    let cells = [
      Cell(.day, "2026-03-15"), Cell(.time, "03:15:00"), Cell(.percent, "0.05"),
      Cell(.text, "2026-03-15"), Cell(.number, "7"),
    ]
    let rows = cells.enumerated().map { place, cell in
      TableRow(place + 2, [cell, Cell(.text, "Tea \(place)")])
    }
    let table = try UnderstoodTable(
      MemoryTable([TableRow(1, [Cell(.text, "SKU"), Cell(.text, "Name")])] + rows))
    XCTAssertEqual(table.texts("sku"), ["-", "-", "-", "2026-03-15", "7"])
    XCTAssertEqual(
      table.rows[0].refusal, .convertedCode(column: "SKU", text: "2026-03-15"))
    XCTAssertEqual(table.rows.map { $0.refusal == nil }, [false, false, false, true, true])
    let codes = try UnderstoodTable(
      MemoryTable([
        TableRow(1, [Cell(.text, "EAN"), Cell(.text, "Name")]),
        TableRow(2, [Cell(.text, "4006381333931"), Cell(.text, "A")]),
        TableRow(3, [Cell(.day, "2026-03-15"), Cell(.text, "B")]),
      ]))
    XCTAssertEqual(codes.rows[1].refusal, .convertedCode(column: "EAN", text: "2026-03-15"))
  }

  func testWordsForNothingAreCodesAndTitles() throws {
    let words = ["NA", "Nan", "None", "TBD"]
    let table = try UnderstoodTable(
      "SKU|Name|Farbe\n" + words.map { "\($0)|\($0)|\($0)" }.joined(separator: "\n")
        + "\n-|Tea|rot\nn/a|Tee|blau")
    XCTAssertEqual(table.texts("sku"), words + ["-", "-"])
    XCTAssertEqual(table.texts("title"), words + ["Tea", "Tee"])
    XCTAssertEqual(table.texts("Farbe"), ["-", "-", "-", "-", "rot", "blau"])
    let alone = try UnderstoodTable("Name|Stock\nNone|0\nB|2")
    XCTAssertEqual(alone.texts("title"), ["None", "B"])
  }

  func testAPriceThatIsToldOnRequestIsNone() throws {
    let prices = ["auf Anfrage", "P.O.A.", "heavy"] + (1...9).map { "\($0) EUR" }
    let rows = prices.enumerated().map { "\($0)|Thing \($0)|\($1)" }
    let table = try UnderstoodTable("SKU|Title|Price\n" + rows.joined(separator: "\n"))
    XCTAssertEqual(table.texts("price").prefix(4), ["-", "-", "-", "1.00 EUR"])
    XCTAssertEqual(table.rows.prefix(4).map { $0.refusal == nil }, [true, true, false, true])
  }

  func testTwoNamesAreNoTicks() throws {
    let table = try UnderstoodTable("SKU|Title|Axis|Bio\n1|A|x|x\n2|B|y|\n3|C|x|x")
    XCTAssertEqual(table.texts("Axis"), ["x", "y", "x"])
    XCTAssertEqual(table.texts("Bio"), ["yes", "-", "yes"])
  }
}
