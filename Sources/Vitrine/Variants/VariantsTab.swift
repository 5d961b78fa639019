// SPDX-License-Identifier: Apache-2.0
// The Variants tab of a product: making variants, and the grid of those there are.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class VariantsTab {
  let root: Widget
  let scroll: ScrolledWindow
  let isLaidOut = true
  private let variants: ProductVariants
  private let making: MakingVariantsView
  private let grid: VariantGrid
  private let count = Label(heading: "").style("heading")
  private let head: Box
  /// Whether the keyboard was in what variants are made of when that was left.
  private var leftMaking = false

  /// - Parameter open: shows a variant instead.
  init(
    _ detail: ProductDetail, from pictures: Pictures, open: @escaping @MainActor (UUID) -> Void
  ) {
    variants = detail.variants
    making = MakingVariantsView(variants)
    grid = VariantGrid(variants, VariantPhotos(detail, from: pictures), open: open)
    let make = Button(tr("_Make Variants…"))
    // Large text has no room for both beside each other in a narrow window.
    head = Box.wrapping()
    head.append(count.margins(end: 6))
    head.append(make)
    let page = Box(.vertical, spacing: 12, children: [making.root, head, grid.root])
      .style("detail-page")
    scroll = ScrolledWindow(.page(page)).expand(horizontally: true, vertically: true)
    scroll.keepFocusInSight()
    root = Box(.vertical, children: [scroll, grid.foot])
    make.onClick { [weak self] in
      self?.variants.beginMaking()
      self?.takeFocus()
    }
    variants.changed.add(self) { [weak self] change in
      switch change {
      case .cell: break
      case .rows, .making: self?.show()
      // What was just made is to be filled in, unless the keyboard is elsewhere by now.
      case .made:
        if self?.leftMaking == true {
          self?.grid.takeFocus()
        } else {
          self?.variants.keyboard(isComing: false)
        }
      }
    }
    show()
    root.onMap { [weak self] in
      // GTK does not move the focus during `map`.
      MainLoop.whenIdle { [weak self] in
        guard let self, !self.root.isWindowUsed else { return }
        if self.variants.place != nil || self.variants.isMaking { self.takeFocus() }
      }
    }
  }

  /// Puts the keyboard where it was, into what is being made, or else into the first cell.
  func takeFocus() {
    guard variants.isMaking else { return grid.takeFocus() }
    making.takeFocus()
    variants.keyboard(isComing: false)
  }

  private func show() {
    // Asked before it is hidden.
    let leaves = !variants.isMaking && making.root.isVisible
    if leaves { leftMaking = making.root.hasFocusInSight }
    making.root.isVisible = variants.isMaking
    head.isVisible = !variants.isMaking
    count.text = tr("1 variant", "%@ variants", count: variants.variants.count)
    grid.root.isVisible = !variants.variants.isEmpty || variants.lostCells > 0
    if leaves, leftMaking, !variants.variants.isEmpty { grid.takeFocus() }
  }
}
