// SPDX-License-Identifier: Apache-2.0
// A day as lists have it: in any order of day, month and year, with names of months, with a time behind it. Of a day
// whose order is not certain there are several readings.

import Catalog
import Foundation

struct DayText: Equatable {
  enum Order: String, CaseIterable, Sendable {
    case dayMonthYear = "day-month-year"
    case monthDayYear = "month-day-year"
    case yearMonthDay = "year-month-day"
  }

  /// One day for every order that makes one.
  let readings: [Order: CalendarDay]
  /// Whether it has only three numbers of one or two digits, which may count something else.
  private(set) var hasShortYear = false

  /// The day, if all orders that make one make the same.
  var certain: CalendarDay? {
    let days = Set(readings.values)
    return days.count == 1 ? days.first : nil
  }

  /// The only order there can be.
  var proves: Order? { readings.count == 1 ? readings.keys.first : nil }

  /// Nil if the text is no day.
  init?(_ text: String) {
    guard Self.canBeDay(text), text.mayHaveTwoNumbers else { return nil }
    if Self.isISO(text) {
      guard let day = Self.day(ofISO: text) else { return nil }
      readings = [.yearMonthDay: day]
      return
    }
    let text = Self.withoutTime(text.trimmingCharacters(in: .whitespacesAndNewlines))
    guard (6...30).contains(text.count) else { return nil }
    if let day = Self.named(text) {
      // A name of a month says nothing about the order of others.
      readings = Dictionary(uniqueKeysWithValues: Order.allCases.map { ($0, day) })
      return
    }
    let separators = text.filter { !$0.isNumber }
    let parts = text.split(omittingEmptySubsequences: false) { "-./ 年月日".contains($0) }
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == 3, let separator = separators.first else { return nil }
    var readings: [Order: CalendarDay] = [:]
    if parts[0].count == 4 {
      readings[.yearMonthDay] = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
    } else if [1, 2].contains(parts[0].count), [1, 2].contains(parts[1].count),
      [2, 4].contains(parts[2].count)
    {
      let isShort = parts[2].count == 2
      hasShortYear = isShort
      let year = isShort ? Self.century(numbers[2]) : numbers[2]
      readings[.dayMonthYear] = CalendarDay(year: year, month: numbers[1], day: numbers[0])
      // Points stand between day, month and year, in this order.
      if separator != "." {
        readings[.monthDayYear] = CalendarDay(year: year, month: numbers[0], day: numbers[1])
        if isShort, parts[0].count == 2 {
          readings[.yearMonthDay] = CalendarDay(
            year: Self.century(numbers[0]), month: numbers[1], day: numbers[2])
        }
      }
    }
    guard !readings.isEmpty else { return nil }
    self.readings = readings
  }

  /// Whether it has three parts at all: most cells have not.
  private static func canBeDay(_ text: String) -> Bool {
    guard (6...200).contains(text.utf8.count) else { return false }
    var separators = 0
    for byte in text.utf8 {
      switch byte {
      case 0x20, 0x2C, 0x2D, 0x2E, 0x2F: separators += 1
      case 0x80...: return true
      default: break
      }
    }
    return separators > 1
  }

  /// “2026-03-15”
  static func isISO(_ text: String) -> Bool {
    guard text.utf8.count == 10 else { return false }
    var place = 0
    for byte in text.utf8 {
      guard place == 4 || place == 7 ? byte == 0x2D : (0x30...0x39).contains(byte) else {
        return false
      }
      place += 1
    }
    return true
  }

  /// The day of such a text; nil if there is none.
  static func day(ofISO text: String) -> CalendarDay? {
    // The digits, with the dashes as zeros among them.
    let digits = text.utf8.reduce(0) { $0 * 10 + ($1 == 0x2D ? 0 : Int($1 & 0xF)) }
    return CalendarDay(
      year: digits / 1_000_000, month: digits / 1_000 % 100, day: digits % 100)
  }

  func day(in order: Order?) -> CalendarDay? { certain ?? order.flatMap { readings[$0] } }

  private static func century(_ year: Int) -> Int { year < 70 ? 2000 + year : 1900 + year }

  /// Whether it says a time of day other than midnight.
  static func hasTime(_ text: String) -> Bool {
    let rest = text.dropFirst(withoutTime(text).count)
    if rest.contains("12:00"), rest.lowercased().hasSuffix("am"),
      !rest.replacing("12:00", with: "").contains(where: { ("1"..."9").contains($0) })
    {
      return false
    }
    return rest.contains { ("1"..."9").contains($0) }
  }

  /// Without “T08:30:00Z”, “ 8:30 PM”.
  private static func withoutTime(_ text: String) -> String {
    guard let colon = text.firstIndex(of: ":") else { return text }
    let start = text[..<colon].lastIndex { $0 == "T" || $0 == " " || $0 == "," }
    guard let start, text[text.index(after: start)..<colon].allSatisfy(\.isNumber) else {
      return text
    }
    return text[..<start].trimmingCharacters(in: CharacterSet(charactersIn: " ,"))
  }

  private static func named(_ text: String) -> CalendarDay? {
    guard text.contains(where: \.isLetter), !text.contains("年") else { return nil }
    let words = text.split { " .,-/".contains($0) }.map(String.init)
      .filter { !["de", "of", "del", "den", "the"].contains($0.lowercased()) }
    guard words.count == 3 else { return nil }
    for (place, month) in words.enumerated() {
      guard let number = MonthNames.number(month) else { continue }
      let others = words.indices.filter { $0 != place }.map {
        words[$0].trimmingCharacters(in: CharacterSet(charactersIn: "stndrheº"))
      }
      guard let a = Int(others[0]), let b = Int(others[1]) else { return nil }
      if others[0].count == 4 { return CalendarDay(year: a, month: number, day: b) }
      let year = others[1].count == 2 ? century(b) : b
      return CalendarDay(year: year, month: number, day: a)
    }
    return nil
  }
}

extension CalendarDay {
  /// The day that a spreadsheet counts so; nil for a number that is none.
  static func counted(_ serial: Int, from1904: Bool) -> CalendarDay? {
    // The first spreadsheet believed in a 29 February 1900.
    let days = from1904 ? serial + 1462 : serial
    guard (61...2_958_465).contains(days) else { return nil }
    return CalendarDay(daysSince1970: days - 25_569)
  }
}
