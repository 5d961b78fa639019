// SPDX-License-Identifier: Apache-2.0
// The first cell of a row in the product list. All rows have one height: otherwise GTK scrolls
// backwards (quirk: row-heights).

import Catalog
import Gtk
import VitrineModel

/// The picture and the title, in the first column of the list.
@MainActor
final class TitleCell: ItemView {
  let root: Widget
  private let picture: PictureFrame
  private let title = ListText().expand(horizontally: true)
  private let mark: UnfinishedMark
  private var shown: ShownItem?
  private var announced: ShownItem?

  init(_ pictures: Pictures) {
    picture = PictureFrame(pictures, .list)
    picture.root.style("list-picture")
    let box = Box(.horizontal, spacing: 12, children: [picture.root, title])
    mark = UnfinishedMark(in: box)
    root = box.request(width: Self.minimumWidth)
  }

  static let minimumWidth = 160

  /// Shows a product, with what the search found in bold; nil while it is read.
  func show(_ item: ListedProduct?, _ catalogue: OpenCatalogue, search: String) {
    let new = ShownItem(item, catalogue, search: search)
    guard new != shown else { return }
    shown = new
    let text = item?.title ?? ""
    title.show(text, bold: SearchMatches.ranges(of: search, in: text))
    title.setStyle("stray", item?.isStray == true)
    mark.show(new.isUnfinished)
    announce(item, catalogue)
    picture.show(item?.cover, in: catalogue, alternativeText: "")
  }

  /// Says which product it is without showing it.
  func announce(_ item: ListedProduct?, _ catalogue: OpenCatalogue) {
    let new = ShownItem(item, catalogue, search: "")
    guard new != announced else { return }
    announced = new
    name(item, isUnfinished: new.isUnfinished)
  }
}
