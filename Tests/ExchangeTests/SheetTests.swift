// SPDX-License-Identifier: Apache-2.0
// Spreadsheets: what their cells are, also where a program leaves out or adds what others don't.

import Exchange
import XCTest

final class SheetTests: ForeignFileTestCase {
  private let styles =
    "<numFmts><numFmt numFmtId=\"164\" formatCode=\"dd\\.mm\\.yyyy\"/><numFmt numFmtId=\"165\" formatCode=\"#,##0.00\\ [$€-407]\"/><numFmt numFmtId=\"166\" formatCode=\"00000\"/><numFmt numFmtId=\"167\" formatCode=\"yyyy-mm-dd hh:mm\"/><numFmt numFmtId=\"168\" formatCode=\"&quot;kr&quot;\\ #,##0;[Red]-0\"/><numFmt numFmtId=\"169\" formatCode=\"0.00&quot; mm&quot;\"/></numFmts><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/><xf numFmtId=\"165\"/><xf numFmtId=\"166\"/><xf numFmtId=\"167\"/><xf numFmtId=\"10\"/><xf numFmtId=\"20\"/><xf numFmtId=\"168\"/><xf numFmtId=\"169\"/></cellXfs>"

  func testKindsOfExcel() throws {
    let texts =
      "<si><t>Käse</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh sb=\"0\" eb=\"1\"><t>spoken</t></rPh></si>"
    let row =
      "<row r=\"2\"><c r=\"A2\" t=\"s\"><v>0</v></c><c r=\"B2\" t=\"s\"><v>1</v></c><c r=\"D2\"><v>19.989999999999998</v></c><c r=\"E2\" s=\"1\"><v>46096</v></c><c r=\"F2\" s=\"2\"><v>1.5E-2</v></c><c r=\"G2\" s=\"3\"><v>123</v></c><c r=\"H2\" s=\"4\"><v>46096.354166666664</v></c><c r=\"I2\" s=\"5\"><v>0.19</v></c><c r=\"J2\" s=\"6\"><v>0.354166666666667</v></c><c r=\"K2\" t=\"b\"><f>A1</f><v>1</v></c><c r=\"L2\" t=\"e\"><v>#N/A</v></c><c r=\"M2\" t=\"str\"><v>a_x000D_&#10;b</v></c><c r=\"N2\" t=\"inlineStr\"><is><t>007</t></is></c><c r=\"O2\"><v>4006381333931</v></c><c r=\"P2\" s=\"7\"><v>5</v></c><c r=\"Q2\" s=\"8\"><v>5</v></c><c r=\"R2\" t=\"d\"><v>2026-03-15</v></c></row>"
    let file = try open(TestArchive.workbook(row, styles: styles, texts: texts).bytes)
    XCTAssertEqual(file.format, .xlsx)
    XCTAssertEqual(
      file.reader.tables,
      [TableDescription(name: "Prices"), TableDescription(name: "Secret", isHidden: true)])
    XCTAssertEqual(
      try rows(file),
      [
        TableRow(
          2,
          [
            Cell(.text, "Käse"), Cell(.text, "rich"), .empty, Cell(.number, "19.99"),
            Cell(.day, "2026-03-15"), Cell(.money(currency: "EUR"), "0.015"), Cell(.text, "00123"),
            Cell(.moment, "2026-03-15T08:30:00"), Cell(.percent, "0.19"), Cell(.time, "08:30:00"),
            Cell(.yesNo, "true", isCalculated: true), Cell(.failed, "#N/A"), Cell(.text, "a\nb"),
            Cell(.text, "007"), Cell(.number, "4006381333931"), Cell(.money(currency: "kr"), "5"),
            Cell(.number, "5"), Cell(.day, "2026-03-15"),
          ])
      ])
  }

