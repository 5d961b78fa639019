// SPDX-License-Identifier: Apache-2.0
// For how much unit prices are. Countries differ in what shops must show, so that it is a choice; what it is at first
// follows the country. The names are stored in preferences; never change one.

/// The amount that a unit price is for.
public enum UnitPriceMeasure: String, Codable, Sendable, CaseIterable {
  /// 1 kg, 1 l, 1 m and 1 m², for small packs, too: what directive 98/6/EC asks for, and Germany without exception.
  case kilogram
  /// The same, but 100 g or 100 ml for packs of up to 250 g or ml, where the law allows it.
  case smallPacks
  /// 100 g and 100 ml for all packs.
  case hundredGrams
  /// 1 lb; lengths and areas in the unit of the product.
  case pound
  /// 1 oz; lengths and areas in the unit of the product.
  case ounce

  /// What is usual in a country, by its code of ISO 3166.
  public init(country: String?) {
    self =
      switch country {
      case "US": .pound
      case "AU", "CA", "JP", "KR": .hundredGrams
      default: .kilogram
      }
  }

  /// An amount in a unit.
  struct Reference {
    let amount: Int
    let unit: SaleUnit

    init(_ amount: Int, _ symbol: String) {
      (self.amount, unit) = (amount, SaleUnit(stored: symbol))
    }

    /// In millionths of what sizes of units are in.
    var size: Int128 { Int128(amount) * Int128(unit.size?.units ?? 0) * 1_000_000 }
  }

  /// For how much the price of a pack is shown.
  ///
  /// - Parameter content: how much is in the pack, as sizes of references are.
  func reference(
    _ unit: SaleUnit, _ dimension: SaleUnit.Dimension, content: Int128
  ) -> Reference {
    switch dimension {
    case .weight:
      switch self {
      case .pound: Reference(1, "lb")
      case .ounce: Reference(1, "oz")
      case .kilogram, .smallPacks, .hundredGrams: metric("kg", parts: "g", of: content)
      }
    // No unit of volume is one of these countries alone.
    case .volume: metric("l", parts: "ml", of: content)
    case .length: Reference(1, keeps(unit) ? unit.symbol : "m")
    case .area: Reference(1, keeps(unit) ? unit.symbol : "m²")
    }
  }

  private func metric(_ unit: String, parts: String, of content: Int128) -> Reference {
    let hundred = Reference(100, parts)
    return switch self {
    case .hundredGrams: hundred
    case .smallPacks where content * 2 <= hundred.size * 5: hundred
    case .kilogram, .smallPacks, .pound, .ounce: Reference(1, unit)
    }
  }

  private func keeps(_ unit: SaleUnit) -> Bool {
    switch self {
    case .pound, .ounce: ["in", "ft", "yd", "ft²"].contains(unit.symbol)
    case .kilogram, .smallPacks, .hundredGrams: false
    }
  }
}
