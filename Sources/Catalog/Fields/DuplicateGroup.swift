// Products that may be one and the same, and what makes them so.

/// Products that may be one and the same.
public struct DuplicateGroup: Sendable, Equatable, Identifiable {
  public let reasons: [DuplicateReason]
  public let products: [ListedProduct]
  /// The hashes of the pictures that all of them have.
  let pictures: Set<String>

  /// The same for the same products.
  public var id: String { products.map(\.id.uuidString).sorted().joined(separator: "+") }

  /// What more products have in common does not make them one: a code that stands for none, a
  /// picture of all.
  public static let mostProducts = 12
}
