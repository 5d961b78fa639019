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
    try connection.first(
      """
      SELECT max(
        ifnull((SELECT key FROM last_key WHERE name = ?), 0),
        ifnull((SELECT max(key) FROM \(table)), 0)) AS last
      """, table
    ) { $0.int64("last") } ?? 0
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
