// SPDX-License-Identifier: Apache-2.0
// What files claim by a number or by naming it again and again: places far outside, sizes, rings, names that are there
// twice. It is read or refused; it never crashes, never runs on, and never fills the memory.

import Catalog
import Foundation
import TestSwitches
import XCTest

@testable import Exchange

final class ClaimTests: ForeignFileTestCase {
  private static var numbers: [String] {
    let large = (0..<4).map { _ in Int.random(in: 1 << Int.random(in: 20...61)...Int.max) }
    let small = [Int.min, Int.random(in: -20...(-2)), -1, 0, 1 << 20, 1 << 20 + 1]
    let largest = [Int.max - 1, Int.max]
    let all =
      (large + small + largest).map(String.init) + [
        "1e30", "-1e30", "nan", "inf", "9999999999999999999",
      ]
    return Array(all.shuffled().prefix(rounds(5, withFaults: all.count)))
  }

  private func document(_ rows: String) -> [UInt8] {
    TestArchive.openDocument("<table:table>\(rows)</table:table>").bytes
  }

  private func cells2003(_ rows: String) -> [UInt8] {
    Array("<Workbook><Worksheet><Table>\(rows)</Table></Worksheet></Workbook>".utf8)
  }

  func testNumbersInOpenDocuments() throws {
    let cell = "<table:table-cell><text:p>a</text:p></table:table-cell>"
    for number in Self.numbers {
      let rows = "<table:table-row table:number-rows-repeated=\"\(number)\">"
      let columns = "table:number-columns-repeated=\"\(number)\""
      for row in [
        "\(rows)</table:table-row>\(rows)</table:table-row><table:table-row>\(cell)</table:table-row>",
        "\(rows)\(cell)</table:table-row>\(rows)\(cell)</table:table-row>",
        "<table:table-row>\(cell)<table:table-cell \(columns)/><table:table-cell \(columns)/></table:table-row>",
        "<table:table-row>\(cell)<table:table-cell \(columns)><text:p>a</text:p></table:table-cell></table:table-row>",
        "<table:table-row><table:table-cell table:number-rows-spanned=\"\(number)\"><text:p>a<text:s text:c=\"\(number)\"/></text:p></table:table-cell></table:table-row>\(rows)</table:table-row><table:table-row/>",
      ] {
        _ = try problem(document(row))
      }
    }
  }

  func testNumbersInWorkbooks() throws {
    let type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
    for number in Self.numbers {
      for row in [
        "<row r=\"\(number)\"><c><v>1</v></c></row><row><c><v>1</v></c></row>",
        "<row r=\"\(number)\"/><row/><row><c><v>1</v></c></row>",
        "<row r=\"1\"><c r=\"A\(number)\" s=\"\(number)\"><v>1</v></c></row>",
        "<row r=\"1\"><c t=\"s\"><v>\(number)</v></c><c><v>\(number)</v></c></row>",
      ] {
        _ = try problem(TestArchive.workbook(row).bytes)
        _ = try problem(
          TestArchive.workbook(
            row, behind: "<mergeCells><mergeCell ref=\"A1:A\(number)\"/></mergeCells>"
          ).bytes)
      }
      for (column, row) in [("0", number), (number, "0"), (number, number)] {
        let file = try open(
          TestArchive.workbook(
            "<row r=\"1\"><c><v>1</v></c></row>",
            others: [
              (
                "xl/worksheets/_rels/a.xml.rels",
                "<Relationships><Relationship Id=\"d\" Type=\"\(type)drawing\" Target=\"../d.xml\"/></Relationships>"
              ),
              (
                "xl/d.xml",
                "<wsDr><oneCellAnchor><from><col>\(column)</col><row>\(row)</row></from><blip embed=\"p\"/></oneCellAnchor></wsDr>"
              ),
              (
                "xl/_rels/d.xml.rels",
                "<Relationships><Relationship Id=\"p\" Type=\"\(type)image\" Target=\"p.png\"/></Relationships>"
              ), ("xl/p.png", "picture"),
            ]
          ).bytes)
        XCTAssertEqual(try rows(file).first?.cells.first, Cell(.number, "1"))
      }
    }
    XCTAssertEqual(
      try problem(TestArchive.workbook("<row r=\"\(Int.max)\"><c><v>1</v></c></row>").bytes),
      .tooLarge(.cells))
  }

