// SPDX-License-Identifier: Apache-2.0
// The rows that a step inserted. A trigger that records "this did not exist" for each of a million
// rows costs more than the rows themselves. Row numbers are never reused, so the step's new rows
// are those with larger numbers than existed before it, and only a range of numbers has to be
// recorded.
//
// After undo, these rows are kept under the negative step number, so that redo can insert them
// again.

import Foundation

extension History {
  /// Records that `step` inserted the rows with larger numbers than `marks`, the largest before it.
  func rememberInserted(by step: Int, since marks: RowMarks) throws {
    let numbers = RowNumbers(connection: connection)
    let last = try numbers.marks()
    if last == marks { return }
    for table in RecordedTable.numbered where last[table.name] != marks[table.name] {
      try numbers.keep(last[table.name], in: table.name)
    }
    for table in RecordedTable.all {
      let (mark, end) = (marks[table.numbering], last[table.numbering])
      guard end > mark else { continue }
      let range = InsertedRange(table: table, first: mark + 1, last: end)
      let isEmpty =
        try connection.integer(
          "SELECT NOT EXISTS (SELECT 1 FROM \(table.name) WHERE \(range.condition))", range.first,
          range.last) == 1
      if isEmpty { continue }
      try connection.run(
        "INSERT INTO history_inserted (step, name, first, last) VALUES (?, ?, ?, ?)", step,
        table.name, range.first, range.last)
    }
  }

  /// The ranges of rows that a step inserted.
  func ranges(of step: Int) throws -> [InsertedRange] {
    try connection.rows(
      "SELECT name, first, last FROM history_inserted WHERE step = ? ORDER BY name, first", step
    ) { try InsertedRange($0.text("name"), first: $0.int64("first"), last: $0.int64("last")) }
    .compactMap { $0 }
  }

  // MARK: Undoing and redoing

  /// With more rows than this, the search index is updated at once, in batches: the texts it has to
  /// remove would be stored until then.
  private static let piece: Int64 = 10_000

  /// Deletes the rows that `step` inserted. Returns how many bytes are kept for redo; nil if that
  /// exceeds `bounds.kept`: then they are gone for good.
  func takeOut(insertedBy step: Int) throws -> Int? {
    let numbers = RowNumbers(connection: connection)
    let ranges = try ranges(of: step).map { range in
      // Another program may have put any number there.
      try range.upTo(numbers.last(in: range.table.numbering))
    }
    var size = 0
    for range in ranges {
      // Older versions recorded rows that the step inserted and then changed.
      try connection.run(
        "DELETE FROM \(range.table.history) WHERE step = ? AND \(range.condition)", step,
        range.first, range.last)
      size &+= try connection.integer(
        """
        SELECT ifnull(sum(\(range.table.overhead) + \(range.table.size())), 0)
        FROM \(range.table.name) WHERE \(range.condition)
        """, range.first, range.last)
    }
    let isKept = size <= bounds.kept
    // Products first, with everything that belongs to them, so that each is removed from the index
    // once.
    for range in ranges where range.table.name == "product" {
      for piece in range.pieces(of: Self.piece) {
        for part in RecordedTable.parts {
          try takeOut(part, of: piece, by: "product", keepingFor: isKept ? step : nil)
        }
        try takeOut(range.table, of: piece, by: piece.key, keepingFor: isKept ? step : nil)
        if range.last - range.first >= Self.piece {
          try SearchIndex(connection: connection).refresh()
        }
      }
    }
    for range in ranges where range.table.name != "product" {
      try takeOut(range.table, of: range, by: range.key, keepingFor: isKept ? step : nil)
    }
    try shrinkSearchIndex(without: ranges.filter { $0.table.name == "product" })
    return isKept ? size : nil
  }

  private func takeOut(
    _ table: RecordedTable, of range: InsertedRange, by column: String, keepingFor step: Int?
  ) throws {
    let condition = InsertedRange.condition(column)
    if let step {
      let columns = table.list(table.key + table.columns)
      try connection.run(
        """
        INSERT INTO \(table.history) (step, existed, \(columns))
        SELECT ?, 1, \(columns) FROM \(table.name) WHERE \(condition)
        """, 0 &- step, range.first, range.last)
    } else if table.name == "product_image" {
      try connection.run(
        """
        INSERT OR IGNORE INTO loose_image SELECT hash, extension FROM product_image
        WHERE \(condition)
        """, range.first, range.last)
    }
    try connection.run(
      "DELETE FROM \(table.name) WHERE \(condition)", range.first, range.last)
  }

  /// Merging takes as long as what is left is large: worth it if as much has gone.
  private func shrinkSearchIndex(without products: [InsertedRange]) throws {
    let gone = products.reduce(0) { $0 &+ ($1.last - $1.first) }
    guard gone >= Self.piece else { return }
    let left = try connection.integer("SELECT count(*) FROM product")
    if gone >= left { try SearchIndex(connection: connection).shrink() }
  }

  /// Inserts the rows that `takeOut` deleted.
  func putIn(insertedBy step: Int, revises: Bool) throws {
    for table in RecordedTable.all where try has(table, 0 &- step) {
      let columns = table.key + table.columns
      let values = columns.map { revises && $0 == "revision" ? Revision.next(after: $0) : $0 }
      try connection.run(
        """
        INSERT INTO \(table.name) (\(table.list(columns)))
        SELECT \(table.list(values)) FROM \(table.history) WHERE step = ?
        """, 0 &- step)
      try connection.run("DELETE FROM \(table.history) WHERE step = ?", 0 &- step)
    }
    let isLarge = try ranges(of: step).contains { $0.last - $0.first >= Self.piece }
    if isLarge { try SearchIndex(connection: connection).refresh() }
  }
}

/// Rows that one step inserted, by row number.
struct InsertedRange {
  let table: RecordedTable
  let first: Int64
  let last: Int64

  init(table: RecordedTable, first: Int64, last: Int64) {
    self.table = table
    self.first = first
    self.last = last
  }

  /// What another program has put there.
  static let impossible = SQLiteError.corrupt(
    "a step of the history put in rows with impossible numbers")

  /// Nil if the table belongs to a newer version.
  init?(_ table: String, first: Int64, last: Int64) throws {
    guard let table = RecordedTable.all.first(where: { $0.name == table }) else { return nil }
    guard first >= 0, last >= first, last <= RowNumbers.largest else {
      throw Self.impossible
    }
    self.init(table: table, first: first, last: last)
  }

  var key: String { table.key[0] }

  /// What is true of them. `first` and `last` are bound: with a statement of its own for every range,
  /// the connection would keep no others.
  var condition: String { Self.condition(key) }

  static func condition(_ column: String) -> String { "\(column) BETWEEN ? AND ?" }

  /// Without the numbers that no row has.
  func upTo(_ most: Int64) -> InsertedRange {
    InsertedRange(table: table, first: first, last: max(first, min(last, most)))
  }

  func pieces(of count: Int64) -> [InsertedRange] {
    stride(from: first, through: last, by: Int(count)).map {
      InsertedRange(table: table, first: $0, last: min(last, $0 + count - 1))
    }
  }
}
