// SPDX-License-Identifier: Apache-2.0
// A number with as many digits as a spreadsheet shows; the others are of binary arithmetic.

import Foundation

/// The number rounded to fifteen digits, perhaps with an exponent.
func fifteenDigits(_ value: Double) -> String {
  var text = [CChar](repeating: 0, count: 40)
  let count = withVaList([value]) { vsnprintf(&text, text.count, "%.15g", $0) }
  return String(decoding: text.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
}
