// SPDX-License-Identifier: Apache-2.0
// A table for the clipboard: as text with tabs, and as HTML, from which spreadsheets take over what is a number.

import Catalog
import Foundation

/// A table in two forms.
public struct CopiedTable: Sendable {
  public let text: String
  public let html: String
  public let products: Int
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
    return CopiedTable(text: try table.text(), html: table.html, products: products)
  }
}

/// One thread after the other uses it.
private final class Table: @unchecked Sendable {
  private let bytes = Bytes()
  private let writer: TextTableWriter
  private var rows: [UInt8] = []

  private final class Bytes {
    var all: [UInt8] = []
  }

  init(_ columns: [WrittenColumn]) throws {
    writer = TextTableWriter(.tabs) { [bytes] in bytes.all += $0 }
    try writer.begin(columns)
    add(columns.map { Array($0.name.utf8) }, in: "th")
  }

  func add(_ row: TableCells) throws {
    try writer.write(row)
    add(row.cells.map { Self.text(of: $0, row) }, in: "td")
  }

  private func add(_ texts: [[UInt8]], in element: String) {
    rows += "<tr>".utf8
    for text in texts {
      rows += "<\(element)>".utf8
      for byte in text { XMLText.append(byte, to: &rows) }
      rows += "</\(element)>".utf8
    }
    rows += "</tr>\n".utf8
  }

  private static func text(of cell: TableCells.Cell, _ row: TableCells) -> [UInt8] {
    var text: [UInt8] = []
    switch cell.kind {
    case .empty: break
    case .text:
      // As in a CSV: a spreadsheet calculates what it is given.
      if OwnTable.needsApostrophe(row.bytes[cell.text]) { text.append(OwnTable.apostrophe) }
      text += row.bytes[cell.text]
    case .number, .money: row.appendDigits(of: cell, to: &text)
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
