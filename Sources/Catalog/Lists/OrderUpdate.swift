// SPDX-License-Identifier: Apache-2.0
// Updates an existing list after a few products changed, without reading it again: each is removed,
// and its new position found by binary search.
//
// Exact if `changed` includes every product that differs from when the list was made.

import Foundation

struct OrderUpdate: Sendable {
  /// The edits of a list, in order.
  struct Edit: Sendable, Equatable {
    let change: ListChange
    /// The row numbers to insert: as many as the change adds.
    let keys: [Int64]
  }

  let edits: [Edit]
  /// The current items of those changed products that are in the list.
  let items: [Int64: ListedProduct]
  /// Products that no longer fit but stay in the list.
  let strays: Set<Int64>

  /// For more products than this, reading the list again is faster.
  static let most = 1_000

  /// Nil if the list must be read again.
  ///
  /// - Parameter strays: those that keep their place if they do not fit.
  static func update(
    _ order: RowOrder, changed ids: Set<UUID>, strays: StrayRows = StrayRows(),
    by finder: ProductFinder
  ) throws -> OrderUpdate? {
    // The full-text index takes as long for one product as for all.
    guard ids.count <= most, !finder.conditions.reachFurther, finder.search.expression == nil
    else { return nil }
    let connection = finder.connection
    func keys(_ ids: some Sequence<UUID>) throws -> [Int64] {
      try ids.compactMap { id in
        try connection.first("SELECT key FROM product WHERE id = ?", id) { $0.int64("key") }
      }
    }
    let own = try keys(ids)
    // A product that is gone has no row number to look for.
    guard own.count == ids.count else { return nil }
    // A head says what its variants come to, and a variant is listed if its head is not.
    let relatives = try VariantTable(connection: connection).relatives(of: own).subtracting(ids)
    guard relatives.count <= most else { return nil }
    let keys = try own + keys(relatives)
    let changed = KeySet(keys)
    let old = order.positions(of: changed)
    var rest = order
    for position in old.values.sorted(by: >) { rest.remove(at: position..<(position + 1)) }

    let placing = Placing(finder)
    let members = try finder.sorted(changed)
    let gaps = try members.compactMap { try placing.gap(for: $0, in: rest) }
    let leaving = old.map { (key: $0.key, position: $0.value) }
      .sorted { $0.position < $1.position }
    let isFitting = Set(members)
    let stays = try strays.staying(
      among: leaving.map(\.key).filter { !isFitting.contains($0) }, by: finder)
    let staying = leaving.enumerated().filter { stays.contains($1.key) }
      .map { (key: $1.key, gap: $1.position - $0) }
    return OrderUpdate(
      edits: edits(
        leaving: leaving,
        entering: merged(zip(members, gaps).map { (key: $0, gap: $1) }, staying)),
      items: try ItemReading(connection: connection).items(members + staying.map(\.key)),
      strays: strays.known.subtracting(keys).union(stays))
  }

  /// In the order of their gaps; within a gap, those that stay come last.
  private static func merged(
    _ members: [(key: Int64, gap: Int)], _ staying: [(key: Int64, gap: Int)]
  ) -> [(key: Int64, gap: Int)] {
    staying.reduce(into: members) { all, row in
      all.insert(row, at: all.firstIndex { $0.gap > row.gap } ?? all.endIndex)
    }
  }

  /// The steps from where the changed products were to where they belong. A gap is the number of
  /// unchanged products before it; products that keep their gap and their order are not touched.
  private static func edits(
    leaving old: [(key: Int64, position: Int)], entering new: [(key: Int64, gap: Int)]
  ) -> [Edit] {
    var before: [Int: [Int64]] = [:]
    for (index, row) in old.enumerated() {
      before[row.position - index, default: []].append(row.key)
    }
    var after: [Int: [Int64]] = [:]
    for row in new { after[row.gap, default: []].append(row.key) }
    // `reversed()` on an array of edits would be compiled differently each time.
    let removals = old.enumerated().reversed().filter { index, row in
      let gap = row.position - index
      return before[gap] != after[gap]
    }.map { Edit(change: ListChange(at: $1.position, removed: 1, added: 0), keys: []) }
    let insertions = new.enumerated().filter { before[$1.gap] != after[$1.gap] }.map { index, row in
      Edit(change: ListChange(at: row.gap + index, removed: 0, added: 1), keys: [row.key])
    }
    return removals + insertions
  }
}

/// Finds a product's place in an order.
private struct Placing {
  private let finder: ProductFinder
  private var order: QueryOrder { finder.order }

  init(_ finder: ProductFinder) {
    self.finder = finder
  }

  /// How many items of `rows` come before the product.
  func gap(for key: Int64, in rows: RowOrder) throws -> Int? {
    guard let values = try values(of: key) else { return nil }
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      // A product that was deleted will be in a later change; until then any place next to it will
      // do.
      if let other = try self.values(of: rows[middle]), order.precedes(values, other) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  private func values(of key: Int64) throws -> SortValues? {
    try finder.connection.first(
      "SELECT \(order.columns) FROM product AS p WHERE p.key = ?", key
    ) { row in order.terms.indices.map { row.value("sorted_\($0)") } }
  }
}
