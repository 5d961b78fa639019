// SPDX-License-Identifier: Apache-2.0
// The rows of one OpenDocument sheet, as its XML is read. Cells and rows are repeated by a number, and
// white space counts as little as in HTML: other programs break the lines of the XML where they like.

final class OpenDocumentSheet: XMLHandler {
  let xml: XMLReader
  private let table: Int
  private var rows = SheetRows()
  private var number = -1
  private var nesting = 0
  private var isInTable: Bool { nesting == 1 && number == table }

  private var rowCount = 1
  private var column = 0
  private var cellCount = 1
  private var spanned = 1
  private var hasCell = false
  private var kind: String?
  private var value = ""
  private var currency: String?
  private var isCalculated = false
  private var isFailed = false
  private var picture: String?
  /// The paragraphs of the cell.
  private var text: [UInt8] = []
  private var paragraphs = 0
  /// Within a paragraph, and what in it is no text of the cell.
  private var isInParagraph = false
  private var asides = 0
  /// Whether white space of the XML counts for nothing here: at the beginning, and behind other white space of it.
  private var skipsSpace = true
  /// Whether the last space is one of those, and not written as a space.
  private var endsInWhite = false

  init(_ stream: any ByteStream, table: Int) throws {
    self.table = table
    xml = try XMLReader(stream)
  }

  func nextRows() throws -> [TableRow] {
    while rows.isEmpty, number <= table, try xml.readSome(for: self) {}
    return rows.take()
  }

  func begin(_ name: String, in xml: XMLReader) {
    switch name {
    case "table":
      if nesting == 0 { number += 1 }
      nesting += 1
    case "table-row" where isInTable:
      rowCount = max(1, xml.attribute("number-rows-repeated").flatMap { Int($0) } ?? 1)
      let visibility = xml.attribute("visibility")
      xml.trying {
        try rows.beginRow(nil, isHidden: visibility == "collapse" || visibility == "filter")
      }
      column = 0
    case "table-cell" where isInTable, "covered-table-cell" where isInTable: beginCell(xml)
    case "annotation", "note", "ruby-text", "tracked-changes", "shapes", "dde-links":
      flush(xml)
      asides += 1
    case "p", "h":
      guard hasCell, asides == 0, nesting == 1 else { return }
      if paragraphs > 0 { text.append(0x0A) }
      paragraphs += 1
      isInParagraph = true
      (skipsSpace, endsInWhite) = (true, false)
      collect(xml)
    case "s" where isInParagraph && asides == 0:
      flush(xml)
      let count = min(10_000, xml.attribute("text:c").flatMap { Int($0) } ?? 1)
      text.append(contentsOf: [UInt8](repeating: 0x20, count: max(0, count)))
      xml.trying { try SheetSize.check(text: text.count) }
      // Behind a space that is written as one, white space is one more.
      (skipsSpace, endsInWhite) = (false, false)
    case "tab" where isInParagraph && asides == 0:
      flush(xml)
      text.append(0x09)
      (skipsSpace, endsInWhite) = (true, false)
    case "line-break" where isInParagraph && asides == 0:
      flush(xml)
      text.append(0x0A)
      (skipsSpace, endsInWhite) = (true, false)
    case "image" where hasCell:
      if picture == nil { picture = xml.attribute("href") }
    default: break
    }
  }

  func end(_ name: String, in xml: XMLReader) {
    switch name {
    case "table": nesting -= 1
    case "table-row" where isInTable:
      xml.trying { try rows.endRow(count: rowCount) }
      if rows.isFull { xml.pause() }
    case "table-cell" where isInTable, "covered-table-cell" where isInTable: endCell(xml)
    case "annotation", "note", "ruby-text", "tracked-changes", "shapes", "dde-links":
      asides -= 1
      if isInParagraph, asides == 0 { collect(xml) }
    case "p", "h":
      guard isInParagraph, asides == 0 else { return }
      flush(xml)
      if endsInWhite { text.removeLast() }
      isInParagraph = false
      xml.collects = false
    default: break
    }
  }

