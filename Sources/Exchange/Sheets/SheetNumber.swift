// SPDX-License-Identifier: Apache-2.0
// A number of a spreadsheet as a cell: its digits, or the day and time that it counts.

import Catalog

enum SheetNumber {
  /// The cell for a stored number.
  ///
  /// - Parameter from1904: whether days are counted from 1904, as on old Macs.
  static func cell(
    _ stored: String, as format: NumberFormat, from1904: Bool, isCalculated: Bool = false
  ) -> Cell {
    func cell(_ kind: Cell.Kind, _ text: String) -> Cell {
      Cell(kind, text, isCalculated: isCalculated)
    }
    switch format {
    case .number: return cell(.number, digits(stored))
    case .percent: return cell(.percent, digits(stored))
    case .money(let currency): return cell(.money(currency: currency), digits(stored))
    case .code(let pattern):
      return code(stored, pattern).map { cell(.text, $0) } ?? cell(.number, digits(stored))
    case .day, .moment, .time:
      guard let serial = Double(stored), let moment = Moment(serial, from1904: from1904) else {
        return cell(.number, digits(stored))
      }
      switch format {
      // Where a formula found nothing: no day has this number.
      case .day where serial == 0 && !from1904: return .empty
      case .day: return cell(.day, moment.day)
      case .time: return cell(.time, serial < 1 ? moment.time : moment.hours)
      // Before the first day it is a time.
      default:
        return serial < 1 ? cell(.time, moment.time) : cell(.moment, "\(moment.day)T\(moment.time)")
      }
    }
  }

  /// As people see it: “19.989999999999998” is what a program stores for 19.99.
  static func digits(_ stored: String) -> String {
    let text = withoutZeros(stored.utf8.contains(0x20) ? stored.filter { $0 != " " } : stored)
    let bytes = text.utf8
    // Digits are kept, however many.
    if bytes.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D }) { return text }
    if bytes.count <= 15, bytes.allSatisfy({ (0x2D...0x39).contains($0) && $0 != 0x2F }) {
      return text
    }
    guard let value = Double(text), value.isFinite else { return text }
    return plain(fifteenDigits(value))
  }

  /// “1001.0” is what some programs store for 1001.
  private static func withoutZeros(_ text: String) -> String {
    guard let last = text.utf8.last, last == 0x30 || last == 0x2E, text.utf8.first != 0x2E,
      text.utf8.allSatisfy({ (0x2D...0x39).contains($0) && $0 != 0x2F }),
      text.utf8.count(where: { $0 == 0x2E }) == 1
    else { return text }
    var number = text
    while number.hasSuffix("0") { number.removeLast() }
    if number.hasSuffix(".") { number.removeLast() }
    return number
  }

  /// “1.5e+03” without its exponent.
  static func plain(_ text: String) -> String {
    guard let mark = text.firstIndex(where: { $0 == "e" || $0 == "E" }),
      let exponent = Int(text[text.index(after: mark)...]), exponent.magnitude < 400
    else { return text }
    var mantissa = text[..<mark]
    let isNegative = mantissa.hasPrefix("-")
    if isNegative { mantissa = mantissa.dropFirst() }
    let parts = mantissa.split(separator: ".", maxSplits: 1)
    let digits = parts.joined()
    let point = (parts.first?.count ?? 0) + exponent
    var result: String
    if point <= 0 {
      result = "0." + String(repeating: "0", count: -point) + digits
    } else if point >= digits.count {
      result = digits + String(repeating: "0", count: point - digits.count)
    } else {
      result = digits.prefix(point) + "." + digits.dropFirst(point)
    }
    if result.contains(".") {
      while result.hasSuffix("0") { result.removeLast() }
      if result.hasSuffix(".") { result.removeLast() }
    }
    return isNegative ? "-" + result : result
  }

  /// A whole number in a pattern of zeros.
  private static func code(_ stored: String, _ pattern: String) -> String? {
    let digits = digits(stored)
    guard digits.allSatisfy(\.isNumber) else { return nil }
    let zeros = pattern.filter { $0 == "0" }.count
    var rest = Array(String(repeating: "0", count: max(0, zeros - digits.count)) + digits)
    var result: [Character] = []
    for character in pattern.reversed() {
      if character != "0" {
        result.append(character)
      } else if let last = rest.popLast() {
        result.append(last)
      }
    }
    return String(rest) + String(result.reversed())
  }

  /// A day and time, counted in days.
  private struct Moment {
    let day: String
    let time: String
    /// All hours since the beginning.
    let hours: String

    init?(_ serial: Double, from1904: Bool) {
      guard serial.isFinite, serial >= 0, serial < 2_958_466 else { return nil }
      var days = Int(serial)
      var seconds = Int(((serial - Double(days)) * 86_400).rounded())
      if seconds == 86_400 { (days, seconds) = (days + 1, 0) }
      time = Self.text(seconds / 3600, seconds / 60 % 60, third: seconds % 60)
      let total = days * 24 + seconds / 3600
      hours = Self.text(total, seconds / 60 % 60, third: seconds % 60)
      // Excel counts a 29 February 1900, which there was not.
      let sinceEpoch = from1904 ? days - 24_107 : days < 60 ? days - 25_568 : days - 25_569
      if days == 60, !from1904 {
        day = "1900-02-29"
      } else {
        guard let date = CalendarDay(daysSince1970: sinceEpoch) else { return nil }
        day = date.text
      }
    }

    private static func text(_ first: Int, _ second: Int, third: Int) -> String {
      [first, second, third].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
  }
}
