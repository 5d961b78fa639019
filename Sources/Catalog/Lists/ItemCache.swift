// SPDX-License-Identifier: Apache-2.0
// The items of a list that were shown recently, a few thousand at most: those not requested for a
// while are dropped, a generation at a time.

import Foundation

struct ItemCache<Item: Identifiable> where Item.ID == UUID {
  private var young: [Int64: Item] = [:]
  private var old: [Int64: Item] = [:]
  /// Old items, shown until newer ones are read.
  private var stale: [Int64: Item] = [:]
  private var keys: [UUID: Int64] = [:]

  private static var generation: Int { 1_500 }

  /// The item, and whether it is up to date.
  mutating func item(_ key: Int64) -> (item: Item, isFresh: Bool)? {
    if let item = young[key] { return (item, true) }
    if let item = old[key] {
      young[key] = item
      return (item, true)
    }
    return stale[key].map { ($0, false) }
  }

  func isFresh(_ key: Int64) -> Bool { young[key] != nil || old[key] != nil }

  func contains(_ key: Int64) -> Bool { isFresh(key) || stale[key] != nil }

  /// The row number of an item in the cache.
  func key(of id: UUID) -> Int64? { keys[id] }

  /// The item with this row number.
  func id(_ key: Int64) -> UUID? { (young[key] ?? old[key] ?? stale[key])?.id }

  mutating func add(_ items: [Int64: Item]) {
    for (key, item) in items {
      young[key] = item
      stale[key] = nil
      keys[item.id] = key
    }
    guard young.count > Self.generation else { return }
    old = young
    young = [:]
    keys = [:]
    for items in [old, stale] { for (key, item) in items { keys[item.id] = key } }
  }

  /// Marks every item as outdated.
  mutating func age() {
    stale = old.merging(young) { $1 }
    young = [:]
    old = [:]
  }
}
