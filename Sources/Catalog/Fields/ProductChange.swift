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
      new[keyPath: path] = newValue ?? Product.blank[keyPath: path]
      if newValue == nil { fields.remove(field) } else { fields.insert(field) }
    }
  }

  /// Sets a field's new value; nil clears it. Throws if the field cannot have this value.
  public mutating func set(_ field: ProductField, _ value: FieldValue?) throws {
    try field.set(value, in: &new)
    fields.insert(field)
  }

  public func changes(_ field: ProductField) -> Bool { fields.contains(field) }

  /// What it changes.
  var fieldIDs: Set<FieldID> {
    Set(fields.map(\.id)).union(values.keys.map { .custom($0) })
  }

  /// Without the fields in which a product differs from what it was.
  func leavingOut(whatDiffersIn product: Product, from old: Product) -> ProductChange {
    guard product != old else { return self }
    var change = self
    change.fields = fields.filter { $0.isSame(product, old) }
    change.values = values.filter { product.values[$0.key] == old.values[$0.key] }
    return change
  }

  /// `product` with these changes.
  public func applied(to product: Product) -> Product {
    var changed = product
    for field in fields { field.copy(from: new, to: &changed) }
    for (field, value) in values { changed.values[field] = value }
    return changed
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
