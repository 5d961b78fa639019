// What a form and a details page need to know about a field, built-in or custom.

import Catalog
import Foundation
import Wording

public struct FormField: Sendable, Identifiable {
  private enum Source: Sendable {
    case builtIn(ProductField)
    case custom(CustomField)
  }

  public let id: FieldID
  public let kind: FieldKind
  public let isRequired: Bool
  private let source: Source

  public init(_ field: ProductField) {
    (id, kind, isRequired, source) = (field.id, field.kind, field.isRequired, .builtIn(field))
  }

  public init(_ field: CustomField) {
    (id, kind, isRequired, source) = (.custom(field.id), field.kind, false, .custom(field))
  }

  public var label: String {
    switch source {
    case .builtIn(let field): field.label
    case .custom(let field): field.name
    }
  }

  /// The label, with an underscore before the letter that activates the field with Alt. A custom
  /// field's name has no such letter, and its underscores are literal.
  public var mnemonic: String {
    switch source {
    case .builtIn(let field): field.mnemonic
    case .custom(let field): field.name.replacingOccurrences(of: "_", with: "__")
    }
  }

  /// Parses what was typed; blank means no value. Throws if the field cannot have it.
  public func value(from text: String, style: WritingStyle) throws -> FieldValue? {
    switch source {
    case .builtIn(let field): try field.value(from: text, style: style)
    case .custom(let field):
      try kind.value(from: text, style: style, for: .init(field.name, isCustom: true))
    }
  }

  public func value(of product: Product) -> FieldValue? {
    switch source {
    case .builtIn(let field): field.value(of: product)
    case .custom(let field): product.values[field.id]
    }
  }

  /// The product's value as a user would type it; empty if there is none.
  public func text(of product: Product, style: WritingStyle) -> String {
    value(of: product).map { kind.text(of: $0, style: style) } ?? ""
  }

  func set(_ value: FieldValue?, in change: inout ProductChange) throws {
    switch source {
    case .builtIn(let field): try change.set(field, value)
    case .custom(let field): change.values[field.id] = .some(value)
    }
  }
}

/// A field's name and value, as a details page shows them.
public struct ProductFact: Equatable, Sendable {
  public let name: String
  public let text: String

  /// What the head of the product shows, and the description, which is shown separately.
  public static let shownApart: [FieldID] = [.title, .description, .category, .price, .year]

  /// All other values of a product.
  public static func all(of product: Product, custom: [CustomField] = []) -> [ProductFact] {
    (ProductField.all.map { FormField($0) } + custom.map { FormField($0) }).compactMap { field in
      if shownApart.contains(field.id) { return nil }
      return field.value(of: product).map {
        ProductFact(name: field.label, text: $0.displayText(of: field.kind))
      }
    }
  }
}
