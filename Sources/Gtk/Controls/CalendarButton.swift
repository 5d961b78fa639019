// SPDX-License-Identifier: Apache-2.0
// A button with a calendar, beside a date that can also be typed. Quirk: calendar-keys. GTK's calendar tells of a day that was
// clicked only if its number changed, and before 4.14 also if turning a page changed it: so a button chooses it. Its arrow
// keys do not begin at the day that is shown, and its Enter key does nothing; both are handled here.

import CGtk

/// The date beside the button.
@MainActor
public protocol CalendarButtonDelegate: AnyObject {
  /// The day to open with: year, month from 1 to 12, day.
  var dayInCalendar: (year: Int, month: Int, day: Int)? { get }
  /// A day was chosen.
  func dayChosen(year: Int, month: Int, day: Int)
}

/// A button that opens a calendar with a button to choose a day.
@MainActor
public final class CalendarButton: Widget {
  private let calendar = Widget(fresh: gtk_calendar_new())
  private weak var delegate: (any CalendarButtonDelegate)?

  /// `label`: its accessible name and tooltip; `choose`: what the button below the calendar says.
  public init(label: String, choose: String, delegate: any CalendarButtonDelegate) {
    self.delegate = delegate
    super.init(fresh: gtk_menu_button_new())
    gtk_menu_button_set_icon_name(opaque, "x-office-calendar-symbolic")
    tooltip(label).accessibleName(label)
    let button = Button(choose).style("suggested-action")
    let page = Box(.vertical, spacing: 6, children: [calendar, button])
    let popover = Widget(fresh: gtk_popover_new())
    gtk_popover_set_child(popover.cast(to: GtkPopover.self), page.widget)
    gtk_menu_button_set_popover(opaque, popover.widget)
    popover.connect("show") { [weak self] in self?.prepare() }
    button.onClick { [weak self] in self?.choose() }
    calendar.onKey(before: true) { [weak self] in self?.handle($0) ?? false }
  }

  /// Whether it was a key for the days; those for the buttons above them are not.
  private func handle(_ press: KeyPress) -> Bool {
    guard gtk_widget_is_focus(calendar.widget) != 0, !press.isControl, !press.isAlt else {
      return false
    }
    let isMirrored = gtk_widget_get_direction(calendar.widget) == GTK_TEXT_DIR_RTL
    switch press.key {
    case .left: move(days: isMirrored ? 1 : -1)
    case .right: move(days: isMirrored ? -1 : 1)
    case .up: move(days: -7)
    case .down: move(days: 7)
    case .enter: choose()
    default:
      guard let months = press.pages else { return false }
      move(months: Int32(months))
    }
    return true
  }

  private func move(days: Int32 = 0, months: Int32 = 0) {
    // transfer full, as are both sums
    guard let moment = gtk_calendar_get_date(calendar.opaque) else { return }
    defer { g_date_time_unref(moment) }
    let moved =
      months == 0 ? g_date_time_add_days(moment, days) : g_date_time_add_months(moment, months)
    // nil: beyond the years that there are
    guard let moved else { return }
    defer { g_date_time_unref(moved) }
    gtk_calendar_select_day(calendar.opaque, moved)
  }

  private func prepare() {
    // transfer full
    let moment =
      delegate?.dayInCalendar.flatMap {
        g_date_time_new_local(Int32($0.year), Int32($0.month), Int32($0.day), 0, 0, 0)
      } ?? g_date_time_new_now_local()
    guard let moment else { return }
    defer { g_date_time_unref(moment) }
    gtk_calendar_select_day(calendar.opaque, moment)
  }

  private func choose() {
    // transfer full
    guard let moment = gtk_calendar_get_date(calendar.opaque) else { return }
    defer { g_date_time_unref(moment) }
    let (year, month, day) = (
      g_date_time_get_year(moment), g_date_time_get_month(moment),
      g_date_time_get_day_of_month(moment)
    )
    gtk_menu_button_popdown(opaque)
    delegate?.dayChosen(year: Int(year), month: Int(month), day: Int(day))
  }
}
