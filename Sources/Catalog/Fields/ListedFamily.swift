// SPDX-License-Identifier: Apache-2.0
// What a list says of a head: how many variants it has, and what they come to.

/// What the variants of a product come to.
public struct ListedFamily: Sendable, Equatable {
  public internal(set) var totals = ProductTotals()
  /// From the lowest price to the highest; nil without prices, and if they are in several currencies.
  public var prices: (lowest: Price, highest: Price)? {
    guard let lowest, let highest, !hasCurrencies else { return nil }
    return (lowest, highest)
  }

  public var count: Int { totals.count }

  private var lowest: Price?
  private var highest: Price?
  private var hasCurrencies = false

  mutating func add(stock: Quantity?, unit: SaleUnit?, price: Price?) {
    totals.add(stock: stock, unit: unit, price: price)
    guard let price else { return }
    if let lowest, lowest.currency != price.currency { hasCurrencies = true }
    if price.minorUnits < lowest?.minorUnits ?? .max { lowest = price }
    if price.minorUnits > highest?.minorUnits ?? .min { highest = price }
  }
}
