// A new number from an old one: percent, sum or product, and how the result is rounded. Exact, in
// decimals: a price is a whole number of cents before and after.

import Foundation

/// What to make of the numbers of a field, be they amounts of money, counts or others.
public struct Calculation: Sendable, Equatable {
  public enum Step: Sendable, Equatable {
    /// Raises by this many percent; lowers, if negative.
    case percent(Decimal)
    /// Adds this; subtracts, if negative.
    case add(Decimal)
    case multiply(Decimal)
  }

  /// What a result ends with: the nearest one that does. Zero stays zero. A currency or a count
  /// without decimals has whole numbers in any case.
  public enum Rounding: String, Codable, Sendable, CaseIterable {
    /// As many decimals as the field has.
    case exact
    case whole
    case ending50
    case ending95
    case ending99

    /// In hundredths.
    fileprivate var ending: Decimal? {
      switch self {
      case .exact: nil
      case .whole: 0
      case .ending50: 50
      case .ending95: 95
      case .ending99: 99
      }
    }
  }

  public var step: Step
  public var rounding: Rounding

  public init(_ step: Step, rounding: Rounding = .exact) {
    (self.step, self.rounding) = (step, rounding)
  }

  /// The result for a field's value.
  func result(of value: FieldValue, for field: InvalidValue.Field) throws -> FieldValue {
    func units(_ units: Int64, perOne: Decimal) throws -> Int64 {
      let exact = stepped(Decimal(units) / perOne) * perOne
      guard let result = Int64("\(rounded(exact, perOne: perOne))") else {
        throw InvalidValue(field, .tooLarge)
      }
      return result
    }
    switch value {
    case .money(let price):
      let perOne = pow(Decimal(10), price.currency.minorUnitDigits)
      let amount = try units(price.minorUnits, perOne: perOne)
      guard amount >= 0 else { throw InvalidValue(field, .negative) }
      return .money(try Price(minorUnits: amount, currency: price.currency))
    case .number(let number):
      return .number(
        DecimalNumber(millionths: try units(number.millionths, perOne: 1_000_000)))
    case .integer(let number): return .integer(Int(try units(Int64(number), perOne: 1)))
    case .text, .day, .yesNo, .tags, .category: throw InvalidValue(field, .wrongKind)
    }
  }

  private func stepped(_ number: Decimal) -> Decimal {
    switch step {
    case .percent(let percent): number * (100 + percent) / 100
    case .add(let difference): number + difference
    case .multiply(let factor): number * factor
    }
  }

  private func rounded(_ units: Decimal, perOne: Decimal) -> Decimal {
    guard let ending = rounding.ending, perOne >= 100, units != 0 else { return whole(units) }
    let rest = ending * perOne / 100
    let ones = whole((abs(units) - rest) / perOne)
    let size = max(0, ones) * perOne + rest
    return units < 0 ? -size : size
  }

  private func whole(_ number: Decimal) -> Decimal {
    var (exact, rounded) = (number, Decimal())
    NSDecimalRound(&rounded, &exact, 0, .plain)
    return rounded
  }
}
