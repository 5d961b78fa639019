// SPDX-License-Identifier: Apache-2.0
// Parses amounts of money as people type them: with a currency code or sign before or after, or
// with none when the currency is known.

import Foundation

extension WritingStyle {
  /// Parses an amount with its currency, such as "12.50 EUR", "€12,50" or "$5".
  func price(_ text: String, for field: InvalidValue.Field) throws -> Price {
    let trimmed = text.trimmed
    func isPartOfNumber(_ character: Character) -> Bool {
      character.isNumber || "-−.,".contains(character) || character == decimalSeparator
    }
    guard let first = trimmed.firstIndex(where: isPartOfNumber),
      let last = trimmed.lastIndex(where: isPartOfNumber)
    else { throw InvalidValue(field, .notANumber) }
    var (start, end) = (first, last)
    // A full stop that belongs to the sign, as in "Fr. 5", is not part of the number.
    while start < end, !trimmed[start].isNumber, !"-−".contains(trimmed[start]) {
      start = trimmed.index(after: start)
    }
    while start < end, trimmed[end] == ".", trimmed[trimmed.index(after: end)...].isEmpty == false {
      end = trimmed.index(before: end)
    }
    let before = trimmed[..<start].trimmingCharacters(in: .whitespaces)
    let after = trimmed[trimmed.index(after: end)...].trimmingCharacters(in: .whitespaces)
    guard before.isEmpty || after.isEmpty else { throw InvalidValue(field, .notANumber) }
    let sign = before + after
    guard let currency = try sign.isEmpty ? currency : currency(of: sign) else {
      throw InvalidValue(field, .notAmountAndCurrency)
    }
    return try Price(plain(String(trimmed[start...end])), currency: currency)
  }

  func written(_ price: Price) -> String {
    let amount = written(price.decimalText)
    return price.currency == currency ? amount : "\(amount) \(price.currency.code)"
  }

  /// The currency of a code or sign.
  private func currency(of sign: String) throws -> Currency? {
    guard let codes = Self.signs[sign.lowercased()] else {
      // A letter or two are a mistyped number, as in "12,x".
      guard sign.count(where: \.isLetter) >= 3 else { throw InvalidValue(.price, .notANumber) }
      return try Currency(sign)
    }
    // When several currencies share a sign, prefer the local one.
    if let currency, codes.contains(currency.code) { return currency }
    return try codes.first.map { try Currency($0) }
  }

  /// Signs and the currencies they stand for; the first one is used when none of them is local.
  private static let signs: [String: [String]] = [
    "€": ["EUR"], "£": ["GBP", "EGP", "LBP", "SYP"], "¥": ["JPY", "CNY"], "₹": ["INR"],
    "₽": ["RUB"], "₺": ["TRY"], "₴": ["UAH"], "₩": ["KRW", "KPW"], "₪": ["ILS"], "₫": ["VND"],
    "฿": ["THB"], "₦": ["NGN"], "₱": ["PHP"], "zł": ["PLN"], "kč": ["CZK"], "ft": ["HUF"],
    "r$": ["BRL"], "us$": ["USD"], "fr.": ["CHF"], "fr": ["CHF"],
    "$": [
      "USD", "AUD", "CAD", "NZD", "SGD", "HKD", "MXN", "ARS", "CLP", "COP", "UYU", "TWD", "BBD",
      "BMD", "BND", "BSD", "BZD", "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD", "TTD",
      "XCD",
    ],
    "kr": ["SEK", "DKK", "NOK", "ISK"], "kr.": ["DKK", "SEK", "NOK", "ISK"],
  ]
}
