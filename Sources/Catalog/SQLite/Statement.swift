// SPDX-License-Identifier: Apache-2.0
// A prepared statement. `Connection` caches it, so it is always left reset and without bindings: a
// statement that is on a row keeps a read transaction open, and with it the log.

import CSQLite
import Foundation

final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  private(set) var isBusy = false
  private lazy var names = ColumnNames(of: handle)

  /// Prepares the first statement of `sql`; the rest must be empty.
  init(_ sql: String, on connection: OpaquePointer) throws {
    self.connection = connection
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw SQLiteError(of: connection, sql: sql) }
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Runs the statement with `arguments`, calling `body` for each row until it returns false.
  func run(_ arguments: [(any Bindable)?], forEachRow body: (Row) throws -> Bool) throws {
    try using(arguments) {
      let row = Row(of: handle, names)
      while true {
        // SQLite does not keep the system's reason for a COMMIT that failed.
        errno = 0
        let code = sqlite3_step(handle)
        let systemError = errno
        switch code {
        case SQLITE_ROW: guard try body(row) else { return }
        case SQLITE_DONE: return
        default: throw SQLiteError(of: connection, sql: sql, systemError: systemError)
        }
      }
    }
  }

  /// Runs the statement for one key after the other, calling `body` for each row until it returns
  /// false. Made for a million keys: it does no more for each than SQLite does.
  func run(forEach keys: some Sequence<some Bindable>, _ body: (Row) throws -> Bool) throws {
    try using([]) {
      let row = Row(of: handle, names)
      for key in keys {
        try bind(key.storedValue, at: 1)
        var code = sqlite3_step(handle)
        while code == SQLITE_ROW {
          guard try body(row) else { return }
          code = sqlite3_step(handle)
        }
        guard code == SQLITE_DONE else { throw SQLiteError(of: connection, sql: sql) }
        sqlite3_reset(handle)
      }
    }
  }

  /// Runs the statement for the arguments of one row of values after the other, calling `body` with their place for each
  /// row that it gives.
  func run(
    forEach tuples: some Sequence<[(any Bindable)?]>, _ body: (Int, Row) throws -> Void
  ) throws {
    try using([]) {
      let row = Row(of: handle, names)
      for (place, arguments) in tuples.enumerated() {
        for (index, argument) in arguments.enumerated() {
          try bind(argument?.storedValue, at: Int32(index + 1))
        }
        var code = sqlite3_step(handle)
        while code == SQLITE_ROW {
          try body(place, row)
          code = sqlite3_step(handle)
        }
        guard code == SQLITE_DONE else { throw SQLiteError(of: connection, sql: sql) }
        sqlite3_reset(handle)
      }
    }
  }

  /// How many integers `runIntegers` passes at once.
  static let blockLength = 4096
  private static let firstBlockLength = 128

  /// Runs the statement with `arguments`, passing the integers of its first column in blocks, until
  /// `body` returns false. Made for a million rows: it does no more per row than SQLite does. The
  /// blocks grow, as the first of them may be all that is wanted.
  func runIntegers(
    _ arguments: [(any Bindable)?], forEachBlock body: (ContiguousArray<Int64>) throws -> Bool
  ) throws {
    try using(arguments) {
      var code = SQLITE_ROW
      var length = Self.firstBlockLength
      while code == SQLITE_ROW {
        let block = ContiguousArray<Int64>(unsafeUninitializedCapacity: length) {
          buffer, count in
          while count < length {
            code = sqlite3_step(handle)
            guard code == SQLITE_ROW else { return }
            buffer[count] = sqlite3_column_int64(handle, 0)
            count += 1
          }
        }
        guard code == SQLITE_ROW || code == SQLITE_DONE else {
          throw SQLiteError(of: connection, sql: sql)
        }
        if !block.isEmpty, try !body(block) { return }
        length = min(2 * length, Self.blockLength)
      }
    }
  }

  /// Binds `arguments` for as long as `body` runs.
  private func using(_ arguments: [(any Bindable)?], _ body: () throws -> Void) throws {
    isBusy = true
    defer {
      // The error of a failed step is reported again by reset; it is thrown already.
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
      isBusy = false
    }
    for (index, argument) in arguments.enumerated() {
      try bind(argument?.storedValue, at: Int32(index + 1))
    }
    try body()
  }

  private func bind(_ value: StoredValue?, at index: Int32) throws {
    let code =
      switch value {
      case nil:
        sqlite3_bind_null(handle, index)
      case .integer(let integer):
        sqlite3_bind_int64(handle, index, integer)
      case .text(let text):
        sqlite3_bind_text64(
          handle, index, text, UInt64(text.utf8.count), csqlite_transient(), UInt8(SQLITE_UTF8))
      case .blob(let bytes):
        // A null pointer would bind NULL where no bytes are meant.
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(handle, index, 0)
          : sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), csqlite_transient())
      }
    guard code == SQLITE_OK else { throw SQLiteError(of: connection, sql: sql) }
  }

  private var sql: String {
    sqlite3_sql(handle).map { String(cString: $0) } ?? ""
  }
}

extension SQLiteError {
  /// The last error of `connection`.
  init(of connection: OpaquePointer, sql: String, systemError: Int32? = nil) {
    self.init(
      code: sqlite3_extended_errcode(connection),
      message: String(cString: sqlite3_errmsg(connection)),
      sql: sql,
      systemError: systemError ?? sqlite3_system_errno(connection))
  }
}
