// SPDX-License-Identifier: Apache-2.0
// Parses what a user types: the one place that says what each kind accepts. Prices, categories,
// GTINs and tags are parsed by their own types.

import Foundation

extension FieldKind {
  /// The value of `text`; nil for blank text.
  ///
  /// - Parameter field: the field named in the error.
  public func value(
    from text: String, style: WritingStyle = .neutral, for field: InvalidValue.Field
  ) throws -> FieldValue? {
    guard !text.isBlank else { return nil }
    // Only of those kinds that need it: others may be long, and are read at each letter.
    var trimmed: String { text.trimmed }
    switch self {
    case .line: return .text(try LineText(text, for: field).text)
    case .text: return .text(try FreeText(description: text).text)
    case .wholeNumber:
      // Grouped thousands are accepted only when the style says what they look like.
      guard let number = Int(style.plain(trimmed.withPlainDigits)) else {
        throw InvalidValue(field, .notAWholeNumber)
      }
      return .integer(number)
    case .number(let unit):
      var number = trimmed
      // Joiners can make characters of the end that the unit alone does not have.
      if !unit.isEmpty, number.hasSuffix(unit) { number = String(number.dropLast(unit.count)) }
      number = style.plain(number.trimmed.withPlainDigits)
      if style.decimalSeparator == nil { number = number.replacingOccurrences(of: ",", with: ".") }
      guard let decimal = DecimalNumber(number) else {
        throw InvalidValue(field, .notADecimal(digits: 6))
      }
      return .number(decimal)
    case .money: return .money(try style.price(text.withPlainDigits, for: field))
    case .date:
      guard let day = style.day(trimmed.withPlainDigits) else {
        throw InvalidValue(field, .notADay)
      }
      return .day(day)
    case .year: return .integer(try IntroductionYear(text.withPlainDigits).value)
    case .choice(let choices):
      let typed = trimmed
      let choice =
        choices.first { $0 == typed } ?? choices.first { $0.folded == typed.folded }
        // Few keyboards have the raised digit of “m²”.
        ?? choices.first { $0.precomposedStringWithCompatibilityMapping == typed }
      guard let choice else { throw InvalidValue(field, .notOneOf(choices)) }
      return .text(choice)
    case .yesNo:
      switch trimmed.lowercased() {
      case "yes", "true", "1": return .yesNo(true)
      case "no", "false", "0": return .yesNo(false)
      default: throw InvalidValue(field, .notYesOrNo)
      }
    case .code(let checkDigit):
      return .text(try checkDigit.code(from: trimmed.withPlainDigits, for: field))
    case .link: return .text(try Self.link(from: text, for: field))
    case .tags: return .tags(try TagsText.tags(from: text))
    case .category: return .category(try CategoryPath(text))
    }
  }

  /// A link that is safe to open: http, https, mailto or tel.
  private static func link(from text: String, for field: InvalidValue.Field) throws -> String {
    let line = try singleLine(text, for: field, atMost: 2000)
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let schemes = ["http", "https", "mailto", "tel"]
    guard !line.contains(where: \.isWhitespace) else { throw InvalidValue(field, .notALink) }
    if parts.count == 2, schemes.contains(parts[0].lowercased()) {
      guard parts[1].contains(where: { $0 != "/" }) else { throw InvalidValue(field, .notALink) }
      return line
    }
    // Accept "example.org/page" like a browser; in "host:80", "host" is not a scheme.
    let host = line.prefix { $0 != "/" }
    guard host.contains("."), !host.contains(":"), !host.hasPrefix("."), !host.hasSuffix(".") else {
      throw InvalidValue(field, .notALink)
    }
    return "https://" + line
  }
}

extension FieldKind.CheckDigit {
  /// The code without spaces and dashes, if its check digit is correct.
  func code(from text: String, for field: InvalidValue.Field) throws -> String {
    switch self {
    case .gtin: return try GTIN(text).text
    case .isbn:
      let code = text.filter { $0 != "-" && $0 != " " }.uppercased()
      if code.utf8.count == 13 { return try GTIN(code).text }
      let digits = code.utf8.enumerated().map { place, byte in
        byte == UInt8(ascii: "X") && place == 9
          ? 10 : (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : -1000
      }
      let sum = digits.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }
      guard digits.count == 10, sum >= 0, sum.isMultiple(of: 11) else {
        throw InvalidValue(field, .wrongCheckDigit)
      }
      return code
    case .luhn:
      let code = text.filter { $0 != "-" && $0 != " " }
      guard (2...64).contains(code.utf8.count),
        code.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { throw InvalidValue(field, .wrongCheckDigit) }
      let sum = code.utf8.reversed().enumerated().reduce(0) { sum, digit in
        let number = Int(digit.element - 0x30) * (digit.offset.isMultiple(of: 2) ? 1 : 2)
        return sum + number / 10 + number % 10
      }
      guard sum.isMultiple(of: 10) else { throw InvalidValue(field, .wrongCheckDigit) }
      return code
    }
  }
}
