// What a form and a page of details need to know of a field, one that comes with the program or one
// of the person's own.

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

  /// With an underscore before the letter that reaches the field with Alt. A person's own name has
  /// none, and its underscores are what they are.
  public var mnemonic: String {
    switch source {
    case .builtIn(let field): field.mnemonic
    case .custom(let field): field.name.replacingOccurrences(of: "_", with: "__")
    }
  }

  /// Reads what was typed; blank is no value. Throws where the field cannot have it.
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

  /// The product's value as a person would type it; empty for none.
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

/// A field's name and what a product has in it, as a page of details shows them.
public struct ProductFact: Equatable, Sendable {
  public let name: String
  public let text: String

  /// What the head of a product shows, and the description, which stands by itself.
  public static let shownApart: [FieldID] = [.title, .description, .category, .price, .year]

  /// Everything else that a product has.
  public static func all(of product: Product, custom: [CustomField] = []) -> [ProductFact] {
    (ProductField.all.map { FormField($0) } + custom.map { FormField($0) }).compactMap { field in
      if shownApart.contains(field.id) { return nil }
      return field.value(of: product).map {
        ProductFact(name: field.label, text: $0.displayText(of: field.kind))
      }
    }
  }
}
