// SPDX-License-Identifier: Apache-2.0
// Products that stay in a list although they were changed so that they no longer belong there: a
// product must not vanish while somebody is looking at it. It stays until the list is asked for
// anew, or until the product is moved into or out of the trash.

import Foundation

struct StrayRows: Sendable {
  /// Those that stay already.
  var known: Set<Int64> = []
  /// The products that somebody is looking at.
  var watched: Set<UUID> = []

  /// Those of some rows that stay if they do not fit.
  func staying(among keys: [Int64], by finder: ProductFinder) throws -> Set<Int64> {
    guard !known.isEmpty || !watched.isEmpty else { return [] }
    return try Set(
      keys.filter { key in
        let id = try finder.connection.first(
          "SELECT id FROM product WHERE key = ? AND (deleted IS NOT NULL) = ?", key,
          finder.query.inTrash ? 1 : 0
        ) { try $0.uuid("id") }
        return id.map { known.contains(key) || watched.contains($0) } ?? false
      })
  }

  /// Puts those that stay into an order that was read again, each after the one that was before it, but never between
  /// an open head and what is below it.
  func keep(
    from old: RowOrder, in new: inout RowOrder, below open: OpenHeads, by finder: ProductFinder
  ) throws -> Set<Int64> {
    let keys = try known.union(
      watched.compactMap { id in
        try finder.connection.first("SELECT key FROM product WHERE id = ?", id) { $0.int64("key") }
      })
    guard !keys.isEmpty else { return [] }
    var isThere = KeySet(new)
    let staying = try staying(among: keys.filter { !isThere.contains($0) }, by: finder)
    guard !staying.isEmpty else { return [] }
    var kept: Set<Int64> = []
    let places = old.positions(of: KeySet(staying)).sorted { $0.value < $1.value }
    for (key, place) in places {
      let before = (0..<place).last { isThere.contains(old[$0]) }
      let neighbour = before.flatMap { new.position(of: old[$0]) }
      var position = neighbour.map { $0 + 1 } ?? 0
      while position < new.count, open.nested.contains(new[position]) { position += 1 }
      new.insert([key], at: position)
      isThere.insert(key)
      kept.insert(key)
    }
    return kept
  }
}
