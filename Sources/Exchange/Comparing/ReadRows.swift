// SPDX-License-Identifier: Apache-2.0
// The rows of a list one part after the other, so that never all of them are held.

import Catalog

/// Sendable because one thread at a time uses it.
final class ReadRows: @unchecked Sendable {
  /// What the closures below, which live as long as this, put their rows into.
  private final class Waiting {
    private(set) var rows: [ReadRow] = []
    /// Of all of them: a row of a wide sheet is large.
    private(set) var values = 0
    var last: (number: Int, part: Int)?
    var grouping: RowGrouping?

    func add(_ read: ReadRow) {
      var row = read
      if let last, last.number == row.number { row.part = last.part + 1 }
      last = (row.number, row.part)
      rows.append(row)
      values += row.values.count
    }

    func removeAll() { (rows, values) = ([], 0) }
  }

  private let reader: any TableReader
  private let watch: PreparationWatch
  private let waiting = Waiting()
  private var list: ListRows
  private var isAtEnd = false

  init(
    _ reader: any TableReader, _ list: ListRowsMaking, by reading: RowReading,
    watch: PreparationWatch
  ) {
    (self.reader, self.watch) = (reader, watch)
    let waiting = waiting
    let take: (ListRow) throws -> Void = { waiting.add(reading.read($0)) }
    waiting.grouping = list.columns.map { RowGrouping($0, take) }
    self.list = list.rows { row in
      if waiting.grouping == nil { try take(row) } else { try waiting.grouping?.take(row) }
    }
  }

  /// The next rows; none at the end.
  func next() throws -> [ReadRow] {
    while waiting.rows.count < 500, waiting.values < SheetSize.atOnce, !isAtEnd {
      let rows = try reader.nextRows()
      try watch.read(rows.count, reader.fraction)
      for row in rows { try list.take(row) }
      guard rows.isEmpty else { continue }
      isAtEnd = true
      try list.end()
      try waiting.grouping?.end()
    }
    defer { waiting.removeAll() }
    return waiting.rows
  }

  /// The same, beside the caller's work.
  func following() async throws -> [ReadRow] { try await offThread { try self.next() } }

  /// Rows that are no products; all of them at the end.
  var leftOut: [LeftOutRow] { list.leftOut }
  /// How many rows are hidden in their spreadsheet; all of them at the end.
  var hidden: Int { list.hidden }
}
