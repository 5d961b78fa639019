// SPDX-License-Identifier: Apache-2.0
// Excel's workbooks: one sheet, whose rows go straight into the archive. Texts stand in their cells, not in a table of
// their own, which would have to be kept until the end; what the styles are is written last.

import Catalog
import Foundation

final class XLSXWriter: TableWriter {
  private let zip: ZipWriter
  private var bytes: [UInt8] = []
  private let pictures: SheetPictures?
  private var styles = XLSXStyleTable()
  private var columns: [WrittenColumn] = []
  private var letters: [[UInt8]] = []
  /// The style of each column's texts, numbers and days.
  private var textStyles: [Int] = []
  private var row = 0
  private var cutTexts = 0

  /// - Parameter picture: finds one by its name; nil if there shall be none.
  init(
    _ output: @escaping OutputBuffer.Output, picture: ((String) throws -> [UInt8])?
  ) throws {
    zip = try ZipWriter(output)
    pictures = picture.map { SheetPictures($0) }
  }

  var faults: [ExportFault] {
    (pictures?.faults ?? []) + (cutTexts > 0 ? [.cut(texts: cutTexts)] : [])
  }

  func begin(_ columns: [WrittenColumn]) throws {
    self.columns = columns
    letters = columns.indices.map { Array(TableLetters.of($0).utf8) }
    textStyles = columns.map { styles.style(ofTexts: $0) }
    try zip.add(
      "[Content_Types].xml", Array(XLSXFixedParts.contentTypes(hasPictures: pictures != nil).utf8))
    try zip.add("_rels/.rels", Array(XLSXFixedParts.relations.utf8))
    try zip.add("xl/workbook.xml", Array(XLSXFixedParts.workbook.utf8))
    try zip.add("xl/_rels/workbook.xml.rels", Array(XLSXFixedParts.workbookRelations.utf8))
    try zip.begin("xl/worksheets/sheet1.xml")
    bytes += XLSXFixedParts.sheetBegin(columns).utf8
    beginRow()
    for (place, column) in columns.enumerated() {
      appendText(Array(column.name.utf8)[...], at: place, style: XLSXStyleTable.head)
    }
    bytes += "</row>".utf8
  }

  private func beginRow(isHigh: Bool = false) {
    row += 1
    bytes += "<row r=\"".utf8
    appendNumber(row)
    bytes += (isHigh ? "\" ht=\"60\" customHeight=\"1\">" : "\">").utf8
  }

  func write(_ cells: TableCells) throws {
    let picture = try pictures?.cover(of: cells, columns)
    beginRow(isHigh: picture != nil)
    if let picture { try pictures?.place(picture, row: row - 1) }
    for place in cells.cells.indices {
      let cell = cells.cells[place]
      switch cell.kind {
      case .empty: break
      case .text:
        if columns[place].column == .pictures, pictures != nil { break }
        appendText(cells.bytes[cell.text], at: place, style: textStyles[place])
      case .number: append(cell, cells, at: place, style: styles.style(ofDecimals: cell.decimals))
      case .money:
        let code = cells.bytes[cell.text]
        append(cell, cells, at: place, style: styles.style(ofMoney: code, decimals: cell.decimals))
      case .day:
        guard let serial = Self.serial(of: cell.number) else {
          var text: [UInt8] = []
          TableCells.appendDay(cell.number, to: &text)
          appendText(text[...], at: place, style: 0)
          continue
        }
        begin(place, style: XLSXStyleTable.day)
        bytes += "><v>".utf8
        appendNumber(serial)
        bytes += "</v></c>".utf8
      case .yesNo:
        begin(place, style: 0)
        bytes += (cell.number == 0 ? " t=\"b\"><v>0</v></c>" : " t=\"b\"><v>1</v></c>").utf8
      }
    }
    bytes += "</row>".utf8
    if bytes.count > 128 << 10 { try flush() }
  }

