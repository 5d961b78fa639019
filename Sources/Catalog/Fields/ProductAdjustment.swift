// A change to many products at once. Most of them derive the new value from the old one, so it does
// not matter what was on screen and nothing is overwritten by mistake.

import Foundation

/// A change to make to each of many products.
public enum ProductAdjustment: Sendable, Equatable {
  /// Sets fields to the same value in all products.
  case set(ProductChange)
  /// Appends a tag unless it is already present.
  case addTag(Tag)
  case removeTag(Tag)
  /// Raises every price by this many percent (lowers it, if negative), rounded to the currency's
  /// minor unit. Products without a price stay without one.
  case changePrice(percent: Decimal)
  /// Adds to the stock (subtracts, if negative). Products with unknown stock are left alone.
  case changeStock(by: Int)

  /// `product` after this change.
  public func applied(to product: Product) throws -> Product {
    var adjusted = product
    switch self {
    case .set(let change): adjusted = change.applied(to: product)
    case .addTag(let tag): adjusted.tags.add(tag)
    case .removeTag(let tag): adjusted.tags.remove(tag)
    case .changePrice(let percent):
      adjusted.price = try product.price.map { try $0.changed(percent: percent) }
    case .changeStock(let difference):
      adjusted.stock = try product.stock.map { try $0.changed(by: difference) }
    }
    return adjusted
  }
}

/// The outcome of changing many products.
public struct BulkEditOutcome: Sendable, Equatable {
  /// Products that were changed.
  public var saved: Set<UUID> = []
  /// Products that were already as requested.
  public var unchanged: Set<UUID> = []
  /// Products that have changed since the given revision: as they are now and, if the history still
  /// has it, as they were at that revision. They were not changed.
  public var conflicts: [UUID: EditConflict] = [:]
  /// Products that are no longer in the catalogue.
  public var missing: Set<UUID> = []

  public init() {}
}

/// Two versions of a product: the current one, and the one that an edit was based on.
public struct EditConflict: Sendable, Equatable {
  public let current: Product
  public let base: Product?

  public init(current: Product, base: Product?) {
    self.current = current
    self.base = base
  }
}

extension Price {
  fileprivate func changed(percent: Decimal) throws -> Price {
    var exact = Decimal(minorUnits) * (100 + percent) / 100
    var rounded = Decimal()
    NSDecimalRound(&rounded, &exact, 0, .plain)
    guard !rounded.isNaN, let units = Int64("\(rounded)") else {
      throw InvalidValue(.price, .tooLarge)
    }
    return try Price(minorUnits: units, currency: currency)
  }
}
