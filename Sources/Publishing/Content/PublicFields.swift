// SPDX-License-Identifier: Apache-2.0
// What everybody may see of a product. What a shop keeps to itself (stock, supplier, notes) is only there if it was
// named, and so are custom fields: one may be a cost.

import Catalog
import Wording

public struct PublicFields: Sendable {
  /// Those that were named, in that order. The title is always shown.
  let fields: [AnyField]
  private let ids: Set<FieldID>

  public init(_ fields: [AnyField]) {
    self.fields = fields
    ids = Set(fields.map(\.id))
  }

  /// What is shown if none were named.
  public static let usual = PublicFields(usualFields.map { .builtIn($0) })

  public static let usualFields: [ProductField] = [
    .title, .description, .category, .tags, .sku, .gtin, .price, .unit, .packSize, .year,
  ]

  /// Nor what a unit costs.
  public var withoutPrices: PublicFields {
    PublicFields(fields.filter { $0.id != .price })
  }

  func has(_ field: ProductField) -> Bool { ids.contains(field.id) }
}

extension AnyField {
  var label: String {
    switch self {
    case .builtIn(let field): field.label
    case .custom(let field): field.name
    }
  }
}
