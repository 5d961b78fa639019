// SPDX-License-Identifier: Apache-2.0
// OpenDocument spreadsheets: one sheet, whose rows go straight into the archive. The styles of amounts stand before
// them, so that every currency that may come has one.

import Catalog

final class OpenDocumentWriter: TableWriter {
  private let zip: ZipWriter
  private var bytes: [UInt8] = []
  private var areCodes: [Bool] = []
  private var lostCharacters = 0

  init(_ output: @escaping OutputBuffer.Output) throws { zip = try ZipWriter(output) }

  var faults: [ExportFault] { lostCharacters > 0 ? [.characters(lostCharacters)] : [] }

  func begin(_ columns: [WrittenColumn]) throws {
    // It tells what the archive is, so it is the first, and not packed.
    try zip.add("mimetype", Array(OpenDocumentParts.type.utf8), isPacked: true)
    try zip.begin("content.xml")
    bytes += OpenDocumentParts.contentBegin(columns).utf8
    bytes += "<table:table-header-rows><table:table-row>".utf8
    for column in columns { appendText(Array(column.name.utf8)[...], style: "h") }
    bytes += "</table:table-row></table:table-header-rows>".utf8
  }

  func write(_ row: TableCells) throws {
    bytes += "<table:table-row>".utf8
    for cell in row.cells {
      switch cell.kind {
      case .empty: bytes += "<table:table-cell/>".utf8
      case .text: appendText(row.bytes[cell.text])
      case .number, .money: append(cell, row)
      case .day:
        bytes +=
          "<table:table-cell table:style-name=\"d\" office:value-type=\"date\" office:date-value=\""
          .utf8
        TableCells.appendDay(cell.number, to: &bytes)
        bytes += "\"><text:p>".utf8
        TableCells.appendDay(cell.number, to: &bytes)
        bytes += "</text:p></table:table-cell>".utf8
      case .yesNo:
        let word = cell.number == 0 ? "false" : "true"
        bytes +=
          "<table:table-cell office:value-type=\"boolean\" office:boolean-value=\"\(word)\">".utf8
        bytes += "<text:p>\(word.uppercased())</text:p></table:table-cell>".utf8
      }
    }
    bytes += "</table:table-row>".utf8
    if bytes.count > 128 << 10 { try flush() }
  }

  func end() throws {
    bytes += "</table:table></office:spreadsheet></office:body></office:document-content>".utf8
    try flush()
    try zip.end()
    try zip.add("styles.xml", Array(OpenDocumentParts.styles.utf8))
    try zip.add("settings.xml", Array(OpenDocumentParts.settings.utf8))
    try zip.add("META-INF/manifest.xml", Array(OpenDocumentParts.manifest.utf8))
    try zip.finish()
  }

  private func flush() throws {
    try zip.write(bytes[...])
    bytes.removeAll(keepingCapacity: true)
  }

  // MARK: Cells

  /// As a text if a spreadsheet's numbers have too few digits for it.
  private func append(_ cell: TableCells.Cell, _ row: TableCells) {
    var digits: [UInt8] = []
    row.appendDigits(of: cell, to: &digits)
    let currency = row.bytes[cell.text]
    guard cell.number.magnitude < 1_000_000_000_000_000 else {
      return appendText((cell.kind == .money ? digits + " ".utf8 + currency : digits)[...])
    }
    bytes += "<table:table-cell ".utf8
    if cell.kind == .money {
      bytes += "table:style-name=\"m".utf8
      bytes += currency
      bytes += "\" office:value-type=\"currency\" office:currency=\"".utf8
      bytes += currency
    } else {
      bytes += "office:value-type=\"float".utf8
    }
    bytes += "\" office:value=\"".utf8
    bytes += digits
    bytes += "\"><text:p>".utf8
    bytes += digits
    bytes += "</text:p></table:table-cell>".utf8
  }

  private func appendText(_ text: ArraySlice<UInt8>, style: String = "t") {
    bytes +=
      "<table:table-cell table:style-name=\"\(style)\" office:value-type=\"string\"><text:p>".utf8
    let isSpaced = text.first == 0x20 || text.last == 0x20
    if !isSpaced, XMLText.isPlain(text), !hasSpaces(text) {
      bytes.append(contentsOf: text)
    } else {
      appendEscaped(text)
    }
    bytes += "</text:p></table:table-cell>".utf8
  }

  /// Whether two spaces stand beside each other, which count as one.
  private func hasSpaces(_ text: ArraySlice<UInt8>) -> Bool {
    var before: UInt8 = 0
    for byte in text {
      if byte == 0x20, before == 0x20 { return true }
      before = byte
    }
    return false
  }

  private func appendEscaped(_ text: ArraySlice<UInt8>) {
    var place = text.startIndex
    while place < text.endIndex {
      let byte = text[place]
      switch byte {
      case 0x0D:
        if place + 1 == text.endIndex || text[place + 1] != 0x0A {
          bytes += "</text:p><text:p>".utf8
        }
      case 0x0A: bytes += "</text:p><text:p>".utf8
      case 0x09: bytes += "<text:tab/>".utf8
      case 0x20:
        let count = text[place...].prefix { $0 == 0x20 }.count
        let isInside =
          place > text.startIndex && place + count < text.endIndex && count == 1
          && text[place - 1] > 0x20 && text[place + 1] > 0x20
        bytes += isInside ? " ".utf8 : "<text:s text:c=\"\(count)\"/>".utf8
        place += count - 1
      case 0x00..<0x20:
        lostCharacters += 1
        bytes += "\u{FFFD}".utf8
      case 0xEF where XMLText.isNoCharacter(text, at: place):
        lostCharacters += 1
        bytes += "\u{FFFD}".utf8
        place += 2
      default: XMLText.append(byte, to: &bytes)
      }
      place += 1
    }
  }
}
