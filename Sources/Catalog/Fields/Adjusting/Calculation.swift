// SPDX-License-Identifier: Apache-2.0
// A new number from an old one: percent, sum or product, and how the result is rounded. Exact, as a
// fraction of whole numbers: a price is a whole number of cents before and after.

/// What to make of the numbers of a field, be they amounts of money, counts or others.
public struct Calculation: Sendable, Equatable {
  public enum Step: Sendable, Equatable {
    /// Raises by this many percent; lowers, if negative.
    case percent(DecimalNumber)
    /// Adds this; subtracts, if negative.
    case add(DecimalNumber)
    /// Adds so much of the product, whatever it is counted in.
    case addAmount(DecimalNumber, SaleMeasure)
    case multiply(DecimalNumber)
  }

  /// What a result is rounded to: the nearest of these numbers. Zero stays zero. A currency or a
  /// count without decimals has whole numbers in any case.
  public enum Rounding: String, Codable, Sendable, CaseIterable {
    /// As many decimals as the field has.
    case exact
    case whole
    case tens
    case hundreds
    case ending50
    case ending90
    case ending95
    case ending99

    /// The least of the numbers and the distance of each from the next, in hundredths.
    fileprivate var numbers: (least: Int128, distance: Int128)? {
      switch self {
      case .exact: nil
      case .whole: (0, 100)
      case .tens: (0, 1_000)
      case .hundreds: (0, 10_000)
      case .ending50: (50, 100)
      case .ending90: (90, 100)
      case .ending95: (95, 100)
      case .ending99: (99, 100)
      }
    }
  }

  public var step: Step
  public var rounding: Rounding

  public init(_ step: Step, rounding: Rounding = .exact) {
    (self.step, self.rounding) = (step, rounding)
  }

  /// The same for a number of pieces: a tenth more of three is three.
  var ofPieces: Calculation {
    switch step {
    case .percent, .multiply: rounding == .exact ? Calculation(step, rounding: .whole) : self
    case .add, .addAmount: self
    }
  }

  /// Whether only the product tells what it adds.
  var isSaidInUnit: Bool { if case .addAmount = step { true } else { false } }

  /// The same for what counts in this measure. Throws if that has no exact value there.
  func counted(in measure: SaleMeasure, for field: ProductField) throws -> Calculation {
    guard case .addAmount(let difference, let own) = step else { return self }
    let name = InvalidValue.Field(field.name)
    guard own.measuresSame(as: measure) else {
      throw InvalidValue(name, .otherMeasure(measure.unit?.symbol))
    }
    guard let amount = own.amount(difference, in: measure) else {
      throw InvalidValue(name, .notExact(in: measure.unit?.symbol))
    }
    return Calculation(.add(amount), rounding: rounding)
  }

  /// The result for a field's value.
  func result(of value: FieldValue, for field: InvalidValue.Field) throws -> FieldValue {
    func units(_ units: Int64, perOne: Int64) throws -> Int64 {
      let exact = stepped(units, perOne: perOne)
      guard let result = Int64(exactly: rounded(exact, perOne: Int128(perOne))) else {
        throw InvalidValue(field, .tooLarge)
      }
      return result
    }
    switch value {
    case .money(let price):
      let perOne = Int64.power(ofTen: price.currency.minorUnitDigits)
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

  /// The product of two numbers of 64 bits fits.
  private typealias Fraction = (numerator: Int128, denominator: Int128)

  /// In the same units, of which `perOne` make one.
  private func stepped(_ units: Int64, perOne: Int64) -> Fraction {
    let (units, one) = (Int128(units), Int128(1_000_000))
    return switch step {
    case .percent(let percent): (units * (100 * one + Int128(percent.millionths)), 100 * one)
    case .add(let difference), .addAmount(let difference, _):
      (units * one + Int128(difference.millionths) * Int128(perOne), one)
    case .multiply(let factor): (units * Int128(factor.millionths), one)
    }
  }

  private func rounded(_ exact: Fraction, perOne: Int128) -> Int128 {
    let size = Int128(exact.numerator.magnitude)
    var (least, distance): (Int128, Int128) = (0, 1)
    if size != 0, let numbers = rounding.numbers,
      (numbers.least * perOne).isMultiple(of: 100), (numbers.distance * perOne).isMultiple(of: 100)
    {
      (least, distance) = (numbers.least * perOne / 100, numbers.distance * perOne / 100)
    }
    let above = nearest(size - least * exact.denominator, distance * exact.denominator)
    let result = least + max(0, above) * distance
    return exact.numerator < 0 ? -result : result
  }

  /// The nearest whole number; of two, the one farther from zero.
  private func nearest(_ numerator: Int128, _ denominator: Int128) -> Int128 {
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    return 2 * rest.magnitude >= denominator.magnitude ? whole + numerator.signum() : whole
  }
}
