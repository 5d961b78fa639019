// The items of a list that were shown recently, a few thousand at most: those not requested for a
// while are dropped, a generation at a time.

import Foundation

struct RowCache {
  private var young: [Int64: ProductRow] = [:]
  private var old: [Int64: ProductRow] = [:]
  /// Old rows, shown until newer ones are read.
  private var stale: [Int64: ProductRow] = [:]
  private var keys: [UUID: Int64] = [:]

  private static let generation = 1_500

  /// The item, and whether it is up to date.
  mutating func row(_ key: Int64) -> (row: ProductRow, isFresh: Bool)? {
    if let row = young[key] { return (row, true) }
    if let row = old[key] {
      young[key] = row
      return (row, true)
    }
    return stale[key].map { ($0, false) }
  }

  func isFresh(_ key: Int64) -> Bool { young[key] != nil || old[key] != nil }

  func contains(_ key: Int64) -> Bool { isFresh(key) || stale[key] != nil }

  /// The row number of a product in the cache.
  func key(of id: UUID) -> Int64? { keys[id] }

  mutating func add(_ rows: [Int64: ProductRow]) {
    for (key, row) in rows {
      young[key] = row
      stale[key] = nil
      keys[row.id] = key
    }
    guard young.count > Self.generation else { return }
    old = young
    young = [:]
    keys = [:]
    for rows in [old, stale] { for (key, row) in rows { keys[row.id] = key } }
  }

  /// Marks every item as outdated.
  mutating func age() {
    stale = old.merging(young) { $1 }
    young = [:]
    old = [:]
  }
}
