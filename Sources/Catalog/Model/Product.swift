// SPDX-License-Identifier: Apache-2.0
// A product, and the pictures it refers to. These are values: they never change on their own, and
// every change goes through the store.

import Foundation

/// A product without its notes.
public struct Product: Sendable, Equatable, Identifiable {
  public let id: UUID
  public var title: ProductTitle
  public var description: FreeText
  public var category: CategoryPath?
  public var tags: Tags
  public var sku: SKU?
  public var gtin: GTIN?
  public var price: Price?
  /// What it is sold by; nil for pieces.
  public var unit: SaleUnit?
  /// How much is in a pack; nil if it is sold loose.
  public var packSize: Quantity?
  public var stock: Quantity?
  public var minimumStock: Quantity?
  public var year: IntroductionYear?
  /// The supplier's name.
  public var supplier: LineText?
  /// Of which product it is a variant; nil if of none.
  public var variant: VariantPlace?
  /// In what its variants differ.
  public var options: VariantOptions
  /// In an order arranged by hand; the first is the cover.
  public var pictures: [ProductPicture]
  /// The values of custom fields by the field's identifier; a field without a value is not
  /// included.
  public var values: [UUID: FieldValue]
  /// The number of changes; 0 for a product that has not been stored yet.
  public var revision: Int
  public var created: Date
  public var changed: Date

  public init(
    id: UUID = UUID(),
    title: ProductTitle,
    description: FreeText = .empty,
    category: CategoryPath? = nil,
    tags: Tags = Tags(),
    sku: SKU? = nil,
    gtin: GTIN? = nil,
    price: Price? = nil,
    unit: SaleUnit? = nil,
    packSize: Quantity? = nil,
    stock: Quantity? = nil,
    minimumStock: Quantity? = nil,
    year: IntroductionYear? = nil,
    supplier: LineText? = nil,
    variant: VariantPlace? = nil,
    options: VariantOptions = VariantOptions(),
    pictures: [ProductPicture] = [],
    values: [UUID: FieldValue] = [:],
    revision: Int = 0,
    created: Date = Date(),
    changed: Date = Date()
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.category = category
    self.tags = tags
    self.sku = sku
    self.gtin = gtin
    self.price = price
    self.unit = unit
    self.packSize = packSize
    self.stock = stock
    self.minimumStock = minimumStock
    self.year = year
    self.supplier = supplier
    self.variant = variant
    self.options = options
    self.pictures = pictures
    self.values = values
    self.revision = revision
    self.created = created
    self.changed = changed
  }
}

extension Product {
  /// What its stock and its price count; nil for pieces and packs.
  public var countedUnit: SaleUnit? { packSize == nil ? unit : nil }

  /// What it costs per kilogram, litre, metre or piece, if the price does not say it.
  public func unitPrice(in measure: UnitPriceMeasure) -> UnitPrice? {
    price?.perUnit(unit, pack: packSize, in: measure)
  }
}

extension Product {
  /// A product with nothing in it, not even a title, to collect values that belong to no product
  /// yet.
  static let blank = blank(id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))

  static func blank(id: UUID) -> Product {
    let never = Date(timeIntervalSince1970: 0)
    return Product(id: id, title: ProductTitle(stored: ""), created: never, changed: never)
  }
}

/// A picture's place on a product. Its bytes are stored once, under their hash.
public struct ProductPicture: Sendable, Hashable, Identifiable {
  public let id: UUID
  /// SHA-256 of the file, 64 lower-case hexadecimal digits.
  public let contentHash: String
  /// That of its `PictureFormat`.
  public let fileExtension: String
  public var caption: FreeText
  public var turn: PictureRotation

  public var format: PictureFormat? { PictureFormat(rawValue: fileExtension) }

  /// Throws for a hash or an extension that could name a file elsewhere.
  public init(
    id: UUID = UUID(), contentHash: String, fileExtension: String, caption: FreeText = .empty,
    turn: PictureRotation = .none
  ) throws {
    guard contentHash.utf8.count == 64,
      contentHash.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      PictureFormat(rawValue: fileExtension) != nil
    else {
      throw InvalidValue(.pictures, .notAPictureName)
    }
    self.id = id
    self.contentHash = contentHash
    self.fileExtension = fileExtension
    self.caption = caption
    self.turn = turn
  }
}
