// SPDX-License-Identifier: Apache-2.0
// Amounts of money in a country's way of writing. Foundation rounds where people of a country rarely pay with the
// smallest coins; what is stored is shown.

import Catalog
import Foundation

extension Decimal {
  /// With all digits that the currency has here.
  public func text(in currency: Currency, _ locale: Locale) -> String {
    formatted(
      .currency(code: currency.code).precision(.fractionLength(currency.minorUnitDigits))
        .locale(locale))
  }
}
