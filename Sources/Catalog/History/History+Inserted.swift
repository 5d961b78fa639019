// Rows that a step put in by the thousand. A trigger that remembers "this was not there" for each
// of a million rows costs more than the rows; here they are remembered as ranges of row numbers.

import Foundation

extension History {
  /// Lets the step that is being recorded remember that it put in every row of `table` whose key
  /// (for tags: whose product) is in `keys`, and that none of those was there before. Several
  /// ranges of one step must not overlap.
  func rememberInserted(_ keys: ClosedRange<Int64>, in table: RecordedTable) throws {
    try connection.run(
      """
      INSERT INTO history_inserted (step, name, first, last)
      VALUES ((SELECT step FROM recording), ?, ?, ?)
      """, table.name, keys.lowerBound, keys.upperBound)
  }

  // MARK: Undoing

  /// Before a step that put in ranges of rows is swapped: makes of the ranges what a swap
  /// understands. If these rows are more than the history may hold, they are removed at once,
  /// and false says that the step cannot be done again.
  func takeOutInserted(by step: Int) throws -> Bool {
    let ranges = try ranges(of: step)
    guard !ranges.isEmpty else { return true }
    let size = try ranges.reduce(0) { size, range in
      try size
        + connection.integer(
          """
          SELECT ifnull(sum(\(range.table.overhead) + \(range.table.sizeExpression)), 0)
          FROM \(range.table.name) WHERE \(range.condition)
          """)
    }
    for range in ranges {
      // A row of the range may have been touched again by the same step; it was not there before.
      try connection.run(
        "DELETE FROM \(range.table.history) WHERE step = ? AND \(range.condition)", step)
      if size <= limit {
        let key = range.table.list(range.table.key)
        try connection.run(
          """
          INSERT INTO \(range.table.history) (step, existed, \(key))
          SELECT ?, 0, \(key) FROM \(range.table.name) WHERE \(range.condition)
          """, step)
      }
    }
    try connection.run("DELETE FROM history_inserted WHERE step = ?", step)
    if size > limit { try remove(ranges) }
    return size <= limit
  }

  /// Removes rows piece by piece, since the texts that the search index is to forget are gathered
  /// in memory; products with all that is theirs, so that it forgets them once.
  private func remove(_ ranges: [InsertedRange]) throws {
    func keepPictures(where condition: String) throws {
      try connection.run(
        """
        INSERT OR IGNORE INTO loose_image SELECT hash, extension FROM product_image
        WHERE \(condition)
        """)
    }
    for range in ranges where range.table.name == "product" {
      for piece in range.pieces(of: 10_000) {
        let isTheirs = "product BETWEEN \(piece.first) AND \(piece.last)"
        try keepPictures(where: isTheirs)
        for part in RecordedTable.parts {
          try connection.run("DELETE FROM \(part.name) WHERE \(isTheirs)")
        }
        try connection.run("DELETE FROM product WHERE \(piece.condition)")
        try SearchIndex(connection: connection).refresh()
      }
    }
    for range in ranges where range.table.name != "product" {
      if range.table.name == "product_image" { try keepPictures(where: range.condition) }
      try connection.run("DELETE FROM \(range.table.name) WHERE \(range.condition)")
    }
  }

  /// The ranges that a step put in.
  func ranges(of step: Int) throws -> [InsertedRange] {
    try connection.rows(
      "SELECT name, first, last FROM history_inserted WHERE step = ? ORDER BY name, first", step
    ) { row in
      RecordedTable.all.first { $0.name == row.text(0) }.map {
        InsertedRange(table: $0, first: row.int64(1), last: row.int64(2))
      }
    }.compactMap { $0 }
  }
}

/// Rows that one step put in, by their row numbers.
struct InsertedRange {
  let table: RecordedTable
  let first: Int64
  let last: Int64

  var condition: String { "\(table.key[0]) BETWEEN \(first) AND \(last)" }

  func pieces(of count: Int64) -> [InsertedRange] {
    stride(from: first, through: last, by: Int(count)).map {
      InsertedRange(table: table, first: $0, last: min(last, $0 + count - 1))
    }
  }
}
