// SPDX-License-Identifier: Apache-2.0
// What a form passes to the store: only the fields that were edited, so that it cannot overwrite
// another window's changes to the rest.

import Foundation

/// Changes to a product's fields, with the property names of `Product`. Nil leaves a field
/// unchanged; `.some(nil)` clears an optional one.
@dynamicMemberLookup
public struct ProductChange: Sendable, Equatable {
  /// Values of custom fields by the field's identifier; nil clears the field.
  public var values: [UUID: FieldValue?] = [:]
  private var fields: Set<ProductField> = []
  /// Amounts and prices with what they are said in: only the product tells what it counts.
  private var said: [ProductField: SaidAmount] = [:]
  /// Holds the new values; its other fields are blank.
  private var new = Product.blank

  private static let all = ProductField.all + ProductField.structure

  public init() {}

  public init(_ body: (inout ProductChange) throws -> Void) rethrows {
    try body(&self)
  }

  /// The new value of a property that is a field.
  public subscript<Value>(
    dynamicMember path: WritableKeyPath<Product, Value>
  ) -> Value? {
    get {
      Self.all.first { $0.isAt(path) }.flatMap {
        fields.contains($0) ? new[keyPath: path] : nil
      }
    }
    set {
      guard let field = Self.all.first(where: { $0.isAt(path) }) else {
        return assertionFailure("\(path) is no field of a product")
      }
      said[field] = nil
      new[keyPath: path] = newValue ?? Product.blank[keyPath: path]
      if newValue == nil { fields.remove(field) } else { fields.insert(field) }
    }
  }

  /// Sets a field's new value; nil clears it. Throws if the field cannot have this value.
  public mutating func set(_ field: ProductField, _ value: FieldValue?) throws {
    try field.set(value, in: &new)
    fields.insert(field)
    said[field] = nil
  }

  /// Sets an amount, or a price for one, that is said in a measure of its own: `convertingAmounts` puts it into that of the
  /// product.
  public mutating func set(
    _ field: ProductField, _ value: FieldValue, saidIn measure: SaleMeasure
  ) {
    fields.remove(field)
    said[field] = SaidAmount(value: value, measure: measure)
  }

  public func changes(_ field: ProductField) -> Bool {
    fields.contains(field) || said[field] != nil
  }

  /// Whether it changes nothing but amounts, prices, and what they count.
  public var isOfAmounts: Bool {
    !fieldIDs.isEmpty && fieldIDs.isSubset(of: [.unit, .packSize, .price, .stock, .minimumStock])
  }

  /// Whether what it makes of a product depends on the unit of that.
  var dependsOnUnit: Bool { changes(.unit) || !said.isEmpty }

  /// What it changes.
  var fieldIDs: Set<FieldID> {
    Set(fields.map(\.id)).union(said.keys.map(\.id)).union(values.keys.map { .custom($0) })
  }

  /// With the fields of another one, too, which come after its own.
  public mutating func add(_ other: ProductChange) {
    for field in other.fields {
      field.copy(from: other.new, to: &new)
      fields.insert(field)
      said[field] = nil
    }
    for (field, amount) in other.said { set(field, amount.value, saidIn: amount.measure) }
    values.merge(other.values) { $1 }
  }

  /// Without the fields in which a product differs from what it was.
  func leavingOut(whatDiffersIn product: Product, from old: Product) -> ProductChange {
    guard product != old else { return self }
    var change = self
    change.fields = fields.filter { $0.isSame(product, old) }
    change.said = said.filter { $0.key.isSame(product, old) }
    change.values = values.filter { product.values[$0.key] == old.values[$0.key] }
    return change
  }

  /// Takes all fields in which one version of a product differs from another one.
  mutating func set(whatDiffersIn product: Product, from old: Product) {
    fields = Set(Self.all.filter { !$0.isSame(product, old) })
    said = [:]
    new = product
    for field in Set(product.values.keys).union(old.values.keys)
    where product.values[field] != old.values[field] {
      values[field] = .some(product.values[field])
    }
  }

  /// `product` with these changes.
  public func applied(to product: Product) -> Product {
    var changed = product
    for field in fields { field.copy(from: new, to: &changed) }
    for (field, value) in values { changed.values[field] = value }
    return changed
  }
}

