// SPDX-License-Identifier: Apache-2.0
// How the place of a variant is stored, and which fields it can have from its head.

import Foundation

extension VariantPlace {
  /// The fields that variants have in common unless they say otherwise. Codes and stock are each one's
  /// own, and so are the options; a title that is taken has these behind it.
  public static func shared(
    _ custom: [CustomField], options: VariantOptions
  ) -> [AnyField] {
    (ProductField.all.map { .builtIn($0) } + custom.map { .custom($0) }).filter { field in
      if case .custom(let own) = field, options.fields.contains(own.id) { return false }
      return field.isForMany && !field.isForCodes && field.id != .stock
    }
  }
}

extension Product {
  /// The fields that it has as another product, so that it can take them from there.
  func fieldsAlike(
    _ head: Product, _ custom: [CustomField], options: VariantOptions
  ) -> Set<FieldID> {
    let fields = VariantPlace.shared(custom, options: options) + [.builtIn(.title)]
    return Set(
      fields.filter { $0.value(of: self) != nil && $0.value(of: self) == $0.value(of: head) }
        .map(\.id))
  }
}

extension ProductSort {
  /// Whether variants have a value of their own to be sorted by, which their head lacks.
  public var isOfVariants: Bool {
    switch self {
    case .builtIn(let name):
      ProductField.named(name).map { $0.id == .stock || AnyField.builtIn($0).isForCodes } ?? false
    case .custom: true
    case .created, .changed, .manual: false
    }
  }
}

extension VariantPlace {
  /// What a custom field is called among those that a variant takes.
  static let customPrefix = "fields."

  /// The names by which a file calls fields that are taken: another catalogue may have the custom ones under
  /// identifiers of its own.
  public static func names(of taken: Set<FieldID>, among custom: [CustomField]) -> [String] {
    ProductField.all.filter { taken.contains($0.id) }.map(\.name)
      + custom.filter { taken.contains(.custom($0.id)) }.map { customPrefix + $0.name }
  }
}

extension VariantPlace: FieldContent {
  var fieldValue: FieldValue? { .text(text) }

  static func store(_ content: VariantPlace?, in values: inout [(any Bindable)?]) {
    values.append(content?.head.hex)
    values.append(content?.takenText)
  }

  init(stored row: Row, _ columns: [String]) {
    // Another program may have written anything: then there is no such head.
    let never = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    self.init(
      head: UUID(hex: row.text(columns[0])[...]) ?? never,
      taken: Set(row.text(columns[1]).split(separator: " ").map { FieldID(String($0)) }))
  }
}

extension VariantOptions: TextContent {}

extension VariantOptions {
  /// The names of those of the fields that there are.
  public func names(among custom: [CustomField]) -> [String] {
    fields.compactMap { id in custom.first { $0.id == id }?.name }
  }
}
