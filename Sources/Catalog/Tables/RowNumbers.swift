// SPDX-License-Identifier: Apache-2.0
// The numbers of new rows. SQLite would use the largest number in the table plus one, which can be
// the number of a deleted row; undoing a step that recorded the deleted row would then overwrite
// the new one. So the largest number ever used is stored and survives deletion and undo. It also
// shows which rows a step inserted: those with larger numbers.

import Foundation

struct RowNumbers {
  let connection: Connection

  /// Only damaged files have larger numbers, and arithmetic on them would overflow.
  static let largest = Int64.max - 1 << 20

  /// The largest number that `table` has or ever had.
  func last(in table: String) throws -> Int64 {
    // Another program may have inserted rows without updating `last_key`.
    try connection.first("SELECT \(Self.last(in: "?", table)) AS last", table) {
      $0.int64("last")
    } ?? 0
  }

  /// The largest number of each table, in one statement, because every command asks for it.
  func marks() throws -> RowMarks {
    let marks = try connection.first("SELECT \(Self.columns)") { RowMarks($0) }
    guard let marks else { throw SQLiteError.corrupt("row numbers cannot be asked for") }
    return marks
  }

  /// The columns of a row that has `RowMarks`.
  static let columns = RecordedTable.numbered
    .map { "\(last(in: "'\($0.name)'", $0.name)) AS \($0.name)" }.joined(separator: ", ")

  private static func last(in name: String, _ table: String) -> String {
    """
    max(ifnull((SELECT key FROM last_key WHERE name = \(name)), 0),
      ifnull((SELECT max(key) FROM \(table)), 0))
    """
  }

  /// A number for a new row in `table`.
  func next(in table: String) throws -> Int64 {
    let next = try Self.number(after: last(in: table))
    try keep(next, in: table)
    return next
  }

  static func number(after last: Int64) throws -> Int64 {
    guard last < largest else { throw SQLiteError.corrupt("the row numbers are used up") }
    return last + 1
  }

  /// Makes sure that no number up to `last` is used again.
  func keep(_ last: Int64, in table: String) throws {
    try connection.run(
      """
      INSERT INTO last_key (name, key) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET key = excluded.key WHERE key < excluded.key
      """, table, last)
  }
}

/// The largest number that each table with numbers of its own has or ever had.
struct RowMarks: Equatable {
  /// In the order of `RecordedTable.numbered`.
  let numbers: [Int64]

  init(known numbers: [Int64]) { self.numbers = numbers }

  init(_ row: Row) {
    numbers = RecordedTable.numbered.map { row.int64($0.name) }
  }

  /// 0 for a table without numbers of its own.
  subscript(table: String) -> Int64 {
    RecordedTable.numbered.firstIndex { $0.name == table }.map { numbers[$0] } ?? 0
  }
}
