// Where a product stands in the tree of categories. The tree is nothing but the paths of the
// products in it: a category appears with its first product and goes with its last.

/// A path of categories from the outermost in, such as Flowers/Roses.
public struct CategoryPath: Sendable, Hashable {
  public let components: [String]

  /// The names joined by slashes.
  public let text: String

  /// Reads names joined by slashes; spaces around a name do not count.
  public init(_ text: String) throws {
    let names = text.split(separator: "/", omittingEmptySubsequences: false)
    guard names.count <= 16 else {
      throw InvalidValue(.category, .tooDeep(limit: 16))
    }
    components = try names.map {
      try singleLine(String($0), for: .category, atMost: 100)
    }
    self.text = components.joined(separator: "/")
  }

  init(stored text: String) {
    self.text = text
    components = text.split(separator: "/").map(String.init)
  }

  /// The category this one is in, nil when it is outermost.
  public var parent: CategoryPath? {
    components.count > 1
      ? CategoryPath(stored: components.dropLast().joined(separator: "/")) : nil
  }

  /// Whether `other` is this category or lies within it.
  public func contains(_ other: CategoryPath) -> Bool {
    other.components.starts(with: components)
  }
}