  func testNumbersInOtherFiles() throws {
    let cell = "<Cell><Data>a</Data></Cell>"
    for number in Self.numbers {
      for row in [
        "<Row ss:Index=\"\(number)\">\(cell)</Row><Row>\(cell)</Row>",
        "<Row><Cell ss:MergeDown=\"\(number)\" ss:MergeAcross=\"\(number)\"><Data>a</Data></Cell><Cell/></Row><Row/>",
        "<Row><Cell ss:Index=\"\(number)\"/><Cell/></Row>",
        "<Row><Cell ss:Index=\"\(number)\"><Data ss:Type=\"Number\">\(number)</Data></Cell></Row>",
      ] {
        _ = try problem(cells2003(row))
      }
      XCTAssertNil(
        try problem(
          Array(
            "<BMECAT><T_NEW_CATALOG><ARTICLE><SUPPLIER_AID>1</SUPPLIER_AID><ARTICLE_PRICE><PRICE_AMOUNT>5</PRICE_AMOUNT><LOWER_BOUND>\(number)</LOWER_BOUND></ARTICLE_PRICE></ARTICLE></T_NEW_CATALOG></BMECAT>"
              .utf8)))
      XCTAssertNil(
        try problem(
          Array("<table><tr><td colspan=\(number)>a<td colspan=\(number)>b</table>".utf8)))
      XCTAssertNil(
        try problem(
          Array(
            "<tellico><collection><fields><field name='a' type='\(number)' flags='\(number)'/></fields><entry><a>\(number)</a></entry></collection></tellico>"
              .utf8)))
    }
  }

  func testTextOfCells() throws {
    let limit = UnreadableFile.tooLarge(.text(megabytes: 1))
    let spaces = String(repeating: "<text:s text:c=\"10000\"/>", count: 200)
    let cell = "<table:table-row><table:table-cell><text:p>\(spaces)</text:p></table:table-cell>"
    XCTAssertEqual(try problem(document("\(cell)</table:table-row>")), limit)
    let part = "<t>\(String(repeating: "a", count: 9_000))</t>"
    let parts = String(repeating: part, count: 200)
    XCTAssertEqual(
      try problem(
        TestArchive.workbook("<row><c t=\"s\"><v>0</v></c></row>", texts: "<si>\(parts)</si>").bytes
      ),
      limit)
    XCTAssertEqual(
      try problem(
        TestArchive.workbook("<row><c t=\"inlineStr\"><is>\(parts)</is></c></row>").bytes),
      limit)
    let long = String(repeating: "a", count: 2 << 20)
    XCTAssertEqual(try problem(cells2003("<Row><Cell><Data>\(long)</Data></Cell></Row>")), limit)
  }

  /// One text that very many cells name.
  func testOneTextInManyCells() throws {
    let texts =
      "<si>\(String(repeating: "<t>\(String(repeating: "a", count: 9_000))</t>", count: 100))</si>"
    let cell = "<c t=\"s\"><v>0</v></c>"
    let file = try open(
      TestArchive.workbook(
        String(repeating: "<row>\(cell)</row>", count: 200), texts: texts
      ).bytes)
    try file.reader.open(0)
    var (most, all) = (0, 0)
    while true {
      let rows = try file.reader.nextRows()
      if rows.isEmpty { break }
      most = max(most, rows.count)
      all += rows.count
    }
    XCTAssertEqual(all, 200)
    XCTAssertLessThan(most, 100)
    XCTAssertEqual(
      try problem(
        TestArchive.workbook("<row>\(String(repeating: cell, count: 100))</row>", texts: texts)
          .bytes), .tooLarge(.text(megabytes: 64)))
  }

