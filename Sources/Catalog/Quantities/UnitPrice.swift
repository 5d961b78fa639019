// SPDX-License-Identifier: Apache-2.0
// What a pack costs per kilogram, litre, metre or piece, so that packs of different sizes can be compared,
// as shops must show it. Computed with whole numbers alone and rounded once, at the end.

/// A price for a round amount, such as € 2.40 for 100 g.
public struct UnitPrice: Sendable, Hashable {
  /// To the nearest minor unit of the currency; of two, the larger.
  public let price: Price
  /// 1 or 100.
  public let amount: Int
  /// Nil for pieces.
  public let unit: SaleUnit?

  /// - Parameters:
  ///   - price: of a pack; without a size, of one unit.
  ///   - pack: how much is in a pack.
  ///
  /// Nil if the price says it already: it is for a kilogram, or for a single piece.
  init?(_ price: Price, unit: SaleUnit?, pack: Quantity?) {
    let size = pack?.value.millionths ?? 1_000_000
    guard size > 0, pack != nil || unit != nil else { return nil }
    guard let unit else {
      (amount, self.unit) = (1, nil)
      guard let price = Self.price(price, of: Int128(size), for: 1_000_000) else { return nil }
      self.price = price
      return
    }
    guard let (dimension, own) = unit.size else { return nil }
    let content = Int128(size) * Int128(own)
    let (amount, reference) = Self.reference(
      unit, dimension, isSmall: content <= Self.small(dimension))
    guard let measure = reference.size?.units else { return nil }
    let wanted = Int128(amount) * Int128(measure) * 1_000_000
    guard content != wanted || pack != nil else { return nil }
    guard let price = Self.price(price, of: content, for: wanted) else { return nil }
    (self.price, self.amount, self.unit) = (price, amount, reference)
  }

  /// Up to a quarter of a kilogram or litre, prices are for 100 g or 100 ml. Units of other systems stay.
  private static func reference(
    _ unit: SaleUnit, _ dimension: SaleUnit.Dimension, isSmall: Bool
  ) -> (Int, SaleUnit) {
    switch unit.symbol {
    case "oz", "lb", "in", "ft", "yd", "ft²": return (1, unit)
    default: break
    }
    return switch dimension {
    case .weight: isSmall && unit.symbol == "g" ? (100, unit) : (1, SaleUnit(stored: "kg"))
    case .volume:
      isSmall && unit.symbol != "l" ? (100, SaleUnit(stored: "ml")) : (1, SaleUnit(stored: "l"))
    case .length: (1, SaleUnit(stored: "m"))
    case .area: (1, SaleUnit(stored: "m²"))
    }
  }

  /// What is small of a weight or a volume, in millionths of its small units.
  private static func small(_ dimension: SaleUnit.Dimension) -> Int128 {
    switch dimension {
    case .weight: 250 * 1_000_000_000 * 1_000_000
    case .volume: 250 * 1_000 * 1_000_000
    case .length, .area: 0
    }
  }

  /// The products of two such numbers fit: a price has 63 bits, and the largest measure 60.
  private static func price(_ price: Price, of content: Int128, for wanted: Int128) -> Price? {
    let (whole, rest) = (Int128(price.minorUnits) * wanted).quotientAndRemainder(
      dividingBy: content)
    return Int64(exactly: 2 * rest >= content ? whole + 1 : whole).map {
      Price(storedMinorUnits: $0, currency: price.currency)
    }
  }
}

extension Price {
  /// What it is per kilogram, litre, metre or piece; nil if it is that already.
  ///
  /// - Parameters:
  ///   - unit: what it is sold by; nil for pieces.
  ///   - pack: how much is in a pack; nil if it is sold loose.
  public func perUnit(_ unit: SaleUnit?, pack: Quantity?) -> UnitPrice? {
    UnitPrice(self, unit: unit, pack: pack)
  }
}
