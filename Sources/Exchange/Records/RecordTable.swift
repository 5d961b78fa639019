// SPDX-License-Identifier: Apache-2.0
// Records as a table. Which columns there are is known only when all of them were read, so that a file
// is read twice: it may be far larger than the memory.

/// Reads records from a file, from its beginning.
protocol RecordReader: AnyObject {
  /// The next ones; none at the end.
  func next() throws -> [Record]
  var fraction: Double? { get }
  /// How many characters were left away that the format forbids.
  var dropped: Int { get }
}

extension RecordReader {
  var dropped: Int { 0 }
}

/// A kind of file that has records.
protocol RecordSource: Sendable {
  var format: ForeignFormat { get }
  /// One sees all of the file before the other begins, so that what stands behind the records is known.
  func reader(after first: (any RecordReader)?) throws -> any RecordReader
  /// What a column means; nil if the format leaves that to the list.
  func known(_ column: String) -> KnownColumn?
  /// After the first reading.
  var rows: KnownRows { get }
  var decimalSign: Character? { get }
  /// Whether Vitrine wrote it.
  var isOwn: Bool { get }
  /// Whether a column is one of several that may be the price.
  func isPrice(_ column: String) -> Bool
  /// The columns that come first, in their order.
  var firstColumns: [String] { get }
  /// Those for which there are values only after the first reading.
  var lateColumns: [String] { get }
}

extension RecordSource {
  var rows: KnownRows { .productEach }
  var decimalSign: Character? { "." }
  var isOwn: Bool { false }
  func isPrice(_ column: String) -> Bool { false }
  var firstColumns: [String] { [] }
  var lateColumns: [String] { [] }
}

final class RecordTable: TableReader, @unchecked Sendable {
  // One thread at a time uses a reader.
  static let mostColumns = 4_000

  let tables = [TableDescription()]
  let known: KnownTable
  private let source: any RecordSource
  private let first: any RecordReader
  private let columns: [String: Int]
  private let names: [String]
  private var reader: (any RecordReader)?
  private var isHeadGiven = false

  init(_ source: any RecordSource) throws {
    self.source = source
    let reader = try source.reader(after: nil)
    first = reader
    var columns: [String: Int] = [:]
    var names: [String] = []
    while true {
      let records = try reader.next()
      if records.isEmpty { break }
      for record in records {
        for (column, _) in record.values where columns[column] == nil {
          guard names.count < Self.mostColumns else { throw UnreadableFile.tooLarge(.cells) }
          columns[column] = names.count
          names.append(column)
        }
      }
    }
    for column in source.lateColumns where columns[column] == nil && !names.isEmpty {
      columns[column] = names.count
      names.append(column)
    }
    guard !names.isEmpty else { throw UnreadableFile.noTable(.noProducts) }
    var placed: Set<String> = []
    let ordered = (source.firstColumns + names).filter {
      columns[$0] != nil && placed.insert($0).inserted
    }
    self.names = ordered
    self.columns = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1, $0) })
    var known = KnownTable(
      format: source.format, columns: ordered.compactMap(source.known), rows: source.rows,
      decimalSign: source.decimalSign)
    known.isOwn = source.isOwn
    known.prices = ordered.filter(source.isPrice)
    self.known = known
    try open(0)
  }

  var fraction: Double? { reader?.fraction }
  var dropped: Int { first.dropped }

  func open(_ table: Int) throws {
    reader = try source.reader(after: first)
    isHeadGiven = false
  }

  func nextRows() throws -> [TableRow] {
    if !isHeadGiven {
      isHeadGiven = true
      return [TableRow(1, names.map { Cell(.text, $0) })]
    }
    guard let reader else { return [] }
    return try reader.next().map { record in
      var cells: [Cell] = []
      for (column, cell) in record.values {
        guard let place = columns[column] else { continue }
        while cells.count <= place { cells.append(.empty) }
        cells[place] = cell
      }
      return TableRow(record.number, cells)
    }
  }
}