  func testDaysOfBothKinds() throws {
    let row =
      "<row><c s=\"1\"><v>1</v></c><c s=\"1\"><v>59</v></c><c s=\"1\"><v>61</v></c><c s=\"1\"><v>36526</v></c></row>"
    XCTAssertEqual(
      try cells(open(TestArchive.workbook(row, styles: styles).bytes)),
      [["1900-01-01", "1900-02-28", "1900-03-01", "2000-01-01"]])
    XCTAssertEqual(
      try cells(open(TestArchive.workbook(row, styles: styles, is1904: true).bytes)),
      [["1904-01-02", "1904-02-29", "1904-03-02", "2004-01-02"]])
  }

  func testStrictWorkbooksWithoutNumbersOfRows() throws {
    let rows =
      "<x:row><x:c><x:v>1</x:v></x:c><x:c/><x:c><x:v>2</x:v></x:c></x:row><x:row hidden=\"1\"><x:c><x:v>3</x:v></x:c></x:row>"
    let file = try open(TestArchive.workbook(rows, prefix: "x").bytes)
    XCTAssertEqual(
      try self.rows(file),
      [
        TableRow(1, [Cell(.number, "1"), .empty, Cell(.number, "2")]),
        TableRow(2, [Cell(.number, "3")], isHidden: true),
      ])
  }

  func testMergedCellsReachDown() throws {
    let rows =
      "<row r=\"1\"><c r=\"A1\"><v>1</v></c><c r=\"B1\"><v>7</v></c></row><row r=\"2\"><c r=\"A2\"/><c r=\"B2\"><v>8</v></c></row><row r=\"9\"><c r=\"A9\"><v>2</v></c></row>"
    let file = try open(
      TestArchive.workbook(rows, behind: "<mergeCells><mergeCell ref=\"A1:A3\"/></mergeCells>")
        .bytes)
    // Two blank rows stand for all that are left out.
    XCTAssertEqual(try cells(file), [["1", "7"], ["1", "8"], [], [], ["2"]])
    XCTAssertEqual(try self.rows(file).map(\.number), [1, 2, 7, 8, 9])
  }

  func testAPictureOnACell() throws {
    let type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
    let file = try open(
      TestArchive.workbook(
        "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>",
        others: [
          (
            "xl/worksheets/_rels/a.xml.rels",
            "<Relationships><Relationship Id=\"d\" Type=\"\(type)drawing\" Target=\"../drawings/d.xml\"/></Relationships>"
          ),
          (
            "xl/drawings/d.xml",
            "<xdr:wsDr xmlns:xdr=\"x\" xmlns:a=\"a\" xmlns:r=\"r\"><xdr:oneCellAnchor><xdr:from><xdr:col>2</xdr:col><xdr:row>0</xdr:row></xdr:from><xdr:pic><a:blip r:embed=\"p\"/></xdr:pic></xdr:oneCellAnchor></xdr:wsDr>"
          ),
          (
            "xl/drawings/_rels/d.xml.rels",
            "<Relationships><Relationship Id=\"p\" Type=\"\(type)image\" Target=\"../media/p.png\"/></Relationships>"
          ),
          ("xl/media/p.png", "picture"),
        ]
      ).bytes)
    XCTAssertEqual(try cells(file), [["1", "", "xl/media/p.png"]])
    XCTAssertEqual(file.picture(named: "xl/media/p.png"), Array("picture".utf8))
  }

