// SPDX-License-Identifier: Apache-2.0
// The rows that are filled, compared with those that can be seen, for lists and pages of random sizes that
// are scrolled at random. No display is needed.

import CGtk
import XCTest

@testable import Gtk

final class RowsInSightTests: XCTestCase {
  func testEveryRowThatCanBeSeenIsInSightAndFewOthersAre() {
    MainActor.assumeIsolated {
      var numbers = SystemRandomNumberGenerator()
      for _ in 0..<200 {
        let count = Int.random(in: 50...1_000_000, using: &numbers)
        let height = Double(Int.random(in: 24...90, using: &numbers))
        let page = Double(Int.random(in: 100...2_000, using: &numbers))
        let scroll = adjustment()
        let rows = RowsInSight(scroll) { count }
        configure(scroll, upper: Double(count) * height, page: page, value: 0)
        for _ in 0..<20 {
          let value = Double.random(in: 0...max(0, Double(count) * height - page), using: &numbers)
          scroll.value = value
          let seen = Int(value / height)...Int((value + page) / height)
          XCTAssertTrue(seen.allSatisfy { rows.contains($0) }, "\(count) of \(height) at \(value)")
          let others = (seen.lowerBound - 100..<seen.lowerBound).filter { rows.contains($0) }.count
          XCTAssertLessThan(others, 10)
        }
        withExtendedLifetime(rows) {}
      }
    }
  }

  func testEveryCardThatCanBeSeenIsInSightAndFewOthersAre() {
    MainActor.assumeIsolated {
      for _ in 0..<200 {
        let (count, columns) = (Int.random(in: 400...100_000), Int.random(in: 2...12))
        let height = Double(Int.random(in: 100...300))
        let page = Double(Int.random(in: 300...2_000))
        let range = Double((count + columns - 1) / columns) * height
        let scroll = adjustment()
        let cards = RowsInSight(scroll, count: { count }, columns: { columns })
        configure(scroll, upper: range, page: page, value: 0)
        // It looks how many are side by side once they are laid out.
        while g_main_context_iteration(nil, 0) != 0 {}
        for _ in 0..<20 {
          let value = Double.random(in: 0...max(0, range - page))
          scroll.value = value
          let (first, last) = (Int(value / height), Int((value + page) / height))
          let seen = (first * columns)..<((last + 1) * columns)
          XCTAssertTrue(seen.allSatisfy { cards.contains($0) }, "\(columns) at \(value)")
          let behind = seen.upperBound..<(seen.upperBound + 200)
          XCTAssertLessThanOrEqual(behind.filter { cards.contains($0) }.count, 2 * columns)
        }
        withExtendedLifetime(cards) {}
      }
    }
  }

  func testBeforeTheFirstLayoutTheFirstRowsAreInSight() {
    MainActor.assumeIsolated {
      let scroll = adjustment()
      let rows = RowsInSight(scroll) { 1_000_000 }
      // As GTK has it meanwhile: the range of another list.
      configure(scroll, upper: 440, page: 400, value: 0)
      XCTAssertTrue((0..<20).allSatisfy { rows.contains($0) })
      XCTAssertFalse(rows.contains(100))
    }
  }

  func testFollowersAreToldWhenOtherRowsComeInSightForAsLongAsTheyExist() {
    MainActor.assumeIsolated {
      final class Follower { var moves = 0 }
      let scroll = adjustment()
      let rows = RowsInSight(scroll) { 1_000 }
      let follower = Follower()
      var other: Follower? = Follower()
      rows.onMove(follower) { $0.moves += 1 }
      rows.onMove(other.unsafelyUnwrapped) { _ in XCTFail("It is gone.") }
      other = nil
      configure(scroll, upper: 44_000, page: 440, value: 0)
      let before = follower.moves
      scroll.value = 1
      XCTAssertEqual(follower.moves, before, "The same rows are in sight.")
      scroll.value = 20_000
      XCTAssertEqual(follower.moves, before + 1)
    }
  }
}

@MainActor
private func adjustment() -> Adjustment {
  // Floating: the wrapper sinks it.
  Adjustment(borrowed: gtk_adjustment_new(0, 0, 0, 1, 10, 0))
}

@MainActor
private func configure(_ scroll: Adjustment, upper: Double, page: Double, value: Double) {
  gtk_adjustment_configure(scroll.cast(to: GtkAdjustment.self), value, 0, upper, 10, page, page)
}
