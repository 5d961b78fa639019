// What a list asks for: which products and in what order. A value that can be saved: a window
// brings its own back after a restart.

import Foundation

/// What products are put in order by.
public enum ProductSort: Codable, Hashable, Sendable {
  case title, category, price, year, stock, created, changed
  /// The order the person gave them.
  case manual
  /// What they have in one of the person's own fields.
  case custom(UUID)
}

extension ProductSort: CaseIterable {
  /// Those that every catalogue has.
  public static let allCases: [ProductSort] = [
    .title, .category, .price, .year, .stock, .created, .changed, .manual,
  ]
}

extension ProductSort: RawRepresentable {
  public init?(rawValue: String) {
    if let sort = Self.allCases.first(where: { $0.rawValue == rawValue }) {
      self = sort
    } else if let id = UUID(uuidString: rawValue) {
      self = .custom(id)
    } else {
      return nil
    }
  }

  public var rawValue: String {
    switch self {
    case .title: "title"
    case .category: "category"
    case .price: "price"
    case .year: "year"
    case .stock: "stock"
    case .created: "created"
    case .changed: "changed"
    case .manual: "manual"
    case .custom(let id): id.uuidString
    }
  }
}

/// One key of an order, and its direction.
public struct ProductOrder: Codable, Hashable, Sendable {
  public var sort: ProductSort
  public var ascending: Bool

  public init(_ sort: ProductSort, ascending: Bool = true) {
    self.sort = sort
    self.ascending = ascending
  }
}

/// Which products, and in what order. Products without the value they are sorted by come last,
/// whatever the direction; those that are equal in everything stand in an order of their own
/// that is always the same.
public struct ProductQuery: Codable, Hashable, Sendable {
  /// Only products in the trash; else only those that are not.
  public var inTrash: Bool
  /// Only this category and those within it; nil for all.
  public var category: CategoryPath?
  /// Only products with all of these tags.
  public var tags: [String]
  /// Only products that have words beginning with each of these somewhere, accents and case
  /// aside; words in quotes in this order. Sorted manually, the best matches come first, before
  /// all a product whose SKU or GTIN this is. Empty for all.
  public var searchText: String
  /// Only products that pass all of these.
  public var filters: [ProductFilter]
  /// What the products are sorted by: where those of the first key are equal the second decides,
  /// and so on. Never empty: without a key it is the manual order.
  public var order: [ProductOrder] {
    didSet { if order.isEmpty { order = [ProductOrder(.manual)] } }
  }

  public init(
    category: CategoryPath? = nil, tags: [String] = [], searchText: String = "",
    filters: [ProductFilter] = [], sort: ProductSort = .manual, ascending: Bool = true,
    inTrash: Bool = false
  ) {
    self.inTrash = inTrash
    self.category = category
    self.tags = tags
    self.searchText = searchText
    self.filters = filters
    order = [ProductOrder(sort, ascending: ascending)]
  }

  /// What the products are sorted by first.
  public var sort: ProductSort {
    get { order.first?.sort ?? .manual }
    set { order = [ProductOrder(newValue, ascending: ascending)] + order.dropFirst() }
  }

  /// The direction of what the products are sorted by first.
  public var ascending: Bool {
    get { order.first?.ascending ?? true }
    set { order = [ProductOrder(sort, ascending: newValue)] + order.dropFirst() }
  }
}

extension CategoryPath: Codable {
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Currency: Codable {
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }
}
