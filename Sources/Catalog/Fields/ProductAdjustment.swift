// A change to many products at once. Most such changes say how the new value comes from the old
// one: then it does not matter what the person saw, and nothing can be overwritten by mistake.

import Foundation

/// One thing that is done to each of many products.
public enum ProductAdjustment: Sendable, Equatable {
  /// Sets fields to the same value everywhere.
  case set(ProductChange)
  /// Adds a tag after the others, where it is not there already.
  case addTag(Tag)
  case removeTag(Tag)
  /// Raises every price by this many hundredths (lowers it, if negative), rounded to the
  /// currency's smallest unit. Products without a price have none afterwards.
  case changePrice(percent: Decimal)
  /// Adds to the stock (takes away, if negative). Products whose stock is not known are left.
  case changeStock(by: Int)

  /// `product` with this done to it.
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

/// What became of a change to many products.
public struct BulkEditOutcome: Sendable, Equatable {
  /// Those that were changed.
  public var saved: Set<UUID> = []
  /// Those that were as they should be already.
  public var unchanged: Set<UUID> = []
  /// Those that have changed since the revision given for them, as they are and, as far as the
  /// history of undo has it, as they were then. They were left as they are.
  public var conflicts: [UUID: EditConflict] = [:]
  /// Those that are not in the catalogue any more.
  public var missing: Set<UUID> = []

  public init() {}
}

/// Two versions of a product: as it is, and as somebody saw it who wants to change it.
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
