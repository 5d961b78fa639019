// SPDX-License-Identifier: Apache-2.0
// What a list says of a head: how many variants it has, and what they come to.

/// What the variants of a product come to.
public struct ListedFamily: Sendable, Equatable {
  /// Prices that can be compared: of one currency, for one unit.
  public struct Prices: Sendable, Equatable {
    public fileprivate(set) var lowest: Price
    public fileprivate(set) var highest: Price
    /// What they are for; nil for pieces and packs.
    public let unit: SaleUnit?
  }

  public private(set) var totals = ProductTotals()
  /// In the order in which the variants stand.
  public private(set) var prices: [Prices] = []

  public var count: Int { totals.count }

  /// - Parameter unit: what the stock and the price count.
  mutating func add(stock: Quantity?, unit: SaleUnit?, price: Price?) {
    totals.add(stock: stock, unit: unit, price: price)
    guard let price else { return }
    let known = prices.firstIndex { $0.unit == unit && $0.lowest.currency == price.currency }
    guard let known else {
      prices.append(Prices(lowest: price, highest: price, unit: unit))
      return
    }
    if price.minorUnits < prices[known].lowest.minorUnits { prices[known].lowest = price }
    if price.minorUnits > prices[known].highest.minorUnits { prices[known].highest = price }
  }
}
