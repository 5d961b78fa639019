// SPDX-License-Identifier: Apache-2.0
// The first cell of a row in the product list. All rows have one height: otherwise GTK scrolls
// backwards (quirk: row-heights).

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
  private let title = ListText()
  private let texts: Box
  /// Below the title, where there is no column for it. Made when it is first needed: most lists have room for the column.
  private var price: Label?
  private let mark: UnfinishedMark
  private let arrow: HeadArrow
  private var shown: ShownItem?
  private var shownTitle = ""
  private var announced: ShownItem?

  /// - Parameters:
  ///   - hasPrice: whether it is to stand below the title.
  ///   - toggle: a head is to be opened or closed.
  init(
    _ pictures: Pictures, hasPrice: Bool, toggle: @escaping @MainActor (UUID, Bool) -> Void
  ) {
    picture = PictureFrame(pictures, .list)
    picture.root.style("list-picture").align(vertical: .center)
    texts = Box(.vertical, children: [title]).expand(horizontally: true)
    texts.align(vertical: .center)
    let box = Box(.horizontal, spacing: 12, children: [picture.root, texts])
    mark = UnfinishedMark(in: box)
    arrow = HeadArrow(in: box, toggle: toggle)
    root = box.request(width: Self.minimumWidth)
    // Before it is shown: rows that grow afterwards scroll the list.
    if hasPrice { showPrice(true) }
  }

  static let minimumWidth = 160
  /// In a list with variants below their heads there is also an arrow, and how many there are.
  static let foldingWidth = 220

  /// Shows a product, with what the search found in bold; nil while it is read. A variant below its head says only in what
  /// it differs.
  func show(
    _ item: ListedProduct?, below head: ListedProduct?, in catalogue: OpenCatalogue,
    search: String, isFolding: Bool, hasPrice: Bool
  ) {
    arrow.show(item, isFolding: isFolding)
    showPrice(hasPrice)
    price?.text = item.map { FormField(.price).text(of: $0) } ?? ""
    // What a variant takes from its head is grey here, too.
    price?.setStyle("dim-label", item?.variant == nil || item?.takes(.price) == true)
    let new = ShownItem(item, catalogue, search: search)
    let text = item?.title(below: head) ?? ""
    guard new != shown || text != shownTitle else { return }
    (shown, shownTitle) = (new, text)
    // Where there is no room for all of it, what tells a variant from others is still there.
    title.show(
      text, bold: SearchMatches.ranges(of: search, in: text), keepsEnd: item?.endsInValues == true)
    title.setStyle("stray", item?.isStray == true)
    mark.show(new.isUnfinished)
    announce(item, catalogue)
    picture.show(item?.cover, in: catalogue, alternativeText: "")
  }

  private func showPrice(_ isShown: Bool) {
    if isShown, price == nil {
      let new = Label().ellipsized().style("caption", "dim-label", "numeric")
      texts.append(new)
      price = new
    }
    price?.isVisible = isShown
  }

  /// Says which product it is without showing it.
  func announce(_ item: ListedProduct?, _ catalogue: OpenCatalogue) {
    let new = ShownItem(item, catalogue, search: "")
    guard new != announced else { return }
    announced = new
    name(item, isUnfinished: new.isUnfinished)
  }
}

/// Opens and closes a head in the list, and says how many variants it has; what is below a head is indented. Made when a
/// list has its first variants: most have none.
@MainActor
private final class HeadArrow {
  private let row: Box
  private let toggle: @MainActor (UUID, Bool) -> Void
  private var lead: Box?
  private var arrow: Button?
  private var count: Label?
  private var wanted: Wanted?

  private struct Wanted: Equatable {
    let isFolding: Bool
    let head: UUID?
    let isOpen: Bool
    let isNested: Bool
    let title: String
    let count: Int
    let countText: String?
  }

  /// At the start of a row, with the count at its end.
  init(in row: Box, toggle: @escaping @MainActor (UUID, Bool) -> Void) {
    (self.row, self.toggle) = (row, toggle)
  }

  /// A moment later: it takes room, and lists show items while they lay them out.
  func show(_ item: ListedProduct?, isFolding: Bool) {
    let new = Wanted(
      isFolding: isFolding, head: item?.family == nil ? nil : item?.id,
      isOpen: item?.isOpen == true, isNested: item?.isNested == true,
      title: item?.title.asName ?? "",
      count: item?.family?.count ?? 0, countText: item?.countText)
    guard new != wanted else { return }
    let isFirst = wanted == nil && !isFolding
    wanted = new
    if isFirst { return }
    Task { if let wanted, wanted == new { show(wanted) } }
  }

  private func show(_ wanted: Wanted) {
    row.request(width: wanted.isFolding ? TitleCell.foldingWidth : TitleCell.minimumWidth)
    guard wanted.isFolding else {
      lead?.isVisible = false
      count?.isVisible = false
      return
    }
    let lead = lead ?? makeLead()
    lead.isVisible = true
    lead.margins(start: wanted.isNested ? Self.indent : 0)
    if wanted.head == nil {
      arrow?.isVisible = false
      count?.isVisible = false
      return
    }
    let arrow = arrow ?? makeArrow(in: lead)
    arrow.setIcon(
      wanted.isOpen ? "pan-down-symbolic" : "pan-end-symbolic",
      label: wanted.isOpen ? tr("Close “%@”", wanted.title) : tr("Open “%@”", wanted.title))
    arrow.isVisible = true
    let count = count ?? makeCount()
    count.text = wanted.count.displayText
    count.tooltip(wanted.countText ?? "")
    count.isVisible = true
  }

  private static let indent = 18

  private func makeLead() -> Box {
    // All titles begin below each other.
    let new = Box(.horizontal).request(width: 16)
    row.insert(new, after: nil)
    lead = new
    return new
  }

  private func makeArrow(in lead: Box) -> Button {
    let new = Button(icon: "pan-end-symbolic", label: "").style("flat", "expander")
    new.withoutFocus().align(.center, vertical: .center)
    new.onClick { [weak self] in
      if let wanted = self?.wanted, let head = wanted.head { self?.toggle(head, !wanted.isOpen) }
    }
    lead.append(new)
    arrow = new
    return new
  }

  private func makeCount() -> Label {
    // The row says it to screen readers.
    let new = Label().style("variant-count", "caption", "numeric").align(vertical: .center)
    row.append(new)
    count = new
    return new
  }
}
