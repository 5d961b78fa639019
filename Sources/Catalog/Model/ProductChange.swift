// What a form hands to the store: only the fields that were changed, so that it cannot overwrite
// another window's change to the rest.

import Foundation

/// Changes to a product's fields. Nil leaves a field as it is; for a field that may be empty,
/// `.some(nil)` empties it.
public struct ProductChange: Sendable, Equatable {
  public var title: ProductTitle?
  public var description: FreeText?
  public var category: CategoryPath??
  public var tags: Tags?
  public var sku: SKU??
  public var gtin: GTIN??
  public var price: Price??
  public var stock: StockCount??
  public var minimumStock: StockCount??
  public var year: IntroductionYear??
  /// By the identifiers of the person's own fields; nil empties a field.
  public var values: [UUID: FieldValue?]

  public init(
    title: ProductTitle? = nil,
    description: FreeText? = nil,
    category: CategoryPath?? = nil,
    tags: Tags? = nil,
    sku: SKU?? = nil,
    gtin: GTIN?? = nil,
    price: Price?? = nil,
    stock: StockCount?? = nil,
    minimumStock: StockCount?? = nil,
    year: IntroductionYear?? = nil,
    values: [UUID: FieldValue?] = [:]
  ) {
    self.title = title
    self.description = description
    self.category = category
    self.tags = tags
    self.sku = sku
    self.gtin = gtin
    self.price = price
    self.stock = stock
    self.minimumStock = minimumStock
    self.year = year
    self.values = values
  }

  /// `product` with these changes made.
  public func applied(to product: Product) -> Product {
    var changed = product
    if let title { changed.title = title }
    if let description { changed.description = description }
    if let category { changed.category = category }
    if let tags { changed.tags = tags }
    if let sku { changed.sku = sku }
    if let gtin { changed.gtin = gtin }
    if let price { changed.price = price }
    if let stock { changed.stock = stock }
    if let minimumStock { changed.minimumStock = minimumStock }
    if let year { changed.year = year }
    for (field, value) in values { changed.values[field] = value }
    return changed
  }
}

/// What became of an edit.
public enum EditOutcome: Sendable, Equatable {
  case saved(Product)
  /// The product has changed since the revision the edit was based on; nothing was written. The
  /// version it was based on is there as long as the history of undo has it.
  case conflict(current: Product, base: Product?)
  /// The product is no longer in the catalogue.
  case missing
}
