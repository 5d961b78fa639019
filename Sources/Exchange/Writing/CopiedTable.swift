// SPDX-License-Identifier: Apache-2.0
// A table for the clipboard: as text with tabs, and as HTML, from which spreadsheets take over what is a number.

import Catalog
import Foundation

/// A table in two forms.
public struct CopiedTable: Sendable {
  public let text: String
  public let html: String
  public let products: Int
  /// How many products the list has.
  public let all: Int
}

extension ProductExport {
  /// The table that would be written, in memory.
  public func copied(from store: CatalogStore) async throws -> CopiedTable {
    let columns = try await tableColumns(in: store).map {
      WrittenColumn(column: $0, name: OwnHead.name(of: $0, sayingKinds: false))
    }
    let table = try Table(columns)
    let products = try await store.tableRows(
      query, columns: columns.map(\.column), limit: limit
    ) { try table.add($0) }
    let all = products < limit ? products : try await store.count(query)
    return CopiedTable(text: try table.text(), html: table.html, products: products, all: all)
  }
}

/// One thread after the other uses it.
private final class Table: @unchecked Sendable {
  private let bytes = Bytes()
  private let writer: TextTableWriter
  private var rows: [UInt8] = []
  /// Whether each column is the price, whose currency has a column of its own.
  private let areBare: [Bool]

  private final class Bytes {
    var all: [UInt8] = []
  }

  init(_ columns: [WrittenColumn]) throws {
    areBare = columns.map { $0.column == .field(.builtIn(.price)) }
    writer = TextTableWriter(.tabs) { [bytes] in bytes.all += $0 }
    try writer.begin(columns)
    add(columns.map { (Array($0.name.utf8), "<th>") }, end: "</th>")
  }

  func add(_ row: TableCells) throws {
    try writer.write(row)
    let cells = row.cells.indices.map { place in
      let cell = row.cells[place]
      let isText = cell.kind == .text || cell.kind == .money && !areBare[place]
      return (text(of: cell, row, isBare: areBare[place]), isText ? Self.textCell : "<td>")
    }
    add(cells, end: "</td>")
  }

  /// What spreadsheets leave as it is: in others, 0012 is a number to them, and 1E5 a large one.
  private static let textCell = #"<td style="mso-number-format:'\@'" sdnum="1033;0;@">"#

  private func add(_ cells: [(text: [UInt8], begin: String)], end: String) {
    rows += "<tr>".utf8
    for cell in cells {
      rows += cell.begin.utf8
      for (place, byte) in cell.text.enumerated() {
        switch byte {
        // Excel takes a line break for a row of its own, unless it is told.
        case 0x0D where place + 1 < cell.text.count && cell.text[place + 1] == 0x0A: break
        case 0x0A, 0x0D: rows += #"<br style="mso-data-placement:same-cell">"#.utf8
        default: XMLText.append(byte, to: &rows)
        }
      }
      rows += end.utf8
    }
    rows += "</tr>\n".utf8
  }

  private func text(of cell: TableCells.Cell, _ row: TableCells, isBare: Bool) -> [UInt8] {
    var text: [UInt8] = []
    switch cell.kind {
    case .empty: break
    case .text:
      // As in a CSV: a spreadsheet calculates what it is given.
      if OwnTable.needsApostrophe(row.bytes[cell.text]) { text.append(OwnTable.apostrophe) }
      text += row.bytes[cell.text]
    case .number: row.appendDigits(of: cell, to: &text)
    case .money:
      row.appendDigits(of: cell, to: &text)
      if !isBare { text += [UInt8(ascii: " ")] + row.bytes[cell.text] }
    case .day: TableCells.appendDay(cell.number, to: &text)
    case .yesNo: text += (cell.number == 0 ? "no" : "yes").utf8
    }
    return text
  }

  func text() throws -> String {
    try writer.end()
    return String(decoding: bytes.all, as: UTF8.self)
  }

  var html: String {
    "<meta charset=\"utf-8\"><table>\n" + String(decoding: rows, as: UTF8.self) + "</table>"
  }
}
