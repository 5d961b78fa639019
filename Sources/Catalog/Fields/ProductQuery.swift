// What a list asks for: which products and in what order. A value that can be saved: a window
// brings its own back after a restart.

import Foundation

/// What products are put in order by.
public enum ProductSort: RawRepresentable, CaseIterable, Codable, Hashable, Sendable {
  /// One of the product's fields, by its name.
  case builtIn(String)
  /// What they have in one of the person's own fields.
  case custom(UUID)
  case created, changed
  /// The order the person gave them.
  case manual

  public init(_ field: FieldID) {
    self =
      switch field {
      case .builtIn(let name): .builtIn(name)
      case .custom(let id): .custom(id)
      }
  }

  /// Nil when there is no such order.
  public init?(rawValue: String) {
    if let known = Self.allCases.first(where: { $0.rawValue == rawValue }) {
      self = known
    } else if let id = UUID(uuidString: rawValue) {
      self = .custom(id)
    } else {
      return nil
    }
  }

  /// The name, as windows save it and the command line knows it.
  public var rawValue: String {
    switch self {
    case .builtIn(let name): name
    case .custom(let id): id.uuidString
    case .created: "created"
    case .changed: "changed"
    case .manual: "manual"
    }
  }

  /// Those that every catalogue has.
  public static let allCases =
    ProductField.all.filter(\.sorts).map { ProductSort($0.id) } + [.created, .changed, .manual]

  public static let title = ProductSort(.title)
  public static let category = ProductSort(.category)
  public static let price = ProductSort(.price)
  public static let year = ProductSort(.year)
  public static let stock = ProductSort(.stock)
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
