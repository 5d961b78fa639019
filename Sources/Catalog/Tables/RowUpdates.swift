// SPDX-License-Identifier: Apache-2.0
// Changed rows of `product`, written many at a time. For each statement SQLite keeps a copy of
// every page that it changes, to be able to take the statement back; for a single row, that takes
// longer than the change itself, and for many the copies go to a temporary file. OR FAIL avoids the
// copies: what such a statement changed before it failed is rolled back with the command's
// transaction. But OR FAIL also overrides every OR IGNORE in a trigger.

/// Rows that wait to be written until there are enough of them, or `write` is called.
final class RowUpdates {
  private let connection: Connection
  /// The columns that the waiting rows change.
  private var columns: [String] = []
  /// For each waiting row the values of these columns, then its row number.
  private var rows: [[(any Bindable)?]] = []

  /// More of them gain nothing.
  private static let atOnce = 100

  /// The columns that no trigger watches but the history's, which has no OR IGNORE.
  static let unfollowed: Set<String> = [
    "price", "currency", "unit", "pack_size", "stock", "minimum_stock", "year", "position",
    "changed", "revision",
  ]

  init(connection: Connection) {
    self.connection = connection
  }

  /// Sets columns of the row `key`, which must not be waiting already.
  func set(_ columns: [String], to values: [(any Bindable)?], ofRow key: Int64) throws {
    if columns != self.columns {
      try write()
      self.columns = columns
    }
    rows.append(values + [key])
    if rows.count == Self.atOnce { try write() }
  }

  /// The beginning of a statement that changes these columns in many rows.
  static func update(of columns: [String]) -> String {
    unfollowed.isSuperset(of: columns) ? "UPDATE OR FAIL" : "UPDATE"
  }

  /// Writes what is waiting.
  func write() throws {
    guard let length = rows.first?.count else { return }
    defer { rows.removeAll(keepingCapacity: true) }
    guard !Self.unfollowed.isSuperset(of: columns) else { return try write(length) }
    try connection.recording.changingMore { try write(length) }
  }

  private func write(_ length: Int) throws {
    let update = Self.update(of: columns)
    if rows.count == 1 {
      let values = columns.map { "\($0) = ?" }.joined(separator: ", ")
      try connection.run(
        "\(update) product SET \(values) WHERE key = ?", arguments: rows[0])
      return
    }
    let row = "(" + Array(repeating: "?", count: length).joined(separator: ", ") + ")"
    let values = columns.enumerated().map { "\($1) = new.column\($0 + 1)" }
    try connection.run(
      """
      \(update) product
      SET \(values.joined(separator: ", "))
      FROM (VALUES \(Array(repeating: row, count: rows.count).joined(separator: ", "))) AS new
      WHERE product.key = new.column\(length)
      """, arguments: rows.flatMap { $0 })
  }
}
