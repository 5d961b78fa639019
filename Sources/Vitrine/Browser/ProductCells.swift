// How one product looks in the list and in the grid. All items have one height: GTK 4.8 scrolls
// backwards otherwise.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

/// What a row or a card shows. Lists are refreshed as a whole, many times while they are read and typed
/// into; most of their two hundred rows are not even on screen, and show the same as before.
private struct ShownItem: Equatable {
  let item: ListedProduct?
  let search: String
  let isUnfinished: Bool

  @MainActor
  init(_ item: ListedProduct?, _ catalogue: OpenCatalogue, search: String) {
    self.item = item
    self.search = search
    isUnfinished = item.map { catalogue.unfinished.all.contains($0.id) } ?? false
  }
}

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

/// A column of plain text.
@MainActor
final class TextCell: ItemView {
  let root: Widget
  private let label: ListText
  private var item: ListedProduct?
  private var isNew = true

  init(isNumber: Bool) {
    label = ListText(isNumber: isNumber)
    if !isNumber { label.style("dim-label") }
    root = label
  }

  /// Shows a field of a product, and returns its text if it shows another product now, or another state of
  /// it. How a date is written also depends on the day.
  func show(_ field: FormField, of new: ListedProduct?) -> String? {
    guard isNew || item != new || field.kind == .date else { return nil }
    (item, isNew) = (new, false)
    let text = new.map { field.text(of: $0) } ?? ""
    label.show(text)
    label.setStyle("stray", new?.isStray == true)
    return text
  }
}

/// A card of the grid.
@MainActor
final class ProductCard: ItemView {
  let root: Widget
  private let picture: PictureFrame
  private let title = Label().ellipsized().centered()
  private let price = Label().ellipsized().centered().style("caption", "dim-label", "numeric")
  private let mark: UnfinishedMark
  private var shown: ShownItem?

  init(_ pictures: Pictures) {
    picture = PictureFrame(pictures, .card, side: 140)
    picture.root.align(.center)
    let line = Box(.horizontal, spacing: 4, children: [price]).align(.center)
    mark = UnfinishedMark(in: line)
    root = Box(.vertical, spacing: 6, children: [picture.root, title, line])
      .style("card").request(width: 160, height: 208)
  }

  /// Shows a product, with what the search found in bold; nil while it is read.
  func show(_ item: ListedProduct?, _ catalogue: OpenCatalogue, search: String) {
    let new = ShownItem(item, catalogue, search: search)
    guard new != shown else { return }
    shown = new
    let text = item?.title ?? ""
    title.show(text, bold: SearchMatches.ranges(of: search, in: text))
    price.text = item?.price?.displayText ?? ""
    for label in [title, price] { label.setStyle("stray", item?.isStray == true) }
    mark.show(new.isUnfinished)
    name(item, isUnfinished: new.isUnfinished)
    picture.show(item?.cover, in: catalogue, alternativeText: "")
  }
}

/// A small sign on a product with something unfinished, at the end of a box. Few products ever need one.
@MainActor
private final class UnfinishedMark {
  private let box: Box
  private var image: Widget?
  private var isWanted = false

  init(in box: Box) { self.box = box }

  /// A moment later: it takes room, and lists show items while they lay them out.
  func show(_ isUnfinished: Bool) {
    guard isUnfinished != isWanted else { return }
    isWanted = isUnfinished
    Task {
      if image == nil {
        let new = Image(icon: "document-edit-symbolic", label: tr("Unfinished edits"))
          .style("dim-label")
        box.append(new)
        image = new
      }
      image?.isVisible = isWanted
    }
  }
}

extension ItemView {
  /// Names the row or card for a screen reader.
  fileprivate func name(_ item: ListedProduct?, isUnfinished: Bool) {
    nameItem(item?.spokenText(isUnfinished: isUnfinished) ?? tr("Being read"))
  }
}
