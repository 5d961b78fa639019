// SPDX-License-Identifier: Apache-2.0
// What observers receive after a commit: which products changed, and which parts of them.

import Foundation

/// A change to the catalogue.
public enum CatalogChange: Sendable, Equatable {
  /// One command of this process, or its undo or redo, changed exactly these parts of these
  /// products.
  case products([UUID: ProductDifference])
  /// Anything may have changed: very many products, or another process made the change.
  case everything
  /// Saved searches were added, changed, moved or removed, and nothing else.
  case savedSearches
  /// Templates of categories were set or removed, and nothing else.
  case templates
  /// Likely duplicates were told apart, or are so no longer, and nothing else.
  case markedDistinct
  /// Sources of lists were added, changed or removed, and nothing else.
  case sources
  /// The history of undo exceeded its limit, and this many commands can no longer be undone or
  /// redone. `tooLarge` is the latest command, if it is too large on its own.
  case forgot(count: Int, tooLarge: CatalogCommand?)

  /// The products that changed; nil if it may be any.
  public var productIDs: Set<UUID>? {
    switch self {
    case .products(let differences): Set(differences.keys)
    case .everything: nil
    case .savedSearches, .templates, .markedDistinct, .sources, .forgot: []
    }
  }

  /// How many products changed themselves. A head of which a variant was made, or that lost one, did not.
  var productCount: Int? {
    guard case .products(let differences) = self else { return productIDs?.count }
    return differences.values.count { !$0.isOfItsVariants }
  }

  /// Whether one of these fields changed in any product, or whether a product was added or removed.
  public func touches(_ fields: ProductFields) -> Bool {
    switch self {
    case .products(let differences): differences.values.contains { $0.touches(fields) }
    case .everything: true
    case .savedSearches, .templates, .markedDistinct, .sources, .forgot: false
    }
  }

  /// Whether one of these fields of this product changed, or whether the product was added or
  /// removed.
  public func touches(_ fields: ProductFields, of product: UUID) -> Bool {
    switch self {
    case .products(let differences): differences[product]?.touches(fields) ?? false
    case .everything: true
    case .savedSearches, .templates, .markedDistinct, .sources, .forgot: false
    }
  }
}

/// What changed in one product.
public struct ProductDifference: Sendable, Equatable {
  /// Where a product can be.
  public enum Place: Sendable { case absent, catalogue, trash }

  public private(set) var old: Place
  public private(set) var new: Place
  /// The fields that differ; all of them if the product was or is absent.
  public private(set) var fields: ProductFields
  /// The custom fields that differ, for a product that was there before and still is.
  public private(set) var customFields: Set<UUID>

  public init(
    from old: Place, to new: Place, fields: ProductFields, customFields: Set<UUID> = []
  ) {
    self.old = old
    self.new = new
    self.fields = fields
    self.customFields = customFields
  }

  public static let created = ProductDifference(from: .absent, to: .catalogue, fields: .all)
  public static let trashed = ProductDifference(from: .catalogue, to: .trash, fields: .revision)
  public static let restored = ProductDifference(from: .trash, to: .catalogue, fields: .revision)
  public static let erased = ProductDifference(from: .trash, to: .absent, fields: .all)

  /// A change to fields of a product that stays where it is. Its place and its notes have no part in its revision.
  public static func changed(_ fields: ProductFields) -> ProductDifference {
    let isRevised = !fields.isSubset(of: [.position, .notes])
    return ProductDifference(
      from: .catalogue, to: .catalogue, fields: isRevised ? fields.union(.revision) : fields)
  }

  /// Whether the product was added or removed, or changed in one of these fields.
  public func touches(_ fields: ProductFields) -> Bool {
    old != new || !self.fields.isDisjoint(with: fields)
  }

  var isEmpty: Bool { old == new && fields.isEmpty }

  /// Whether nothing of the product itself differs.
  var isOfItsVariants: Bool { old == new && fields == .variants && customFields.isEmpty }

  var reversed: ProductDifference {
    ProductDifference(from: new, to: old, fields: fields, customFields: customFields)
  }

  mutating func insert(_ field: ProductFields) {
    fields.insert(field)
  }

  mutating func insert(customField id: UUID) {
    fields.insert(.values)
    if old != .absent, new != .absent { customFields.insert(id) }
  }
}

/// The parts of a product that can change.
public struct ProductFields: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// One field.
  public init(_ field: ProductField) {
    rawValue = Self.bits[field.name] ?? 0
  }

  private static let bits = Dictionary(
    uniqueKeysWithValues: (ProductField.all + ProductField.structure).enumerated()
      .map { ($1.name, 1 << ($0 + 5)) })

  /// The place in the manual order.
  public static let position = ProductFields(rawValue: 1)
  /// The pictures, their order or a caption.
  public static let pictures = ProductFields(rawValue: 1 << 1)
  /// The notes, their texts or their order.
  public static let notes = ProductFields(rawValue: 1 << 2)
  /// The values of custom fields.
  public static let values = ProductFields(rawValue: 1 << 3)
  /// The revision, and with it the date of the last change. It can be all that differs: a variant whose tags
  /// are emptied takes them from its head again at once.
  public static let revision = ProductFields(rawValue: 1 << 4)

  public static let all = ProductFields(rawValue: (1 << (bits.count + 5)) - 1)

  /// Of which product it is a variant, and what it takes from that, or in what its variants differ.
  public static let variants: ProductFields = [ProductFields(.variant), ProductFields(.options)]

  public static let title = ProductFields(.title)
  public static let description = ProductFields(.description)
  public static let category = ProductFields(.category)
  public static let tags = ProductFields(.tags)
  public static let sku = ProductFields(.sku)
  public static let gtin = ProductFields(.gtin)
  public static let price = ProductFields(.price)
  public static let unit = ProductFields(.unit)
  public static let packSize = ProductFields(.packSize)
  public static let stock = ProductFields(.stock)
  public static let minimumStock = ProductFields(.minimumStock)
  public static let year = ProductFields(.year)

  /// The tables whose rows belong to a product, with the columns that matter.
  static let parts: [(String, [String], ProductFields)] = [
    ("product_tag", ["tag"], .tags),
    ("product_image", ["product", "position", "hash", "caption", "turn"], .pictures),
    ("note", ["product", "position", "title", "text"], .notes),
  ]
}
