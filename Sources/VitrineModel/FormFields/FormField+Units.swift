// SPDX-License-Identifier: Apache-2.0
// Amounts as a window displays them: with what they count, which is another field of the product.

import Catalog
import Foundation
import Wording

extension FormField {
  /// What the product has, with its unit; nil if it has nothing.
  public func displayText(in product: Product) -> String? {
    value(of: product).map {
      displayText(of: $0, unit: unit(product.unit, counted: product.countedUnit))
    }
  }

  func displayText(of value: FieldValue, unit: SaleUnit?) -> String {
    let text = value.displayText(of: kind)
    guard let unit else { return text }
    return id == .price
      ? tr("%1$@ / %2$@", text, unit.symbol) : tr("%1$@ %2$@", text, unit.symbol)
  }

  /// What the field's values count, in a product that is sold by `unit` and whose stock and price count
  /// `counted`.
  func unit(_ unit: SaleUnit?, counted: SaleUnit?) -> SaleUnit? {
    switch id {
    case .price, .stock, .minimumStock: counted
    case .packSize: unit
    default: nil
    }
  }
}

extension ProductTotals {
  /// What is in stock, in each unit.
  var stockText: String {
    stockSums.map { sum in
      sum.unit.map { tr("%1$@ %2$@", sum.amount.displayText, $0.symbol) } ?? sum.amount.displayText
    }.joined(separator: ", ")
  }
}

extension ListedFamily {
  /// What a list says of a head where its variants have something of their own to say; nil where it is the head that
  /// says it.
  func text(of field: FieldID) -> String? {
    switch field {
    case .stock: totals.counted == 0 ? nil : totals.stockText
    case .price: prices.isEmpty ? nil : prices.map(\.displayText).joined(separator: ", ")
    default: nil
    }
  }
}

extension ListedFamily.Prices {
  /// Such as “€10.00 – €12.00 / kg”.
  var displayText: String {
    let highest = FormField(.price).displayText(of: .money(highest), unit: unit)
    return lowest == self.highest
      ? highest : tr("%1$@ – %2$@", lowest.displayText, highest)
  }
}

extension UnitPrice {
  /// Such as “€2.40 / 100 g”.
  public var displayText: String {
    guard let unit else {
      return amount == 1
        ? tr("%@ each", price.displayText)
        : tr("%1$@ for %2$@ pieces", price.displayText, amount.displayText)
    }
    return amount == 1
      ? tr("%1$@ / %2$@", price.displayText, unit.symbol)
      : tr("%1$@ / %2$@ %3$@", price.displayText, amount.displayText, unit.symbol)
  }
}

extension ListedProduct {
  /// Whether it has from its head what it has in a field.
  public func takes(_ field: FieldID) -> Bool { variant?.taken.contains(field) == true }

  /// The price with what it is for, such as “€12.90 / kg”.
  public var priceText: String? {
    price.map { FormField(.price).displayText(of: .money($0), unit: countedUnit) }
  }
}
