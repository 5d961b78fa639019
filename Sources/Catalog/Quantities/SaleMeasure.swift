// SPDX-License-Identifier: Apache-2.0
// What one of a stock is, and what a price is for: so that 500 g are half a kilogram, and € 24 for a kilogram are € 12
// for a pack of 500 g. Conversions are exact or do not happen: whole numbers alone, never rounded.

/// A unit, a piece, or a pack of one of these.
public struct SaleMeasure: Sendable, Hashable {
  /// Nil for pieces.
  public let unit: SaleUnit?
  /// How much is in a pack; nil for no pack.
  public let pack: Quantity?

  public init(unit: SaleUnit?, pack: Quantity? = nil) {
    (self.unit, self.pack) = (unit, pack)
  }

  /// Whether amounts of one are amounts of the other: kilograms and grams are, kilograms and litres are not.
  public func measuresSame(as other: SaleMeasure) -> Bool {
    guard let own = content, let theirs = other.content else { return false }
    return own.dimension == theirs.dimension
  }

  /// The same amount in another measure; nil if it has no exact value there.
  public func amount(_ amount: DecimalNumber, in other: SaleMeasure) -> DecimalNumber? {
    scaled(amount.millionths, from: self, to: other).map { DecimalNumber(millionths: $0) }
  }

  /// What costs so much of this costs so much of another measure; nil if there is no exact price.
  public func price(_ price: Price, per other: SaleMeasure) -> Price? {
    scaled(price.minorUnits, from: other, to: self).map {
      Price(storedMinorUnits: $0, currency: price.currency)
    }
  }

  private func scaled(_ number: Int64, from: SaleMeasure, to: SaleMeasure) -> Int64? {
    guard from.measuresSame(as: to), let from = from.content?.size, let to = to.content?.size,
      from > 0, to > 0
    else { return nil }
    // Without what both have in common, the product of two such numbers rarely is too large.
    let common = Self.commonDivisor(from, to)
    let (product, isTooLarge) = Int128(number).multipliedReportingOverflow(by: from / common)
    guard !isTooLarge, product.isMultiple(of: to / common) else { return nil }
    return Int64(exactly: product / (to / common))
  }

  /// What it measures, nil for pieces, and how much of that, in millionths of what sizes of units are in.
  private var content: (dimension: SaleUnit.Dimension?, size: Int128)? {
    let amount = Int128(pack?.value.millionths ?? 1_000_000)
    guard let unit else { return (nil, amount) }
    return unit.size.map { ($0.dimension, amount * Int128($0.units)) }
  }

  private static func commonDivisor(_ a: Int128, _ b: Int128) -> Int128 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
