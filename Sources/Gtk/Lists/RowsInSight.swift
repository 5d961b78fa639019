// SPDX-License-Identifier: Apache-2.0
// Which rows of a long list can be seen, or will be after the next turn of the wheel. Quirk: many-rows. GTK
// keeps two hundred rows ready, of which some fifteen are on screen, and filling and measuring all of them takes most of
// the time of a key press or a start.

import CGtk

/// The rows of a long list, or the cards of a grid, all of one height, that are on screen or nearly so.
@MainActor
public final class RowsInSight {
  private let scroll: Adjustment
  private let count: @MainActor () -> Int
  /// How many are side by side, of a grid.
  private let columns: (@MainActor () -> Int)?
  private var perLine = 1
  /// The height of a row; nil until the list is laid out.
  private var height: Double?
  private var rows: Range<Int>
  private var followers: [@MainActor () -> Void] = []

  /// The rows of a list that is scrolled by this.
  /// - Parameters:
  ///   - scroll: how far it is scrolled.
  ///   - count: how many rows there are.
  ///   - columns: of a grid, how many are side by side, once they are laid out.
  public init(
    _ scroll: Adjustment, count: @escaping @MainActor () -> Int,
    columns: (@MainActor () -> Int)? = nil
  ) {
    (self.scroll, self.count, self.columns) = (scroll, count, columns)
    rows = 0..<(columns == nil ? Self.first : 2 * Self.first)
    scroll.onRangeChange { [weak self] in self?.measure() }
    // Also when the program scrolls.
    scroll.connectNotify("value") { [weak self] in self?.move() }
  }

  /// As many as most windows have room for; nothing else is known before the first layout.
  private static let first = 24
  /// Lines above and below those on screen, so that a view is there before it is seen.
  private var margin: Int { columns == nil ? 6 : 2 }
  /// Anything lower is no row: the range of a list means nothing before its first layout.
  private static let lowest = 16.0

  func contains(_ row: Int) -> Bool { rows.contains(row) }

  /// Calls `show` when other rows are in sight, for as long as the follower exists.
  func onMove<Follower: AnyObject>(
    _ follower: Follower, _ show: @escaping @MainActor (Follower) -> Void
  ) {
    followers.append { [weak follower] in follower.map(show) }
  }

  // Between a change of the list and its layout, the range is still that of the old one.
  private func measure() {
    guard let columns else { return measure(perLine: 1) }
    // The range changes before the cards are in their places.
    MainLoop.whenIdle { [weak self] in self?.measure(perLine: max(1, columns())) }
  }

  private func measure(perLine: Int) {
    let lines = (count() + perLine - 1) / perLine
    guard lines > 0, scroll.upper / Double(lines) >= Self.lowest else { return }
    self.perLine = perLine
    guard scroll.upper > scroll.pageSize else {
      // A range as long as the page says nothing of the rows: they may be fewer. Until there are too
      // many for the page it does not change either, however many come.
      height = nil
      return see(0..<(perLine * max(Self.first, Int(scroll.pageSize / Self.lowest))))
    }
    height = scroll.upper / Double(lines)
    move()
  }

  private func move() {
    guard let height else { return }
    let top = max(0, Int(scroll.value / height) - margin)
    let end = Int((scroll.value + scroll.pageSize) / height) + 1 + margin
    see((top * perLine)..<(end * perLine))
  }

  private func see(_ new: Range<Int>) {
    guard rows != new else { return }
    rows = new
    followers.forEach { $0() }
  }
}
