// SPDX-License-Identifier: Apache-2.0
// What several products add up to. Exact, however many there are and however much they cost.

import Foundation

/// What several products add up to.
public struct ProductTotals: Sendable, Equatable {
  /// How many products there are.
  public private(set) var count = 0
  /// How many items are in stock, of the products whose stock is known.
  public private(set) var stock = 0
  /// How many products have a known stock.
  public private(set) var counted = 0
  private var prices: [Currency: AmountSum] = [:]
  private var stocks: [Currency: AmountSum] = [:]

  public init() {}

  /// The sum of the prices in each currency, in the currency's units.
  public var priceSums: [(currency: Currency, amount: Decimal)] { Self.amounts(prices) }

  /// What the stock is worth in each currency: for each product its price times its stock.
  public var stockValues: [(currency: Currency, amount: Decimal)] { Self.amounts(stocks) }

  mutating func add(stock number: Int?, price: Price?) {
    count += 1
    if let number {
      stock += number
      counted += 1
    }
    guard let price else { return }
    prices[price.currency, default: AmountSum()].add(price.minorUnits, times: 1)
    if let number {
      stocks[price.currency, default: AmountSum()].add(price.minorUnits, times: Int64(number))
    }
  }

  private static func amounts(
    _ sums: [Currency: AmountSum]
  ) -> [(currency: Currency, amount: Decimal)] {
    sums.sorted { $0.key.code < $1.key.code }.map { currency, sum in
      let scale = Decimal(sign: .plus, exponent: -currency.minorUnitDigits, significand: 1)
      return (currency, sum.total * scale)
    }
  }
}

/// A sum of minor units. Whole numbers as long as they are large enough, because decimals are slow.
private struct AmountSum: Sendable, Equatable {
  private var small: Int64 = 0
  private var large = Decimal()

  var total: Decimal { large + Decimal(small) }

  static func == (a: AmountSum, b: AmountSum) -> Bool { a.total == b.total }

  mutating func add(_ amount: Int64, times number: Int64) {
    let (product, isTooLarge) = amount.multipliedReportingOverflow(by: number)
    let (sum, overflows) = small.addingReportingOverflow(product)
    if isTooLarge || overflows {
      large += Decimal(amount) * Decimal(number)
    } else {
      small = sum
    }
  }
}
