// SPDX-License-Identifier: Apache-2.0
// What several products add up to. Exact, however many there are and however much they cost.

import Foundation

/// What several products add up to.
public struct ProductTotals: Sendable, Equatable {
  /// How many products there are.
  public private(set) var count = 0
  /// How many products have a known stock.
  public private(set) var counted = 0
  private var counts: [SaleUnit?: AmountSum] = [:]
  private var prices: [Currency: AmountSum] = [:]
  private var stocks: [Currency: AmountSum] = [:]

  public init() {}

  /// What is in stock, of the products whose stock is known: first the pieces, if there are any, then what
  /// is counted in each unit.
  public var stockSums: [(unit: SaleUnit?, amount: Decimal)] {
    let order = SaleUnit.symbols
    func place(_ unit: SaleUnit?) -> Int {
      unit.map { order.firstIndex(of: $0.symbol) ?? order.count } ?? -1
    }
    return counts.sorted {
      (place($0.key), $0.key?.symbol ?? "") < (place($1.key), $1.key?.symbol ?? "")
    }
    .map { ($0.key, $0.value.total * Self.millionth) }
  }

  /// The sum of the prices in each currency, in the currency's units.
  public var priceSums: [(currency: Currency, amount: Decimal)] { Self.amounts(prices) }

  /// What the stock is worth in each currency: for each product its price times its stock.
  public var stockValues: [(currency: Currency, amount: Decimal)] {
    Self.amounts(stocks).map { ($0.currency, $0.amount * Self.millionth) }
  }

  /// - Parameter unit: what the stock and the price count.
  mutating func add(stock: Quantity?, unit: SaleUnit?, price: Price?) {
    count += 1
    if let stock {
      counts[unit, default: AmountSum()].add(stock.value.millionths, times: 1)
      counted += 1
    }
    guard let price else { return }
    prices[price.currency, default: AmountSum()].add(price.minorUnits, times: 1)
    if let stock {
      stocks[price.currency, default: AmountSum()]
        .add(price.minorUnits, times: stock.value.millionths)
    }
  }

  private static let millionth = Decimal(sign: .plus, exponent: -6, significand: 1)

  private static func amounts(
    _ sums: [Currency: AmountSum]
  ) -> [(currency: Currency, amount: Decimal)] {
    sums.sorted { $0.key.code < $1.key.code }.map { currency, sum in
      let scale = Decimal(sign: .plus, exponent: -currency.minorUnitDigits, significand: 1)
      return (currency, sum.total * scale)
    }
  }
}

/// A sum of whole numbers. As one itself as long as that is large enough, because decimals are slow.
private struct AmountSum: Sendable, Equatable {
  private var small: Int128 = 0
  private var large = Decimal()

  /// `Decimal` has no initializer of so many bits, and a text has all of them.
  var total: Decimal { large + (Decimal(string: String(small)) ?? 0) }

  static func == (a: AmountSum, b: AmountSum) -> Bool { a.total == b.total }

  mutating func add(_ amount: Int64, times number: Int64) {
    // The product of two numbers of 64 bits fits.
    let (sum, overflows) = small.addingReportingOverflow(Int128(amount) * Int128(number))
    if overflows {
      large += Decimal(amount) * Decimal(number)
    } else {
      small = sum
    }
  }
}
