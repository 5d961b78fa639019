// SPDX-License-Identifier: Apache-2.0
// The local conventions for numbers, days and amounts. Windows take them from the locale;
// `vitrinectl` and files use the neutral style, which means the same on every machine.

import Foundation

/// How numbers, days and amounts are typed.
public struct WritingStyle: Sendable, Hashable {
  public enum DayOrder: Sendable { case yearMonthDay, dayMonthYear, monthDayYear }

  /// The decimal separator. Nil: either a point or a comma, but no grouping with one of them alone, since "1,234" and
  /// "1.234" mean different amounts in different countries; the last one of both is the decimal one everywhere.
  public var decimalSeparator: Character?
  /// The first of the ten digits that numbers are shown with. Every kind of digit is understood.
  public var zero: Unicode.Scalar
  /// A four-digit year at the beginning is understood in every order.
  public var dayOrder: DayOrder
  /// The currency of an amount without one; nil when it must be given.
  public var currency: Currency?

  public static let neutral = WritingStyle()

  public init(
    decimalSeparator: Character? = nil, zero: Unicode.Scalar = "0",
    dayOrder: DayOrder = .yearMonthDay, currency: Currency? = nil
  ) {
    self.decimalSeparator = decimalSeparator
    self.zero = zero
    self.dayOrder = dayOrder
    self.currency = currency
  }

  // MARK: Numbers

  /// The number in `text` with a decimal point and no grouping; `text` unchanged when it is not a
  /// number or is ambiguous.
  func plain(_ text: String) -> String {
    let hasBoth = text.contains(".") && text.contains(",")
    guard var decimalSeparator = decimalSeparator ?? (hasBoth ? "." : nil) else { return text }
    var number = text.trimmed
    if !".,".contains(decimalSeparator) {
      // Such as "٫", which some write between digits; keyboards have a point.
      number = String(number.map { $0 == decimalSeparator ? "." : $0 })
      decimalSeparator = "."
    }
    let spaces: Set<Character> = [" ", "\u{a0}", "\u{202f}", "'", "’", "٬"]
    let marks = number.filter { ".,".contains($0) || spaces.contains($0) }
    guard let last = marks.last else { return number }
    let decimal: Character?
    if spaces.contains(last) {
      decimal = nil
    } else if marks.filter({ $0 == last }).count > 1 {
      // A separator that occurs twice can only be for grouping.
      decimal = nil
    } else if marks.count == 1, last != decimalSeparator, isGrouped(number, by: [last]) {
      decimal = nil
    } else {
      decimal = last
    }
    let (whole, decimals) =
      decimal.flatMap { number.firstIndex(of: $0) }
      .map { (number[..<$0], number[number.index(after: $0)...]) } ?? (number[...], "")
    let grouping = Set(whole.filter { ".,".contains($0) || spaces.contains($0) })
    guard grouping.count <= 1, grouping.isEmpty || isGrouped(whole, by: grouping),
      decimal == nil || !decimals.isEmpty
    else { return text }
    let digits = whole.filter { !grouping.contains($0) }
    return decimal == nil ? digits : "\(digits).\(decimals)"
  }

  /// Whether the separators delimit groups of three digits.
  private func isGrouped(_ whole: some StringProtocol, by separators: Set<Character>) -> Bool {
    let groups = whole.drop { $0 == "-" || $0 == "−" }
      .split(omittingEmptySubsequences: false) { separators.contains($0) }
    guard let first = groups.first, (1...3).contains(first.count), first != "0" else {
      return false
    }
    return groups.dropFirst().allSatisfy { $0.count == 3 }
      && groups.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// Formats a number that has a decimal point.
  func written(_ number: String) -> String {
    guard let decimalSeparator, decimalSeparator != "." else { return inLocalDigits(number) }
    return inLocalDigits(String(number.map { $0 == "." ? decimalSeparator : $0 }))
  }

  private func inLocalDigits(_ text: String) -> String {
    guard zero != "0" else { return text }
    return text.mapScalars { scalar in
      ("0"..."9").contains(scalar)
        ? Unicode.Scalar(zero.value + scalar.value - 0x30) ?? scalar : scalar
    }
  }

  // MARK: Days

  func day(_ text: String) -> CalendarDay? {
    let trimmed = text.trimmed
    let parts = trimmed.split(omittingEmptySubsequences: false) { "-./".contains($0) }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard parts.count == 3,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && $0.utf8.count <= 4 })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    let isYearFirst = parts[0].utf8.count == 4
    // A two-digit year could be in this century or the last.
    guard isYearFirst || dayOrder != .yearMonthDay && parts[2].utf8.count == 4 else { return nil }
    let (year, month, day) =
      isYearFirst
      ? (numbers[0], numbers[1], numbers[2])
      : dayOrder == .dayMonthYear
        ? (numbers[2], numbers[1], numbers[0]) : (numbers[2], numbers[0], numbers[1])
    return CalendarDay(year: year, month: month, day: day)
  }

  func written(_ day: CalendarDay) -> String {
    let text =
      switch dayOrder {
      case .yearMonthDay: day.text
      case .dayMonthYear: "\(day.day).\(day.month).\(day.text.prefix(4))"
      case .monthDayYear: "\(day.month)/\(day.day)/\(day.text.prefix(4))"
      }
    return inLocalDigits(text)
  }
}

extension String {
  /// With the digits 0 to 9 in place of those of other scripts.
  var withPlainDigits: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    return mapScalars { scalar in
      guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
      else { return scalar }
      return Unicode.Scalar(UInt8(0x30 + Int(value)))
    }
  }

  fileprivate func mapScalars(_ change: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    var changed = String.UnicodeScalarView()
    changed.append(contentsOf: unicodeScalars.lazy.map(change))
    return String(changed)
  }
}
