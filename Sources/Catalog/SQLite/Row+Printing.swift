// SPDX-License-Identifier: Apache-2.0
// A row's values as the bytes of a line for a terminal. A list of a million products is printed
// through here, so nothing is made of a value that is plain already.

import CSQLite
import Foundation

extension Row {
  /// Appends a text. What could steer a terminal or turn the direction of writing is replaced; a tab
  /// would begin another column and becomes a space.
  func append(_ column: Int, to line: inout [UInt8]) {
    guard let bytes = sqlite3_column_text(statement, Int32(column)) else { return }
    let text = UnsafeBufferPointer(
      start: bytes, count: Int(sqlite3_column_bytes(statement, Int32(column))))
    // All of it, without a way out: the compiler then looks at many bytes at once.
    if text.reduce(UInt8(0), { $0 | ($1 &- 0x20 < 0x5f ? 0 : 1) }) == 0 {
      line.append(contentsOf: text)
    } else {
      line.append(printable: String(decoding: text, as: UTF8.self))
    }
  }

  /// Appends a text as it is stored; nothing for NULL.
  func appendText(_ column: Int, to bytes: inout [UInt8]) {
    guard let text = sqlite3_column_text(statement, Int32(column)) else { return }
    bytes.append(
      contentsOf: UnsafeBufferPointer(
        start: text, count: Int(sqlite3_column_bytes(statement, Int32(column)))))
  }

  /// Appends an identifier as people write it.
  func appendIdentifier(_ column: Int, to line: inout [UInt8]) throws {
    guard sqlite3_column_bytes(statement, Int32(column)) == 16,
      let bytes = sqlite3_column_blob(statement, Int32(column))
    else {
      line.append(contentsOf: try uuid(column).uuidString.utf8)
      return
    }
    // At once: appending a byte takes longer than making it.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { text in
      var end = 0
      for place in 0..<16 {
        if place == 4 || place == 6 || place == 8 || place == 10 {
          text[end] = UInt8(ascii: "-")
          end += 1
        }
        let byte = bytes.load(fromByteOffset: place, as: UInt8.self)
        text[end] = Self.digit(byte >> 4)
        text[end + 1] = Self.digit(byte & 15)
        end += 2
      }
      line.append(contentsOf: text)
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

extension [UInt8] {
  mutating func append(printable text: String) {
    for scalar in text.unicodeScalars {
      if scalar == "\t" {
        append(UInt8(ascii: " "))
      } else if scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
        // No such character is below this, and asking takes long.
        || scalar.value > 0x600 && scalar.properties.isBidiControl
      {
        append(contentsOf: "\u{FFFD}".utf8)
      } else {
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Appends an integer with this many digits behind a point.
  mutating func append(
    _ number: Int64, decimals: Int = 0, point: UInt8 = UInt8(ascii: ".")
  ) {
    let start = count
    var rest = number.magnitude
    var written = 0
    repeat {
      if decimals > 0, written == decimals { append(point) }
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      written += 1
    } while rest > 0 || written <= decimals
    if number < 0 { append(UInt8(ascii: "-")) }
    self[start...].reverse()
  }
}
