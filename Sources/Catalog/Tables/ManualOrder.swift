// SPDX-License-Identifier: Apache-2.0
// The manual order: a position number for each product, with wide gaps, so that a product can be
// moved between two others without changing either. When the gap is too small, a few neighbours are
// renumbered, never all of a million.

import Foundation

struct ManualOrder {
  let connection: Connection

  /// The gap between two products that nobody has moved.
  static let spacing: Int64 = 1_048_576
  /// The smallest gap after renumbering neighbours.
  private static let roomy: Int64 = 1024
  /// Only a damaged file has numbers near the limits; then everything there is renumbered.
  static let sound = Int64.min / 4...Int64.max / 4

  /// The position after all products.
  func end() throws -> Int64 {
    Self.place(after: Int64(try connection.integer("SELECT max(position) FROM product")))
  }

  /// Only a damaged file has numbers so large that nothing fits after them; then the row number
  /// decides.
  static func place(after position: Int64) -> Int64 {
    let (next, overflows) = position.addingReportingOverflow(spacing)
    return overflows ? .max : next
  }

  private struct Placed: Equatable {
    let key: Int64
    let position: Int64
  }

  /// Moves the products, in this order, to `place`. Products in the trash or not in the catalogue
  /// are skipped. Returns how many were moved: none if they are already there, unless their numbers
  /// are those of a damaged file.
  func move(_ products: [UUID], to place: ManualPlace) throws -> Int {
    var keys: Set<Int64> = []
    let moved = try products.compactMap { try placed($0) }.filter { keys.insert($0.key).inserted }
    guard let first = moved.first else { return 0 }
    let (before, after) = try neighbours(of: place, without: keys)
    let isOrdered =
      zip(moved, moved.dropFirst()).allSatisfy(Self.isAscending)
      && moved.allSatisfy { Self.sound.contains($0.position) }
    if isOrdered, before.map({ Self.isAscending($0, first) }) ?? true,
      after.map({ Self.isAscending(moved[moved.count - 1], $0) }) ?? true
    {
      return 0
    }
    var (lower, upper) = (before.map { [$0] } ?? [], after.map { [$0] } ?? [])
    var reach = 0
    // Widens the range around the place until there is room. The outermost products are not
    // renumbered.
    while true {
      let (bottom, top) = (
        reach < lower.count ? lower[reach] : nil, reach < upper.count ? upper[reach] : nil
      )
      let order: [Placed] =
        Array(lower.prefix(reach).reversed()) + moved + Array(upper.prefix(reach))
      if let positions = positions(
        order.count, between: bottom?.position, and: top?.position,
        apart: reach == 0 ? 1 : Self.roomy)
      {
        for (entry, position) in zip(order, positions) where entry.position != position {
          try connection.run("UPDATE product SET position = ? WHERE key = ?", position, entry.key)
        }
        return moved.count
      }
      reach = max(8, reach * 2)
      if let before { lower = [before] + (try entries(below: before, without: keys, most: reach)) }
      if let after { upper = [after] + (try entries(above: after, without: keys, most: reach)) }
    }
  }

  /// Evenly spaced positions for `count` products between two others; nil if there is too little
  /// room.
  private func positions(
    _ count: Int, between bottom: Int64?, and top: Int64?, apart least: Int64
  ) -> [Int64]? {
    let count = Int64(count)
    guard bottom.map(Self.sound.contains) ?? true, top.map(Self.sound.contains) ?? true else {
      return nil
    }
    switch (bottom, top) {
    case (nil, nil): return (1...count).map { $0 * Self.spacing }
    case (let bottom?, nil): return (1...count).map { bottom + $0 * Self.spacing }
    case (nil, let top?): return (1...count).map { top - (count + 1 - $0) * Self.spacing }
    case (let bottom?, let top?):
      let step = (top - bottom) / (count + 1)
      return step < least ? nil : (1...count).map { bottom + $0 * step }
    }
  }

  // MARK: Reading

  private static func isAscending(_ a: Placed, _ b: Placed) -> Bool {
    (a.position, a.key) < (b.position, b.key)
  }

  private func placed(_ product: UUID) throws -> Placed? {
    try connection.first(
      "SELECT key, position FROM product WHERE id = ? AND deleted IS NULL", product, as: Self.placed
    )
  }

  private static func placed(_ row: Row) -> Placed {
    Placed(key: row.int64("key"), position: row.int64("position"))
  }

  /// The products on either side of a place, not counting the ones being moved.
  private func neighbours(
    of place: ManualPlace, without moved: Set<Int64>
  ) throws -> (before: Placed?, after: Placed?) {
    func require(_ product: UUID) throws -> Placed {
      guard let found = try placed(product) else { throw CatalogError.productMissing }
      return found
    }
    let start = Placed(key: .min, position: .min)
    let end = Placed(key: .max, position: .max)
    let (low, high): (Placed, Placed)
    switch place {
    case .first: (low, high) = (start, start)
    case .last: (low, high) = (end, end)
    case .before(let product):
      let anchor = try require(product)
      (low, high) = (anchor, Placed(key: anchor.key &- 1, position: anchor.position))
    case .after(let product):
      let anchor = try require(product)
      (low, high) = (Placed(key: anchor.key &+ 1, position: anchor.position), anchor)
    }
    return (
      try entries(below: low, without: moved, most: 1).first,
      try entries(above: high, without: moved, most: 1).first
    )
  }

  private func entries(
    below entry: Placed, without moved: Set<Int64>, most: Int
  ) throws -> [Placed] {
    try entries(
      """
      position <= ?1 AND (position < ?1 OR key < ?2) ORDER BY position DESC, key DESC
      """, entry, without: moved, most: most)
  }

  private func entries(
    above entry: Placed, without moved: Set<Int64>, most: Int
  ) throws -> [Placed] {
    try entries(
      "position >= ?1 AND (position > ?1 OR key > ?2) ORDER BY position, key", entry,
      without: moved, most: most)
  }

  private func entries(
    _ condition: String, _ entry: Placed, without moved: Set<Int64>, most: Int
  ) throws -> [Placed] {
    var found: [Placed] = []
    try connection.forEachRow(
      "SELECT key, position FROM product WHERE deleted IS NULL AND \(condition)",
      arguments: [entry.position, entry.key]
    ) {
      if !moved.contains($0.int64("key")) { found.append(Self.placed($0)) }
      return found.count < most
    }
    return found
  }
}
