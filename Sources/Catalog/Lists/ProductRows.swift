// SPDX-License-Identifier: Apache-2.0
// Some products of a list, such as those a user has selected. By row number, one bit each: a million
// of them take 125 kB, and they stay the same products when the list is sorted or changes. What
// needs the products themselves is read away from the main thread.

import Foundation

/// Some products of a list, however many.
public struct ProductRows: Sendable {
  fileprivate(set) var keys: KeySet

  /// None.
  public init() { keys = KeySet() }

  init(_ keys: KeySet) { self.keys = keys }

  public var count: Int { keys.count }

  public mutating func formUnion(_ other: ProductRows) { keys.formUnion(other.keys) }

  public mutating func subtract(_ other: ProductRows) { keys.subtract(other.keys) }
}

/// What is known of some products of a list once they have been read.
public struct ProductSurvey: Sendable {
  /// Those that are in the list.
  public let rows: ProductRows
  public let totals: ProductTotals
  /// Their identifiers in the order of the list; nil if there are too many.
  public let identifiers: [UUID]?
  /// The first one in the list.
  public let first: UUID?
}

extension ProductResults {
  /// Whether the product at a position is one of `rows`.
  public func isIn(_ rows: ProductRows, at position: Int) -> Bool {
    position >= 0 && position < count && rows.keys.contains(order[position])
  }

  /// Whether a product, shown or located before, is at this position.
  public func isProduct(_ id: UUID, at position: Int) -> Bool {
    position >= 0 && position < count && key(of: id) == order[position]
  }

  /// Whether a product, shown or located before, is one of `rows`.
  public func isIn(_ rows: ProductRows, _ id: UUID) -> Bool {
    key(of: id).map(rows.keys.contains) ?? false
  }

  /// The products at these positions.
  public func rows(at positions: Range<Int>) -> ProductRows {
    var keys = KeySet()
    keys.insertBlocks { order.forEachBlock(at: positions.clamped(to: 0..<count), $0) }
    return ProductRows(keys)
  }

  /// The only product of `rows`, if it was shown recently.
  public func knownOnly(of rows: ProductRows) -> UUID? {
    rows.count == 1 ? rows.keys.keys.first.flatMap(knownProduct) : nil
  }

  // MARK: Reading

  /// The rows of those of these products that exist.
  public func rows(of ids: [UUID]) async throws -> ProductRows {
    try await read { connection in
      var keys = KeySet()
      for id in ids {
        let key = try connection.first("SELECT key FROM product WHERE id = ?", id) {
          $0.int64("key")
        }
        if let key { keys.insert(key) }
      }
      return ProductRows(keys)
    }
  }

  /// The products among `rows` that the list has now, in its order, and no more than the first
  /// `limit`; without `rows`, all of the list.
  public func identifiers(of rows: ProductRows?, atMost limit: Int = .max) async throws -> [UUID] {
    let order = order
    return try await read { connection in
      var ids: [UUID] = []
      let keys = order.lazy.filter { rows?.keys.contains($0) ?? true }
      try connection.forEachRow("SELECT id FROM product WHERE key = ?", keys: keys) {
        ids.append(try $0.uuid("id"))
        return ids.count < limit
      }
      return ids
    }
  }

  /// The first product after a position, or else before it, that is not one of `rows`, nor below one of them.
  public func neighbour(of rows: ProductRows, at position: Int) async throws -> UUID? {
    let order = order
    let below = Set(open.variants.filter { rows.keys.contains($0.key) }.values.joined())
    let position = min(position, order.count)
    return try await read { connection in
      func isOther(_ position: Int) -> Bool {
        !rows.keys.contains(order[position]) && !below.contains(order[position])
      }
      guard
        let next = (position..<order.count).first(where: isOther)
          ?? (0..<position).last(where: isOther)
      else { return nil }
      return try connection.first("SELECT id FROM product WHERE key = ?", order[next]) {
        try $0.uuid("id")
      }
    }
  }

  /// Adds up those of `rows` that the list has now; without `rows`, all of the list. Up to `limit`
  /// of them are named. Of a head its variants count, as in its row: all of them if the list has them below it.
  public func survey(_ rows: ProductRows?, naming limit: Int) async throws -> ProductSurvey {
    let (order, isFolding) = (order, isFolding)
    return try await read { connection in
      var totals = ProductTotals()
      var ids: [UUID]? = []
      var first: UUID?
      var count = 0
      let keys = order.lazy.filter { rows?.keys.contains($0) ?? true }
      let present = KeySet(keys)
      let variants = VariantTable(connection: connection)
      // Of a few rows it is found out one by one; finding all heads takes long where there are many.
      let heads = present.count > Self.fewRows ? try variants.heads() : nil
      try connection.forEachRow(
        "SELECT key, id, stock, unit, pack_size, price, currency, deleted FROM product WHERE key = ?",
        keys: keys
      ) { row in
        let (id, inTrash) = (try row.uuid("id"), !row.isNull("deleted"))
        count += 1
        if count == 1 { first = id }
        if count <= limit { ids?.append(id) } else { ids = nil }
        let mayBeHead = heads?.contains(row.int64("key")) ?? true
        if mayBeHead, try variants.hasAny(of: id, inTrash: inTrash) {
          guard isFolding else { return true }
          try variants.forEach(of: id, inTrash: inTrash) { variant in
            if !present.contains(variant.int64("key")) { totals.add(variant) }
          }
        } else {
          totals.add(row)
        }
        return true
      }
      return ProductSurvey(
        rows: ProductRows(present), totals: totals, identifiers: ids, first: first)
    }
  }

  private nonisolated static let fewRows = 1_000

  /// The tags that products among `rows` have, in alphabetical order.
  public func tags(of rows: ProductRows?) async throws -> [String] {
    let order = order
    return try await read { connection in
      var tags: Set<String> = []
      let keys = order.lazy.filter { rows?.keys.contains($0) ?? true }
      try connection.forEachRow("SELECT tag FROM product_tag WHERE product = ?", keys: keys) {
        tags.insert($0.text("tag"))
        return true
      }
      return tags.sorted { ($0.folded, $0) < ($1.folded, $1) }
    }
  }
}
