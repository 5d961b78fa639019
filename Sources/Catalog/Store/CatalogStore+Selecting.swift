// SPDX-License-Identifier: Apache-2.0
// Finds the products that a user names.

import Foundation

/// A code by which a user names a product.
public enum ProductCode: Sendable, Equatable {
  case sku(String)
  case gtin(String)
}

extension CatalogStore {
  /// The products of a list that have one of these codes, or all of them when there is none. Codes
  /// that no product of the list has are returned with them.
  ///
  /// - Parameter asMeant: whether a search that nothing matches finds similar spellings, as lists do. What is to be
  ///   changed or deleted must be named exactly.
  public func identifiers(
    of query: ProductQuery, having codes: [ProductCode] = [], asMeant: Bool = false
  ) async throws -> (products: [UUID], unknown: [ProductCode]) {
    try await database.read { connection in
      let finder = try ProductFinder(query, connection, asMeant: asMeant)
      var wanted: [Int64] = []
      var unknown: [ProductCode] = []
      if codes.isEmpty {
        wanted = Array(try finder.completeOrder())
      } else {
        let conditions = finder.conditions.every
        for code in codes {
          let keys = try Self.keys(of: code, connection)
          let found = try finder.meeting(keys, conditions)
          if found.isEmpty { unknown.append(code) }
          wanted += found.filter { !wanted.contains($0) }
        }
      }
      var products: [UUID] = []
      products.reserveCapacity(wanted.count)
      try connection.forEachRow("SELECT id FROM product WHERE key = ?", keys: wanted) {
        products.append(try $0.uuid("id"))
        return true
      }
      return (products, unknown)
    }
  }

  /// The products of a list as a window shows it: variants come behind their heads, unless something asks for variants
  /// alone.
  public func identifiersInFamilies(of query: ProductQuery) async throws -> [UUID] {
    let ids = try await identifiers(of: query).products
    guard query.searchText.isEmpty, query.filters.isEmpty, !query.sort.isOfVariants else {
      return ids
    }
    let heads = try await database.read { try VariantTable(connection: $0).headsOfVariants() }
    if heads.isEmpty { return ids }
    let listed = Set(ids)
    func listedHead(of id: UUID) -> UUID? { heads[id].flatMap { listed.contains($0) ? $0 : nil } }
    let below = Dictionary(grouping: ids.filter { listedHead(of: $0) != nil }) { heads[$0] }
    return ids.filter { listedHead(of: $0) == nil }.flatMap { [$0] + (below[$0] ?? []) }
  }

  /// The titles of products outside the trash that have exactly this code, without the product
  /// itself: no more than two.
  public func titles(having code: ProductCode, besides product: UUID) async throws -> [String] {
    let (column, text) =
      switch code {
      case .sku(let text): ("sku", text)
      case .gtin(let text): ("gtin", text)
      }
    return try await database.read {
      try $0.rows(
        """
        SELECT title FROM product WHERE \(column) = ? AND deleted IS NULL AND id <> ? LIMIT 2
        """, text, product
      ) { $0.text("title") }
    }
  }

  private static func keys(of code: ProductCode, _ connection: Connection) throws -> [Int64] {
    switch code {
    case .sku(let text):
      // The index has them whatever the case.
      return try connection.rows(
        "SELECT key FROM product WHERE sku = ?1 COLLATE NOCASE AND sku = ?1", text
      ) { $0.int64("key") }
    case .gtin(let text):
      return try connection.rows(
        "SELECT key FROM product WHERE gtin IN (?, ?, ?, ?)", arguments: GTIN.spellings(of: text)
      ) { $0.int64("key") }
    }
  }
}
