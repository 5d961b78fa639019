// SPDX-License-Identifier: Apache-2.0
// The number in a product’s barcode.

import Foundation

/// A Global Trade Item Number of 8, 12, 13 or 14 digits with a correct check digit.
public struct GTIN: Sendable, Hashable {
  /// The digits, including leading zeros.
  public let text: String

  public init(_ text: String) throws {
    let digits = text.trimmed
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw InvalidValue(.gtin, .notDigits)
    }
    let lengths = [8, 12, 13, 14]
    guard lengths.contains(digits.utf8.count) else {
      throw InvalidValue(.gtin, .wrongLength(allowed: lengths))
    }
    let expected = Self.checkDigit(of: digits.utf8.dropLast())
    guard digits.utf8.last == expected else {
      throw InvalidValue(.gtin, .checkDigit(expected: Int(expected - 0x30)))
    }
    self.text = digits
  }

  /// Whether a text is one, when nobody asks why not.
  public static func isOne(_ text: String) -> Bool {
    let count = text.utf8.count
    guard count == 8 || (12...14).contains(count) else { return false }
    var (sum, isTripled) = (0, count.isMultiple(of: 2))
    for byte in text.utf8 {
      guard (0x30...0x39).contains(byte) else { return false }
      sum += Int(byte - 0x30) * (isTripled ? 3 : 1)
      isTripled.toggle()
    }
    return sum.isMultiple(of: 10)
  }

  init(stored text: String) {
    self.text = text
  }

  /// The four GTINs that a text stands for, with or without leading zeros; other texts stand for
  /// themselves.
  static func spellings(of text: String) -> [String] {
    let digits = text.filter { !$0.isWhitespace && $0 != "-" }
    let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isNumber else { return [text, text, text, text] }
    let plain = String(digits.drop { $0 == "0" })
    return [8, 12, 13, 14].map { length in
      String(repeating: "0", count: max(0, length - plain.count)) + plain
    }
  }

  /// The ASCII digit that makes the weighted sum a multiple of ten, with weights 3, 1, 3, … from
  /// the right.
  public static func checkDigit(of digits: some BidirectionalCollection<UInt8>) -> UInt8 {
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      sum + Int(digit.element - 0x30) * (digit.offset.isMultiple(of: 2) ? 3 : 1)
    }
    return UInt8((10 - sum % 10) % 10) + 0x30
  }
}
