// SPDX-License-Identifier: Apache-2.0
// How much of a product there is: of a cheese 12.5 kg, of a cup 3. Exact decimals. The limit is far beyond
// any shop's stock and, in millionths, far below integer overflow.

/// An amount in a product's unit, from 0 to 1,000,000,000.
public struct Quantity: Sendable, Hashable {
  public let value: DecimalNumber

  /// What is in stock.
  public init(stock value: DecimalNumber) throws {
    try self.init(value, for: .stock)
  }

  /// What should always be in stock.
  public init(minimum value: DecimalNumber) throws {
    try self.init(value, for: .minimumStock)
  }

  /// What is in one pack; never nothing.
  public init(packSize value: DecimalNumber) throws {
    try self.init(value, for: .packSize)
    guard value > 0 else { throw InvalidValue(.packSize, .notPositive) }
  }

  private init(_ value: DecimalNumber, for field: InvalidValue.Field) throws {
    guard 0 <= value, value <= Self.most else {
      throw InvalidValue(field, .outOfRange(least: 0, most: Self.mostWhole))
    }
    self.value = value
  }

  private static let mostWhole = 1_000_000_000
  static let most = DecimalNumber(whole: mostWhole)

  init(storedMillionths: Int64) {
    value = DecimalNumber(millionths: storedMillionths)
  }
}
