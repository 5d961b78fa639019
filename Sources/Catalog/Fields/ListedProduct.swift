// SPDX-License-Identifier: Apache-2.0
// What a list knows of each of its products, so that a million of them need not be in memory whole.

import Foundation

/// What a list shows of a product.
public struct ListedProduct: Sendable, Equatable, Identifiable {
  /// The first photo; of a variant that has none, that of its head.
  public let cover: ProductPicture?
  /// With the beginning of its description, unless the whole was asked for.
  private let product: Product
  /// Whether it is only still in its list: it was changed so that it no longer belongs there.
  public internal(set) var isStray = false
  /// What its variants come to; nil if it has none.
  public internal(set) var family: ListedFamily?
  /// Whether its variants are listed below it.
  public internal(set) var isOpen = false
  /// Whether it is listed below its head.
  public internal(set) var isNested = false

  init(_ product: Product, cover: ProductPicture?) {
    self.product = product
    self.cover = cover
  }

  public var id: UUID { product.id }
  public var title: String { product.title.text }
  public var category: CategoryPath? { product.category }
  public var price: Price? { product.price }
  public var unit: SaleUnit? { product.unit }
  /// What its stock and its price count; nil for pieces and packs.
  public var countedUnit: SaleUnit? { product.countedUnit }
  /// What one of its stock is.
  public var measureOfStock: SaleMeasure { product.measure(of: .stock) }
  public var year: IntroductionYear? { product.year }
  /// Of which product it is a variant; nil if of none.
  public var variant: VariantPlace? { product.variant }
  /// In what its variants differ.
  public var options: VariantOptions { product.options }
  /// The number of changes.
  public var revision: Int { product.revision }
  /// What it has in custom fields.
  public var values: [UUID: FieldValue] { product.values }

  /// The value of a field.
  public func value(of field: ProductField) -> FieldValue? { field.value(of: product) }
}
