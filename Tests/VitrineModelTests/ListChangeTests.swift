// SPDX-License-Identifier: Apache-2.0
// The ranges announced to a list view: applied one after the other, they must lead from the old
// items to the new ones, and moving one item must not affect those in between.

import Catalog
import VitrineModel
import XCTest

final class ListChangeTests: XCTestCase {
  private func assertLeads(from old: [Int], to new: [Int], line: UInt = #line) {
    // A model of what GTK knows: it only learns counts, so replay them over placeholders.
    var count = old.count
    for change in ListChange.changes(from: old, to: new) {
      XCTAssertLessThanOrEqual(change.position + change.removed, count, line: line)
      XCTAssertGreaterThan(change.removed + change.added, 0, line: line)
      count += change.added - change.removed
    }
    XCTAssertEqual(count, new.count, line: line)
  }

  func testSameItemsAreNoChange() {
    XCTAssertEqual(ListChange.changes(from: [1, 2, 3], to: [1, 2, 3]), [])
  }

  func testOneNewItemIsOneItem() {
    XCTAssertEqual(
      ListChange.changes(from: [1, 2, 4], to: [1, 2, 3, 4]),
      [ListChange(at: 2, removed: 0, added: 1)])
  }

  func testOneGoneItemIsOneItem() {
    XCTAssertEqual(
      ListChange.changes(from: [1, 2, 3], to: [1, 3]), [ListChange(at: 1, removed: 1, added: 0)])
  }

  func testAMovedItemLeavesTheOthersAlone() {
    XCTAssertEqual(
      ListChange.changes(from: Array(0..<1000), to: Array(1..<1000) + [0]),
      [ListChange(at: 0, removed: 1, added: 0), ListChange(at: 999, removed: 0, added: 1)])
    XCTAssertEqual(
      ListChange.changes(from: [0, 1, 2, 3, 4], to: [0, 4, 1, 2, 3]),
      [ListChange(at: 4, removed: 1, added: 0), ListChange(at: 1, removed: 0, added: 1)])
  }

  func testRandomOrdersAddUp() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let old = Array((0..<Int.random(in: 0...12, using: &generator)).shuffled())
      let new = (0..<14).filter { _ in Bool.random() }.shuffled()
      assertLeads(from: old, to: new)
    }
  }
}
