// How many of a product there are. The limits are far beyond any shop and far from where counting
// would overflow.

/// A number of pieces from 0 to 1,000,000,000.
public struct StockCount: Sendable, Hashable {
  public let value: Int

  /// How many are in stock.
  public init(stock value: Int) throws {
    try self.init(value, for: .stock)
  }

  /// How many should be in stock at least.
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

  /// The stock after `difference` came in (went out, if negative).
  public func changed(by difference: Int) throws -> StockCount {
    let (sum, isTooFar) = value.addingReportingOverflow(difference)
    // So far off, any number out of range stands for it.
    return try StockCount(stock: isTooFar ? Int.min : sum)
  }
}
