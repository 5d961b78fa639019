// SPDX-License-Identifier: Apache-2.0
// How many of a product there are. The limits are far beyond any shop's stock and far below integer
// overflow.

/// A number of items from 0 to 1,000,000,000.
public struct StockCount: Sendable, Hashable {
  public let value: Int

  /// The number in stock.
  public init(stock value: Int) throws {
    try self.init(value, for: .stock)
  }

  /// The number that should always be in stock.
  public init(minimum value: Int) throws {
    try self.init(value, for: .minimumStock)
  }

  private init(_ value: Int, for field: InvalidValue.Field) throws {
    let most = 1_000_000_000
    guard (0...most).contains(value) else {
      throw InvalidValue(field, .outOfRange(least: 0, most: most))
    }
    self.value = value
  }

  init(stored value: Int) {
    self.value = value
  }
}
