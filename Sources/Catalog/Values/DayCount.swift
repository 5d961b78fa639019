// SPDX-License-Identifier: Apache-2.0
// Days counted from 1970, in the proleptic Gregorian calendar: Howard Hinnant's way. Foundation's calendar
// takes longer than the whole rest of a line, and knows nothing of years that a file may claim.

enum DayCount {
  /// The date of a day. Years begin in March here, so that the leap day is the last one.
  static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = day.advanced(by: 719_468).floored(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      era * 400 + yearOfEra + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let (era, yearOfEra) = (month > 2 ? year : year - 1).floored(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension Int64 {
  /// Divides, with a rest that is never negative.
  func floored(by divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}

extension CalendarDay {
  /// Nil for a day before year 1 or after year 9999.
  public init?(daysSince1970 days: Int) {
    guard abs(days) < 10_000_000 else { return nil }
    let (year, month, day) = DayCount.date(Int64(days))
    self.init(year: Int(year), month: Int(month), day: Int(day))
  }

  public var daysSince1970: Int {
    Int(DayCount.days(year: Int64(year), month: Int64(month), day: Int64(day)))
  }
}
