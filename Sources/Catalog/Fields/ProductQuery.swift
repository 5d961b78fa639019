// SPDX-License-Identifier: Apache-2.0
// What a list asks for: which products, in what order. It can be saved, so that a window gets its
// list back after a restart.

import Foundation

/// What products can be sorted by.
public enum ProductSort: RawRepresentable, CaseIterable, Codable, Hashable, Sendable {
  /// A built-in field, by name.
  case builtIn(String)
  /// A custom field.
  case custom(UUID)
  case created, changed
  /// The order arranged by hand.
  case manual

  public init(_ field: FieldID) {
    self =
      switch field {
      case .builtIn(let name): .builtIn(name)
      case .custom(let id): .custom(id)
      }
  }

  /// Nil if there is no such order.
  public init?(rawValue: String) {
    if let known = Self.allCases.first(where: { $0.rawValue == rawValue }) {
      self = known
    } else if let id = UUID(uuidString: rawValue) {
      self = .custom(id)
    } else {
      return nil
    }
  }

  /// The name in saved windows and on the command line.
  public var rawValue: String {
    switch self {
    case .builtIn(let name): name
    case .custom(let id): id.uuidString
    case .created: "created"
    case .changed: "changed"
    case .manual: "manual"
    }
  }

  /// The orders that exist in every catalogue.
  public static let allCases =
    ProductField.all.filter(\.sorts).map { ProductSort($0.id) } + [.created, .changed, .manual]

  public static let title = ProductSort(.title)
  public static let category = ProductSort(.category)
  public static let price = ProductSort(.price)
  public static let year = ProductSort(.year)
  public static let stock = ProductSort(.stock)
}

/// A sort key and its direction.
public struct ProductOrder: Codable, Hashable, Sendable {
  public var sort: ProductSort
  public var ascending: Bool

  public init(_ sort: ProductSort, ascending: Bool = true) {
    self.sort = sort
    self.ascending = ascending
  }
}

/// Which products, in what order. In either direction, products without a value for the sort key
/// come last; ties are always broken the same way.
public struct ProductQuery: Codable, Hashable, Sendable {
  /// Only products in the trash; otherwise only products that are not in it.
  public var inTrash: Bool
  /// Only this category and its subcategories; nil for all.
  public var category: CategoryPath?
  /// Only products with all of these tags.
  public var tags: [String]
  /// Only products in which every one of these words begins a word somewhere, ignoring accents and
  /// case; quoted words must be in this order. In the manual order, the best matches come first,
  /// and a product with exactly this SKU or GTIN before them all. Empty for all products.
  public var searchText: String
  /// Only products that meet all of these conditions.
  public var filters: [ProductFilter]
  /// Only products among these; nil for all.
  public var only: Set<UUID>?
  /// The sort keys: the second one decides where the first one is equal, and so on. Never empty:
  /// without a key, it becomes the manual order.
  public var order: [ProductOrder] {
    didSet { if order.isEmpty { order = [ProductOrder(.manual)] } }
  }
  /// Whether a variant is left out if its head is listed. How a window shows its list, not what it asks for: it
  /// is not saved. Only for a list without filters and words to search for.
  public var foldsVariants = false

  enum CodingKeys: CodingKey {
    case inTrash, category, tags, searchText, filters, only, order
  }

  public init(
    category: CategoryPath? = nil, tags: [String] = [], searchText: String = "",
    filters: [ProductFilter] = [], only: Set<UUID>? = nil, sort: ProductSort = .manual,
    ascending: Bool = true, inTrash: Bool = false
  ) {
    self.inTrash = inTrash
    self.category = category
    self.tags = tags
    self.searchText = searchText
    self.filters = filters
    self.only = only
    order = [ProductOrder(sort, ascending: ascending)]
  }

  /// The first sort key.
  public var sort: ProductSort {
    get { order.first?.sort ?? .manual }
    set { order = [ProductOrder(newValue, ascending: ascending)] + order.dropFirst() }
  }

  /// The direction of the first sort key.
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