  // MARK: Cells

  private func beginCell(_ xml: XMLReader) {
    cellCount = max(1, xml.attribute("number-columns-repeated").flatMap { Int($0) } ?? 1)
    spanned = xml.attribute("number-rows-spanned").flatMap { Int($0) } ?? 1
    kind = xml.attribute("office:value-type") ?? xml.attribute("value-type")
    value =
      switch kind {
      case "date": xml.attribute("date-value") ?? ""
      case "time": xml.attribute("time-value") ?? ""
      case "boolean": xml.attribute("boolean-value") ?? ""
      case "string": xml.attribute("string-value") ?? ""
      default: xml.attribute("office:value") ?? xml.attribute("value") ?? ""
      }
    currency = xml.attribute("office:currency")
    isCalculated = xml.attribute("formula") != nil
    isFailed = xml.attribute("calcext:value-type") == "error"
    picture = nil
    text.removeAll(keepingCapacity: true)
    paragraphs = 0
    hasCell = true
  }

  private func endCell(_ xml: XMLReader) {
    let cell = cell
    xml.trying {
      try rows.add(cell, at: column, count: cellCount)
      rows.span(cell, at: column, rows: spanned)
    }
    column += min(cellCount, SheetSize.columns - column)
    hasCell = false
  }

  private var cell: Cell {
    let shown = String(decoding: text, as: UTF8.self)
    func cell(_ kind: Cell.Kind, _ text: String) -> Cell {
      text.isEmpty ? .empty : Cell(kind, text, isCalculated: isCalculated)
    }
    if isFailed { return cell(.failed, shown) }
    switch kind {
    case "float" where !value.isEmpty:
      let digits = SheetNumber.digits(value)
      // “00123” is a code that is stored as a number.
      if shown.count > digits.count, shown.hasPrefix("0"), shown.allSatisfy(\.isNumber),
        shown.drop(while: { $0 == "0" }) == digits.drop(while: { $0 == "0" })
      {
        return cell(.text, shown)
      }
      return cell(.number, digits)
    case "percentage" where !value.isEmpty: return cell(.percent, SheetNumber.digits(value))
    case "currency" where !value.isEmpty:
      return cell(
        currency.map { .money(currency: $0) } ?? .number, SheetNumber.digits(value))
    case "date" where !value.isEmpty: return Cell(isoDay: value, isCalculated: isCalculated)
    case "time" where !value.isEmpty: return cell(.time, Self.clock(value) ?? value)
    case "boolean" where !value.isEmpty: return cell(.yesNo, value)
    default:
      let text = value.isEmpty ? shown : value
      return text.isEmpty ? cell(.text, picture ?? "") : cell(.text, text)
    }
  }

  /// “PT08H30M00S” as “08:30:00”.
  private static func clock(_ duration: String) -> String? {
    guard duration.hasPrefix("PT") else { return nil }
    var parts: [Character: Int] = [:]
    var digits = ""
    for character in duration.dropFirst(2) {
      if character.isNumber || character == "." {
        digits.append(character)
      } else {
        parts[character] = Int(digits.prefix { $0 != "." })
        digits = ""
      }
    }
    return "HMS".map { unit in
      let number = parts[unit] ?? 0
      return number < 10 ? "0\(number)" : "\(number)"
    }.joined(separator: ":")
  }

  // MARK: Text

  private func collect(_ xml: XMLReader) {
    xml.text.removeAll(keepingCapacity: true)
    xml.collects = true
  }

  /// Takes what was collected, with white space as OpenDocument has it: any run of it is one space.
  private func flush(_ xml: XMLReader) {
    guard xml.collects else { return }
    for byte in xml.text {
      let isWhite = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      if !isWhite || !skipsSpace { text.append(isWhite ? 0x20 : byte) }
      if !isWhite || !skipsSpace { endsInWhite = isWhite }
      skipsSpace = isWhite
    }
    xml.text.removeAll(keepingCapacity: true)
    xml.trying { try SheetSize.check(text: text.count) }
  }
}
