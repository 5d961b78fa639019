// SPDX-License-Identifier: Apache-2.0
// The C baseline, with Swift errors.

import BenchTables
import CatalogBaseline
import Foundation

/// A bare SQLite connection, for use on one thread.
final class Baseline {
  static var version: String { String(cString: baseline_version()) }

  private let handle: OpaquePointer

  init(_ path: String) throws {
    guard let handle = baseline_open(path) else { throw Failure("\(path) cannot be opened.") }
    self.handle = handle
  }

  deinit {
    baseline_close(handle)
  }

  /// Steps through a query, storing the first column of every row, and returns the number of rows.
  func collect(_ sql: String) throws -> Int {
    var keys: UnsafePointer<Int64>?
    let count = baseline_collect(handle, sql, &keys)
    guard count >= 0 else { throw failure(sql) }
    return Int(count)
  }

  /// Runs a statement in a transaction of its own, with `number` bound to ?1 and `text` to ?2.
  func change(_ sql: String, _ number: Int, text: String = "") throws {
    guard baseline_change(handle, sql, Int64(number), text) >= 0 else { throw failure(sql) }
  }

  private func failure(_ sql: String) -> Failure {
    Failure("\(String(cString: baseline_error(handle))): \(sql)")
  }
}
