// SPDX-License-Identifier: Apache-2.0
// Takes back what WooCommerce's export does to texts: a line break is written as two characters, and
// what a spreadsheet would take for a formula has an apostrophe before it.

final class WooCommerceTable: TableReader {
  private let reader: any TableReader
  private let head: Int
  /// The columns of descriptions.
  private let descriptions: Set<String>
  private let places: PlacesOfDescriptions

  /// Filled when the head is read; one thread at a time uses a reader.
  private final class PlacesOfDescriptions: @unchecked Sendable {
    var columns: [Int] = []
    var rowsGiven = 0
  }

  init(_ reader: any TableReader, _ known: KnownTable) {
    self.reader = reader
    head = known.headRow
    descriptions = Set(known.columns.filter(\.isHTML).map(\.column))
    places = PlacesOfDescriptions()
  }

  var tables: [TableDescription] { reader.tables }
  var fraction: Double? { reader.fraction }

  func open(_ table: Int) throws {
    places.rowsGiven = 0
    try reader.open(table)
  }

  func nextRows() throws -> [TableRow] {
    try reader.nextRows().map { row in
      defer { places.rowsGiven += 1 }
      if places.rowsGiven == head {
        places.columns = row.cells.indices.filter { descriptions.contains(row.cells[$0].text) }
      }
      return places.rowsGiven > head ? plain(row) : row
    }
  }

  private func plain(_ row: TableRow) -> TableRow {
    var row = row
    for index in row.cells.indices where row.cells[index].text.utf8.first == 0x27 {
      let second = row.cells[index].text.dropFirst().first
      if let second, "=+-@".contains(second) { row.cells[index].text.removeFirst() }
    }
    for index in places.columns
    where index < row.cells.count && row.cells[index].text.utf8.contains(0x5C) {
      row.cells[index].text = withLines(row.cells[index].text)
    }
    return row
  }

  /// “\n” as a line break, “\\n” as “\n”.
  private func withLines(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let slash = rest.firstIndex(of: "\\") {
      result += rest[..<slash]
      rest = rest[slash...]
      if rest.hasPrefix("\\\\n") {
        result += "\\n"
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("\\n") {
        result += "\n"
        rest = rest.dropFirst(2)
      } else {
        result += "\\"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}
