// SPDX-License-Identifier: Apache-2.0
// The first rows of each table, as if there were no more: to show something of a very long list while all of it is read.

/// One thread at a time uses a reader.
final class FirstRows: TableReader, @unchecked Sendable {
  private let reader: any TableReader
  private let most: Int
  private var left = 0
  /// Whether the open table has more.
  private(set) var isCut = false

  init(_ reader: any TableReader, atMost most: Int) {
    (self.reader, self.most) = (reader, most)
  }

  var tables: [TableDescription] { reader.tables }
  var fraction: Double? { reader.fraction }
  var countsFrom1904: Bool { reader.countsFrom1904 }
  var dropped: Int { reader.dropped }

  func open(_ table: Int) throws {
    (left, isCut) = (most, false)
    try reader.open(table)
  }

  func nextRows() throws -> [TableRow] {
    guard !isCut else { return [] }
    let rows = try reader.nextRows()
    isCut = rows.count > left
    let first = rows.prefix(left)
    left -= first.count
    return Array(first)
  }
}
