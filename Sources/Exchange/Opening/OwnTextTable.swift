// SPDX-License-Identifier: Apache-2.0
// Takes back what Vitrine's export does to texts, so that a spreadsheet does not take them for formulas.

final class OwnTextTable: TableReader {
  private let reader: any TableReader

  init(_ reader: any TableReader) { self.reader = reader }

  var tables: [TableDescription] { reader.tables }
  var fraction: Double? { reader.fraction }

  func open(_ table: Int) throws { try reader.open(table) }

  func nextRows() throws -> [TableRow] {
    try reader.nextRows().map { row in
      var row = row
      for index in row.cells.indices where row.cells[index].text.utf8.first == OwnTable.apostrophe {
        row.cells[index].text = OwnTable.withoutApostrophe(row.cells[index].text)
      }
      return row
    }
  }
}
