// SPDX-License-Identifier: Apache-2.0
// Dates and times in an export: ISO 8601 to the millisecond, in UTC, such as
// 2026-11-21T08:30:00.000Z. Foundation's formatter takes longer than the whole rest of a line.

import Foundation

enum MomentText {
  static func text(of date: Date) -> String {
    let (second, millisecond) = floor(date.milliseconds, by: 1000)
    let (day, time) = floor(second, by: 86_400)
    let (year, month, dayOfMonth) = calendar(day)
    // Years of more than four digits have a sign.
    let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
    return sign + digits(abs(year), 4) + "-" + digits(month, 2) + "-" + digits(dayOfMonth, 2)
      + "T" + digits(time / 3600, 2) + ":" + digits(time / 60 % 60, 2) + ":"
      + digits(time % 60, 2) + "." + digits(millisecond, 3) + "Z"
  }

  /// Parses a date and time. Without a time it is the beginning of the day; without a zone, UTC.
  static func date(_ text: String) -> Date? {
    var rest = Array(text.utf8)[...]
    let sign: Int64 = take(&rest, "-") ? -1 : 1
    if sign > 0 { _ = take(&rest, "+") }
    guard let year = number(&rest, 4...6), take(&rest, "-"),
      let month = number(&rest, 2...2), take(&rest, "-"), let day = number(&rest, 2...2),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let days = dayNumber(year: sign * year, month: month, day: day)
    // The 31st of June must not become the 1st of July.
    guard calendar(days) == (sign * year, month, day) else { return nil }
    var milliseconds = days * 86_400_000
    if take(&rest, "T") || take(&rest, " ") {
      guard let time = time(&rest), let zone = zone(&rest) else { return nil }
      milliseconds += time - zone
    }
    return rest.isEmpty ? Date(milliseconds: milliseconds) : nil
  }

  // MARK: The calendar

  /// The date of a day counted from 1970, in the proleptic Gregorian calendar. Years begin in March
  /// here, so that the leap day is the last one.
  private static func calendar(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floor(day + 719_468, by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      era * 400 + yearOfEra + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  private static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
    let (era, yearOfEra) = floor(month > 2 ? year : year - 1, by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func floor(_ value: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }

  // MARK: Text

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(
    _ rest: inout ArraySlice<UInt8>, _ length: ClosedRange<Int>
  ) -> Int64? {
    let digits = rest.prefix(length.upperBound).prefix { (0x30...0x39).contains($0) }
    guard length.contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  /// Milliseconds since midnight.
  private static func time(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    guard let hour = number(&rest, 2...2), take(&rest, ":"), let minute = number(&rest, 2...2),
      hour < 24, minute < 60
    else { return nil }
    var milliseconds = (hour * 3600 + minute * 60) * 1000
    guard take(&rest, ":") else { return milliseconds }
    guard let second = number(&rest, 2...2), second < 60 else { return nil }
    milliseconds += second * 1000
    guard take(&rest, ".") else { return milliseconds }
    let digits = rest.prefix(9).prefix { (0x30...0x39).contains($0) }.count
    guard let fraction = number(&rest, 1...9) else { return nil }
    return milliseconds + fraction * 1_000_000_000 / .power(ofTen: digits) / 1_000_000
  }

  /// How many milliseconds the zone is ahead of UTC.
  private static func zone(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    if rest.isEmpty || take(&rest, "Z") { return 0 }
    let sign: Int64 = take(&rest, "-") ? -1 : 1
    if sign > 0, !take(&rest, "+") { return nil }
    guard let hour = number(&rest, 2...2), hour <= 14 else { return nil }
    _ = take(&rest, ":")
    guard let minute = rest.isEmpty ? 0 : number(&rest, 2...2), minute < 60 else { return nil }
    return sign * (hour * 60 + minute) * 60_000
  }
}
