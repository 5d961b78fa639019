// SPDX-License-Identifier: Apache-2.0
// What a form, a page of details and a list need to know of a field, one that comes with the program
// or a custom one.

import Catalog
import Foundation
import Wording

public struct FormField: Sendable, Hashable, Identifiable {
  public let field: AnyField

  public var id: FieldID { field.id }
  public var kind: FieldKind { field.kind }
  public var isRequired: Bool { field.isRequired }

  /// Whether a code that identifies the product is meant to be in it.
  public var isForCodes: Bool { field.isForCodes }

  public init(_ field: ProductField) { self.field = .builtIn(field) }

  public init(_ field: CustomField) { self.field = .custom(field) }

  init(_ field: AnyField) { self.field = field }

  public var label: String {
    switch field {
    case .builtIn(let field): field.label
    case .custom(let field): field.name.asName
    }
  }

  /// The label, with an underscore before the letter that activates the field with Alt. A custom
  /// field's name has no such letter, and its underscores are literal.
  public var mnemonic: String {
    switch field {
    case .builtIn(let field): field.mnemonic
    case .custom(let field): field.name.asName.replacingOccurrences(of: "_", with: "__")
    }
  }

  /// Parses what was typed; blank means no value. Throws if the field cannot have it.
  public func value(from text: String, style: WritingStyle) throws -> FieldValue? {
    if kind == .category, text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) {
      return .category(try CategoryPath(typed: text))
    }
    return try field.value(from: text, style: style)
  }

  /// Parses what was typed, which may say what it counts.
  func value(
    from text: String, style: WritingStyle, counting measure: () -> SaleMeasure
  ) throws -> FieldValue? {
    guard case .builtIn(let builtIn) = field, kind != .category else {
      return try value(from: text, style: style)
    }
    return try builtIn.value(from: text, style: style, counting: measure)
  }

  public func value(of product: Product) -> FieldValue? { field.value(of: product) }

  /// The product's value as a user would type it; empty if there is none. What is a line is one that could be typed.
  public func text(of product: Product, style: WritingStyle) -> String {
    switch value(of: product) {
    case nil: ""
    case .tags(let tags)?: tags.map { Self.text(of: $0) }.joined(separator: ", ")
    case let value? where kind == .text: kind.text(of: value, style: style)
    case let value?: kind.text(of: value, style: style).asLine
    }
  }

  private static func text(of tag: Tag) -> String {
    // One that is longer is none.
    guard tag.text.utf8.count <= longestTag, let alone = try? Tags([tag]) else {
      return tag.text.asLine
    }
    return FieldKind.tags.text(of: .tags(alone))
  }

  private static let longestTag = 5_000

  // MARK: Where it is offered

  public func isOffered(in category: CategoryPath?) -> Bool {
    if case .custom(let field) = field { field.isOffered(in: category) } else { true }
  }

  /// Whether it is offered for some product of a list of this category; nil: of all products.
  func isOffered(within category: CategoryPath?) -> Bool {
    guard case .custom(let field) = field, let own = field.category, let category else {
      return true
    }
    return own.contains(category) || category.contains(own)
  }

  /// Throws where a product of this category must not get the value.
  func requireOffered(
    in category: CategoryPath?, changing old: FieldValue?, to new: FieldValue?
  ) throws {
    guard case .custom(let field) = field else { return }
    try field.requireOffered(in: category, changing: old, to: new)
  }

  // MARK: In a list

  /// Every field that a list can have a column for.
  static func listed(_ custom: [CustomField]) -> [FormField] {
    ProductField.all.map { FormField($0) } + custom.map { FormField($0) }
  }

  /// Whether its column comes with the first product that has something to show in it. Codes and
  /// counts would leave no room for the rest.
  var comesWhenFilled: Bool {
    switch field {
    case .builtIn(let field): kind == .line && field.isForMany && !isRequired
    case .custom: kind != .text
    }
  }

  public var sorts: Bool {
    if case .builtIn(let field) = field { field.sorts } else { true }
  }

  /// More than a line of a list has room for, in code points.
  private static let mostInList = 2_000

  /// What a list shows of a product; empty for nothing.
  public func text(of product: ListedProduct) -> String {
    if let text = product.family?.text(of: id) { return text }
    let value: FieldValue? =
      switch field {
      case .builtIn(let field): product.value(of: field)
      case .custom(let field): product.values[field.id]
      }
    return switch value {
    // The path to it is in the sidebar.
    case .category(let path): path.components.last ?? ""
    case .text(let text) where kind == .text:
      text.beginning(ofMost: Self.mostInList).split(whereSeparator: \.isNewline)
        .joined(separator: " ")
    case let value:
      value.map { displayText(of: $0, unit: unit(product.unit, counted: product.countedUnit)) }
        ?? ""
    }
  }

  func set(_ value: FieldValue?, in change: inout ProductChange) throws {
    switch field {
    case .builtIn(let field): try change.set(field, value)
    case .custom(let field): change.values[field.id] = .some(value)
    }
  }
}
