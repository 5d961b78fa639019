// SPDX-License-Identifier: Apache-2.0
// What lists of people and of programs have in their cells and heads beside what everybody expects.

import Catalog
import XCTest

@testable import Exchange

final class PeculiarValueTests: ForeignFileTestCase {
  func testAWordForNothingIsWhatATextSays() throws {
    let table = try UnderstoodTable(
      "SKU|Name|Allergene|Zusatz|Anzahl\n1|A|keine|?|3\n2|B|Milch|unbekannt|none\n3|C|NULL|-|4")
    XCTAssertEqual(table.texts("Allergene"), ["keine", "Milch", "-"])
    XCTAssertEqual(table.texts("Zusatz"), ["?", "unbekannt", "-"])
    XCTAssertEqual(table.texts("stock"), ["3", "-", "4"])
    // Also where no cell says more.
    XCTAssertEqual(try UnderstoodTable("SKU|Name|Mängel\n1|A|keine").texts("Mängel"), ["keine"])
    XCTAssertEqual(try UnderstoodTable("SKU|Name|Mängel\n1|A|-").head, ["sku", "title", "-"])
  }

  func testDaysThatProgramsWriteForNone() throws {
    let table = try UnderstoodTable("SKU|Name|Datum\n1|A|0000-00-00\n2|B|2026-03-15")
    XCTAssertEqual(table.texts("Datum"), ["-", "2026-03-15"])
    let midnight = try UnderstoodTable("SKU|Name|Date\n1|A|5/13/2026 12:00:00 AM")
    XCTAssertEqual(midnight.texts("Date"), ["2026-05-13"])
    let first = try UnderstoodTable("SKU|Nom|Date limite\n1|A|1er mars 2026\n2|B|2 mars 2026")
    XCTAssertEqual(first.texts("Date limite"), ["2026-03-01", "2026-03-02"])
    XCTAssertEqual(
      try UnderstoodTable("SKU|Name|Date\n1|A|5/13/2026 12:30:00 AM").texts("Date"),
      ["5/13/2026 12:30:00 AM"])
  }

  func testAmountsOfSomeCountries() throws {
    let table = try UnderstoodTable("SKU|Name|Prix\n1|A|12 €50\n2|B|7€05\n3|C|3,20 €")
    XCTAssertEqual(table.texts("price"), ["12.50 EUR", "7.05 EUR", "3.20 EUR"])
    let swiss = try UnderstoodTable("SKU|Name|Preis CHF\n1|A|–.95\n2|B|5.–\n3|C|-.95")
    XCTAssertEqual(swiss.texts("price"), ["0.95 CHF", "5.00 CHF", "-"])
    for (head, currency) in [("Fiyat (TL)", "TRY"), ("Ár (Ft)", "HUF"), ("Preț [lei]", "RON")] {
      XCTAssertEqual(
        try UnderstoodTable("SKU|Name|\(head)\n1|A|5,50").texts("price"), ["5.50 \(currency)"])
    }
    XCTAssertEqual(ColumnName("Name (fr)").currencies, [])
  }

  func testCentsAreNoPrices() throws {
    for head in ["Preis (Cent)", "Price in cents (EUR)"] {
      let table = try UnderstoodTable("SKU|Name|\(head)\n1|A|500\n2|B|650")
      XCTAssertEqual(table.asked, [])
      XCTAssertEqual(table.texts("price"), ["-", "-"])
      XCTAssertEqual(table.texts(head).map { $0.prefix(7) }, ["500 cen", "650 cen"])
    }
    XCTAssertEqual(try UnderstoodTable("SKU|Name|Cent\n1|A|500").texts("Cent"), ["500"])
  }

  func testWordsAreTitlesAndCodesAreNot() throws {
    let table = try UnderstoodTable("A1|Brie|5,00 €\nA2|Gouda|6,00 €\nA3|Feta|7,00 €")
    XCTAssertEqual(table.head, ["sku", "title", "price"])
    let foreign = try UnderstoodTable("รหัสสินค้า|ชื่อสินค้า|ราคา\nA1|ชีส|฿250.00")
    XCTAssertEqual(foreign.texts("title"), ["ชีส"])
    // Where there is nothing else, a code is what a product is called.
    XCTAssertEqual(try UnderstoodTable("AB100|5,00 €\nAB200|6,00 €").head.first, "title")
  }

  func testARunningNumberIsNoCodeBesideOne() throws {
    XCTAssertEqual(
      try UnderstoodTable("Nr|SKU|Name\n1|A1|Brie").texts("sku"), ["A1"])
    XCTAssertEqual(
      try UnderstoodTable("Nr.|Bezeichnung|Artikelnummer\n1|Brie|A1").texts("sku"), ["A1"])
    XCTAssertEqual(try UnderstoodTable("Nr.|Bezeichnung\n17|Brie").texts("sku"), ["17"])
  }

