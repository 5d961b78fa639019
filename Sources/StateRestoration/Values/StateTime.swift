// SPDX-License-Identifier: Apache-2.0
// Times in file names: they sort as text as they do in time, and read the same everywhere.

import Foundation

enum StateTime {
  /// With milliseconds, such as `20261120T181500250Z`.
  static func stamp(_ date: Date) -> String {
    let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded(.down))
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return digits(Int(parts.tm_year) + 1900, 4) + digits(Int(parts.tm_mon) + 1, 2)
      + digits(Int(parts.tm_mday), 2) + "T" + digits(Int(parts.tm_hour), 2)
      + digits(Int(parts.tm_min), 2) + digits(Int(parts.tm_sec), 2)
      + digits(Int(milliseconds % 1000), 3) + "Z"
  }

  /// The calendar day in the user's time zone, such as `20261121`.
  static func day(_ date: Date, in zone: TimeZone = .current) -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return (parts.year ?? 0) * 10_000 + (parts.month ?? 0) * 100 + (parts.day ?? 0)
  }
}
