// SPDX-License-Identifier: Apache-2.0
// The stored order compared with a plain array, under random changes.

import XCTest

@testable import Catalog

final class RowOrderTests: XCTestCase {
  func testItBehavesAsAnArray() {
    var random = SeededRandom(seed: 3)
    for length in [0, 1, 4_095, 4_096, 10_000] {
      var array = (0..<Int64(length)).map { $0 * 3 }
      var order = RowOrder(array)
      for step in 0..<60 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !array.isEmpty:
          let start = Int.random(in: 0..<array.count, using: &random)
          let end = min(array.count, start + ([1, 1, 2, 5_000].randomElement(using: &random) ?? 1))
          array.removeSubrange(start..<end)
          order.remove(at: start..<end)
        default:
          let place = Int.random(in: 0...array.count, using: &random)
          let added = [1, 1, 3, 9_000].randomElement(using: &random) ?? 1
          let keys = (0..<Int64(added)).map { 1_000_000 + Int64(step) * 10_000 + $0 }
          array.insert(contentsOf: keys, at: place)
          order.insert(keys, at: place)
        }
        XCTAssertEqual(order.count, array.count)
      }
      XCTAssertEqual(Array(order), array)
      XCTAssertEqual(array.indices.map { order[$0] }, array)
      for key in array.shuffled(using: &random).prefix(20) {
        XCTAssertEqual(order.position(of: key), array.firstIndex(of: key))
      }
      XCTAssertNil(order.position(of: -5))
    }
  }

  func testTheChangesLeadFromOneOrderToAnother() {
    var random = SeededRandom(seed: 4)
    for round in 0..<300 {
      let old = Array(
        (1...Int64(60)).shuffled(using: &random).prefix(Int.random(in: 0...60, using: &random)))
      var new = old
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where !new.isEmpty: new.remove(at: Int.random(in: 0..<new.count, using: &random))
        case 1 where !new.isEmpty:
          let moved = new.remove(at: Int.random(in: 0..<new.count, using: &random))
          new.insert(moved, at: Int.random(in: 0...new.count, using: &random))
        default:
          new.insert(
            100 + Int64(round) * 10 + Int64(new.count),
            at: Int.random(in: 0...new.count, using: &random))
        }
      }
      if round.isMultiple(of: 10) { new.shuffle(using: &random) }
      XCTAssertEqual(applied(RowOrder(old).changes(to: RowOrder(new)), to: old, end: new), new)
    }
  }

  func testOneThatMovedIsASmallChange() {
    let old = RowOrder(1...100_000)
    var keys = Array(1...Int64(100_000))
    keys.insert(keys.remove(at: 10), at: 90_000)
    XCTAssertEqual(
      old.changes(to: RowOrder(keys)),
      [ListChange(at: 10, removed: 1, added: 0), ListChange(at: 90_000, removed: 0, added: 1)])
    XCTAssertEqual(old.changes(to: old), [])
    XCTAssertEqual(
      old.changes(to: RowOrder([7] + Array(1...Int64(100_000)).filter { $0 != 7 })).reduce(0) {
        $0 + $1.removed + $1.added
      }, 2)
  }

  func testOrdersWithNothingInCommonPlace() {
    let old = RowOrder(1...5_000)
    let new = RowOrder((1...Int64(5_000)).reversed())
    let changes = old.changes(to: new)
    XCTAssertLessThan(changes.count, 500)
    XCTAssertEqual(applied(changes, to: Array(old), end: Array(new)), Array(new))
  }

  func testASetIsMadeOfAnyPartOfAnOrder() {
    // Over several chunks, and with row numbers of another program.
    let keys = (1...10_000).map { Int64($0 * 7 % 10_007) } + [-5, 1 << 40]
    let order = RowOrder(keys)
    for positions in [0..<0, 0..<1, 4_095..<4_097, 17..<9_000, 9_999..<10_002, 0..<10_002] {
      var set = KeySet([3])
      set.insertBlocks { order.forEachBlock(at: positions, $0) }
      let expected = Set(keys[positions]).union([3])
      XCTAssertEqual(set.count, expected.count)
      XCTAssertEqual(Set(set.keys), expected)
      var union = KeySet([-5, 9_000])
      union.formUnion(set)
      XCTAssertEqual(Set(union.keys), expected.union([-5, 9_000]))
      XCTAssertEqual(union.count, expected.union([-5, 9_000]).count)
    }
  }

  func testASetOfRowNumbers() {
    let keys: [Int64] = [5, 1, 64, 63, 1 << 27, 1 << 40, -3, 5]
    let set = KeySet(keys)
    XCTAssertEqual(set.count, 7)
    XCTAssertEqual(set.keys, Set(keys).sorted())
    for key in keys { XCTAssertTrue(set.contains(key)) }
    for key: Int64 in [0, 2, 65, -1, 1 << 41, .max] { XCTAssertFalse(set.contains(key)) }
  }
}

/// `old` after the changes; an inserted row is whatever is there in the end.
func applied(_ changes: [ListChange], to old: [Int64], end: [Int64]) -> [Int64] {
  var rows = old.map(Optional.some)
  for change in changes {
    rows.replaceSubrange(
      change.position..<(change.position + change.removed),
      with: repeatElement(nil, count: change.added))
  }
  return zip(rows, end).map { $0 ?? $1 } + (rows.count == end.count ? [] : [Int64.min])
}
