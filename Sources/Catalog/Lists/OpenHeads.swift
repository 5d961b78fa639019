// SPDX-License-Identifier: Apache-2.0
// The variants that are listed below their heads, because these are open. The list without them is found
// and kept up to date as ever; they are put in afterwards, so that only they cost anything.

import Foundation

struct OpenHeads: Sendable, Equatable {
  /// The heads to open, whether the list has them or not.
  var wanted: Set<UUID> = []
  /// The variants in the list by the row number of their head.
  private(set) var variants: [Int64: [Int64]] = [:]
  /// All of these.
  private(set) var nested: Set<Int64> = []
  /// Whether the list has variants below their heads at all.
  private(set) var isFolding = false

  func with(wanted: Set<UUID>) -> OpenHeads {
    var open = self
    open.wanted = wanted
    return open
  }

  /// Whether the list is as it was found.
  var areNone: Bool { wanted.isEmpty && variants.isEmpty }

  /// Reads the variants of those wanted that a list has, in its order. Those that `strays` has are there already.
  mutating func read(
    in list: RowOrder, strays: Set<Int64> = [], by finder: ProductFinder
  ) throws {
    variants = [:]
    nested = []
    isFolding = finder.query.foldsVariants
    guard isFolding, !wanted.isEmpty else { return }
    let keys = try wanted.compactMap { id in
      try finder.connection.first("SELECT key FROM product WHERE id = ?", id) { $0.int64("key") }
    }
    for head in list.positions(of: KeySet(keys)).keys {
      try open(head, in: list, strays: strays, by: finder)
    }
  }

  /// A head that is only kept in the list does not stand for its variants: those that fit are in the list themselves.
  mutating func open(
    _ head: Int64, in list: RowOrder, strays: Set<Int64>, by finder: ProductFinder
  ) throws {
    var keys = try finder.variants(of: head).filter { !strays.contains($0) }
    if strays.contains(head) {
      let listed = list.positions(of: KeySet(keys))
      keys.removeAll { listed[$0] != nil }
    }
    guard !keys.isEmpty else { return }
    variants[head] = keys
    nested.formUnion(keys)
  }

  mutating func close(_ head: Int64) {
    for key in variants.removeValue(forKey: head) ?? [] { nested.remove(key) }
  }

  /// The heads in the list that are open and no longer wanted, and those wanted that are not open.
  func differing(in list: RowOrder, _ connection: Connection) throws -> (
    closing: [Int64], opening: [Int64]
  ) {
    let keys = try wanted.compactMap { id in
      try connection.first("SELECT key FROM product WHERE id = ?", id) { $0.int64("key") }
    }
    let isWanted = Set(keys)
    return (
      variants.keys.filter { !isWanted.contains($0) },
      keys.filter { variants[$0] == nil && list.position(of: $0) != nil }
    )
  }
}

extension RowOrder {
  /// The list without what is below its heads.
  func folded(_ open: OpenHeads) -> RowOrder {
    guard !open.variants.isEmpty else { return self }
    var folded = self
    let heads = positions(of: KeySet(open.variants.keys)).sorted { $0.value > $1.value }
    for (head, position) in heads {
      let count = open.variants[head]?.count ?? 0
      folded.remove(at: (position + 1)..<(position + 1 + count))
    }
    return folded
  }

  /// The list with the variants below their heads.
  func unfolded(_ open: OpenHeads) -> RowOrder {
    guard !open.variants.isEmpty else { return self }
    var unfolded = self
    let heads = positions(of: KeySet(open.variants.keys)).sorted { $0.value > $1.value }
    for (head, position) in heads {
      unfolded.insert(open.variants[head] ?? [], at: position + 1)
    }
    return unfolded
  }
}

extension ProductFinder {
  /// The variants of a head, on the list's side of the trash and in its order.
  fileprivate func variants(of head: Int64) throws -> [Int64] {
    try connection.rows(
      """
      SELECT p.key AS key FROM product AS h
        CROSS JOIN product AS p INDEXED BY product_by_head ON p.head = hex(h.id)
      WHERE h.key = ? AND (p.deleted IS NOT NULL) = ? ORDER BY \(order.sql(offIndex: true))
      """, head, query.inTrash ? 1 : 0
    ) { $0.int64("key") }
  }
}

extension OrderUpdate {
  /// The steps to another order.
  static func edits(from old: RowOrder, to new: RowOrder) -> [Edit] {
    old.changes(to: new).map { change in
      Edit(
        change: change,
        keys: (change.position..<(change.position + change.added)).map { new[$0] })
    }
  }

  /// Closes the heads that are no longer wanted, and opens those that are.
  static func opening(
    _ open: inout OpenHeads, in order: RowOrder, strays: Set<Int64>, by finder: ProductFinder
  ) throws -> OrderUpdate {
    let (closing, opening) = try open.differing(in: order, finder.connection)
    var (order, edits, shown) = (order, [Edit](), [Int64]())
    for head in closing {
      let count = open.variants[head]?.count ?? 0
      open.close(head)
      guard let position = order.position(of: head), count > 0 else { continue }
      let change = ListChange(at: position + 1, removed: count, added: 0)
      order.remove(at: change.position..<(change.position + count))
      edits.append(Edit(change: change, keys: []))
    }
    guard finder.query.foldsVariants else {
      return OrderUpdate(edits: edits, items: [:], strays: strays)
    }
    for head in opening {
      try open.open(head, in: order, strays: strays, by: finder)
      guard let keys = open.variants[head], let position = order.position(of: head) else {
        continue
      }
      order.insert(keys, at: position + 1)
      edits.append(
        Edit(change: ListChange(at: position + 1, removed: 0, added: keys.count), keys: keys))
      shown += keys.prefix(ProductResults.firstPage)
    }
    let items = try ItemReading(connection: finder.connection).items(shown)
    return OrderUpdate(edits: edits, items: items, strays: strays)
  }

  /// The same for a list that has open heads.
  static func update(
    _ order: RowOrder, _ open: inout OpenHeads, changed ids: Set<UUID>, strays: StrayRows,
    by finder: ProductFinder
  ) throws -> OrderUpdate? {
    var folded = order.folded(open)
    let nested = open.nested
    guard let update = try update(folded, changed: ids, strays: strays, by: finder) else {
      return nil
    }
    for edit in update.edits {
      let position = edit.change.position
      folded.remove(at: position..<(position + edit.change.removed))
      folded.insert(edit.keys, at: position)
    }
    try open.read(in: folded, strays: update.strays, by: finder)
    let shown = open.nested.union(nested)
    let items = try ItemReading(connection: finder.connection).items(shown)
    return OrderUpdate(
      edits: edits(from: order, to: folded.unfolded(open)),
      items: update.items.merging(items) { $1 }, strays: update.strays)
  }
}
