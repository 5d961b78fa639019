// SPDX-License-Identifier: Apache-2.0
// The units that products are sold in besides pieces. Each is a whole number of something small, so that
// one is converted into another without a rounding: an inch is 25,400 micrometres. The symbols are those
// of the whole world, and stored; never remove one.

/// A unit of weight, volume, length or area, such as kg.
public struct SaleUnit: Sendable, Hashable {
  /// As it stands behind a number.
  public let symbol: String

  public enum Dimension: Sendable, Hashable { case weight, volume, length, area }

  public init(_ symbol: String) throws {
    guard Self.sizes[symbol] != nil else { throw InvalidValue(.unit, .notOneOf(Self.symbols)) }
    self.symbol = symbol
  }

  init(stored symbol: String) {
    self.symbol = symbol
  }

  /// All of them, in the order of menus.
  public static let symbols = known.map(\.symbol)

  /// What it measures, and how large it is: in nanograms, cubic millimetres, micrometres or square
  /// micrometres. Nil for one that only a newer version knows.
  var size: (dimension: Dimension, units: Int64)? { Self.sizes[symbol] }

  private static let sizes: [String: (dimension: Dimension, units: Int64)] = Dictionary(
    uniqueKeysWithValues: known.map { ($0.symbol, ($0.dimension, $0.units)) })

  private static let known: [(symbol: String, dimension: Dimension, units: Int64)] = [
    ("g", .weight, 1_000_000_000), ("kg", .weight, 1_000_000_000_000),
    ("oz", .weight, 28_349_523_125), ("lb", .weight, 453_592_370_000),
    ("ml", .volume, 1_000), ("cl", .volume, 10_000), ("l", .volume, 1_000_000),
    ("mm", .length, 1_000), ("cm", .length, 10_000), ("m", .length, 1_000_000),
    ("in", .length, 25_400), ("ft", .length, 304_800), ("yd", .length, 914_400),
    ("cm²", .area, 100_000_000), ("m²", .area, 1_000_000_000_000),
    ("ft²", .area, 92_903_040_000),
  ]
}
