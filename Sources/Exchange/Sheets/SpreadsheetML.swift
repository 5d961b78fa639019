// SPDX-License-Identifier: Apache-2.0
// Excel's XML of 2003, which shops and databases still write, often with the name of an .xls.

final class SpreadsheetML: TableReader, @unchecked Sendable {
  // One thread at a time uses a reader.
  private let source: any ByteSource
  private var sheet: SpreadsheetMLSheet?
  let tables: [TableDescription]

  init(_ source: any ByteSource) throws {
    self.source = source
    let names = SpreadsheetMLSheet(try XMLReader(source.open()), table: -1)
    try names.xml.read(for: names)
    tables = names.tables
    guard !tables.isEmpty else { throw UnreadableFile.noTable(.noSheets) }
  }

  var fraction: Double? { sheet?.xml.fraction }

  func open(_ table: Int) throws {
    sheet = SpreadsheetMLSheet(try XMLReader(source.open()), table: table)
  }

  func nextRows() throws -> [TableRow] { try sheet?.nextRows() ?? [] }
}

private final class SpreadsheetMLSheet: XMLHandler {
  let xml: XMLReader
  private let table: Int
  private(set) var tables: [TableDescription] = []
  private var rows = SheetRows()
  private var styles: [String: NumberFormat] = [:]
  private var style = ""
  private var column = 0
  private var isCalculated = false
  private var spanned = 1
  private var type = ""
  private var value: String?
  /// What is in it has the name of what is in the cell.
  private var isComment = false
  private var isHere: Bool { tables.count - 1 == table }

  init(_ xml: XMLReader, table: Int) {
    self.xml = xml
    self.table = table
  }

  func nextRows() throws -> [TableRow] {
    while rows.isEmpty, tables.count - 1 <= table, try xml.readSome(for: self) {}
    return rows.take()
  }

  func begin(_ name: String, in xml: XMLReader) {
    switch name {
    case "Worksheet": tables.append(TableDescription(name: xml.attribute("Name") ?? ""))
    case "Style": style = xml.attribute("ID") ?? ""
    case "NumberFormat": styles[style] = NumberFormat(xml.attribute("Format") ?? "")
    case "Row" where isHere:
      xml.trying {
        try rows.beginRow(
          xml.attribute("Index").flatMap { Int($0) }, isHidden: xml.attribute("Hidden").isTrue)
      }
      column = 0
    case "Cell" where isHere:
      if let index = xml.attribute("Index").flatMap({ Int($0) }), index > 0 {
        column = min(index - 1, SheetSize.columns)
      }
      style = xml.attribute("StyleID") ?? ""
      isCalculated = xml.attribute("Formula") != nil
      spanned = min(xml.attribute("MergeDown").flatMap { Int($0) } ?? 0, SheetSize.rows) + 1
      across = xml.attribute("MergeAcross").flatMap { Int($0) } ?? 0
      value = nil
    case "Comment": isComment = true
    case "Data" where isHere && !isComment:
      type = xml.attribute("Type") ?? "String"
      xml.text.removeAll(keepingCapacity: true)
      xml.collects = true
    default: break
    }
  }

  private var across = 0

  func end(_ name: String, in xml: XMLReader) {
    switch name {
    case "Comment": isComment = false
    case "Data" where isHere && !isComment:
      value = xml.takeText()
      xml.collects = false
    case "Cell" where isHere:
      xml.trying {
        let cell = cell
        if cell.kind != .empty { try rows.add(cell, at: column) }
        rows.span(cell, at: column, rows: spanned)
      }
      column += 1 + max(0, min(across, SheetSize.columns))
    case "Row" where isHere:
      xml.trying { try rows.endRow() }
      if rows.isFull { xml.pause() }
    default: break
    }
  }

  private var cell: Cell {
    guard let value, !value.isEmpty else { return .empty }
    switch type {
    case "Number":
      return SheetNumber.cell(
        value, as: styles[style] ?? .number, from1904: false, isCalculated: isCalculated)
    case "DateTime":
      let cell = Cell(isoDay: value, isCalculated: isCalculated)
      let isDay = cell.text.hasSuffix("T00:00:00")
      return isDay ? Cell(.day, String(value.prefix(10)), isCalculated: isCalculated) : cell
    case "Boolean": return Cell(.yesNo, value == "1" ? "true" : "false", isCalculated: isCalculated)
    case "Error": return Cell(.failed, value, isCalculated: isCalculated)
    default: return Cell(.text, value, isCalculated: isCalculated)
    }
  }
}
