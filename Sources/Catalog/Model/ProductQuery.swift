// What a list asks for: which products and in what order.

/// What products are put in order by.
public enum ProductSort: String, Codable, CaseIterable, Sendable {
  case title, category, price, year, stock, created, changed
  /// The order the person gave them.
  case manual
}

/// Which products, and in what order. Products without the value they are sorted by come last,
/// whatever the direction.
public struct ProductQuery: Sendable, Equatable {
  /// Only products in the trash; else only those that are not.
  public var inTrash: Bool
  /// Only this category and those within it; nil for all.
  public var category: CategoryPath?
  /// Only products that have words beginning with each of these somewhere, accents and case
  /// aside; words in quotes in this order. Sorted manually, the best matches come first, before
  /// all a product whose SKU or GTIN this is. Empty for all.
  public var searchText: String
  public var sort: ProductSort
  public var ascending: Bool

  public init(
    category: CategoryPath? = nil, searchText: String = "", sort: ProductSort = .manual,
    ascending: Bool = true, inTrash: Bool = false
  ) {
    self.inTrash = inTrash
    self.category = category
    self.searchText = searchText
    self.sort = sort
    self.ascending = ascending
  }
}

/// A category and how many products it holds, those of the categories within it included.
public struct CategoryCount: Sendable, Equatable {
  public let path: CategoryPath
  public let count: Int

  public init(path: CategoryPath, count: Int) {
    self.path = path
    self.count = count
  }
}