  func testPricesInTwoCurrenciesAreAsked() throws {
    let text = "SKU|Name|Preis EUR|Preis CHF\n1|A|5,00|6,00"
    XCTAssertEqual(try UnderstoodTable(text).asked, ["Preis EUR"])
    let table = try UnderstoodTable(text, answers: ["Preis EUR": ["Preis CHF"]])
    XCTAssertEqual(table.asked, [])
    XCTAssertEqual(table.texts("price"), ["6.00 CHF"])
    XCTAssertEqual(table.texts("Preis EUR"), ["5.00 EUR"])
  }

  func testNamesOfColumnsThatAreHyphenated() throws {
    let table = MemoryTable([
      TableRow(
        1, [Cell(.text, "SKU"), Cell(.text, "Bezeich-\nnung"), Cell(.text, "Roh-\nGewicht")]),
      TableRow(2, [Cell(.text, "1"), Cell(.text, "Brie"), Cell(.text, "5 kg")]),
    ])
    let understood = try UnderstoodTable(table)
    XCTAssertEqual(
      understood.understanding.columns.map(\.name), ["SKU", "Bezeichnung", "Roh- Gewicht"])
    XCTAssertEqual(understood.head.prefix(2), ["sku", "title"])
  }

  func testNumbersThatNoFieldHasRoomFor() throws {
    let table = MemoryTable([
      TableRow(1, [Cell(.text, "SKU"), Cell(.text, "Name"), Cell(.text, "Serie")]),
      TableRow(2, [Cell(.text, "1"), Cell(.text, "A"), Cell(.number, "1.5")]),
      TableRow(3, [Cell(.text, "2"), Cell(.text, "B"), Cell(.number, "1000000000000000")]),
    ])
    let understood = try UnderstoodTable(table)
    XCTAssertEqual(understood.texts("Serie"), ["1.5", "1000000000000000"])
    XCTAssertEqual(understood.rows.compactMap(\.refusal), [])
  }

  func testAnotherListBelow() throws {
    let table = try UnderstoodTable(
      "SKU|Name|Preis\n1|Brie|5,00 €\n\nKunde|Ort|Telefon\nMüller|Bonn|0228\n\nSKU|Name|Preis\n2|Gouda|6,00 €"
    )
    XCTAssertEqual(table.texts("title"), ["Brie", "Gouda"])
    XCTAssertEqual(table.asked, [])
    XCTAssertEqual(
      table.leftOut,
      [
        LeftOutRow(number: 4, reason: .otherColumns), LeftOutRow(number: 5, reason: .otherList),
      ])
    // Products whose names are words of heads are none.
    let words = try UnderstoodTable("SKU|Name|Preis\n1|Brie|5,00 €\n\nLAND|Farbe|auf Anfrage")
    XCTAssertEqual(words.rows.count, 2)
  }

  func testAFormulaThatNobodyWorkedOut() throws {
    let row =
      "<row><c><f>A2+1</f></c><c t=\"str\"><f>A3</f><v></v></c><c><f>1+1</f><v>2</v></c></row>"
    let file = try open(TestArchive.workbook(row).bytes)
    XCTAssertEqual(
      try rows(file).map(\.cells),
      [
        [
          Cell(.failed, "=A2+1", isCalculated: true), .empty,
          Cell(.number, "2", isCalculated: true),
        ]
      ])
  }

  func testBareDaysOfOldMacs() throws {
    let row = TestArchive.workbook("<row><c><v>44269</v></c></row>", is1904: true).bytes
    XCTAssertTrue(try open(row).reader.countsFrom1904)
    XCTAssertFalse(try open("A,B\n1,2").reader.countsFrom1904)
    XCTAssertEqual(CalendarDay.counted(44_269, from1904: true)?.text, "2025-03-15")
  }

  func testADayOfNumberZeroIsNone() throws {
    let styles = "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs>"
    let row = "<row><c s=\"1\"><v>0</v></c><c s=\"1\"><v>1</v></c></row>"
    XCTAssertEqual(
      try cells(open(TestArchive.workbook(row, styles: styles).bytes)), [["", "1900-01-01"]])
  }

  func testTextsOfOtherTimes() throws {
    // The end of a file under DOS.
    XCTAssertEqual(try cells(open("A;B\n1;2\n\u{1A}")), [["A", "B"], ["1", "2"]])
    // A line of another encoding among UTF-8.
    let mixed =
      Array("Name;Ort\nKäse;Köln\nBrötchen;Düren\nWürste;Höxter\n".utf8) + [0x42, 0xF6, 0x3B, 0x78]
    XCTAssertEqual(try cells(open(mixed))[1], ["Käse", "Köln"])
    XCTAssertEqual(
      try problem(Array("ID;PWXL;N;E\nB;Y2;X2\nC;Y1;X1;K\"a\"\nE\n".utf8)), .noTable(.oldExcel))
    XCTAssertEqual(
      try problem(Array("TABLE\n0,1\n\"EXCEL\"\nVECTORS\n0,2\n".utf8)), .noTable(.oldExcel))
    XCTAssertNil(try problem(Array("ID;Preis;Name\n1;5,00 €;Brie\n2;6,00 €;Gouda\n".utf8)))
  }