  func end() throws {
    bytes += "</sheetData>".utf8
    if columns.count > 0 {
      bytes += "<autoFilter ref=\"A1:\(TableLetters.of(columns.count - 1))\(row)\"/>".utf8
    }
    if pictures != nil { bytes += "<drawing r:id=\"rId1\"/>".utf8 }
    bytes += "</worksheet>".utf8
    try flush()
    try zip.end()
    try zip.add("xl/styles.xml", styles.xml)
    try pictures?.writeDrawing(to: zip)
    try zip.finish()
  }

  private func flush() throws {
    try zip.write(bytes[...])
    bytes.removeAll(keepingCapacity: true)
  }

  // MARK: Cells

  private func begin(_ place: Int, style: Int) {
    bytes += "<c r=\"".utf8
    bytes += letters[place]
    appendNumber(row)
    if style == 0 {
      bytes.append(UInt8(ascii: "\""))
    } else {
      bytes += "\" s=\"".utf8
      appendNumber(style)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  /// As a text if a spreadsheet's numbers have too few digits for it.
  private func append(_ cell: TableCells.Cell, _ row: TableCells, at place: Int, style: Int) {
    guard cell.number.magnitude < 1_000_000_000_000_000 else {
      var text: [UInt8] = []
      row.appendDigits(of: cell, to: &text)
      if cell.kind == .money { text += [UInt8(ascii: " ")] + row.bytes[cell.text] }
      return appendText(text[...], at: place, style: 0)
    }
    begin(place, style: style)
    bytes += "><v>".utf8
    row.appendDigits(of: cell, to: &bytes)
    bytes += "</v></c>".utf8
  }

  private func appendText(_ text: ArraySlice<UInt8>, at place: Int, style: Int) {
    begin(place, style: style)
    bytes += " t=\"inlineStr\"><is><t xml:space=\"preserve\">".utf8
    if text.count <= SheetSize.longestText, XMLText.isPlain(text) {
      bytes.append(contentsOf: text)
    } else {
      appendEscaped(shortened(text))
    }
    bytes += "</t></is></c>".utf8
  }

  private func shortened(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.count > SheetSize.longestText else { return text }
    let whole = String(decoding: text, as: UTF8.self)
    guard whole.utf16.count > SheetSize.longestText else { return text }
    cutTexts += 1
    // Not within a character.
    var (kept, length) = (String.UnicodeScalarView(), 0)
    for scalar in whole.unicodeScalars {
      length += UTF16.width(scalar)
      if length > SheetSize.longestText { break }
      kept.append(scalar)
    }
    return Array(String(kept).utf8)[...]
  }

  /// What XML has no character for, and what would be read as if it were that, is written as “_x0001_”.
  private func appendEscaped(_ text: ArraySlice<UInt8>) {
    var place = text.startIndex
    while place < text.endIndex {
      let byte = text[place]
      switch byte {
      case 0x0D:
        // One kind of line end within cells.
        if place + 1 == text.endIndex || text[place + 1] != 0x0A { bytes.append(0x0A) }
      case 0x09, 0x0A: bytes.append(byte)
      case 0x00..<0x20: bytes += String(format: "_x%04X_", Int(byte)).utf8
      case 0x5F where isEscape(text, at: place): bytes += "_x005F_".utf8
      case 0xEF where XMLText.isNoCharacter(text, at: place):
        bytes += (text[place + 2] == 0xBE ? "_xFFFE_" : "_xFFFF_").utf8
        place += 2
      default: XMLText.append(byte, to: &bytes)
      }
      place += 1
    }
  }

  private func isEscape(_ text: ArraySlice<UInt8>, at place: Int) -> Bool {
    place + 6 < text.endIndex && text[place + 1] == UInt8(ascii: "x")
      && text[place + 6] == 0x5F
  }

  private func appendNumber(_ number: Int) {
    bytes += String(number).utf8
  }

  /// A day as Excel counts it; nil for one before its count is right.
  private static func serial(of number: Int64) -> Int? {
    guard let day = CalendarDay(number: Int(number)), day.year >= 1901 else { return nil }
    return day.daysSince1970 + 25_569
  }
}
