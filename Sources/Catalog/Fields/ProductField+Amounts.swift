// SPDX-License-Identifier: Apache-2.0
// Amounts that are typed with what they count, as on a scale’s slip: of what is sold by the kilogram, “500 g” is half of
// one, and “€ 2.40 / 100 g” are € 24 for it. Converted exactly, or refused.

import Foundation

extension ProductField {
  /// Parses an amount that may say its unit, or a price that may say for how much it is.
  ///
  /// - Parameter measure: what the field counts in the product; only asked for where a unit is said.
  public func value(
    from text: String, style: WritingStyle = .neutral, counting measure: () -> SaleMeasure
  ) throws -> FieldValue? {
    guard let said = try said(text, style: style) else {
      return try value(from: text, style: style)
    }
    return try said.value.converted(said.measure, to: measure(), for: self)
  }

  /// An amount with its unit, or a price with that for which it is, such as “€ 2.40 / 100 g”; nil where that is not said.
  public func said(
    _ text: String, style: WritingStyle = .neutral
  ) throws -> (value: FieldValue, measure: SaleMeasure)? {
    if isAmount, let (amount, unit) = Self.counted(text),
      let value = try value(from: amount, style: style)
    {
      return (value, SaleMeasure(unit: unit))
    }
    guard self == .price, let slash = text.lastIndex(of: "/"),
      let measure = try measure(String(text[text.index(after: slash)...]), style),
      let value = try value(from: String(text[..<slash]), style: style)
    else { return nil }
    return (value, measure)
  }

  /// A unit, or an amount in one.
  private func measure(_ text: String, _ style: WritingStyle) throws -> SaleMeasure? {
    if let (text, unit) = Self.counted(text) {
      let name = InvalidValue.Field(self.name)
      let kind = FieldKind.number(unit: unit.symbol)
      guard case .number(let amount)? = try kind.value(from: text, style: style, for: name) else {
        return nil
      }
      guard amount > 0 else { throw InvalidValue(name, .notPositive) }
      return SaleMeasure(unit: unit, pack: try Quantity(packSize: amount))
    }
    let spelling = text.trimmed.lowercased()
    return SaleUnit.symbols.first { Self.spellings($0).contains(spelling) }
      .map { SaleMeasure(unit: SaleUnit(stored: $0)) }
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
      for spelling in spellings(symbol) where letters.hasSuffix(spelling) {
        let amount = String(text.dropLast(spelling.count)).trimmed
        // “3 m2” is an area, and “32” a number.
        guard let end = amount.last, end.isNumber else { continue }
        return (amount, SaleUnit(stored: symbol))
      }
    }
    return nil
  }

  private static func spellings(_ symbol: String) -> [String] {
    [symbol, symbol.replacingOccurrences(of: "²", with: "2")]
  }

  private static let unitsByLength = SaleUnit.symbols.sorted { $0.count > $1.count }
}

extension Product {
  /// What an amount of it counts.
  public func measure(of field: ProductField) -> SaleMeasure {
    SaleMeasure(unit: unit, pack: field == .packSize ? nil : packSize)
  }
}
