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
  /// What begins a line has one width, so that all names begin below each other.
  private let lead = Box(.horizontal).request(width: 16)
  // Made when a line needs them: most need few of them.
  private var icon: Image?
  private var expander: Button?
  private var heading: Label?
  private var name: Label?
  private var more: Button?
  private var count: Label?
  private let line: Box
  private var item: SidebarItem?
  private let open: @MainActor (CategoryPath, Bool) -> Void
  private let showAllTags: @MainActor (Bool) -> Void
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
    (self.open, self.showAllTags) = (open, showAllTags)
    line = Box(.horizontal, spacing: 6, children: [lead]).request(height: 24)
    root = line
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
    let parts: [Widget?] = [lead, icon, expander, heading, name, more, count]
    for part in parts { part?.isVisible = false }
    switch item {
    case .heading(let text):
      show(heading: text)
      nameItem(text)
    case .place(let entry): show(entry)
    case .newProduct(let product):
      show(name: product.name, isDim: false)
      show(icon: Place.drafts.icon ?? "")
      nameItem(product.name)
    case .decisions(let number):
      let name = WindowKind.decisions.title
      show(name: name, isDim: false)
      show(icon: "dialog-question-symbolic")
      show(count: number.displayText)
      nameItem(tr("1 decision", "%@ decisions", count: number))
    case .moreTags(let isOpen):
      let label = isOpen ? tr("Show Fewer") : tr("Show All")
      show(more: label)
      nameItem(label)
    case .remark(let text):
      show(name: text, isDim: true)
      nameItem(text)
    }
  }

  private func show(_ entry: SidebarItem.Entry) {
    show(name: entry.name, isDim: false)
    show(count: entry.count.map { $0 > 0 ? $0.displayText : "" } ?? "")
    lead.margins(start: 12 * entry.depth)
    if let iconName = entry.place.icon {
      show(icon: iconName)
    } else if let isOpen = entry.isOpen {
      show(
        expander: isOpen ? "pan-down-symbolic" : "pan-end-symbolic",
        isOpen ? tr("Close “%@”", entry.name) : tr("Open “%@”", entry.name))
    }
    nameItem(entry.accessibleName, isOpen: entry.isOpen)
  }

  // MARK: Parts

  private func show(heading text: String) {
    let heading =
      self.heading ?? add(Label(heading: "").ellipsized().style("heading", "dim-label"), to: line)
    self.heading = heading
    heading.text = text
    heading.isVisible = true
  }

  private func show(name text: String, isDim: Bool) {
    let name = self.name ?? add(Label().ellipsized().expand(horizontally: true), to: line)
    self.name = name
    name.text = text
    name.setStyle("dim-label", isDim)
    lead.margins()
    (lead.isVisible, name.isVisible) = (true, true)
  }

  // Behind the name, which is there whenever it is.
  private func show(count text: String) {
    let count = self.count ?? add(Label().style("sidebar-count"), to: line)
    self.count = count
    count.text = text
    count.isVisible = true
  }

  private func show(more label: String) {
    let more = self.more ?? add(makeMore(), to: line)
    self.more = more
    more.setLabel(label)
    (lead.isVisible, more.isVisible) = (true, true)
  }

  private func show(icon name: String) {
    let icon = self.icon ?? add(Image(icon: ""), to: lead)
    self.icon = icon
    // It says what the name says.
    icon.accessibleName("")
    icon.show(icon: name)
    icon.isVisible = true
  }

  private func show(expander icon: String, _ label: String) {
    let expander = self.expander ?? add(makeExpander(), to: lead)
    self.expander = expander
    expander.setIcon(icon, label: label)
    expander.isVisible = true
  }

  private func add<Part: Widget>(_ part: Part, to box: Box) -> Part {
    box.append(part)
    return part
  }

  private func makeMore() -> Button {
    let more = Button("").style("flat", "more").withoutFocus()
    more.align(.start, vertical: .center)
    more.onClick { [weak self] in
      if case .moreTags(let isOpen) = self?.item { self?.showAllTags(!isOpen) }
    }
    return more
  }

  private func makeExpander() -> Button {
    let expander = Button(icon: "pan-end-symbolic", label: "").style("flat", "expander")
    expander.withoutFocus().align(.center, vertical: .center)
    expander.onClick { [weak self] in
      guard case .place(let entry) = self?.item, case .category(let path) = entry.place,
        let isOpen = entry.isOpen
      else { return }
      self?.open(path, !isOpen)
    }
    return expander
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
