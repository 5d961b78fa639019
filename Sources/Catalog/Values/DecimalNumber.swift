// SPDX-License-Identifier: Apache-2.0
// An exact decimal number: 0.1 is a tenth. Stored as a whole number of millionths, it sorts and
// compares in SQL as it does here.

/// A number with up to six decimals, between about -9 and 9 trillion.
public struct DecimalNumber: Sendable, Hashable, Comparable {
  public let millionths: Int64

  public init(millionths: Int64) {
    self.millionths = millionths
  }

  /// A whole number; one that is out of range is the largest or the smallest there is.
  public init(whole: Int) {
    let (millionths, overflows) = Int64(whole).multipliedReportingOverflow(by: 1_000_000)
    self.millionths = overflows ? whole < 0 ? .min : .max : millionths
  }

  /// Parses digits with an optional sign and an optional decimal point; nil for anything else and
  /// for a number out of range.
  public init?(_ text: some StringProtocol) {
    let isNegative = text.hasPrefix("-") || text.hasPrefix("−")
    let parts = text.dropFirst(isNegative ? 1 : 0)
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0) }
    let decimals = parts.count == 2 ? parts[1] : ""
    guard let whole = parts.first, !whole.isEmpty, parts.count == 1 || !decimals.isEmpty,
      decimals.utf8.count <= 6, (whole + decimals).utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let millionths = Int64(
        (isNegative ? "-" : "") + whole + decimals
          + String(repeating: "0", count: 6 - decimals.utf8.count))
    else { return nil }
    self.millionths = millionths
  }

  /// The number with a decimal point and no trailing zeros.
  public var text: String {
    let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let sign = millionths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    let digits = String(rest)
    var decimals = String(repeating: "0", count: 6 - digits.count) + digits
    while decimals.last == "0" { decimals.removeLast() }
    return "\(sign)\(whole).\(decimals)"
  }

  /// The nearest whole number that is not larger, or not smaller.
  func whole(isAbove: Bool) -> Int64 {
    let (whole, rest) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
    if rest == 0 { return whole }
    return isAbove ? rest > 0 ? whole + 1 : whole : rest < 0 ? whole - 1 : whole
  }

  public static func < (a: DecimalNumber, b: DecimalNumber) -> Bool {
    a.millionths < b.millionths
  }
}

extension DecimalNumber: Codable {
  /// A whole number as one, as it was when there were no others; any other as a text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let whole = try? container.decode(Int.self) {
      self.init(whole: whole)
      return
    }
    guard let number = DecimalNumber(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number")
    }
    self = number
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let (whole, rest) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
    if rest == 0 { try container.encode(whole) } else { try container.encode(text) }
  }
}

extension DecimalNumber: ExpressibleByIntegerLiteral {
  /// For a number in code.
  public init(integerLiteral number: Int64) {
    millionths = number * 1_000_000
  }
}

extension Int64 {
  /// A one with so many zeros. Not an initializer: `map(Int64.init)` would mean that one.
  static func power(ofTen zeros: Int) -> Int64 {
    (0..<zeros).reduce(1) { power, _ in power * 10 }
  }
}
