// SPDX-License-Identifier: Apache-2.0
// Products that may be one and the same, and what makes them so.

/// Products that may be one and the same.
public struct DuplicateGroup: Sendable, Equatable, Identifiable {
  public let reasons: [DuplicateReason]
  public let products: [ListedProduct]
  /// The hashes of the pictures that all of them have.
  let pictures: Set<String>

  /// The same for the same products.
  public var id: String { products.map(\.id.uuidString).sorted().joined(separator: "+") }

  /// What more products than this have in common is no sign of duplicates: it may be a placeholder
  /// for a code, or one picture of a whole range.
  public static let mostProducts = 12
}
