// Prices and dates as the person's country writes them. Foundation's own current locale ignores
// the environment on Linux.

import Catalog
import Foundation

private let environmentLocale = locale(for: "LC_MONETARY")

private func locale(for category: String) -> Locale {
  let environment = ProcessInfo.processInfo.environment
  let name =
    ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  let identifier = name?.prefix { $0 != "." && $0 != "@" } ?? ""
  return Locale(identifier: ["", "C", "POSIX"].contains(identifier) ? "en_US" : String(identifier))
}

/// The currency of the person's country.
var localCurrencyCode: String { environmentLocale.currency?.identifier ?? "EUR" }

extension Price {
  /// As a price tag shows it.
  public var displayText: String {
    guard let amount = Decimal(string: decimalText) else { return decimalText }
    return amount.formatted(.currency(code: currency.code).locale(environmentLocale))
  }
}

extension Int {
  /// A count as the person's country writes it: "26,636".
  public var displayText: String {
    formatted(.number.locale(locale(for: "LC_NUMERIC")))
  }
}

extension CatalogBackup {
  /// When it was made, as the person's country writes dates.
  public var dateText: String {
    date.formatted(Date.FormatStyle(date: .long, time: .shortened, locale: locale(for: "LC_TIME")))
  }
}
