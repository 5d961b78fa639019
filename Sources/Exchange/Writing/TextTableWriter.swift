// SPDX-License-Identifier: Apache-2.0
// A table as text, as RFC 4180 has it: cells in quotes where they must be, lines end with CR and LF. Or as the
// spreadsheets of many countries want it: with semicolons, and commas before decimals.

import Catalog

final class TextTableWriter: TableWriter {
  struct Style: Sendable, Equatable {
    var delimiter = UInt8(ascii: ",")
    var decimalSign = UInt8(ascii: ".")
    /// Whether the file begins with a mark, without which Excel takes UTF-8 for something else.
    var hasMark = false
    /// Whether texts that a spreadsheet would take for formulas get an apostrophe.
    var isGuarded = true
    /// Whether the import takes apostrophes away again. A text that begins as if it had been given one gets one more, so
    /// that what is read is what was written.
    var isOwn = false
    var lineEnd: [UInt8] = [0x0D, 0x0A]

    static let tabs = Style(delimiter: 0x09, lineEnd: [0x0A])
    static let country = Style(
      delimiter: UInt8(ascii: ";"), decimalSign: UInt8(ascii: ","), hasMark: true)
  }

  private let style: Style
  private var buffer: OutputBuffer
  /// Whether each column is the price, whose currency has a column of its own.
  private var areBare: [Bool] = []

  init(_ style: Style, _ output: @escaping OutputBuffer.Output) {
    self.style = style
    buffer = OutputBuffer(output)
  }

  func begin(_ columns: [WrittenColumn]) throws {
    areBare = columns.map { $0.column == .field(.builtIn(.price)) }
    if style.hasMark { buffer.bytes += [0xEF, 0xBB, 0xBF] }
    write(columns.map(\.name))
  }

  /// A row of texts.
  func write(_ texts: [String]) {
    for (place, text) in texts.enumerated() {
      if place > 0 { buffer.bytes.append(style.delimiter) }
      Self.append(Array(text.utf8)[...], style, to: &buffer.bytes)
    }
    buffer.bytes += style.lineEnd
  }

  func write(_ row: TableCells) throws {
    // Out of this object while bytes are added: access to it is checked each time.
    var bytes: [UInt8] = []
    swap(&bytes, &buffer.bytes)
    for place in row.cells.indices {
      if place > 0 { bytes.append(style.delimiter) }
      let cell = row.cells[place]
      switch cell.kind {
      case .empty: break
      case .text: Self.append(row.bytes[cell.text], style, to: &bytes)
      case .number: appendDigits(of: cell, row, to: &bytes)
      case .money:
        let currency = areBare[place] ? [] : row.bytes[cell.text]
        appendDigits(of: cell, row, with: currency, to: &bytes)
      case .day: TableCells.appendDay(cell.number, to: &bytes)
      case .yesNo: bytes += (cell.number == 0 ? "no" : "yes").utf8
      }
    }
    bytes += style.lineEnd
    swap(&bytes, &buffer.bytes)
    try buffer.flushIfFull()
  }

  func flushIfFull() throws { try buffer.flushIfFull() }

  func end() throws { try buffer.flush() }

  /// In quotes if the sign before decimals would end the cell.
  private func appendDigits(
    of cell: TableCells.Cell, _ row: TableCells, with currency: ArraySlice<UInt8> = [],
    to bytes: inout [UInt8]
  ) {
    let isQuoted = cell.decimals > 0 && style.decimalSign == style.delimiter
    if isQuoted { bytes.append(Self.quote) }
    row.appendDigits(of: cell, decimalSign: style.decimalSign, to: &bytes)
    if !currency.isEmpty {
      bytes.append(UInt8(ascii: " "))
      bytes += currency
    }
    if isQuoted { bytes.append(Self.quote) }
  }

  private static let quote = UInt8(ascii: "\"")

  private static func append(
    _ text: ArraySlice<UInt8>, _ style: Style, to bytes: inout [UInt8]
  ) {
    guard let first = text.first, let last = text.last else { return }
    let needsApostrophe =
      first < 0x41 && (style.isGuarded || style.isOwn && first == OwnTable.apostrophe)
      && OwnTable.needsApostrophe(text)
    let delimiter = style.delimiter
    // All of it, without a way out: the compiler then looks at many bytes at once.
    let special = text.reduce(UInt8(0)) { found, byte in
      found
        | (byte == delimiter || byte == quote || byte == 0x0A || byte == 0x0D ? 1 : 0)
    }
    guard special != 0 || first == 0x20 || last == 0x20 else {
      if needsApostrophe { bytes.append(OwnTable.apostrophe) }
      bytes.append(contentsOf: text)
      return
    }
    bytes.append(quote)
    if needsApostrophe { bytes.append(OwnTable.apostrophe) }
    var isAfterReturn = false
    for byte in text {
      switch byte {
      case quote: bytes += [byte, byte]
      // One kind of line end within cells.
      case 0x0D: bytes.append(0x0A)
      case 0x0A where isAfterReturn: break
      default: bytes.append(byte)
      }
      isAfterReturn = byte == 0x0D
    }
    bytes.append(quote)
  }
}
