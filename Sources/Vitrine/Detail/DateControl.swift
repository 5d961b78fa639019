// The control for a date: a day is typed, or chosen in a calendar.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class DateControl: TypingControl {
  private let calendar = CalendarButton(
    label: tr("Choose a Date"), choose: tr("_Choose", context: "button: choose a day"))

  init() {
    let entry = Entry()
    super.init(entry, in: Box(.horizontal, children: [entry, calendar]).style("linked"))
    calendar.shown = { [weak self] in
      guard let self,
        case .day(let day)? = try? FieldKind.date.value(from: text, style: .local(), for: .value)
      else { return nil }
      return (day.year, day.month, day.day)
    }
    calendar.onChoice = { [weak self] year, month, day in
      guard let day = CalendarDay(year: year, month: month, day: day) else { return }
      let text = FieldKind.date.text(of: .day(day), style: .local())
      self?.choose(text, caret: text.unicodeScalars.count)
    }
  }
}
