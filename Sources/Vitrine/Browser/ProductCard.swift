// SPDX-License-Identifier: Apache-2.0
// How one product looks in the grid. All cards have one height: otherwise GTK scrolls backwards
// (quirk: row-heights).

import Catalog
import Gtk
import VitrineModel

/// A card of the grid.
@MainActor
final class ProductCard: ItemView {
  let root: Widget
  private let picture: PictureFrame
  private let title = Label().ellipsized().centered()
  private let price = Label().ellipsized().centered().style("caption", "dim-label", "numeric")
  private let mark: UnfinishedMark
  private let count = Label().style("variant-count", "caption", "numeric")
  /// How little there is left.
  private let stock = Label().ellipsized().style("variant-count", "caption", "numeric")
  /// How wide it is at least, with a picture that is as high.
  private var side = 0
  private var shown: ShownItem?
  private var announced: ShownItem?

  init(_ pictures: Pictures) {
    picture = PictureFrame(pictures, .card, side: CardSide.usual)
    let line = Box(.horizontal, spacing: 4, children: [price]).align(.center)
    mark = UnfinishedMark(in: line)
    for chip in [count, stock] {
      line.append(chip)
      chip.isVisible = false
    }
    root = Box(.vertical, spacing: 6, children: [picture.root, title, line]).style("card")
  }

  /// How large its picture is. All cards have the same size.
  func fit(_ side: Int) {
    guard side != self.side else { return }
    self.side = side
    picture.fill(side: side)
    root.request(width: side, height: side + 62)
  }

  /// Shows a product, with what the search found in bold; nil while it is read.
  func show(_ item: ListedProduct?, _ catalogue: OpenCatalogue, search: String) {
    let new = ShownItem(item, catalogue, search: search)
    guard new != shown else { return }
    shown = new
    let text = item?.title ?? ""
    title.keepEnd(item?.endsInValues == true)
    title.show(text, bold: SearchMatches.ranges(of: search, in: text))
    price.text = item.map { FormField(.price).text(of: $0) } ?? ""
    // A moment later: it takes room, and lists show items while they lay them out.
    if item?.countText != nil || item?.lowStockText != nil || count.isVisible || stock.isVisible {
      Task { showCount() }
    }
    for label in [title, price] { label.setStyle("stray", item?.isStray == true) }
    mark.show(new.isUnfinished)
    announce(item, catalogue)
    picture.show(item?.cover, in: catalogue, alternativeText: "")
  }

  private func showCount() {
    let family = shown?.item?.family
    count.text = family?.count.displayText ?? ""
    count.tooltip(shown?.item?.countText ?? "")
    count.isVisible = family != nil
    let low = shown?.item?.lowStockText
    stock.text = low ?? ""
    stock.isVisible = low != nil
  }

  /// Says which product it is without showing it.
  func announce(_ item: ListedProduct?, _ catalogue: OpenCatalogue) {
    let new = ShownItem(item, catalogue, search: "")
    guard new != announced else { return }
    announced = new
    name(item, isUnfinished: new.isUnfinished)
  }
}
