// Numbers and prices as the person's country writes them. Foundation's own current locale ignores
// the environment on Linux.

import Catalog
import Foundation

private let environmentLocale: Locale = {
  let environment = ProcessInfo.processInfo.environment
  let name =
    ["LC_ALL", "LC_MONETARY", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  let identifier = name?.prefix { $0 != "." && $0 != "@" } ?? ""
  return Locale(identifier: ["", "C", "POSIX"].contains(identifier) ? "en_US" : String(identifier))
}()

/// The currency of the person's country.
var localCurrencyCode: String { environmentLocale.currency?.identifier ?? "EUR" }

extension Price {
  /// As a price tag shows it.
  public var displayText: String {
    guard let amount = Decimal(string: decimalText) else { return decimalText }
    return amount.formatted(.currency(code: currency.code).locale(environmentLocale))
  }
}
