// SPDX-License-Identifier: Apache-2.0
// A set of row numbers: one bit each, so that a million of them take 125 kB and a lookup is nearly
// free.

struct KeySet: Sendable {
  private(set) var count = 0
  private var words: ContiguousArray<UInt64> = []
  // Row numbers count up from 1; another program may have assigned others.
  private var outliers: Set<Int64> = []
  private static let largest: Int64 = 1 << 28

  var isEmpty: Bool { count == 0 }

  init() {}

  init(_ keys: some Sequence<Int64>) {
    for key in keys { insert(key) }
  }

  func contains(_ key: Int64) -> Bool {
    guard key >= 0, key < Self.largest else { return outliers.contains(key) }
    let index = Int(key >> 6)
    return index < words.count && words[index] & (1 << UInt64(key & 63)) != 0
  }

  mutating func insert(_ key: Int64) {
    guard key >= 0, key < Self.largest else {
      if outliers.insert(key).inserted { count += 1 }
      return
    }
    let (index, bit) = (Int(key >> 6), UInt64(1) << UInt64(key & 63))
    if index >= words.count {
      words.append(
        contentsOf: repeatElement(0, count: max(index + 1 - words.count, words.count / 2)))
    }
    guard words[index] & bit == 0 else { return }
    words[index] |= bit
    count += 1
  }

  /// Inserts the blocks of keys that `each` passes on, faster than one by one.
  mutating func insertBlocks(_ each: ((ArraySlice<Int64>) -> Void) -> Void) {
    each { block in
      guard let least = block.min(), let most = block.max() else { return }
      guard least >= 0, most < Self.largest else { return block.forEach { insert($0) } }
      let length = Int(most >> 6) + 1
      if length > words.count {
        words.append(
          contentsOf: repeatElement(0, count: max(length - words.count, words.count / 2)))
      }
      words.withUnsafeMutableBufferPointer { words in
        for key in block { words[Int(key >> 6)] |= 1 << UInt64(key & 63) }
      }
    }
    recount()
  }

  private mutating func recount() {
    count = words.reduce(outliers.count) { $0 + $1.nonzeroBitCount }
  }

  /// Adds those that `other` has.
  mutating func formUnion(_ other: KeySet) {
    outliers.formUnion(other.outliers)
    if words.count < other.words.count {
      words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
    }
    for index in other.words.indices { words[index] |= other.words[index] }
    recount()
  }

  /// Keeps those that `other` also has.
  mutating func formIntersection(_ other: KeySet) {
    outliers.formIntersection(other.outliers)
    keep { index in index < other.words.count ? other.words[index] : 0 }
  }

  /// Removes those that `other` has.
  mutating func subtract(_ other: KeySet) {
    guard !isEmpty, !other.isEmpty else { return }
    outliers.subtract(other.outliers)
    keep { index in index < other.words.count ? ~other.words[index] : ~0 }
  }

  private mutating func keep(_ mask: (Int) -> UInt64) {
    for index in words.indices { words[index] &= mask(index) }
    recount()
  }

  /// The members, in ascending order.
  var keys: [Int64] {
    var keys: [Int64] = []
    keys.reserveCapacity(count)
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        keys.append(Int64(index << 6 | rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return outliers.isEmpty ? keys : (keys + outliers).sorted()
  }
}

extension Connection {
  /// The row numbers that a query gives; nil if there are more.
  func keys(_ sql: SQLPiece, atMost limit: Int) throws -> KeySet? {
    var keys = KeySet()
    try integers(sql.sql, arguments: sql.arguments) { block in
      for key in block { keys.insert(key) }
      return keys.count <= limit
    }
    return keys.count <= limit ? keys : nil
  }

  /// The row numbers that a query gives.
  func keys(_ sql: SQLPiece) throws -> KeySet { try keys(sql, atMost: .max) ?? KeySet() }
}
