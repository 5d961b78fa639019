// SPDX-License-Identifier: Apache-2.0
// Prices and dates in the user's locale. On Linux, Foundation's own current locale ignores the
// environment.

import Catalog
import Foundation
import Wording

// Read once, because reading the environment copies all of it.
private let environmentLocale = locale(for: "LC_MONETARY")
private let numberLocale = locale(for: "LC_NUMERIC")
private let timeLocale = locale(for: "LC_TIME")
private let isCountryKnown = localeName(for: "LC_MONETARY") != nil

private func locale(for category: String) -> Locale {
  Locale(identifier: localeName(for: category) ?? "en_US")
}

private func localeName(for category: String) -> String? {
  let environment = ProcessInfo.processInfo.environment
  let name =
    ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  let identifier = name?.prefix { $0 != "." && $0 != "@" } ?? ""
  return ["", "C", "POSIX"].contains(identifier) ? nil : String(identifier)
}

extension WritingStyle {
  /// The local style. An amount without a currency is in the currency of the product's price, or of
  /// the country.
  public static func local(for product: Product? = nil) -> WritingStyle {
    var style = environmentStyle
    if let price = product?.price { style.currency = price.currency }
    return style
  }

  private static let environmentStyle: WritingStyle = {
    let locale = environmentLocale
    let currency =
      locale.currency.flatMap { try? Currency($0.identifier) } ?? (try? Currency("EUR"))
    // Without a country, it is not known how numbers and days are written.
    guard isCountryKnown else { return WritingStyle(currency: currency) }
    let pattern = DateFormatter.dateFormat(fromTemplate: "yMd", options: 0, locale: locale) ?? "y"
    let order = pattern.filter { "yMd".contains($0) }
    return WritingStyle(
      decimalSeparator: locale.decimalSeparator?.first,
      zero: 0.formatted(.number.locale(locale)).unicodeScalars.first ?? "0",
      dayOrder: order.hasPrefix("y")
        ? .yearMonthDay : order.hasPrefix("M") ? .monthDayYear : .dayMonthYear,
      currency: currency)
  }()
}

extension FieldValue {
  /// As a window displays it.
  public func displayText(of kind: FieldKind) -> String {
    switch self {
    case .money(let price): price.displayText
    case .yesNo(let isTrue):
      isTrue
        ? tr("Yes", context: "value of a field or choice")
        : tr("No", context: "value of a field or choice")
    case .tags(let tags): tags.map(\.text).joined(separator: ", ")
    case .category(let path): path.displayText
    case .day(let day): day.displayText
    case .text, .integer, .number: kind.text(of: self, style: .local())
    }
  }
}

extension Calculation.Rounding {
  /// As a menu shows it.
  public var label: String {
    let separator = WritingStyle.local().decimalSeparator.map { String($0) } ?? "."
    return switch self {
    case .exact: tr("Not rounded")
    case .whole: tr("Rounded to whole numbers")
    case .tens: tr("Rounded to tens")
    case .hundreds: tr("Rounded to hundreds")
    case .ending50: tr("Ending in %@", separator + "50")
    case .ending90: tr("Ending in %@", separator + "90")
    case .ending95: tr("Ending in %@", separator + "95")
    case .ending99: tr("Ending in %@", separator + "99")
    }
  }
}

extension CalendarDay {
  /// In the short form of the user's country.
  var displayText: String {
    guard isCountryKnown else { return text }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = calendar.date(from: DateComponents(year: year, month: month, day: day))
    let style = Date.FormatStyle(
      date: .numeric, time: .omitted, locale: timeLocale, calendar: calendar,
      timeZone: calendar.timeZone)
    return date?.formatted(style) ?? text
  }
}

extension CategoryPath {
  /// As one line.
  public var displayText: String { components.joined(separator: " › ") }
}

extension Price {
  /// As a price tag shows it.
  public var displayText: String {
    guard let amount = Decimal(string: decimalText) else { return decimalText }
    return amount.displayText(in: currency)
  }
}

extension Decimal {
  /// All digits of an amount: "12.5".
  var displayText: String {
    formatted(.number.precision(.fractionLength(0...6)).locale(numberLocale))
  }

  /// An amount of money.
  func displayText(in currency: Currency) -> String {
    text(in: currency, environmentLocale)
  }
}

extension Int {
  /// A formatted count: "26,636".
  public var displayText: String {
    formatted(.number.locale(numberLocale))
  }
}

extension Double {
  /// A whole number of hundredths: "125%".
  public var percentText: String {
    (self / 100).formatted(
      .percent.precision(.fractionLength(0)).locale(numberLocale))
  }
}

extension CatalogBackup {
  /// What it was made for.
  public var purpose: String {
    switch kind {
    case .regular: tr("Made by itself", context: "of a backup")
    case .byHand: tr("Made by hand", context: "of a backup")
    case .beforeRestoring: tr("Before another backup was restored")
    case .beforeConverting: tr("Before an update of Vitrine")
    case .damaged: tr("Damaged", context: "of a backup")
    }
  }

  /// The date in the local format.
  public var dateText: String { date.dayAndTime }
}

extension Date {
  /// The whole day, and the time.
  public var dayAndTime: String {
    formatted(Date.FormatStyle(date: .long, time: .shortened, locale: timeLocale))
  }

  /// The day as a part of a file's name.
  var longDay: String {
    formatted(Date.FormatStyle(date: .long, time: .omitted, locale: timeLocale))
  }

  /// The time, with the day if that is not today.
  public var clockText: String {
    guard Calendar.current.isDateInToday(self) else { return momentText }
    return formatted(
      Date.FormatStyle(date: .omitted, time: .shortened, locale: timeLocale))
  }

  /// The day in a word, if it is one that everybody calls so.
  public var dayText: String {
    if Calendar.current.isDateInToday(self) { return tr("Today", context: "a day") }
    if Calendar.current.isDateInYesterday(self) { return tr("Yesterday", context: "a day") }
    return displayText
  }

  /// The time of the day.
  public var timeText: String {
    formatted(Date.FormatStyle(date: .omitted, time: .shortened, locale: timeLocale))
  }

  /// Day and time as the user's country writes them.
  public var momentText: String {
    formatted(
      Date.FormatStyle(date: .abbreviated, time: .shortened, locale: timeLocale))
  }

  /// The day as the user's country writes it.
  var displayText: String {
    formatted(Date.FormatStyle(date: .abbreviated, time: .omitted, locale: timeLocale))
  }
}

extension String {
  /// Followed by how many others it could be said of.
  public func withOthers(_ count: Int) -> String {
    count == 0
      ? self
      : self + " " + tr("And %@ other.", "And %@ others.", count: count)
  }
}