// MARK: Units

/// An amount, or a price for one, as it was said.
private struct SaidAmount: Sendable, Equatable {
  let value: FieldValue
  let measure: SaleMeasure
}

/// A product that gets another unit has as much as before: 12.5 kg at € 24 are 12,500 g at € 0.024, which is no price, so
/// that change is refused. Between kilograms and litres nothing can be converted, and amounts keep their numbers.
extension ProductChange {
  /// With the product's amounts in the new unit, if the change gives it another one that measures the same. What the
  /// change says itself stays, in what the product counts from then on. Throws for an amount that has no exact value in
  /// that.
  public func convertingAmounts(of product: Product) throws -> ProductChange {
    // Most changes are made to many products, and to no unit.
    guard dependsOnUnit else { return self }
    var change = self
    change.said = [:]
    // How much is in a pack says what the others count.
    for (field, amount) in said.sorted(by: { $0.key == .packSize && $1.key != .packSize }) {
      let measure = change.applied(to: product).measure(of: field)
      try change.set(field, amount.value.converted(amount.measure, to: measure, for: field))
    }
    guard changes(.unit), product.unit != nil else { return change }
    for (field, amount) in product.amounts(soldAs: applied(to: product)) where !changes(field) {
      try change.set(field, amount.get())
    }
    return change
  }

  /// Whether the product has amounts that keep their numbers although they mean something else from then on.
  public func keepsNumbers(of product: Product) -> Bool {
    guard changes(.unit) else { return false }
    let new = applied(to: product)
    guard new.unit != product.unit,
      !SaleMeasure(unit: product.unit).measuresSame(as: SaleMeasure(unit: new.unit))
    else { return false }
    return product.amountFields(soldAs: new).contains {
      !changes($0) && $0.value(of: product) != nil
    }
  }
}

extension Product {
  /// Its amounts, as much as they are, in the unit of `new`; a failure for one that has no exact value there. None if the
  /// units measure different things.
  public func amounts(
    soldAs new: Product
  ) -> [(field: ProductField, amount: Result<FieldValue, any Error>)] {
    guard let old = unit, let unit = new.unit, unit != old else { return [] }
    let (from, to) = (SaleMeasure(unit: old), SaleMeasure(unit: unit))
    guard from.measuresSame(as: to) else { return [] }
    return amountFields(soldAs: new).compactMap { field in
      guard let value = field.value(of: self) else { return nil }
      return (field, Result { try value.converted(from, to: to, for: field) })
    }
  }

  /// The fields whose numbers depend on the unit: of packs there are as many, whatever is in one. Who begins or ends
  /// to sell in packs at the same time says everything anew.
  fileprivate func amountFields(soldAs new: Product) -> [ProductField] {
    switch (packSize, new.packSize) {
    case (nil, nil): [.price, .stock, .minimumStock]
    case (_?, _?): [.packSize]
    default: []
    }
  }
}

extension FieldValue {
  /// An amount, or a price for one, in another measure. Throws if that has no exact value, or if it measures something
  /// else.
  public func converted(
    _ old: SaleMeasure, to new: SaleMeasure, for field: ProductField
  ) throws -> FieldValue {
    let name = InvalidValue.Field(field.name)
    guard old.measuresSame(as: new) else {
      throw InvalidValue(name, .otherMeasure(new.unit?.symbol))
    }
    let converted: FieldValue? =
      switch self {
      case .number(let amount): old.amount(amount, in: new).map { .number($0) }
      case .money(let price): old.price(price, per: new).map { .money($0) }
      default: self
      }
    guard let converted else { throw InvalidValue(name, .notExact(in: new.unit?.symbol)) }
    guard let checked = try field.checked(converted) else {
      throw InvalidValue(name, .notExact(in: new.unit?.symbol))
    }
    return checked
  }
}

/// The outcome of editing a product, a note or a caption.
public enum EditOutcome<Value: Sendable & Equatable>: Sendable, Equatable {
  case saved(Value)
  /// It has changed since the edit began, and nothing was written. `base` is the version the edit
  /// was based on, if the history still has it; there are no old versions of captions.
  case conflict(current: Value, base: Value?)
  /// It is no longer in the catalogue.
  case missing
}
