// SPDX-License-Identifier: Apache-2.0
// What the details page says of a product besides its head and description, line by line.

import Catalog
import Foundation
import Wording

/// A field's name and value, as a details page shows them.
public struct ProductFact: Equatable, Sendable {
  public let name: String
  public let text: String
  /// The tags, if that is what it shows.
  public var tags: [String] = []
  /// The product that it names, if that is what it shows.
  public var product: UUID?
  /// Whether it is a code, which is copied whole.
  public var isCode = false
  /// Something should be done about it.
  public var needsAttention = false
  /// Whether a variant has it from its head.
  public var isTaken = false
  /// What may be wrong with it.
  public var doubt: String?

  /// What the head of the product shows, and the description, which is shown separately.
  public static let shownApart: [FieldID] = [.title, .description, .category, .price, .year]

  /// All other values of a product, in the order that was chosen for the forms of its category.
  public static func all(
    of product: Product, custom: [CustomField] = [], chosen: FormFields? = nil,
    doubts: [FieldID: String] = [:], unitPrices: UnitPriceMeasure
  ) -> [ProductFact] {
    let unitPrice = product.unitPrice(in: unitPrices).map {
      ProductFact(name: tr("Unit Price"), text: $0.displayText)
    }
    let all = ProductField.all.map { FormField($0) } + custom.map { FormField($0) }
    let fields = chosen?.arrange(all) ?? all
    return [unitPrice].compactMap(\.self)
      + fields.compactMap { field in
        if shownApart.contains(field.id) { return nil }
        if field.id == .stock, let low = lowStock(of: product, field) { return low }
        return field.displayText(in: product).map {
          ProductFact(
            name: field.label, text: $0,
            tags: field.id == .builtIn("tags") ? product.tags.map(\.text) : [],
            isCode: field.isForCodes, isTaken: product.variant?.taken.contains(field.id) == true,
            doubt: doubts[field.id])
        }
      }
  }
}