  func testOpenDocument() throws {
    let tables = """
      <table:table table:name="One">
       <table:table-row>
        <table:table-cell office:value-type="string"><text:p>  Na<text:span>me</text:span><text:s text:c="2"/>x
           y</text:p><text:p>two<text:tab/>t<text:line-break/>l</text:p></table:table-cell>
        <table:table-cell table:number-columns-repeated="16383"/>
       </table:table-row>
       <table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="float" office:value="123"><text:p>00123</text:p></table:table-cell><table:table-cell office:value-type="currency" office:currency="EUR" office:value="19.989999999999998"/><table:table-cell office:value-type="percentage" office:value="0.19"/><table:table-cell office:value-type="date" office:date-value="2026-03-15T08:30:00.0"/><table:table-cell office:value-type="time" office:time-value="PT8H30M00S"/><table:table-cell office:value-type="string" calcext:value-type="error" table:formula="of:=1/0"><text:p>#DIV/0!</text:p></table:table-cell><table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>v</text:p></table:table-cell></table:table-row>
       <table:table-row table:visibility="filter"><table:table-cell table:number-rows-spanned="2" office:value-type="string"><text:p>Span</text:p></table:table-cell></table:table-row>
       <table:table-row><table:covered-table-cell/><table:table-cell office:value-type="float" office:value="2"/></table:table-row>
       <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
      </table:table><table:table table:name="Two" table:style-name="ta2"><table:table-row><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>
      """
    let line = [
      Cell(.text, "00123"), Cell(.money(currency: "EUR"), "19.99"), Cell(.percent, "0.19"),
      Cell(.moment, "2026-03-15T08:30:00"), Cell(.time, "08:30:00"),
      Cell(.failed, "#DIV/0!", isCalculated: true), Cell(.text, "v"),
    ]
    for bytes in [
      TestArchive.openDocument(tables).bytes,
      Array(TestArchive.content(tables, root: "document").utf8),
    ] {
      let file = try open(bytes)
      XCTAssertEqual(
        try rows(file),
        [
          TableRow(1, [Cell(.text, "Name  x y\ntwo\tt\nl")]), TableRow(2, line), TableRow(3, line),
          TableRow(4, [Cell(.text, "Span")], isHidden: true),
          TableRow(5, [Cell(.text, "Span"), Cell(.number, "2")]),
        ])
      XCTAssertEqual(try cells(file, table: 1), [["b"]])
      XCTAssertEqual(file.reader.tables.map(\.isHidden), [false, true])
    }
  }

  func testSpacesOfOpenDocumentAreCounted() throws {
    let paragraphs = [
      // As LibreOffice writes them: one as it is, the rest counted.
      ("a <text:s/>b", "a  b"), ("a <text:s text:c=\"3\"/>b", "a    b"),
      ("<text:s text:c=\"2\"/>a", "  a"), ("a<text:s/>", "a "), ("a <text:s/>", "a  "),
      // As others do: all counted, over several spans, with white space of their own.
      ("a<text:s text:c=\"2\"/>b", "a  b"), ("a<text:s/> b", "a  b"), ("a<text:s/>\n  b", "a  b"),
      ("<text:span>a </text:span><text:span> b</text:span>", "a b"), ("\n  a\n  b\n ", "a b"),
      ("<text:span>a</text:span><text:s/><text:span>b</text:span>", "a b"),
      ("a<text:s text:c=\"0\"/> b", "a b"), ("a<text:tab/> b", "a\tb"), (" ", ""),
    ]
    for (xml, text) in paragraphs {
      let file = try open(
        TestArchive.openDocument(
          "<table:table table:name=\"One\"><table:table-row><table:table-cell office:value-type=\"string\"><text:p>\(xml)</text:p></table:table-cell><table:table-cell office:value-type=\"string\"><text:p>x</text:p></table:table-cell></table:table-row></table:table>"
        ).bytes)
      XCTAssertEqual(try cells(file), [[text, "x"]], xml)
    }
  }

  func testExcelOf2003() throws {
    let file = try open(
      "<?xml version=\"1.0\"?><Workbook xmlns:ss=\"s\"><Styles><Style ss:ID=\"p\"><NumberFormat ss:Format=\"Percent\"/></Style></Styles><Worksheet ss:Name=\"W\"><Table><Row><Cell ss:Index=\"2\"><Data ss:Type=\"Number\">19.99</Data></Cell><Cell ss:StyleID=\"p\"><Data ss:Type=\"Number\">0.19</Data></Cell></Row><Row ss:Index=\"3\"><Cell><Data ss:Type=\"DateTime\">2026-03-15T00:00:00.000</Data></Cell><Cell><Data ss:Type=\"String\">a&nbsp;b</Data></Cell></Row></Table></Worksheet></Workbook>"
    )
    XCTAssertEqual(file.format, .spreadsheetml)
    XCTAssertEqual(
      try rows(file),
      [
        TableRow(1, [.empty, Cell(.number, "19.99"), Cell(.percent, "0.19")]), TableRow(2, []),
        TableRow(3, [Cell(.day, "2026-03-15"), Cell(.text, "a\u{A0}b")]),
      ])
  }

