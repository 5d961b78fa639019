// SPDX-License-Identifier: Apache-2.0
// Where the list or the grid is scrolled to, kept and restored: as the first visible product, so that it survives other
// items, another order and another font size.

import Foundation
import Gtk
import VitrineModel

@MainActor
final class ProductListScroll {
  private let browser: ProductBrowser
  private let adjustment: Adjustment
  /// How many items the list knows of.
  private let count: @MainActor () -> Int
  private let columns: @MainActor () -> Int
  private let layout: BrowserState.Layout
  /// Where to scroll as soon as the items are laid out.
  private var wanted: BrowserState.ScrollAnchor?
  /// What should be in sight then, too.
  private var inSight: Int?
  private weak var list: ListWidget?
  /// The height of the part of the list that can be seen at once.
  private var height = 0.0
  /// Whether the top item was not loaded yet when its product should have been stored.
  private var awaitsItem = false

  init(
    _ browser: ProductBrowser, _ layout: BrowserState.Layout, list: ListWidget,
    adjustment: Adjustment, count: @escaping @MainActor () -> Int,
    columns: @escaping @MainActor () -> Int
  ) {
    self.browser = browser
    self.list = list
    self.layout = layout
    self.adjustment = adjustment
    self.count = count
    self.columns = columns
    wanted = browser.listed.state.scrollAnchor
    adjustment.onRangeChange { [weak self] in
      // Not during the layout pass that changed the range.
      MainLoop.whenIdle { [weak self] in
        self?.restore()
        self?.keepSelectionInSight()
      }
    }
    adjustment.onValueChange { [weak self] in self?.keep() }
    browser.list.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      case .content where self.awaitsItem: self.keep()
      case .completed: MainLoop.whenIdle { [weak self] in self?.restore() }
      default: break
      }
    }
    browser.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      // The other layout starts with the same product.
      case .layout where self.browser.listed.layout == self.layout:
        self.wanted = self.browser.listed.state.scrollAnchor
        MainLoop.whenIdle { [weak self] in self?.restore() }
      // A key was faster than the layout: it leads on from here.
      case .selection where self.wanted != nil:
        self.wanted = nil
        self.inSight = self.browser.selectedPosition
      case .query:
        self.wanted = nil
        self.browser.listed.state.scrollAnchor = nil
        self.adjustment.value = 0
      default: break
      }
    }
  }

  private var lineHeight: Double? {
    let count = count()
    guard count > 0, adjustment.upper > 1 else { return nil }
    let perLine = max(1, columns())
    return adjustment.upper / Double((count + perLine - 1) / perLine)
  }

  /// Scrolls as far as it takes to see an item, once the layout that the list has changed to is in its place.
  func keepInSight(_ position: Int?) { inSight = position }

  private func restore() {
    guard wanted != nil || inSight != nil, browser.listed.layout == layout, browser.list.isLoaded,
      count() == browser.list.count, let lineHeight
    else { return }
    // Before the first layout pass the range is meaningless; a list that fits can't scroll.
    guard adjustment.pageSize > 1, lineHeight > 16 else { return }
    if let wanted {
      guard let position = browser.list.position(of: wanted.product) else { return seek(wanted) }
      self.wanted = nil
      let value = Double(position / max(1, columns())) * lineHeight + wanted.offset
      adjustment.value = min(value, max(0, adjustment.upper - adjustment.pageSize))
    }
    if let position = inSight {
      inSight = nil
      list?.scroll(to: position)
    }
  }

  /// When the list gets lower, such as below a notice, what was selected at its end stays in sight.
  private func keepSelectionInSight() {
    let before = height
    height = adjustment.pageSize
    guard height < before, wanted == nil, browser.listed.layout == layout, let lineHeight,
      let position = browser.selectedPosition
    else { return }
    let end = Double(position / max(1, columns()) + 1) * lineHeight
    let wasInSight = end <= adjustment.value + before + 1
    if wasInSight, end > adjustment.value + height { adjustment.value = end - height }
  }

  private func keep() {
    guard wanted == nil, browser.listed.layout == layout, let lineHeight else { return }
    let line = Int(adjustment.value / lineHeight)
    let item = browser.list.item(at: line * max(1, columns()))
    awaitsItem = item == nil
    guard let item else { return }
    browser.listed.state.scrollAnchor = .init(
      product: item.id, offset: (adjustment.value - Double(line) * lineHeight).rounded())
  }

  // The product may be far beyond what was read so far, or no longer in the list.
  private func seek(_ anchor: BrowserState.ScrollAnchor) {
    guard browser.list.isComplete else { return }
    browser.list.locate(anchor.product) { [weak self] position in
      guard let self, self.wanted == anchor else { return }
      if position == nil { self.wanted = nil } else { self.restore() }
    }
  }
}