  func testTheShortCodesOfSmallPacksAreOffered() throws {
    let text = "SKU|Name|EAN\n1|A|04083637\n2|B|4006381333931"
    let open = try UnderstoodTable(text)
    XCTAssertEqual(open.asked, ["EAN"])
    guard
      case .shortCode("04083637", whole: "040800000367")? =
        open.understanding.questions.first?.doubts.first
    else { return XCTFail("\(open.understanding.questions)") }
    for answer in ["expand", "repair"] {
      XCTAssertEqual(
        try UnderstoodTable(text, answers: ["EAN": [answer]]).texts("gtin"),
        ["040800000367", "4006381333931"])
    }
    let refused = try UnderstoodTable(text, answers: ["EAN": ["refuse"]])
    XCTAssertEqual(
      refused.rows[0].refusal,
      .shortenedCode(column: "EAN", text: "04083637", repaired: "040800000367"))
    // Lost zeros are another question; both are one of the column.
    let both = try UnderstoodTable("SKU|Name|EAN\n1|A|04083637\n2|B|36000291452")
    XCTAssertEqual(both.asked, ["EAN"])
    XCTAssertEqual(both.understanding.questions.first?.doubts.count, 2)
    // What is a short code of its own is left alone.
    XCTAssertEqual(try UnderstoodTable("SKU|Name|EAN\n1|A|96385074").texts("gtin"), ["96385074"])
    XCTAssertEqual(CellText.ofShortUPC("04252614"), "042100005264")
    XCTAssertNil(CellText.ofShortUPC("96385070"))
  }

  func testQuotesBehindBackslashes() throws {
    let file = try open("SKU,Name,Price\nA,\"5\\\" pipe, long\",5 EUR\nB,\"z\",6 EUR\n")
    XCTAssertEqual(try cells(file)[1], ["A", "5\" pipe, long", "5 EUR"])
  }

  func testNamedCharactersAloneSayNothingOfLines() {
    XCTAssertEqual(HTMLText.plain("one &amp; two\nthree &#39;x&#39;"), "one & two\nthree 'x'")
    XCTAssertEqual(HTMLText.plain("<p>one &amp;\ntwo</p>"), "one & two")
  }

  // MARK: What was made to take long

  // Each of these took hours.

  func testThousandsOfColumnsTakeNoHour() throws {
    let names = (0..<4_000).map { "c\($0)" }.joined(separator: "|")
    let values = (0..<4_000).map { "\($0 % 7)" }.joined(separator: "|")
    let table = try UnderstoodTable("\(names)\n\(values)\n\(values)\n\(values)")
    XCTAssertEqual(table.rows.first?.values.count, 4_000)
  }

  /// Of the widest sheets a few rows at a time are held.
  func testWideRowsAreReadFewAtATime() throws {
    let wide = 2_000
    let names = (0..<wide).map { "c\($0)" }.joined(separator: ",")
    let line = (0..<wide).map { "\($0 % 9)" }.joined(separator: ",")
    let lines = (0..<40).map { _ in line }.joined(separator: "\n")
    let file = try open("\(names)\n\(lines)\n")
    var reading = try ListReading(
      file.reader, table: 0, known: nil, choices: ImportChoices(),
      watch: PreparationWatch { _ in })
    let list = try reading.read(reading.understand(fields: [], currencies: []))
    var count = 0
    while case let rows = try list.next(), !rows.isEmpty {
      XCTAssertLessThanOrEqual(rows.count * wide, 2 * SheetSize.atOnce)
      count += rows.count
    }
    XCTAssertEqual(count, 40)
  }

  func testHugeCellsAreNoNamesOfColumns() throws {
    let words = String(repeating: "ab cd ", count: 40_000)
    let marks = "a" + String(repeating: "\u{301}", count: 200_000)
    for text in [words, marks, String(repeating: "<div>", count: 50_000)] {
      XCTAssertEqual(
        try UnderstoodTable("SKU|Name|Text\n1|A|\(text)").head.prefix(2), ["sku", "title"])
    }
  }

  func testManyFieldsOfARow() throws {
    var values = FieldValues()
    let fields = try (0..<100).map { AnyField.custom(try CustomField(name: "f\($0)", kind: .line)) }
    for (number, field) in fields.enumerated() { values[field] = .integer(number) }
    values[fields[3]] = nil
    values[fields[50]] = .integer(-1)
    XCTAssertEqual(values.count, 99)
    XCTAssertNil(values[fields[3]])
    XCTAssertEqual(values[fields[50]], .integer(-1))
    XCTAssertEqual(values[fields[99]], .integer(99))
    var few = FieldValues()
    few[fields[3]] = .integer(7)
    few.complete(by: values)
    XCTAssertEqual(few.count, 100)
    XCTAssertEqual(few[fields[98]], .integer(98))
  }
}
