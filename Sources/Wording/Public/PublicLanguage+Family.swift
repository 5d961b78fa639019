// SPDX-License-Identifier: Apache-2.0
// What is said of a product with variants where these have something of their own to say, as the list in the windows says
// it.

import Catalog
import Foundation

extension PublicLanguage {
  /// Nil where it is the product itself that says it.
  public func text(of field: FieldID, in family: ListedFamily) -> String? {
    switch field {
    case .price:
      family.prices.isEmpty ? nil : family.prices.map { text(of: $0) }.joined(separator: ", ")
    case .stock: family.totals.counted == 0 ? nil : text(ofStock: family.totals)
    default: nil
    }
  }

  /// Such as “€10.00 – €12.00 / kg”.
  private func text(of prices: ListedFamily.Prices) -> String {
    let highest = text(of: prices.highest)
    let all =
      prices.lowest == prices.highest
      ? highest : tr("%1$@ – %2$@", text(of: prices.lowest), highest)
    return prices.unit.map { tr("%1$@ / %2$@", all, $0.symbol) } ?? all
  }

  private func text(ofStock totals: ProductTotals) -> String {
    totals.stockSums.map { sum in
      let amount = sum.amount.formatted(
        .number.locale(locale).grouping(.never).precision(.fractionLength(0...6)))
      return sum.unit.map { "\(amount) \($0.symbol)" } ?? amount
    }.joined(separator: ", ")
  }
}
