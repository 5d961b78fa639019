// SPDX-License-Identifier: Apache-2.0
// How products belong together, in a line of an export. Custom fields are called by their names, since
// another catalogue may have them under identifiers of its own. A line that says nothing of it changes
// nothing of it.

import Foundation

extension JSONWriter {
  mutating func structure(of product: Product, _ fields: [CustomField]) {
    structure(product.variant, product.options, fields: fields)
  }

  mutating func structure(
    _ variant: VariantPlace?, _ options: VariantOptions, fields: [CustomField]
  ) {
    if let variant {
      member(ExchangeKey.variantOf.rawValue, variant.head.uuidString)
      let names = VariantPlace.names(of: variant.taken, among: fields)
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
    let taken = try (taken ?? []).compactMap { name -> FieldID? in
      if name.hasPrefix(VariantPlace.customPrefix) {
        // Of a field that is not here, as one without any value is in other tables, there is nothing to take.
        let field = try? custom(name.dropFirst(VariantPlace.customPrefix.count))
        return field.map { .custom($0.id) }
      }
      guard let field = ProductField.named(name) else {
        throw InvalidValue(.variant, .notOneOf(ProductField.all.map(\.name)))
      }
      return field.id
    }
    change.variant = .some(head.map { VariantPlace(head: $0, taken: Set(taken)) })
  }
}
