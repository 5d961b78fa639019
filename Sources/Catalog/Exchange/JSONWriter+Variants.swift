// SPDX-License-Identifier: Apache-2.0
// How products belong together, in a line of an export. Custom fields are called by their names, since
// another catalogue may have them under identifiers of its own. A line that says nothing of it changes
// nothing of it.

import Foundation

/// What a field is called among those that a variant takes.
private let customPrefix = "fields."

extension JSONWriter {
  mutating func structure(of product: Product, _ fields: [CustomField]) {
    structure(product.variant, product.options, fields: fields)
  }

  mutating func structure(
    _ variant: VariantPlace?, _ options: VariantOptions, fields: [CustomField]
  ) {
    if let variant {
      member(ExchangeKey.variantOf.rawValue, variant.head.uuidString)
      let names =
        ProductField.all.filter { variant.taken.contains($0.id) }.map(\.name)
        + fields.filter { variant.taken.contains(.custom($0.id)) }.map { customPrefix + $0.name }
      member(ExchangeKey.taken.rawValue, names) { $0.string($1) }
    }
    member(ExchangeKey.options.rawValue, options.names(among: fields)) { $0.string($1) }
  }
}

extension ImportedEntry {
  /// Finds the fields that the source calls by name, among these by `nameKey`.
  mutating func resolveStructure(_ fields: [String: CustomField]) throws {
    func custom(_ name: some StringProtocol) throws -> CustomField {
      guard let field = fields[CustomField.key(of: String(name))] else {
        throw InvalidValue(InvalidValue.Field(String(name), isCustom: true), .unknownField)
      }
      return field
    }
    if let options {
      let options = VariantOptions(try options.map { try custom($0).id })
      change.options = try VariantOptions(text: options.text)
    }
    guard let head else { return }
    let taken = try (taken ?? []).map { name -> FieldID in
      if name.hasPrefix(customPrefix) {
        return .custom(try custom(name.dropFirst(customPrefix.count)).id)
      }
      guard let field = ProductField.named(name) else {
        throw InvalidValue(.variant, .notOneOf(ProductField.all.map(\.name)))
      }
      return field.id
    }
    change.variant = .some(head.map { VariantPlace(head: $0, taken: Set(taken)) })
  }
}
