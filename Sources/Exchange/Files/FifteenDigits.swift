// SPDX-License-Identifier: Apache-2.0
// A number with as many digits as a spreadsheet shows; the others are of binary arithmetic.

import Foundation

/// The finite number rounded to fifteen digits, with a point, perhaps with an exponent.
func fifteenDigits(_ value: Double) -> String {
  var text = [CChar](repeating: 0, count: 40)
  let count = withVaList([value]) { vsnprintf(&text, text.count, "%.15g", $0) }
  let bytes = text.prefix(Int(count)).map { UInt8(bitPattern: $0) }
  // The sign of the decimals is the language's, of one byte or several.
  let parts = bytes.split { !ofNumbers.contains($0) }
  return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
}

private let ofNumbers = Array("0123456789+-e".utf8)
