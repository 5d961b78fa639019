// SPDX-License-Identifier: Apache-2.0
// How a line of the sidebar looks. One kind of view shows all of them, and all have one height: GTK
// scrolls backwards otherwise (quirk: row-heights).

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class SidebarItemView: ItemView {
  let root: Widget
  private let icon = Image(icon: "")
  private let expander = Button(icon: "pan-end-symbolic", label: "").style("flat", "expander")
  private let lead: Box
  private let heading = Label(heading: "").ellipsized().style("heading", "dim-label")
  private let name = Label().ellipsized().expand(horizontally: true)
  private let more = Button("").style("flat", "more")
  private let count = Label().style("sidebar-count")
  private var item: SidebarItem?
  private static let searchType = PrivateDragType("vitrine-search")

  /// - Parameters:
  ///   - open: a category is to be opened or closed.
  ///   - move: products were dropped on a category.
  ///   - moveSearch: a saved search was dropped above or below another one.
  init(
    open: @escaping @MainActor (CategoryPath, Bool) -> Void,
    move: @escaping @MainActor ([UUID], CategoryPath) -> Void,
    moveSearch: @escaping @MainActor (_ id: UUID, _ beside: UUID, _ below: Bool) -> Void,
    showAllTags: @escaping @MainActor (Bool) -> Void
  ) {
    // What begins a line has one width, so that all names begin below each other.
    lead = Box(.horizontal, children: [icon, expander]).request(width: 16)
    root = Box(.horizontal, spacing: 6, children: [lead, heading, name, more, count])
      .request(height: 24)
    // It says what the name says.
    icon.accessibleName("")
    expander.withoutFocus().align(.center, vertical: .center)
    more.withoutFocus().align(.start, vertical: .center)
    expander.onClick { [weak self] in
      guard case .place(let entry) = self?.item, case .category(let path) = entry.place,
        let isOpen = entry.isOpen
      else { return }
      open(path, !isOpen)
    }
    more.onClick { [weak self] in
      if case .moreTags(let isOpen) = self?.item { showAllTags(!isOpen) }
    }
    let target = DropTarget()
    target.onMotion { [weak self] _ in self?.category != nil }
    target.onDrop { [weak self] text, _ in
      guard let category = self?.category, let products = VitrineLink.products(in: text) else {
        return false
      }
      move(products, category)
      return true
    }
    root.add(target)
    root.letBeDragged(
      Self.searchType, id: { [weak self] in self?.search }, icon: { [weak root] in root })
    root.acceptRows(Self.searchType, canAccept: { [weak self] in self?.search != nil }) {
      [weak self] moved, below in
      if let search = self?.search { moveSearch(moved, search, below) }
    }
  }

  private var category: CategoryPath? {
    if case .category(let path) = item?.place { path } else { nil }
  }

  private var search: UUID? {
    if case .savedSearch(let id) = item?.place { id } else { nil }
  }

  func show(_ item: SidebarItem) {
    self.item = item
    for widget in [icon, expander, lead, heading, name, more, count] { widget.isVisible = false }
    switch item {
    case .heading(let text):
      heading.text = text
      heading.isVisible = true
      nameItem(text)
    case .place(let entry): show(entry)
    case .newProduct(let product):
      show(name: product.name)
      name.setStyle("dim-label", false)
      icon.show(icon: Place.drafts.icon ?? "")
      icon.isVisible = true
      nameItem(product.name)
    case .moreTags(let isOpen):
      let label = isOpen ? tr("Show Fewer") : tr("Show All")
      more.setLabel(label)
      (lead.isVisible, more.isVisible) = (true, true)
      nameItem(label)
    case .remark(let text):
      show(name: text)
      name.setStyle("dim-label", true)
      nameItem(text)
    }
  }

  private func show(_ entry: SidebarItem.Entry) {
    show(name: entry.name)
    name.setStyle("dim-label", false)
    count.text = entry.count.map { $0 > 0 ? $0.displayText : "" } ?? ""
    count.isVisible = true
    lead.margins(start: 12 * entry.depth)
    if let iconName = entry.place.icon {
      icon.show(icon: iconName)
      icon.isVisible = true
    } else if let isOpen = entry.isOpen {
      expander.setIcon(
        isOpen ? "pan-down-symbolic" : "pan-end-symbolic",
        label: isOpen ? tr("Close “%@”", entry.name) : tr("Open “%@”", entry.name))
      expander.isVisible = true
    }
    nameItem(entry.accessibleName, isOpen: entry.isOpen)
  }

  private func show(name text: String) {
    name.text = text
    lead.margins()
    (lead.isVisible, name.isVisible) = (true, true)
  }
}

extension Place {
  fileprivate var icon: String? {
    switch self {
    case .allProducts: "view-list-symbolic"
    case .recentlyChanged: "document-open-recent-symbolic"
    case .drafts: "document-edit-symbolic"
    case .trash: "user-trash-symbolic"
    case .savedSearch: "edit-find-symbolic"
    case .category, .tag: nil
    }
  }
}
