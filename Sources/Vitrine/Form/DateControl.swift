// SPDX-License-Identifier: Apache-2.0
// The control for a date: a day is typed, or chosen in a calendar.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class DateControl: TypingControl {
  private lazy var calendar = CalendarButton(
    label: tr("Choose a Date"), choose: tr("_Choose", context: "button: choose a day"),
    delegate: self)

  init() {
    let entry = Entry()
    let box = Box(.horizontal, children: [entry]).style("linked")
    super.init(entry, in: box)
    box.append(calendar)
  }
}

extension DateControl: CalendarButtonDelegate {
  var dayInCalendar: (year: Int, month: Int, day: Int)? {
    guard case .day(let day)? = try? FieldKind.date.value(from: text, style: .local(), for: .value)
    else { return nil }
    return (day.year, day.month, day.day)
  }

  func dayChosen(year: Int, month: Int, day: Int) {
    guard let day = CalendarDay(year: year, month: month, day: day) else { return }
    let text = FieldKind.date.text(of: .day(day), style: .local())
    choose(text, caret: text.unicodeScalars.count)
  }
}
