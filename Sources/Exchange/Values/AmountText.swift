// SPDX-License-Identifier: Apache-2.0
// A number as people write it in lists: with a currency or unit before or behind it, with marks between groups
// of digits, with words around it. What its marks mean may not be certain: then there are two readings, and which
// one is right is up to the rest of the column, or to a question.

import Foundation

struct AmountText: Equatable {
  /// With a point, without grouping, with a minus if it is negative.
  enum Reading: Equatable {
    case certain(String)
    /// Such as 1.234.
    case twofold(asDecimal: String, asGrouped: String)
  }

  let reading: Reading
  /// The mark that stands before decimals, if the text leaves no doubt about it; in a twofold reading, the mark
  /// in question.
  let mark: Character?
  /// What it can be an amount of.
  let currencies: [String]
  /// Whatever else stands behind the number, such as “kg”.
  let unit: String
  let isPercent: Bool

  /// Nil if the text is not one number.
  init?(_ text: String) {
    if let plain = AmountText(digits: text) {
      self = plain
      return
    }
    guard Self.mayBeAmount(text) else { return nil }
    let text = Self.withCentsBehind(Self.withPlainCharacters(text))
    guard let span = Self.span(in: text) else { return nil }
    // “A4” is no amount, “EUR4” is.
    if let word = text[..<span.lowerBound].split(separator: " ", omittingEmptySubsequences: false)
      .last,
      word.last?.isLetter ?? false, CurrencyWords.codes(of: String(word)).isEmpty
    {
      return nil
    }
    var before = text[..<span.lowerBound].trimmingCharacters(in: .whitespaces)
    var after = text[span.upperBound...].trimmingCharacters(in: .whitespaces)
    var number = text[span].filter { !$0.isWhitespace }
    let hasGroups = text[span].contains { $0.isWhitespace || Self.apostrophes.contains($0) }
    number.removeAll { Self.apostrophes.contains($0) }

    var isNegative = false
    if before.hasSuffix("-") || before.hasPrefix("-") {
      isNegative = true
      before = before.trimmingCharacters(in: CharacterSet(charactersIn: "- "))
    }
    if before.hasPrefix("("), after.hasSuffix(")") {
      isNegative = true
      before.removeFirst()
      after.removeLast()
    }
    // “.5”
    if let last = before.last, ".,".contains(last),
      before.count == 1 || before.dropLast().last == " " || ["–", "—"].contains(before.dropLast())
    {
      number = "0" + String(last) + number
      // “–.95” has no francs.
      before = String(before.dropLast()).trimmingCharacters(in: CharacterSet(charactersIn: "–— "))
    }
    // “12,-”, “1299.–” and “1 299:-”
    var hasNoCents = false
    if let first = after.first, ".,:".contains(first),
      after.dropFirst().first.map({ "-–—=".contains($0) }) ?? false
    {
      after = String(after.dropFirst().drop { "-–—=".contains($0) })
      hasNoCents = true
    } else if let first = after.first, "–—".contains(first) {
      after = String(after.drop { "–—".contains($0) })
    } else if after == "-" {
      isNegative = true
      after = ""
    }
    // In “1.299,-” there can be no other decimals.
    if hasNoCents {
      let pieces = number.split(omittingEmptySubsequences: false) { ".,".contains($0) }
      if Self.isGrouped(pieces[...]) { number.removeAll { ".,".contains($0) } }
    }
    // “+5 €”, but a number of a phone begins so, too.
    let hasPlus = before.hasPrefix("+") || before.hasSuffix("+")
    if hasPlus { before = before.trimmingCharacters(in: CharacterSet(charactersIn: "+ ")) }
    guard let parts = Self.around(before, after), !hasPlus || !parts.currencies.isEmpty else {
      return nil
    }
    (currencies, unit, isPercent) = parts

    let sign = isNegative ? "-" : ""
    guard let (reading, mark) = Self.reading(number, hasGroups: hasGroups || hasNoCents, sign: sign)
    else { return nil }
    (self.reading, self.mark) = (reading, mark)
  }

