// The numbers of new rows. SQLite gives the largest number of a table plus one, and so gives the
// number of a row that was deleted to the next one; a step of undo that remembers the old row would
// then write over the new one. So the largest number ever given is kept, whatever is deleted or
// undone. It also tells which rows a step put in: those with larger numbers.

import Foundation

struct RowNumbers {
  let connection: Connection

  /// Larger ones are only in damaged files: reckoning with them would overflow.
  static let largest = Int64.max - 1 << 20

  /// The largest number that `table` has or had.
  func last(in table: String) throws -> Int64 {
    // Another program may have put in rows without a word to `last_key`.
    try connection.first(
      """
      SELECT max(
        ifnull((SELECT key FROM last_key WHERE name = ?), 0),
        ifnull((SELECT max(key) FROM \(table)), 0))
      """, table
    ) { $0.int64(0) } ?? 0
  }

  /// A number for a new row of `table`.
  func next(in table: String) throws -> Int64 {
    let next = try Self.number(after: last(in: table))
    try keep(next, in: table)
    return next
  }

  static func number(after last: Int64) throws -> Int64 {
    guard last < largest else { throw SQLiteError.corrupt("the row numbers are used up") }
    return last + 1
  }

  /// Lets no number up to `last` be given again.
  func keep(_ last: Int64, in table: String) throws {
    try connection.run(
      """
      INSERT INTO last_key (name, key) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET key = excluded.key WHERE key < excluded.key
      """, table, last)
  }
}