  func testPartsAreFoundWhateverTheirCase() throws {
    var archive = TestArchive.workbook(
      "<row><c t=\"s\"><v>0</v></c><c s=\"3\"><v>7</v></c></row>", styles: styles,
      texts: "<si><t>Käse</t></si>")
    for place in archive.files.indices {
      archive.files[place].name = archive.files[place].name
        .replacingOccurrences(of: "texts.xml", with: "Texts.xml")
        .replacingOccurrences(of: "xl/workbook", with: "XL/Workbook")
        .replacingOccurrences(of: "styles", with: "STYLES")
    }
    XCTAssertEqual(
      try rows(open(archive.bytes)), [TableRow(1, [Cell(.text, "Käse"), Cell(.text, "00007")])])
  }

  func testATextThatIsNotThereIsNoEmptyCell() throws {
    let cell = "<row><c t=\"s\"><v>0</v></c></row>"
    func without(_ part: String, _ row: String) throws -> UnreadableFile? {
      var archive = TestArchive.workbook(row, styles: styles, texts: "<si><t>a</t></si>")
      archive.files.removeAll { $0.name == part }
      return try problem(archive.bytes)
    }
    XCTAssertNil(try without("", cell))
    XCTAssertEqual(try without("xl/texts.xml", cell), .damaged(.missingPart("xl/texts.xml")))
    XCTAssertEqual(try without("xl/styles.xml", cell), .damaged(.missingPart("xl/styles.xml")))
    for number in ["1", "99", "-1", "x"] {
      XCTAssertEqual(
        try without("", "<row><c t=\"s\"><v>\(number)</v></c></row>"),
        .damaged(.missingPart("xl/texts.xml")), number)
    }
    // Without a text in any cell, nothing is missed.
    XCTAssertNil(try without("xl/texts.xml", "<row><c><v>1</v></c></row>"))
  }

  func testACommentIsNotItsCell() throws {
    let file = try open(
      "<?xml version=\"1.0\"?><Workbook xmlns:ss=\"s\"><Worksheet ss:Name=\"W\"><Table><Row><Cell><Data ss:Type=\"Number\">19.99</Data><Comment ss:Author=\"A\"><ss:Data xmlns=\"x\"><B>A:</B> ask Bob</ss:Data></Comment></Cell><Cell><Comment><Data>alone</Data></Comment></Cell><Cell><Data ss:Type=\"String\">b</Data></Cell></Row></Table></Worksheet></Workbook>"
    )
    XCTAssertEqual(
      try rows(file), [TableRow(1, [Cell(.number, "19.99"), .empty, Cell(.text, "b")])])
  }

  func testWholeNumbersWithDecimalsAreWhole() throws {
    let numbers = [
      "1001.0": "1001", "-7.50": "-7.5", "0.0": "0", "1234567890123456.0": "1234567890123456",
      "12.05": "12.05", "100": "100", "1.0E7": "10000000", "5.": "5",
    ]
    for (stored, number) in numbers {
      let cells = try cells(open(TestArchive.workbook("<row><c><v>\(stored)</v></c></row>").bytes))
      XCTAssertEqual(cells, [[number]], stored)
    }
    let code = "<row><c s=\"3\"><v>123.0</v></c></row>"
    XCTAssertEqual(
      try rows(open(TestArchive.workbook(code, styles: styles).bytes)),
      [TableRow(1, [Cell(.text, "00123")])])
  }

  func testLineEndsOfExcel() throws {
    for (text, plain) in [
      ("a_x000D_b", "a\nb"), ("a_x000D_&#10;b", "a\nb"), ("a_x000D__x000A_b", "a\nb"),
      ("a_x005F_b", "a_b"), ("a_x000D_", "a\n"),
    ] {
      let row = "<row><c t=\"inlineStr\"><is><t>\(text)</t></is></c></row>"
      XCTAssertEqual(try cells(open(TestArchive.workbook(row).bytes)), [[plain]], text)
    }
  }
}
