// A product as a whole, and the picture it refers to. Values: a product in hand never changes,
// and every change goes through the store.

import Foundation

/// One product with everything it holds but its notes.
public struct Product: Sendable, Equatable, Identifiable {
  public let id: UUID
  public var title: ProductTitle
  public var description: FreeText
  public var category: CategoryPath?
  public var tags: Tags
  public var sku: SKU?
  public var gtin: GTIN?
  public var price: Price?
  public var stock: StockCount?
  public var minimumStock: StockCount?
  public var year: IntroductionYear?
  /// The name of who supplies it.
  public var supplier: LineText?
  /// In the person's order; the first is the cover.
  public var pictures: [ProductPicture]
  /// What it has in the person's own fields, by their identifiers; nothing where it has no value.
  public var values: [UUID: FieldValue]
  /// Counts the changes; 0 for a product that is not in the catalogue yet.
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
    stock: StockCount? = nil,
    minimumStock: StockCount? = nil,
    year: IntroductionYear? = nil,
    supplier: LineText? = nil,
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
    self.stock = stock
    self.minimumStock = minimumStock
    self.year = year
    self.supplier = supplier
    self.pictures = pictures
    self.values = values
    self.revision = revision
    self.created = created
    self.changed = changed
  }
}

extension Product {
  /// One with nothing in it, not even a title: where values are gathered that belong to no product
  /// yet.
  static let blank = blank(id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))

  static func blank(id: UUID) -> Product {
    let never = Date(timeIntervalSince1970: 0)
    return Product(id: id, title: ProductTitle(stored: ""), created: never, changed: never)
  }
}

/// One place of a picture on a product. The picture's bytes are stored once, by their hash.
public struct ProductPicture: Sendable, Hashable, Identifiable {
  public let id: UUID
  /// SHA-256 of the file, 64 lower-case hexadecimal digits.
  public let contentHash: String
  /// `png`, `jpg` or `webp`.
  public let fileExtension: String
  public var caption: FreeText

  /// Refuses a hash or an extension that could name a file elsewhere.
  public init(
    id: UUID = UUID(), contentHash: String, fileExtension: String, caption: FreeText = .empty
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
  }
}
