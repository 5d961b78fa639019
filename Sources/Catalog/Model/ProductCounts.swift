// How many products there are of each kind.

/// A category and how many products it has, including those of its subcategories.
public struct CategoryCount: Sendable, Equatable {
  public let path: CategoryPath
  public let count: Int

  public init(path: CategoryPath, count: Int) {
    self.path = path
    self.count = count
  }
}

/// A tag and how many products have it.
public struct TagCount: Sendable, Equatable {
  public let tag: String
  public let count: Int

  public init(tag: String, count: Int) {
    self.tag = tag
    self.count = count
  }
}

/// How many products of a query have one value in common.
public struct GroupCount: Sendable, Equatable {
  /// The value as text; nil for the products without one.
  public let value: String?
  public let count: Int

  public init(value: String?, count: Int) {
    self.value = value
    self.count = count
  }
}
