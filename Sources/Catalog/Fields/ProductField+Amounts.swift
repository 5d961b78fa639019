// SPDX-License-Identifier: Apache-2.0
// Amounts that are typed with what they count, as on a scale’s slip: of what is sold by the kilogram, “500 g” is half of
// one. Converted exactly, or refused.

import Foundation

extension ProductField {
  /// Parses an amount that may say its unit.
  ///
  /// - Parameter measure: what the field counts in the product; only asked for where a unit is said.
  public func value(
    from text: String, style: WritingStyle = .neutral, counting measure: () -> SaleMeasure
  ) throws -> FieldValue? {
    guard isAmount, let (amount, unit) = Self.counted(text),
      let value = try value(from: amount, style: style)
    else { return try value(from: text, style: style) }
    return try value.converted(SaleMeasure(unit: unit), to: measure(), for: self)
  }

  /// Whether it is so much of the product.
  public var isAmount: Bool { [.packSize, .stock, .minimumStock].contains(self) }

  /// An amount and the unit behind it; nil where there is none.
  public static func counted(_ text: String) -> (amount: String, unit: SaleUnit)? {
    let text = text.trimmed
    guard let last = text.last, last.isLetter || last == "²" || "23".contains(last) else {
      return nil
    }
    let letters = text.lowercased()
    for symbol in unitsByLength {
      for spelling in [symbol, symbol.replacingOccurrences(of: "²", with: "2")]
      where letters.hasSuffix(spelling) {
        let amount = String(text.dropLast(spelling.count)).trimmed
        // “3 m2” is an area, and “32” a number.
        guard let end = amount.last, end.isNumber else { continue }
        return (amount, SaleUnit(stored: symbol))
      }
    }
    return nil
  }

  private static let unitsByLength = SaleUnit.symbols.sorted { $0.count > $1.count }
}

extension Product {
  /// What an amount of it counts.
  public func measure(of field: ProductField) -> SaleMeasure {
    SaleMeasure(unit: unit, pack: field == .packSize ? nil : packSize)
  }
}
