// SPDX-License-Identifier: Apache-2.0
// Where the list or the grid is scrolled to, kept and restored: as the first visible product, so that it survives other
// items, another order and another font size. Where it was restored to, it stays until a person does something in the
// window: GTK scrolls to the row that gets the keyboard, and a notice above the list makes it lower.

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
  /// Whether it could not go there yet, or ever: the list ends before it.
  private var isShortOfWanted = false
  /// Where it was restored to.
  private var held: BrowserState.ScrollAnchor?
  /// What is selected, as far as this was told.
  private var selection: UUID?
  /// What should be in sight then, too.
  private var inSight: Int?
  private var whenInSight: (@MainActor () -> Void)?
  private weak var list: ListWidget?
  /// The height of the part of the list that can be seen at once.
  private var height = 0.0
  /// Whether the top item was not loaded yet when its product should have been stored.
  private var awaitsItem = false
  /// Whether it was scrolled, or is of another size, since the last layout.
  private var hasMoved = false

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
    selection = browser.selection
    adjustment.onRangeChange { [weak self] in
      if let self { hasMoved = hasMoved || browser.listed.state.scrollAnchor != nil && !isHeld }
      // Not during the layout pass that changed the range.
      MainLoop.whenIdle { [weak self] in
        self?.restore()
        self?.keepSelectionInSight()
      }
    }
    adjustment.onValueChange { [weak self] in self?.hasMoved = true }
    // Before the items are where they belong, nobody can tell which of them is at the top.
    list.onWindowLayout { [weak self] in
      guard let self else { return }
      if inSight == nil, let then = whenInSight {
        whenInSight = nil
        MainLoop.whenIdle { then() }
      }
      guard hasMoved else { return }
      hasMoved = false
      keep()
    }
    list.onWindowUse { [weak self] in self?.giveUpWhatIsShort() }
    browser.list.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      case .content where self.awaitsItem: self.keep()
      // Other items, or the same in another order, may have come to where the list is, which need not have moved.
      case .items: MainLoop.whenIdle { [weak self] in self?.keepAnew() }
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
      case .selection: self.selectionChanged()
      case .query:
        (self.wanted, self.held) = (nil, nil)
        self.browser.listed.state.scrollAnchor = nil
        self.adjustment.value = 0
      default: break
      }
    }
  }

  private func selectionChanged() {
    // It may only be known now where it is.
    guard browser.selection != selection else { return }
    selection = browser.selection
    guard wanted != nil || isHeld else { return }
    // A key was faster than the layout: it leads on from here.
    (wanted, held) = (nil, nil)
    inSight = browser.selectedPosition
    // It may be where the list is already, which then does not move.
    MainLoop.whenIdle { [weak self] in self?.keepAnew() }
  }

  private var lineHeight: Double? {
    let count = count()
    guard count > 0, adjustment.upper > 1 else { return nil }
    let perLine = max(1, columns())
    return adjustment.upper / Double((count + perLine - 1) / perLine)
  }

  /// Scrolls as far as it takes to see an item, once the layout that the list has changed to is in its place.
  func keepInSight(_ position: Int?, then: (@MainActor () -> Void)? = nil) {
    (inSight, whenInSight) = (position, position == nil ? nil : then)
  }

  private var isHeld: Bool {
    if held != nil, list?.isWindowUsed == true { (held, wanted) = (nil, nil) }
    return held != nil
  }

  /// Undoes a scrolling of GTK that is yet to come, to what was just given the keyboard.
  func stay() {
    if isHeld { adjustment.stay() }
  }

  private func restore() {
    if isHeld { wanted = held }
    guard wanted != nil || inSight != nil, browser.listed.layout == layout, browser.list.isLoaded,
      count() == browser.list.count, let lineHeight
    else { return }
    // Before the first layout pass the range is meaningless; a list that fits can't scroll.
    guard adjustment.pageSize > 1, lineHeight > 16 else { return }
    if let wanted {
      guard let position = browser.list.position(of: wanted.product) else {
        held = nil
        return seek(wanted)
      }
      let value = Double(position / max(1, columns())) * lineHeight + wanted.offset
      let furthest = max(0, adjustment.upper - adjustment.pageSize)
      adjustment.value = min(value, furthest)
      if list?.isWindowUsed == true {
        // In another layout, which may have more room with its next pass.
        isShortOfWanted = value > furthest
        if !isShortOfWanted { self.wanted = nil }
        MainLoop.whenIdle { [weak self] in self?.keepAnew() }
      } else {
        (self.wanted, held) = (nil, wanted)
      }
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
    guard height < before, wanted == nil, !isHeld, browser.listed.layout == layout, let lineHeight,
      let position = browser.selectedPosition
    else { return }
    let end = Double(position / max(1, columns()) + 1) * lineHeight
    let wasInSight = end <= adjustment.value + before + 1
    guard wasInSight, end > adjustment.value + height else { return }
    adjustment.value = end - height
    keepAnew()
  }

  private func keep() {
    if isHeld {
      // Not during the layout that scrolled.
      return MainLoop.whenIdle { [weak self] in self?.restore() }
    }
    guard wanted == nil, browser.listed.layout == layout, let lineHeight else { return }
    let line = Int(adjustment.value / lineHeight)
    let item = browser.list.item(at: line * max(1, columns()))
    awaitsItem = item == nil
    guard let item else { return }
    browser.listed.state.scrollAnchor = .init(
      product: item.id, offset: adjustment.value - Double(line) * lineHeight)
  }

  // What is saved is what is in sight when somebody goes on from here.
  private func giveUpWhatIsShort() {
    guard isShortOfWanted, wanted != nil else { return }
    (wanted, isShortOfWanted) = (nil, false)
    keepAnew()
  }

  private func keepAnew() {
    if browser.listed.state.scrollAnchor != nil, !isHeld { keep() }
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
