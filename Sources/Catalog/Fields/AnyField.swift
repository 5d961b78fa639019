// SPDX-License-Identifier: Apache-2.0
// A field of a product, built-in or custom, for code that treats both alike.

/// A built-in field, or a custom one.
public enum AnyField: Sendable, Hashable {
  case builtIn(ProductField)
  case custom(CustomField)

  public var id: FieldID {
    switch self {
    case .builtIn(let field): field.id
    case .custom(let field): .custom(field.id)
    }
  }

  public var kind: FieldKind {
    switch self {
    case .builtIn(let field): field.kind
    case .custom(let field): field.kind
    }
  }

  /// Whether every product has a value.
  public var isRequired: Bool {
    if case .builtIn(let field) = self { field.isRequired } else { false }
  }

  /// Whether it makes sense to give many products the same value.
  public var isForMany: Bool {
    if case .builtIn(let field) = self { field.isForMany } else { true }
  }

  /// Parses what was typed; blank means no value. Throws if the field cannot have it.
  public func value(from text: String, style: WritingStyle = .neutral) throws -> FieldValue? {
    switch self {
    case .builtIn(let field): try field.value(from: text, style: style)
    case .custom(let field):
      try field.kind.value(from: text, style: style, for: field.refusalName)
    }
  }

  public func value(of product: Product) -> FieldValue? {
    switch self {
    case .builtIn(let field): field.value(of: product)
    case .custom(let field): product.values[field.id]
    }
  }

  /// Gives a product the value of another one.
  func copy(from source: Product, to product: inout Product) {
    switch self {
    case .builtIn(let field): field.copy(from: source, to: &product)
    case .custom(let field): product.values[field.id] = source.values[field.id]
    }
  }

  /// Sets the product's value; throws if the field cannot have it.
  func set(_ value: FieldValue?, in product: inout Product) throws {
    switch self {
    case .builtIn(let field): try field.set(value, in: &product)
    case .custom(let field):
      product.values[field.id] = try value.flatMap {
        try field.kind.checked($0, for: field.refusalName)
      }
    }
  }

  /// The field as an `InvalidValue` names it.
  var refusalName: InvalidValue.Field {
    switch self {
    case .builtIn(let field): InvalidValue.Field(field.name)
    case .custom(let field): field.refusalName
    }
  }
}
