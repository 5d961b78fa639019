// SPDX-License-Identifier: Apache-2.0
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
  /// Computes a number or an amount from the old one. A product without one stays without one.
  case calculate(AnyField, Calculation)
  /// Replaces a text wherever it occurs in a field's text, letter by letter.
  case replace(AnyField, String, with: String)
  /// Numbers the products in the order in which they are given.
  case number(AnyField, NumberSeries)
  /// Makes a text of other fields and of the place among those that are given.
  case compose(AnyField, TextPattern)

  /// The fields whose values it looks at.
  var fields: Set<FieldID> {
    switch self {
    // Another unit changes what is counted in it, and what is said in one depends on the product's.
    case .set(let change) where change.dependsOnUnit:
      changedFields.union([.unit, .price, .packSize, .stock, .minimumStock])
    case .calculate(_, let calculation) where calculation.isSaidInUnit:
      changedFields.union([.unit, .packSize])
    case .compose(let field, let pattern): pattern.fields.union([field.id])
    default: changedFields
    }
  }

  /// The fields that it gives other values.
  var changedFields: Set<FieldID> {
    switch self {
    case .set(let change): change.fieldIDs
    case .addTag, .removeTag: [.tags]
    case .calculate(let field, _), .replace(let field, _, with: _), .number(let field, _),
      .compose(let field, _):
      [field.id]
    }
  }

  /// `product` after this change.
  ///
  /// - Parameter position: where it is among the products that are changed.
  public func applied(to product: Product, at position: Int = 0) throws -> Product {
    var adjusted = product
    switch self {
    case .set(let change): adjusted = try change.convertingAmounts(of: product).applied(to: product)
    case .addTag(let tag): adjusted.tags.add(tag)
    case .removeTag(let tag): adjusted.tags.remove(tag)
    case .calculate(let field, let calculation):
      guard let old = field.value(of: product) else { break }
      let isOfPieces = field.isCount && product.countedUnit == nil
      var calculation = isOfPieces ? calculation.ofPieces : calculation
      if calculation.isSaidInUnit, case .builtIn(let amount) = field {
        calculation = try calculation.counted(in: product.measure(of: amount), for: amount)
      }
      try field.set(calculation.result(of: old, for: field.refusalName), in: &adjusted)
    case .replace(let field, let text, let replacement):
      guard !text.isEmpty, let old = field.value(of: product).flatMap(\.replaceable) else { break }
      let new = old.replacingOccurrences(of: text, with: replacement, options: .literal)
      if new != old { try field.set(field.value(from: new), in: &adjusted) }
    case .number(let field, let series):
      guard let text = series.text(at: position) else {
        throw InvalidValue(field.refusalName, .tooLarge)
      }
      try field.set(field.value(from: text), in: &adjusted)
    case .compose(let field, let pattern):
      guard let text = pattern.text(of: product, at: position) else {
        throw InvalidValue(field.refusalName, .tooLarge)
      }
      // What says nothing of a product leaves it what it has.
      if text.isEmpty { break }
      try field.set(field.value(from: text), in: &adjusted)
    }
    return adjusted
  }
}

extension [ProductAdjustment] {
  /// `product` after these changes, one after the other.
  public func applied(to product: Product, at position: Int) throws -> Product {
    try reduce(product) { try $1.applied(to: $0, at: position) }
  }
}

extension AnyField {
  /// Whether its values are numbers to calculate with. Years are not.
  public var isCalculable: Bool {
    switch kind {
    case .wholeNumber, .number, .money: true
    case .line, .text, .date, .year, .choice, .yesNo, .code, .link, .tags, .category: false
    }
  }

  /// Whether it says how many pieces there are, of a product that is not sold by weight or the like.
  var isCount: Bool { id == .stock || id == .minimumStock }

  /// Whether parts of its values can be replaced.
  public var isReplaceable: Bool {
    switch kind {
    case .line, .text, .link, .category: true
    case .wholeNumber, .number, .money, .date, .year, .choice, .yesNo, .code, .tags: false
    }
  }

  /// Whether it can number products.
  public var isNumberable: Bool { kind == .line || kind == .wholeNumber }
}

extension FieldValue {
  fileprivate var replaceable: String? {
    switch self {
    case .text(let text): text
    case .category(let path): path.text
    case .integer, .number, .money, .day, .yesNo, .tags: nil
    }
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
  /// Products that cannot have the new value, if the others were changed nevertheless.
  public var refused: [UUID: InvalidValue] = [:]
  /// Products that are no longer in the catalogue.
  public var missing: Set<UUID> = []

  public init() {}
}

/// What changing many products would do.
public struct BulkEditPreview: Sendable, Equatable {
  /// A product, and what would become of it.
  public struct Example: Sendable, Equatable {
    public let before: Product
    public let after: Result<Product, InvalidValue>
  }

  /// How many would be changed, stay as they are, and cannot have the new value.
  public internal(set) var changed = 0
  public internal(set) var unchanged = 0
  public internal(set) var refused = 0
  /// How many variants, not to be changed themselves, would keep what they say themselves although their heads change.
  public internal(set) var keepingOwn = 0
  /// How many of those that would be changed are odd, by what is odd about them.
  public internal(set) var odd: [BulkEditOddity: Int] = [:]
  /// The first odd ones.
  public internal(set) var oddities: [Example] = []
  /// The first other ones that would be changed.
  public internal(set) var changes: [Example] = []
  /// The first ones that stay as they are.
  public internal(set) var same: [Example] = []
  /// The first ones that cannot have the new value.
  public internal(set) var refusals: [Example] = []

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

/// Something odd about what would become of a product: allowed, and yet hardly meant. What somebody has typed or chosen as
/// the new value itself is not odd.
public enum BulkEditOddity: Int, Sendable, CaseIterable {
  /// A number or an amount becomes zero.
  case zero
  /// It becomes ten times as much or more, or a tenth or less.
  case tenfold
  /// A text is replaced by nothing at all.
  case lost
}

extension [ProductAdjustment] {
  /// Whether any of them computes a value from the old one.
  public var canBeOdd: Bool {
    contains {
      switch $0 {
      case .calculate, .replace: true
      case .set, .addTag, .removeTag, .number, .compose: false
      }
    }
  }

  /// What is odd about what they make of a product.
  func oddities(from before: Product, to after: Product) -> Set<BulkEditOddity> {
    var odd: Set<BulkEditOddity> = []
    for adjustment in self {
      switch adjustment {
      case .calculate(let field, _):
        guard let old = field.value(of: before)?.magnitude, old > 0 else { break }
        let new = field.value(of: after)?.magnitude ?? 0
        if new == 0 {
          odd.insert(.zero)
        } else if new >= old * 10 || new * 10 <= old {
          odd.insert(.tenfold)
        }
      case .replace(let field, _, with: _):
        if field.value(of: before) != nil, field.value(of: after) == nil { odd.insert(.lost) }
      case .set, .addTag, .removeTag, .number, .compose: break
      }
    }
    return odd
  }
}

extension FieldValue {
  /// How large a number is, whatever it counts.
  fileprivate var magnitude: Double? {
    switch self {
    case .integer(let number): Double(number.magnitude)
    case .number(let number): Double(number.millionths.magnitude)
    case .money(let price): Double(price.minorUnits.magnitude)
    case .text, .day, .yesNo, .tags, .category: nil
    }
  }
}
