// The row a statement stands on. Valid only until the statement moves, so it never leaves the
// closure it is given to. The tables are STRICT: a column's type is what the schema says.

import CSQLite
import Foundation

struct Row {
  fileprivate let statement: OpaquePointer

  init(of statement: OpaquePointer) {
    self.statement = statement
  }

  func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  func int64(_ column: Int) -> Int64 {
    sqlite3_column_int64(statement, Int32(column))
  }

  func int(_ column: Int) -> Int {
    Int(int64(column))
  }

  func intIfPresent(_ column: Int) -> Int? {
    isNull(column) ? nil : int(column)
  }

  func text(_ column: Int) -> String {
    guard let bytes = sqlite3_column_text(statement, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func textIfPresent(_ column: Int) -> String? {
    isNull(column) ? nil : text(column)
  }

  /// The value of any column, nil when it has none.
  func value(_ column: Int) -> StoredValue? {
    switch sqlite3_column_type(statement, Int32(column)) {
    case SQLITE_NULL: nil
    case SQLITE_INTEGER: .integer(int64(column))
    default: .text(text(column))
    }
  }

  func date(_ column: Int) -> Date {
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
