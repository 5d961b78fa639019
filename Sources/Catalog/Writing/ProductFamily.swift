// SPDX-License-Identifier: Apache-2.0
// The products of a list, each with its variants: shops want these one behind the other, wherever they are in the list.

import Foundation

/// A product with those of its variants that are in the same list.
public struct ProductFamily: Sendable {
  public let head: Product
  public let variants: [Product]

  public var products: [Product] { [head] + variants }
}

struct ProductFamilies {
  let connection: Connection
  let query: ProductQuery
  let limit: Int
  let progress: ExchangeProgress.Report

  /// A variant whose head is not in the list is a product like others.
  func forEach(_ body: (ProductFamily) throws -> Void) throws -> Int {
    let keys = Array(try ProductFinder(query, connection).completeOrder().prefix(limit))
    let variants = VariantTable(connection: connection)
    let hasVariants = try !variants.isEmpty()
    let all = KeySet(hasVariants ? keys : [])
    let reader = EntryReader(connection: connection)
    var done = 0
    for (place, key) in keys.enumerated() {
      // By the place: what is done grows by whole families.
      if place.isMultiple(of: 200) {
        try progress(
          ExchangeProgress(products: done, fraction: Double(place) / Double(keys.count)))
      }
      guard let product = try reader.product(key) else { continue }
      var family: [Product] = []
      if hasVariants {
        if let head = product.variant?.head, try reader.key(of: head).map(all.contains) ?? false {
          continue
        }
        family = try variants.keys(of: product.id, includingTrash: query.inTrash)
          .filter(all.contains).compactMap { try reader.product($0) }
      }
      try body(ProductFamily(head: product, variants: family))
      done += 1 + family.count
    }
    return done
  }
}

extension EntryReader {
  fileprivate func product(_ key: Int64) throws -> Product? {
    try connection.first(
      "SELECT \(ProductTable.columns(of: "product")) FROM product WHERE key = ?", key
    ) {
      StoredProduct(key: key, product: try $0.product())
    }.map { try ProductTable(connection: connection).whole($0) }
  }
}
