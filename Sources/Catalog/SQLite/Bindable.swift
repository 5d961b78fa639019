// SPDX-License-Identifier: Apache-2.0
// The Swift types that can stand for a `?` of a statement, and how each is stored.

import Foundation

/// One value as SQLite stores it.
enum StoredValue: Sendable, Equatable {
  case integer(Int64)
  case text(String)
  case blob([UInt8])
}

extension StoredValue: Bindable {
  var storedValue: StoredValue { self }

  /// The value as a text.
  var text: String? {
    switch self {
    case .integer(let integer): String(integer)
    case .text(let text): text
    case .blob: nil
    }
  }
}

extension StoredValue {
  /// Compares values of one type as SQLite does: texts by bytes.
  func precedes(_ other: StoredValue) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a < b
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.integer, .text): true
    default: false
    }
  }
}

protocol Bindable {
  var storedValue: StoredValue { get }
}

extension Int: Bindable {
  var storedValue: StoredValue { .integer(Int64(self)) }
}

extension Int64: Bindable {
  var storedValue: StoredValue { .integer(self) }
}

extension String: Bindable {
  var storedValue: StoredValue { .text(self) }
}

extension UUID: Bindable {
  /// Sixteen bytes: half the size of the text, in the table and in its index.
  var storedValue: StoredValue { .blob(withUnsafeBytes(of: uuid) { Array($0) }) }
}

extension Date: Bindable {
  /// Milliseconds since 1970: exact in every tool that reads the file.
  var storedValue: StoredValue { .integer(milliseconds) }

  var milliseconds: Int64 {
    // Far outside this range a date is not a moment anybody meant, and Int64 would trap, as for what is no number.
    timeIntervalSince1970.isNaN
      ? 0 : Int64((min(max(timeIntervalSince1970, -1e12), 1e12) * 1000).rounded())
  }

  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
