// How one product looks in the list and in the grid. All items have one height: GTK 4.8 scrolls
// backwards otherwise.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

/// The picture and the title, in the first column of the list.
@MainActor
final class TitleCell: ItemView {
  let root: Widget
  private let picture: PictureFrame
  private let title = Label().ellipsized()
  private let mark = UnfinishedMark()

  init(_ pictures: Pictures) {
    picture = PictureFrame(pictures, .list)
    picture.root.style("list-picture")
    root = Box(.horizontal, spacing: 12, children: [picture.root, title, mark.root]).request(
      width: Self.minimumWidth)
  }

  static let minimumWidth = 160

  /// Shows a product, with what the search found in bold; nil while it is read.
  func show(_ item: ListedProduct?, _ catalogue: OpenCatalogue, search: String) {
    let text = item?.title ?? ""
    title.show(text, bold: SearchMatches.ranges(of: search, in: text))
    name(item, isUnfinished: mark.show(item, catalogue))
    picture.show(item?.cover, in: catalogue, alternativeText: "")
  }
}

/// A column of plain text.
@MainActor
final class TextCell: ItemView {
  let root: Widget
  private let label = Label().ellipsized()

  init(isNumber: Bool) {
    if isNumber { label.alignedToEnd().style("numeric") } else { label.style("dim-label") }
    root = label
  }

  func show(_ text: String) { label.text = text }
}

/// A card of the grid.
@MainActor
final class ProductCard: ItemView {
  let root: Widget
  private let picture: PictureFrame
  private let title = Label().ellipsized().centered()
  private let price = Label().ellipsized().centered().style("caption", "dim-label", "numeric")
  private let mark = UnfinishedMark()

  init(_ pictures: Pictures) {
    picture = PictureFrame(pictures, .card, side: 140)
    picture.root.align(.center)
    let line = Box(.horizontal, spacing: 4, children: [price, mark.root]).align(.center)
    root = Box(.vertical, spacing: 4, children: [picture.root, title, line])
      .style("card").request(width: 160, height: 208)
  }

  /// Shows a product, with what the search found in bold; nil while it is read.
  func show(_ item: ListedProduct?, _ catalogue: OpenCatalogue, search: String) {
    let text = item?.title ?? ""
    title.show(text, bold: SearchMatches.ranges(of: search, in: text))
    price.text = item?.price?.displayText ?? ""
    name(item, isUnfinished: mark.show(item, catalogue))
    picture.show(item?.cover, in: catalogue, alternativeText: "")
  }
}

/// A small sign on a product with something unfinished.
@MainActor
private struct UnfinishedMark {
  let root: Widget = Image(icon: "document-edit-symbolic", label: tr("Unfinished edits"))
    .style("dim-label")

  /// Whether it is shown.
  func show(_ item: ListedProduct?, _ catalogue: OpenCatalogue) -> Bool {
    root.isVisible = item.map { catalogue.unfinished.all.contains($0.id) } ?? false
    return root.isVisible
  }
}

extension ItemView {
  /// Names the row or card for a screen reader.
  fileprivate func name(_ item: ListedProduct?, isUnfinished: Bool) {
    nameItem(item?.spokenText(isUnfinished: isUnfinished) ?? tr("Being read"))
  }
}
