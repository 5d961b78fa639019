// SPDX-License-Identifier: Apache-2.0
// What the list and the grid have in common for the pane around them: which product is where.

import Gtk

@MainActor
protocol ProductListing: AnyObject {
  var list: ListWidget { get }
  /// The items on screen, in the coordinates of `list`.
  var visibleItems: [(position: Int, root: Widget, frame: Rect)] { get }
  /// The item that has the keyboard focus.
  var focusedPosition: Int? { get }
  /// Gives the keyboard focus to an item; returns false if it is not laid out.
  func focus(_ position: Int) -> Bool
  var listScroll: ProductListScroll { get }
  /// Shows the items on screen again.
  func refresh()
  /// The same, after only what is searched for has changed.
  func refreshMatches()
}

extension ProductListing {
  func position(at point: Point) -> Int? {
    // An item's padding belongs to it.
    visibleItems.first { $0.frame.contains(point, margin: 8) }?.position
  }

  func frame(of position: Int) -> Rect? { visibleItems.first { $0.position == position }?.frame }

  func widget(at position: Int) -> Widget? {
    visibleItems.first { $0.position == position }?.root
  }
}
