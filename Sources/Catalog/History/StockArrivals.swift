// SPDX-License-Identifier: Apache-2.0
// How much of products arrived last: by how much the newest command that raised their stock did, as far as the history knows.
// A product that was made with a stock arrived then. All patches of a stock are gone through once, whichever the products.

import Foundation

struct StockArrivals {
  let connection: Connection

  private struct Change {
    let step: Int
    /// In millionths; what nobody has said is nothing.
    let before, after: Int64
  }

  /// What arrived, in the products' own units. One of which nothing did is not there.
  func found(of ids: [UUID]) throws -> [UUID: DecimalNumber] {
    var products: [Int64: (id: UUID, stock: Int64)] = [:]
    for id in ids {
      let found = try connection.first(
        "SELECT key, ifnull(stock, 0) AS stock FROM product WHERE id = ?", id
      ) { (key: $0.int64("key"), stock: $0.int64("stock")) }
      if let found { products[found.key] = (id, found.stock) }
    }
    let (changes, made) = (try changes(of: products), try made(products))
    return products.reduce(into: [:]) { arrivals, product in
      // Since the newest first.
      var stock = product.value.stock
      for change in changes[product.key] ?? [] {
        if change.after > change.before {
          arrivals[product.value.id] = DecimalNumber(millionths: change.after - change.before)
          return
        }
        stock = change.before
      }
      if stock > 0, made.contains(product.key) {
        arrivals[product.value.id] = DecimalNumber(millionths: stock)
      }
    }
  }

  private func changes(of products: [Int64: (id: UUID, stock: Int64)]) throws -> [Int64: [Change]] {
    var changes: [Int64: [Change]] = [:]
    try connection.forEachRow(
      """
      SELECT step, key, ifnull(stock, 0) AS before, ifnull(new_stock, 0) AS after FROM history_product
      WHERE stock IS NOT new_stock AND existed AND remains
        AND step IN (SELECT step FROM history WHERE NOT undone)
      """, arguments: []
    ) { row in
      let key = row.int64("key")
      guard products[key] != nil else { return true }
      changes[key, default: []].append(
        Change(step: row.int("step"), before: row.int64("before"), after: row.int64("after")))
      return true
    }
    return changes.mapValues { $0.sorted { $0.step > $1.step } }
  }

  /// Those that a command has made that the history still knows.
  private func made(_ products: [Int64: (id: UUID, stock: Int64)]) throws -> KeySet {
    let ranges = try connection.rows(
      """
      SELECT first, last FROM history_inserted JOIN history USING (step)
      WHERE name = 'product' AND NOT undone ORDER BY first
      """
    ) { (first: $0.int64("first"), last: $0.int64("last")) }
    var made = KeySet()
    var next = 0
    for key in products.keys.sorted() {
      while next < ranges.count, ranges[next].last < key { next += 1 }
      guard next < ranges.count else { break }
      if ranges[next].first <= key { made.insert(key) }
    }
    return made
  }
}
