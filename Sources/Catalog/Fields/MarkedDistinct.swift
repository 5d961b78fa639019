// SPDX-License-Identifier: Apache-2.0
// Products that look like one and the same and are not, as a user has said. What was seen of them is
// kept with that: once one of them gets something that is the same as that of another in another way,
// or another product comes to them, it is a question again.

import Foundation

/// The groups of likely duplicates that a user has told apart.
public struct MarkedDistinct: Sendable, Equatable {
  /// By each of the products that they are about.
  private var seen: [String: [Seen]] = [:]
  /// How many groups there are.
  public private(set) var count = 0

  public init() {}

  /// What was seen of the products of a group.
  struct Seen: Codable, Equatable, Sendable {
    /// Increased when an older version would misunderstand what is written.
    static let newestFormat = 1

    struct Product: Codable, Equatable, Sendable {
      let title: String
      var gtin: String?
      var sku: String?

      init(_ product: ListedProduct) {
        title = product.title
        if case .text(let text) = product.value(of: .gtin) { gtin = text }
        if case .text(let text) = product.value(of: .sku) { sku = text }
      }
    }

    let format: Int
    let products: [String: Product]
    /// The hashes of the pictures that they had in common.
    let pictures: [String]
  }

  /// Whether all that the products of a group have in common was seen when they were told apart, alone or
  /// among others.
  public func contains(_ group: DuplicateGroup) -> Bool {
    guard let product = group.products.first else { return false }
    return seen[product.id.uuidString]?.contains { $0.covers(group) } ?? false
  }

  mutating func insert(_ content: String) {
    // What this version can't read tells nothing apart, and stays.
    guard let content = try? JSONDecoder().decode(Seen.self, from: Data(content.utf8)),
      content.format == Seen.newestFormat
    else { return }
    count += 1
    for product in content.products.keys { seen[product, default: []].append(content) }
  }
}

extension MarkedDistinct.Seen {
  init(_ group: DuplicateGroup) {
    format = Self.newestFormat
    products = Dictionary(
      group.products.map { ($0.id.uuidString, Product($0)) }, uniquingKeysWith: { $1 })
    pictures = group.pictures.sorted()
  }

  func covers(_ group: DuplicateGroup) -> Bool {
    group.products.allSatisfy { product in
      guard let old = products[product.id.uuidString] else { return false }
      let new = Product(product)
      return group.reasons.allSatisfy { reason in
        switch reason {
        case .gtin: old.gtin == new.gtin
        case .sku: old.sku == new.sku
        case .title: old.title == new.title
        case .picture: group.pictures.isSubset(of: pictures)
        }
      }
    }
  }

  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
