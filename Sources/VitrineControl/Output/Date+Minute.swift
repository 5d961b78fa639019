// SPDX-License-Identifier: Apache-2.0
// Moments in what is printed.

import Foundation

extension Date {
  /// To the minute, in the local time zone.
  var minuteText: String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm"  // Not for translation.
    return formatter.string(from: self)
  }
}
