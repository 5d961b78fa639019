// What a form hands to the store: only the fields that were changed, so that it cannot overwrite
// another window's change to the rest.

import Foundation

/// Changes to a product's fields, by the names that `Product` has for them. Nil leaves a field as it
/// is; for a field that may be empty, `.some(nil)` empties it.
@dynamicMemberLookup
public struct ProductChange: Sendable, Equatable {
  /// By the identifiers of the person's own fields; nil empties a field.
  public var values: [UUID: FieldValue?] = [:]
  private var fields: Set<ProductField> = []
  /// Has what those become; the other fields are blank.
  private var new = Product.blank

  public init() {}

  public init(_ body: (inout ProductChange) throws -> Void) rethrows {
    try body(&self)
  }

  /// The new value of a property that is a field.
  public subscript<Value>(
    dynamicMember path: WritableKeyPath<Product, Value>
  ) -> Value? {
    get {
      ProductField.all.first { $0.isAt(path) }.flatMap {
        fields.contains($0) ? new[keyPath: path] : nil
      }
    }
    set {
      guard let field = ProductField.all.first(where: { $0.isAt(path) }) else {
        return assertionFailure("\(path) is no field of a product")
      }
      new[keyPath: path] = newValue ?? Product.blank[keyPath: path]
      if newValue == nil { fields.remove(field) } else { fields.insert(field) }
    }
  }

  /// Gives a field another value; nil empties it. Throws where it cannot have it.
  public mutating func set(_ field: ProductField, _ value: FieldValue?) throws {
    try field.set(value, in: &new)
    fields.insert(field)
  }

  public func changes(_ field: ProductField) -> Bool { fields.contains(field) }

  public var isEmpty: Bool { fields.isEmpty && values.isEmpty }

  /// `product` with these changes made.
  public func applied(to product: Product) -> Product {
    var changed = product
    for field in fields { field.copy(from: new, to: &changed) }
    for (field, value) in values { changed.values[field] = value }
    return changed
  }
}

/// What became of an edit of a product, a note or a caption.
public enum EditOutcome<Value: Sendable & Equatable>: Sendable, Equatable {
  case saved(Value)
  /// It has changed since the edit was begun; nothing was written. The version the edit was based
  /// on is there as long as the history of undo has it; of captions no versions are kept.
  case conflict(current: Value, base: Value?)
  /// It is no longer in the catalogue.
  case missing
}
