// SPDX-License-Identifier: Apache-2.0
// The number that most amounts are: digits with at most one mark in them, which leaves no doubt. It is read from its
// bytes; `AmountText` reads all others.

struct PlainAmount {
  /// The mark before the decimals; nil without decimals.
  private(set) var mark: UInt8?
  /// How many decimals.
  private(set) var decimals = 0
  /// All digits as one number; nil if they are more than eighteen.
  var number: Int64? { length <= 18 ? value : nil }
  private var value: Int64 = 0
  /// Without zeros at the beginning.
  private var length = 0
  private(set) var isZero = true
  /// Whether there is nothing before the mark.
  private(set) var isBelowOne = true
  private(set) var hasFraction = false
  /// Whether its first digit is a zero that says nothing of a number, as in 007 and 01.10.
  private(set) var hasLeadingZero = false
  /// Whether it has more decimals than coins have.
  private(set) var isFine = false
  /// How many of the decimals are more than zeros at the end.
  private(set) var significant = 0

  /// Nil for any other text.
  init?(_ text: String) {
    var whole = 0
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39:
        let digit = Int64(byte & 0xF)
        if length > 0 || digit != 0 { length += 1 }
        if length <= 18 { value = value * 10 + digit }
        if digit != 0 { isZero = false }
        guard mark != nil else {
          whole += 1
          if whole == 2, text.utf8.first == 0x30 { hasLeadingZero = true }
          if digit != 0 { isBelowOne = false }
          continue
        }
        decimals += 1
        if digit != 0 {
          hasFraction = true
          significant = decimals
          if decimals > 2 { isFine = true }
        }
      case 0x2C, 0x2E:
        guard mark == nil, whole > 0 else { return nil }
        mark = byte
      default: return nil
      }
    }
    // Three digits behind a mark may be a group.
    guard whole > 0, mark == nil || decimals > 0 && decimals != 3 else { return nil }
  }

  /// The number, if it has no mark.
  var whole: Int? { mark == nil ? number.map { Int($0) } : nil }

  /// The number with so many decimals, in units of the last; nil if it has more of them, or is too large.
  func scaled(to wanted: Int) -> Int64? {
    guard var scaled = number else { return nil }
    guard significant <= wanted else { return nil }
    for _ in 0..<abs(wanted - decimals) {
      if decimals > wanted {
        scaled /= 10
      } else {
        let (product, isTooLarge) = scaled.multipliedReportingOverflow(by: 10)
        if isTooLarge { return nil }
        scaled = product
      }
    }
    return scaled
  }
}