  /// Whether it has a digit, and does not begin with a word that stands before no amount: most texts are told by that.
  private static func mayBeAmount(_ text: String) -> Bool {
    var (hasDigit, isForeign, isFirst) = (false, false, true)
    // Of the first word, without what may stand behind it.
    var (length, visible) = (0, 0)
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: hasDigit = true
      case 0xCA...0xFF: isForeign = true
      default: break
      }
      guard isFirst else { continue }
      switch byte {
      // The word may go on as a character that is no letter of ASCII.
      case 0x80...: (isFirst, visible) = (false, 0)
      case 0x20, 0x30...0x39: isFirst = false
      default:
        length += 1
        if !isAfterWord(byte) { visible = length }
      }
    }
    guard hasDigit || isForeign else { return false }
    guard visible > 0, let first = text.utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A
    else { return !DayText.isISO(text) }
    return firstWords.mayBegin(with: first, length: visible)
      && firstWords.contains(String(decoding: text.utf8.prefix(visible), as: UTF8.self))
  }

  /// Whether a word may have it behind it.
  private static func isAfterWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x2C...0x2E, 0x3A, 0x3C...0x3E, 0x7E: true
    default: false
    }
  }

  private static let firstWords = WordSet(
    Set(
      CurrencyWords.words.union(RowWords.beforeAmounts).map { word in
        var bytes = Array(word.utf8)
        while let last = bytes.last, isAfterWord(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
      }))

  /// Most numbers are digits with at most one mark, which leaves no doubt.
  private init?(digits text: String) {
    var (whole, decimals) = (0, 0)
    var mark: UInt8?
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: if mark == nil { whole += 1 } else { decimals += 1 }
      case 0x2C, 0x2E:
        guard mark == nil, whole > 0 else { return nil }
        mark = byte
      default: return nil
      }
    }
    guard whole > 0, mark == nil || decimals > 0 && decimals != 3 else { return nil }
    switch mark {
    case nil: (reading, self.mark) = (.certain(text), nil)
    case 0x2E?: (reading, self.mark) = (.certain(text), ".")
    default:
      let digits = text.utf8.map { $0 == 0x2C ? 0x2E : $0 }
      (reading, self.mark) = (.certain(String(decoding: digits, as: UTF8.self)), ",")
    }
    (currencies, unit, isPercent) = ([], "", false)
  }

  /// The number with this mark before its decimals.
  func number(decimalMark: Character?) -> String? {
    switch reading {
    case .certain(let number): number
    case .twofold(let asDecimal, let asGrouped):
      decimalMark.map { $0 == mark ? asDecimal : asGrouped }
    }
  }

  /// Whether what stands behind an amount only says what it is the price of, or that taxes are in it.
  static func isOfPrice(_ unit: String) -> Bool {
    let words = unit.replacing(" %", with: "%").lowercased().split { " /().,*".contains($0) }
      .map(String.init)
    return unit.hasPrefix("/") || unit.hasPrefix("(") || UnitWords.isOfSeveral(unit)
      || words.allSatisfy { priceWords.contains($0) || $0.hasSuffix("%") }
  }

  /// Whether it counts something of a unit, and is no price of it: “500 g”, but not “5 €/kg” and “5 per kg”.
  var isMeasure: Bool {
    guard currencies.isEmpty, !unit.hasPrefix("/"), !unit.hasPrefix("("),
      unit.split(separator: " ").count == 1
    else { return false }
    return UnitWords.measure(of: unit) != nil
  }

  private static let priceWords: Set<String> = Set(
    """
    per pro je par por al à each ea stk stück st pc pcs piece kg g 100g l ml m unit pz pièce unité inkl incl inc excl exkl
    zzgl mwst ust vat tva iva btw moms dph netto brutto net gross ttc ht plus taxes tax uvp rrp vb fest sofort p
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  // MARK: Digits and marks

  private static let apostrophes: Set<Character> = ["'", "’", "‘", "´", "`"]

  private static func reading(
    _ number: String, hasGroups: Bool, sign: String
  ) -> (Reading, Character?)? {
    let marks = number.filter { ".,".contains($0) }
    guard let last = marks.last else { return (.certain(sign + number), nil) }
    let pieces = number.split(omittingEmptySubsequences: false) { ".,".contains($0) }
    guard pieces.allSatisfy({ !$0.isEmpty }), let decimals = pieces.last, let first = pieces.first
    else { return nil }
    let whole = pieces.dropLast().joined()
    if Set(marks).count > 1 {
      // The last one is that of the decimals, and stands there once.
      guard marks.filter({ $0 == last }).count == 1, isGrouped(pieces.dropLast()) else {
        return nil
      }
      return (.certain(sign + whole + "." + decimals), last)
    }
    if marks.count > 1 {
      guard isGrouped(pieces[...]) else { return nil }
      return (.certain(sign + whole + decimals), last == "." ? "," : ".")
    }
    let isTwofold =
      decimals.count == 3 && (1...3).contains(first.count) && first.first != "0" && !hasGroups
    guard isTwofold else { return (.certain(sign + whole + "." + decimals), last) }
    return (
      .twofold(asDecimal: sign + whole + "." + decimals, asGrouped: sign + whole + decimals), last
    )
  }

  /// Groups of three digits, or as in India of two but for the last.
  private static func isGrouped(_ groups: ArraySlice<Substring>) -> Bool {
    guard let first = groups.first, (1...3).contains(first.count) else { return false }
    guard groups.count > 1 else { return true }
    return groups.last?.count == 3
      && groups.dropFirst().dropLast().allSatisfy { $0.count == 3 || $0.count == 2 }
  }

  /// The one number in a text, with the marks within it.
  private static func span(in text: String) -> Range<String.Index>? {
    guard let start = text.firstIndex(where: isDigit) else { return nil }
    var end = start
    var run = 0
    while end < text.endIndex {
      let character = text[end]
      if isDigit(character) {
        run += 1
        end = text.index(after: end)
        continue
      }
      let next = text.index(after: end)
      let digits = text[next...].prefix(while: isDigit)
      let isGroup = digits.count == 3 && run <= 3
      let joins =
        ".,".contains(character) && !digits.isEmpty
        || apostrophes.contains(character) && digits.count == 3
        || character.isWhitespace && isGroup
      guard joins else { break }
      run = 0
      end = next
    }
    // A second number makes it something else, unless it belongs to a unit, such as m2.
    let rest = text[end...]
    if let other = rest.firstIndex(where: isDigit),
      other == rest.startIndex || !rest[rest.index(before: other)].isLetter,
      !UnitWords.isOfSeveral(rest), !isOfTaxes(rest)
    {
      return nil
    }
    return start..<end
  }

  /// “€ inkl. 19% MwSt.”
  private static func isOfTaxes(_ text: Substring) -> Bool {
    guard text.contains("%") else { return false }
    let words = text.replacing(" %", with: "%").lowercased()
      .split { " /(),*\u{a0}".contains($0) }.map { $0.hasSuffix(".") ? $0.dropLast() : $0 }
    guard let percent = words.firstIndex(where: { $0.hasSuffix("%") }), percent > 0 else {
      return false
    }
    return words.enumerated().allSatisfy { place, word in
      place == percent
        || priceWords.contains(String(word)) || !CurrencyWords.codes(of: String(word)).isEmpty
    }
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  /// With the digits and signs of ASCII in place of others.
  private static func withPlainCharacters(_ text: String) -> String {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.utf8.allSatisfy({ $0 < 0x80 }) else { return trimmed }
    var plain = String.UnicodeScalarView()
    for scalar in trimmed.unicodeScalars {
      if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue,
        let digit = Unicode.Scalar(0x30 + UInt32(value))
      {
        plain.append(digit)
        continue
      }
      switch scalar.value {
      case 0x2212, 0xFF0D, 0x2010, 0x2011: plain.append("-")
      case 0x66B, 0xFF0E: plain.append(".")
      case 0x66C: plain.append("'")
      case 0xFF0C: plain.append(",")
      case 0xA0, 0x202F, 0x2009, 0x2007, 0x2006: plain.append(" ")
      case 0x200E, 0x200F, 0xFEFF: break
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// “12 €50” is 12,50 €.
  private static func withCentsBehind(_ text: String) -> String {
    guard let sign = text.firstIndex(of: "€"), let last = text[..<sign].last(where: { $0 != " " }),
      isDigit(last)
    else { return text }
    let cents = text[text.index(after: sign)...]
    guard cents.count == 2, cents.allSatisfy(isDigit) else { return text }
    return "\(text[..<sign].trimmingCharacters(in: .whitespaces)),\(cents) €"
  }

  // MARK: What stands around it

  private static func around(
    _ before: String, _ after: String
  ) -> (currencies: [String], unit: String, isPercent: Bool)? {
    var currencies: [String] = []
    var words = before.split(separator: " ").map(String.init)
    while let word = words.first {
      let plain = word.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: ".:~≈<>= "))
      let codes = CurrencyWords.codes(of: word)
      if currencies.isEmpty, !codes.isEmpty {
        currencies = codes
      } else if !(plain.isEmpty && !word.contains(where: { "<>".contains($0) }))
        && !RowWords.beforeAmounts.contains(plain)
      {
        return nil
      }
      words.removeFirst()
    }
    var rest = after.trimmingCharacters(in: CharacterSet(charactersIn: "* "))
    // “+” and “>” make a number a bound.
    guard !rest.hasPrefix("+"), !rest.hasPrefix("-") else { return nil }
    let sign = rest.prefix { !$0.isWhitespace && $0 != "/" && $0 != "(" && $0 != "*" }
    let codes = CurrencyWords.codes(of: String(sign))
    if !codes.isEmpty {
      guard currencies.isEmpty || currencies == codes else { return nil }
      currencies = codes
      rest = rest.dropFirst(sign.count).trimmingCharacters(in: CharacterSet(charactersIn: "* "))
    }
    let isPercent = rest == "%" || rest == "％"
    return (currencies, isPercent ? "%" : rest, isPercent)
  }
}
