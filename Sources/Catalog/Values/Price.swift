// SPDX-License-Identifier: Apache-2.0
// A price is a whole number of the currency's minor units, never a binary fraction: 49.98 is
// exactly 4998 cents.

import Foundation

/// A non-negative amount of money.
public struct Price: Sendable, Hashable {
  /// The amount in minor units, such as cents.
  public let minorUnits: Int64
  public let currency: Currency

  public init(minorUnits: Int64, currency: Currency) throws {
    guard minorUnits >= 0 else { throw InvalidValue(.price, .negative) }
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// Parses an amount as people write it: digits with a decimal point or comma.
  ///
  /// Grouped thousands are refused because `1,234` and `1.234` mean different amounts in different
  /// countries.
  public init(_ text: String, currency: Currency) throws {
    let amount = text.trimmed
    guard !amount.isEmpty else { throw InvalidValue(.price, .notANumber) }
    guard !amount.hasPrefix("-"), !amount.hasPrefix("−") else {
      throw InvalidValue(.price, .negative)
    }
    let parts = amount.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "." || $0 == "," })
    let digits = parts.joined()
    guard !parts[0].isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw InvalidValue(.price, .notANumber)
    }
    guard parts.count <= 2 else {
      throw InvalidValue(.price, .grouped)
    }
    let decimals = parts.count == 2 ? parts[1].count : 0
    let allowed = currency.minorUnitDigits
    guard decimals <= allowed else {
      throw InvalidValue(.price, .tooManyDecimals(limit: allowed, currency: currency.code))
    }
    let padded = digits + String(repeating: "0", count: allowed - decimals)
    guard let minorUnits = Int64(padded) else { throw InvalidValue(.price, .tooLarge) }
    try self.init(minorUnits: minorUnits, currency: currency)
  }

  init(storedMinorUnits: Int64, currency: Currency) {
    minorUnits = storedMinorUnits
    self.currency = currency
  }

  /// The amount with a decimal point, such as `49.98`, in every locale.
  public var decimalText: String {
    let digits = currency.minorUnitDigits
    guard digits > 0 else { return String(minorUnits) }
    let text = String(minorUnits)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    return "\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }
}
