// SPDX-License-Identifier: Apache-2.0
// When the detail shows another product: once the list that it was chosen in is painted, and after several
// in a row only the one that the user stops at. Both in one frame hold up the keys of somebody who pages through
// a list.

import Foundation
import Gtk

@MainActor
final class ContentTurn {
  /// The product shown last.
  var shown: UUID?
  /// Whether another one is shown soon.
  private(set) var isComing = false
  /// When another one was chosen last.
  private var lastMove: ContinuousClock.Instant?

  /// Calls `show` when it is its turn, unless something was shown or chosen meanwhile.
  func wait(for view: Widget, _ show: @escaping @MainActor () -> Void) {
    let now = ContinuousClock.now
    let isInRow = lastMove.map { now - $0 < .milliseconds(Self.rest) } ?? false
    lastMove = now
    isComing = true
    let showInTurn: @MainActor () -> Void = { [weak self] in
      if let self, isComing, lastMove == now { show() }
    }
    if isInRow {
      MainLoop.after(milliseconds: Self.rest, showInTurn)
    } else {
      MainLoop.after(paintOf: view, showInTurn)
    }
  }

  /// Something is shown now.
  func end() { isComing = false }

  /// Longer than from one press to the next of a key that is held down, in milliseconds.
  private static let rest = 60
}
