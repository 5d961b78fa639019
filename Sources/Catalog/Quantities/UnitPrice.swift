// SPDX-License-Identifier: Apache-2.0
// What a pack costs per kilogram, litre, metre or piece, so that packs of different sizes can be compared,
// as shops must show it. Computed with whole numbers alone and rounded once, at the end.

/// A price for a round amount, such as € 2.40 for 100 g.
public struct UnitPrice: Sendable, Hashable {
  /// To the nearest minor unit of the currency; of two, the larger.
  public let price: Price
  /// 1, 100 or more.
  public let amount: Int
  /// Nil for pieces.
  public let unit: SaleUnit?

  /// - Parameters:
  ///   - price: of a pack; without a size, of one unit.
  ///   - pack: how much is in a pack.
  ///   - measure: for how much it is wanted, of what is not sold by the piece.
  ///
  /// Nil if the price says it already: it is for a kilogram, or for a single piece.
  init?(_ price: Price, unit: SaleUnit?, pack: Quantity?, in measure: UnitPriceMeasure) {
    let size = pack?.value.millionths ?? 1_000_000
    guard size > 0, pack != nil || unit != nil else { return nil }
    guard let unit else {
      guard let found = Self.price(price, of: Int128(size), for: 1_000_000) else { return nil }
      (self.price, amount, self.unit) = (found.price, found.times, nil)
      return
    }
    guard let (dimension, own) = unit.size else { return nil }
    let content = Int128(size) * Int128(own)
    let wanted = measure.reference(unit, dimension, content: content)
    guard content != wanted.size || pack != nil,
      let found = Self.price(price, of: content, for: wanted.size)
    else { return nil }
    (self.price, amount, self.unit) = (found.price, wanted.amount * found.times, wanted.unit)
  }

  /// A price that rounding would change much is for a hundred, a thousand … times as much.
  ///
  /// The products of two such numbers fit: a price has 63 bits, and the largest measure 60.
  private static func price(
    _ price: Price, of content: Int128, for wanted: Int128
  ) -> (price: Price, times: Int)? {
    for times in [1, 100, 1_000, 10_000] {
      let (product, overflows) = Int128(price.minorUnits)
        .multipliedReportingOverflow(by: wanted * Int128(times))
      guard !overflows else { return nil }
      let (whole, rest) = product.quotientAndRemainder(dividingBy: content)
      if rest != 0, whole < leastRounded, times < 10_000 { continue }
      let rounded = 2 * rest >= content ? whole + 1 : whole
      // Less than can be paid says nothing.
      guard rounded > 0 || price.minorUnits == 0 else { return nil }
      return Int64(exactly: rounded).map {
        (Price(storedMinorUnits: $0, currency: price.currency), times)
      }
    }
    return nil
  }

  /// In minor units.
  private static let leastRounded = 10
}

extension Price {
  /// What it is per kilogram, litre, metre or piece; nil if it is that already.
  ///
  /// - Parameters:
  ///   - unit: what it is sold by; nil for pieces.
  ///   - pack: how much is in a pack; nil if it is sold loose.
  ///   - measure: for how much.
  public func perUnit(
    _ unit: SaleUnit?, pack: Quantity?, in measure: UnitPriceMeasure
  ) -> UnitPrice? {
    UnitPrice(self, unit: unit, pack: pack, in: measure)
  }
}