  func testColumns() throws {
    let wide = String(repeating: ",", count: SheetSize.columns)
    XCTAssertEqual(try problem(Array("a,b\n1,2\n\(wide)1\n3,4\n".utf8)), .tooLarge(.cells))
    let spans = String(repeating: "<td colspan=1000>a", count: 20)
    XCTAssertEqual(try problem(Array("<table><tr>\(spans)</table>".utf8)), .tooLarge(.cells))
    let rows = String(repeating: "<tr><td colspan=1000>a<td>b", count: 2_500)
    XCTAssertEqual(try problem(Array("<table>\(rows)</table>".utf8)), .tooLarge(.cells))
    let zeros = String(repeating: "0", count: 2_000)
    XCTAssertEqual(
      try cells(
        open(
          TestArchive.workbook(
            "<row><c s=\"0\"><v>1</v></c></row>",
            styles:
              "<numFmts><numFmt numFmtId=\"164\" formatCode=\"\(zeros)\"/></numFmts><cellXfs><xf numFmtId=\"164\"/></cellXfs>"
          ).bytes)), [["1"]])
  }

  /// Groups of products that stand one in the other, and have no names.
  func testRings() throws {
    let count = Int.random(in: 1...60)
    let groups = (0..<count).map { number in
      "<CATALOG_STRUCTURE type=\"node\"><GROUP_ID>\(number)</GROUP_ID><PARENT_ID>\((number + 1) % count)</PARENT_ID></CATALOG_STRUCTURE>"
    }
    let file = try open(
      "<BMECAT><T_NEW_CATALOG><CATALOG_GROUP_SYSTEM>\(groups.joined())</CATALOG_GROUP_SYSTEM><ARTICLE><SUPPLIER_AID>1</SUPPLIER_AID></ARTICLE><ARTICLE_TO_CATALOGGROUP_MAP><ART_ID>1</ART_ID><CATALOG_GROUP_ID>0</CATALOG_GROUP_ID></ARTICLE_TO_CATALOGGROUP_MAP></T_NEW_CATALOG></BMECAT>"
    )
    XCTAssertEqual(try cells(file), [["SUPPLIER_PID", "GROUP"], ["1"]])
  }

  /// Fields with the title or the name of another one have columns of their own.
  func testTitlesThatAreThereTwice() throws {
    for _ in 0..<50 {
      let names = ["a", "b", "c", "d"].shuffled()
      let titles = names.map { _ in ["a", "b", "c", ""].randomElement() ?? "" }
      let fields = zip(names, titles).map { "<field name='\($0)' title='\($1)' type='1'/>" }
      let values = names.map { "<\($0)>\($0) value</\($0)>" }
      let file = try open(
        "<tellico><collection><fields>\(fields.joined())</fields><entry>\(values.joined())</entry></collection></tellico>"
      )
      let rows = try cells(file)
      XCTAssertEqual(rows.map(\.count), [4, 4], "\(titles)")
      XCTAssertEqual(Set(rows.first ?? []).count, 4)
      XCTAssertEqual(rows.last, names.map { "\($0) value" })
    }
  }

  /// Twice as much takes about twice as long.
  func testTimeGrowsAsTheFile() throws {
    let pages: [(String) -> [UInt8]] = [
      {
        Array(
          "<div itemscope itemtype=\"http://schema.org/Product\"><b itemprop=\"name\">a</b>\($0)</div>"
            .utf8)
      },
      {
        Array("{\"@type\":\"Product\",\"name\":\"a\",\"keywords\":[\($0)]}".utf8)
      },
    ]
    for (page, part) in zip(pages, ["<meta itemprop=\"image\" content=\"a\">", "\"a\","]) {
      let bytes = page(String(repeating: part, count: 60_000))
      let begin = ProcessorTime.ofThread
      XCTAssertNil(try problem(bytes))
      XCTAssertLessThan(ProcessorTime.ofThread - begin, 8)
    }
    let texts = (0..<8_000).flatMap { ["\($0)", ""] }
    let begin = ProcessorTime.ofThread
    XCTAssertEqual(
      TableLayout([TableRow(1, texts.map { Cell(.text, $0) })], headRow: 0).blocks.count, 1)
    XCTAssertLessThan(ProcessorTime.ofThread - begin, 8)
  }
}
