// SPDX-License-Identifier: Apache-2.0
// Dates and times in an export: ISO 8601 to the millisecond, in UTC, such as
// 2026-11-21T08:30:00.000Z. Foundation's formatter takes longer than the whole rest of a line.

import Foundation

enum MomentText {
  static func text(of date: Date) -> String {
    let (second, millisecond) = date.milliseconds.floored(by: 1000)
    let (day, time) = second.floored(by: 86_400)
    let (year, month, dayOfMonth) = DayCount.date(day)
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
    let days = DayCount.days(year: sign * year, month: month, day: day)
    // The 31st of June must not become the 1st of July.
    guard DayCount.date(days) == (sign * year, month, day) else { return nil }
    var milliseconds = days * 86_400_000
    if take(&rest, "T") || take(&rest, " ") {
      guard let time = time(&rest), let zone = zone(&rest) else { return nil }
      milliseconds += time - zone
    }
    return rest.isEmpty ? Date(milliseconds: milliseconds) : nil
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
