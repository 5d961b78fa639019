// A button with a calendar, beside a date that can also be typed.

import CGtk

/// A button that opens a calendar, in which a click chooses a day.
@MainActor
public final class CalendarButton: Widget {
  private let calendar = Widget(fresh: gtk_calendar_new())
  /// The day to open with: year, month from 1 to 12, day.
  public var shown: @MainActor () -> (year: Int, month: Int, day: Int)? = { nil }
  /// A day was chosen.
  public var onChoice: @MainActor (_ year: Int, Int, _ day: Int) -> Void = { _, _, _ in }
  /// The month that was shown when the last day was chosen, or the calendar opened.
  private var month: (Int, Int) = (0, 0)

  /// `label`: its accessible name and tooltip.
  public init(label: String) {
    super.init(fresh: gtk_menu_button_new())
    gtk_menu_button_set_icon_name(opaque, "x-office-calendar-symbolic")
    tooltip(label).accessibleName(label)
    let popover = Widget(fresh: gtk_popover_new())
    gtk_popover_set_child(popover.cast(to: GtkPopover.self), calendar.widget)
    gtk_menu_button_set_popover(opaque, popover.widget)
    popover.connect("show") { [weak self] in self?.prepare() }
    calendar.connect("day-selected") { [weak self] in self?.chosen() }
  }

  private func prepare() {
    let now = shown()
    // transfer full
    let moment =
      now.flatMap { g_date_time_new_local(Int32($0.year), Int32($0.month), Int32($0.day), 0, 0, 0) }
      ?? g_date_time_new_now_local()
    guard let moment else { return }
    defer { g_date_time_unref(moment) }
    calendar.blockingHandlers(of: "day-selected") {
      gtk_calendar_select_day(calendar.opaque, moment)
    }
    month = day.map { ($0.year, $0.month) } ?? month
  }

  private var day: (year: Int, month: Int, day: Int)? {
    // transfer full
    guard let moment = gtk_calendar_get_date(calendar.opaque) else { return nil }
    defer { g_date_time_unref(moment) }
    let (year, month, day) = (
      g_date_time_get_year(moment), g_date_time_get_month(moment),
      g_date_time_get_day_of_month(moment)
    )
    return (Int(year), Int(month), Int(day))
  }

  // Turning over the pages chooses days, too: only another day of the same page ends it.
  private func chosen() {
    guard let day else { return }
    onChoice(day.year, day.month, day.day)
    if (day.year, day.month) == month { gtk_menu_button_popdown(opaque) }
    month = (day.year, day.month)
  }
}
