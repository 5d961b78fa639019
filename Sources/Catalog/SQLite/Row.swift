// SPDX-License-Identifier: Apache-2.0
// The row a statement is on. Valid only until the statement moves, so it never leaves the
// closure it is given to. The tables are STRICT: a column's type is what the schema says.
//
// Columns are read by name: positions cannot be counted by hand in a statement that is generated from the
// fields' descriptions.

import CSQLite
import Foundation

struct Row {
  let statement: OpaquePointer
  private let names: ColumnNames

  init(of statement: OpaquePointer, _ names: ColumnNames) {
    self.statement = statement
    self.names = names
  }

  // MARK: By name

  func isNull(_ name: String) -> Bool { isNull(names.place(of: name)) }
  func int64(_ name: String) -> Int64 { int64(names.place(of: name)) }
  func int(_ name: String) -> Int { int(names.place(of: name)) }
  func intIfPresent(_ name: String) -> Int? { intIfPresent(names.place(of: name)) }
  func text(_ name: String) -> String { text(names.place(of: name)) }
  func textIfPresent(_ name: String) -> String? { textIfPresent(names.place(of: name)) }
  func value(_ name: String) -> StoredValue? { value(names.place(of: name)) }
  func date(_ name: String) -> Date { date(names.place(of: name)) }
  func uuid(_ name: String) throws -> UUID { try uuid(names.place(of: name)) }

  /// Calls `body` with a text as it is stored.
  func withBytes(_ name: String, _ body: (UnsafeRawBufferPointer) -> Void) {
    let column = Int32(names.place(of: name))
    let bytes = sqlite3_column_blob(statement, column)
    body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
  }

  /// All values, in the order of the columns.
  var values: [StoredValue?] {
    (0..<Int(sqlite3_column_count(statement))).map { column in
      guard sqlite3_column_type(statement, Int32(column)) == SQLITE_BLOB else {
        return value(column)
      }
      let bytes = sqlite3_column_blob(statement, Int32(column))
      let count = Int(sqlite3_column_bytes(statement, Int32(column)))
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    }
  }

  // MARK: The only column

  var onlyInteger: Int { int(0) }
  var onlyText: String { text(0) }

  // MARK: By position

  // For `TabbedList`, which derives the positions from the descriptions: finding a column by its name
  // takes longer than printing it.

  func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  func int64(_ column: Int) -> Int64 {
    sqlite3_column_int64(statement, Int32(column))
  }

  private func int(_ column: Int) -> Int {
    Int(int64(column))
  }

  private func intIfPresent(_ column: Int) -> Int? {
    isNull(column) ? nil : int(column)
  }

  func text(_ column: Int) -> String {
    guard let bytes = sqlite3_column_text(statement, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private func textIfPresent(_ column: Int) -> String? {
    isNull(column) ? nil : text(column)
  }

  /// The value of any column, nil when it has none.
  private func value(_ column: Int) -> StoredValue? {
    switch sqlite3_column_type(statement, Int32(column)) {
    case SQLITE_NULL: nil
    case SQLITE_INTEGER: .integer(int64(column))
    default: .text(text(column))
    }
  }

  private func date(_ column: Int) -> Date {
    Date(milliseconds: int64(column))
  }

  func uuid(_ column: Int) throws -> UUID {
    let count = sqlite3_column_bytes(statement, Int32(column))
    guard count == 16, let bytes = sqlite3_column_blob(statement, Int32(column)) else {
      throw SQLiteError(
        code: SQLITE_CORRUPT, message: "an identifier is not 16 bytes long", sql: sql)
    }
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) { $0.copyMemory(from: .init(start: bytes, count: 16)) }
    return UUID(uuid: uuid)
  }

  private var sql: String {
    sqlite3_sql(statement).map { String(cString: $0) } ?? ""
  }
}

/// The names of a statement's columns, found out once. Rows are mostly read in the order of their
/// columns, so the next name is looked for where the last one was found.
final class ColumnNames {
  private let names: [String]
  private var next = 0

  init(of statement: OpaquePointer) {
    names = (0..<sqlite3_column_count(statement)).map { column in
      sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
    }
  }

  /// A name that the statement does not have is a mistake in the program; its value is null.
  func place(of name: String) -> Int {
    if next < names.count, names[next] == name {
      next += 1
      return next - 1
    }
    guard let place = names.firstIndex(of: name) else {
      assertionFailure("there is no column \(name) among \(names)")
      return names.count
    }
    next = place + 1
    return place
  }
}
