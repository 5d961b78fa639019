// SPDX-License-Identifier: Apache-2.0
// The rows of one sheet of a workbook, as its XML is read. Rows and cells may say where they stand, but
// not every program writes that.

final class XLSXSheet: XMLHandler {
  let xml: XMLReader
  private var rows = SheetRows()
  private let texts: StoredTexts?
  /// The part that they are in.
  private let textsPart: String
  private let styles: XLSXStyles
  private let from1904: Bool
  /// By row and column.
  private let pictures: [SheetPlace: String]
  private let picturesInRow: [Int: [Int]]
  private let merges: [SheetPlace: Int]

  // The cell that is read.
  private var column = 0
  private var type = ""
  private var style = 0
  private var isCalculated = false
  /// Whether the program that wrote the file worked the formula out.
  private var hasResult = false
  private var formula = ""
  private var value = ""
  private var isSpoken = false

  init(
    _ source: any ByteSource, texts: StoredTexts?, from textsPart: String, styles: XLSXStyles,
    from1904: Bool, pictures: [SheetPlace: String]
  ) throws {
    self.texts = texts
    self.textsPart = textsPart
    self.styles = styles
    self.from1904 = from1904
    self.pictures = pictures
    picturesInRow = Dictionary(grouping: pictures.keys, by: \.row).mapValues { $0.map(\.column) }
    merges = try XLSXMerges.rows(in: source)
    xml = try XMLReader(source.open())
  }

  func nextRows() throws -> [TableRow] {
    while rows.isEmpty, try xml.readSome(for: self) {}
    return rows.take()
  }

  func begin(_ name: String, in xml: XMLReader) {
    switch name {
    case "row":
      xml.trying {
        try rows.beginRow(
          xml.attribute("r").flatMap { Int($0) }, isHidden: xml.attribute("hidden").isTrue)
      }
    case "c":
      column = xml.attribute("r").flatMap { SheetPlace($0)?.column } ?? rows.column
      type = xml.attribute("t") ?? "n"
      style = xml.attribute("s").flatMap { Int($0) } ?? 0
      isCalculated = false
      hasResult = false
      (value, formula) = ("", "")
    case "f":
      isCalculated = true
      xml.text.removeAll(keepingCapacity: true)
      xml.collects = true
    case "v", "t":
      hasResult = true
      xml.text.removeAll(keepingCapacity: true)
      xml.collects = !isSpoken
    case "rPh": isSpoken = true
    default: break
    }
  }

  func end(_ name: String, in xml: XMLReader) {
    switch name {
    case "v":
      value = xml.takeText()
      xml.collects = false
    case "t":
      if xml.collects { value += String(decoding: ExcelEscapes.decoded(xml.text), as: UTF8.self) }
      xml.trying { try SheetSize.check(text: value.utf8.count) }
      xml.collects = false
    case "f":
      formula = xml.takeText()
      xml.trying { try SheetSize.check(text: formula.utf8.count) }
      xml.collects = false
    case "rPh": isSpoken = false
    case "c":
      xml.trying {
        let cell = try cell
        try rows.add(cell, at: column)
        if !merges.isEmpty, let count = merges[SheetPlace(row: rows.number, column: column)] {
          rows.span(cell, at: column, rows: count)
        }
      }
    case "row":
      xml.trying {
        for column in picturesInRow[rows.number] ?? [] where rows.isBlank(column) {
          let place = SheetPlace(row: rows.number, column: column)
          try rows.add(Cell(.text, pictures[place] ?? ""), at: column)
        }
        try rows.endRow()
        if rows.isFull { xml.pause() }
      }
    default: break
    }
  }

  private var cell: Cell {
    get throws {
      guard !value.isEmpty else {
        return isCalculated && !hasResult
          ? Cell(.failed, "=\(formula)", isCalculated: true) : .empty
      }
      return type == "s" ? try sharedText : cell(of: value)
    }
  }

  private var sharedText: Cell {
    get throws {
      // A cell that says it has a text is not empty.
      guard let text = Int(value.trimmed).flatMap({ texts?[$0] }) else {
        throw UnreadableFile.damaged(.missingPart(textsPart))
      }
      return text.isEmpty ? .empty : Cell(.text, text, isCalculated: isCalculated)
    }
  }

  private func cell(of value: String) -> Cell {
    switch type {
    case "inlineStr": return Cell(.text, value)
    case "str":
      let text = String(decoding: ExcelEscapes.decoded(Array(value.utf8)), as: UTF8.self)
      return Cell(.text, text, isCalculated: isCalculated)
    case "b": return Cell(.yesNo, value == "1" ? "true" : "false", isCalculated: isCalculated)
    case "e": return Cell(.failed, value, isCalculated: isCalculated)
    case "d": return Cell(isoDay: value, isCalculated: isCalculated)
    default:
      return SheetNumber.cell(
        value, as: styles[style], from1904: from1904, isCalculated: isCalculated)
    }
  }
}

extension String? {
  /// What XML has for yes.
  var isTrue: Bool { self == "1" || self == "true" }
}

extension Cell {
  /// A day, or a day with a time, as ISO 8601 has it: “2026-03-15T00:00:00.000”.
  init(isoDay text: String, isCalculated: Bool = false) {
    let parts = text.split(separator: "T", maxSplits: 1)
    let clock = parts.count > 1 ? parts[1].prefix(8) : ""
    if parts.count > 1, clock.count == 8 {
      self.init(.moment, "\(parts[0])T\(clock)", isCalculated: isCalculated)
    } else {
      self.init(.day, String(text.prefix(10)), isCalculated: isCalculated)
    }
  }
}
