// SPDX-License-Identifier: Apache-2.0
// The sidebar: where to look for products, as one list with one Tab stop. What it shows is
// `SidebarContent`.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

/// What a window does with a choice in its sidebar that is not a place.
@MainActor
protocol SidebarDelegate: AnyObject {
  /// Opens the form of a product that is not in the catalogue yet.
  func resume(_ product: UnfinishedNewProduct)
  /// Shows what waits for a decision.
  func openDecisions()
}

@MainActor
final class Sidebar: ListInSavedScroll {
  let root: Widget
  /// How far it is scrolled.
  private(set) lazy var scroll = SavedScroll(
    "sidebar", scrolled, of: self, in: browser.session)
  private weak var delegate: (any SidebarDelegate)?
  private let browser: ProductBrowser
  private let list: ListView
  private let foot: SharingFoot
  private let scrolled: ScrolledWindow
  private let selection = SingleSelection()
  private let factory: ItemFactory<SidebarItemView>
  private let items = Items()
  private lazy var nameQuestion = makeNameQuestion()
  /// The saved search that is being renamed.
  private var renamed: UUID?
  private var hasScrolledToPlace = false
  /// Whether it was at its top before rows came into it that are yet to be laid out.
  private var staysAtTop = false
  /// The saved search that keys move, until another key is pressed or another place is chosen.
  private var moving: UUID?
  /// The place that was brought into sight last.
  private var followed: Place?

  /// Shared by the factory's closures and the list.
  private final class Items {
    var all: [SidebarItem] = []
  }

  init(_ browser: ProductBrowser, delegate: any SidebarDelegate) {
    (self.browser, self.delegate) = (browser, delegate)
    let items = items
    factory = ItemFactory(
      make: { [weak browser] in
        SidebarItemView(
          open: { browser?.sidebar.setOpen($0, $1) },
          move: { browser?.selectionCommands.move($0, to: $1) },
          moveSearch: { browser?.savedSearches.move($0, beside: $1, below: $2) },
          showAllTags: { browser?.sidebar.showAllTags($0) })
      },
      bind: { view, position in
        if position < items.all.count { view.show(items.all[position]) }
      },
      isSelectable: { $0 < items.all.count && items.all[$0].isSelectable })
    list = ListView(selection, factory)
    list.style("navigation-sidebar").accessibleName(tr("Sidebar", context: "part of the window"))
    scrolled = ScrolledWindow(list)
    scrolled.expand(vertically: true)
    foot = SharingFoot(browser.sharing)
    root = Box(.vertical, children: [scrolled, foot.root])
    listen()
    show()
  }

  private func listen() {
    selection.onChange { [weak self] in
      self?.moving = nil
      guard let self, let position = self.selection.position,
        let place = self.items.all[position].place
      else { return }
      self.browser.listed.show(place)
    }
    // A saved search that was changed in the window comes back as it was saved.
    list.onActivate { [weak self] position in
      switch self?.items.all[position] {
      case .newProduct(let product): self?.resume(product)
      case .decisions: self?.openDecisions()
      case let item: if let place = item?.place { self?.browser.listed.show(place) }
      }
    }
    list.onPress(.primary) { [weak self] count, point in
      guard let self, count == 1, let position = self.item(at: point)?.position else { return }
      switch self.items.all[position] {
      case .newProduct(let product): self.resume(product)
      case .decisions: self.openDecisions()
      case .heading, .place, .moreTags, .remark: break
      }
    }
    list.onKey(before: true) { [weak self] press in self?.pressed(press) ?? false }
    list.onPress(.secondary) { [weak self] _, point in self?.openMenu(at: point) }
    list.onLongPress { [weak self] point in self?.openMenu(at: point) }
    // Before what is done here when the range changes.
    _ = scroll
    scrolled.vertical.onRangeChange { [weak self] in
      // Not during the layout pass that changed the range.
      MainLoop.whenIdle { [weak self] in
        guard let self else { return }
        self.scrollToPlace()
        if self.staysAtTop { self.scrolled.vertical.value = 0 }
        self.staysAtTop = false
      }
    }
    browser.changed.add(self) { [weak self] change in
      switch change {
      case .places: self?.show()
      case .query: self?.follow()
      case .layout, .columns, .search, .selection: break
      }
    }
  }

  // MARK: Showing

  private func show() {
    let new = browser.sidebar.items
    let changes = ListChange.changes(
      from: items.all.map { $0.identity }, to: new.map { $0.identity })
    items.all = new
    let isAtTop = hasScrolledToPlace && scrolled.vertical.value < 1
    for change in changes {
      selection.splice(at: change.position, removing: change.removed, adding: change.added)
    }
    // A new row at the top would push the others out of sight that were there.
    if isAtTop, !changes.isEmpty { staysAtTop = true }
    factory.refresh()
    showSelection()
  }

  private func showSelection() {
    selection.position = items.all.firstIndex { $0.place == browser.listed.place }
  }

  // A link may lead to a row far away; one that was clicked is in sight.
  private func follow() {
    showSelection()
    guard browser.listed.place != followed else { return }
    followed = browser.listed.place
    // Once the rows are there.
    MainLoop.whenIdle { [weak self] in
      guard let self, hasScrolledToPlace, let position = selection.position else { return }
      bringIntoSight(position)
    }
  }

  var showsSelection: Bool { selection.position.map(isInSight) ?? false }

  private func isInSight(_ position: Int) -> Bool {
    factory.visibleItems(of: list).contains { $0.position == position }
  }

  private func bringIntoSight(_ position: Int) {
    if !isInSight(position) { list.scroll(to: position) }
  }

  // Once, when the rows are known: from then on the sidebar is where the user scrolls it.
  private func scrollToPlace() {
    guard !hasScrolledToPlace, browser.sidebar.isComplete, scrolled.vertical.pageSize > 1,
      let position = selection.position
    else { return }
    hasScrolledToPlace = true
    followed = browser.listed.place
    if scroll.hasRestored, !scroll.showedSelection { return }
    scroll.giveUp()
    bringIntoSight(position)
  }

  // MARK: Keys

  // Quirk: moved-row. While a saved search is on the move, GTK has the keyboard on the row that came into its place.
  private func pressed(_ press: KeyPress) -> Bool {
    if !press.isAlt { moving = nil }
    let moved = moving.flatMap { position(of: .savedSearch($0)) }
    guard let position = moved ?? factory.focusedPosition ?? selection.position,
      position < items.all.count
    else { return false }
    switch items.all[position] {
    case .moreTags(let isOpen) where press.key == .enter: browser.sidebar.showAllTags(!isOpen)
    case .newProduct(let product) where press.key == .enter: resume(product)
    case .decisions where press.key == .enter: openDecisions()
    case .place(let entry): return pressed(press, on: entry, at: position)
    case .newProduct, .decisions, .heading, .moreTags, .remark: return false
    }
    return true
  }

  private func pressed(_ press: KeyPress, on entry: SidebarItem.Entry, at position: Int) -> Bool {
    let (opening, closing): (KeyPress.Key, KeyPress.Key) =
      list.isRightToLeft ? (.left, .right) : (.right, .left)
    switch (entry.place, press.key) {
    case (.category(let path), opening) where entry.isOpen == false:
      browser.sidebar.setOpen(path, true)
    case (.category(let path), closing) where entry.isOpen == true:
      browser.sidebar.setOpen(path, false)
    case (.category(let path), closing):
      guard let parent = path.parent,
        let above = items.all.firstIndex(where: { $0.place == .category(parent) })
      else { return false }
      browser.listed.show(.category(parent))
      _ = factory.focus(above)
    case (_, .menu):
      guard let frame = frame(at: position) else { return false }
      openMenu(for: entry.place, at: Point(x: frame.x + 24, y: frame.y + frame.height))
    case (.savedSearch(let id), _): return pressed(press, onSearch: id)
    default: return false
    }
    return true
  }

  private func pressed(_ press: KeyPress, onSearch id: UUID) -> Bool {
    switch SavedSearchCommand.of(press) {
    case .renameSearch: rename(id)
    case .moveSearchUp: move(id, by: -1)
    case .moveSearchDown: move(id, by: 1)
    case .deleteSearch: browser.savedSearches.delete(id)
    case .saveSearch, .updateSearch, nil: return false
    }
    return true
  }

  private func resume(_ product: UnfinishedNewProduct) {
    delegate?.resume(product)
    showSelection()
  }

  private func openDecisions() {
    delegate?.openDecisions()
    showSelection()
  }

  // The keyboard stays with what was moved.
  private func move(_ id: UUID, by distance: Int) {
    moving = id
    browser.savedSearches.move(id, by: distance) { [weak self] in
      MainLoop.whenIdle { [weak self] in
        guard let self, let position = self.position(of: .savedSearch(id)) else { return }
        _ = self.factory.focus(position)
      }
    }
  }

  private func position(of place: Place) -> Int? { items.all.firstIndex { $0.place == place } }

  // MARK: What can be done with a saved search

  private func makeNameQuestion() -> NamePopover {
    let question = NamePopover(in: root, confirm: tr("_Rename", context: "button"))
    question.onEdit { [weak self] name, _ in
      guard let self, let renamed else { return }
      browser.typedNames[.renameSearch, of: renamed] = name
    }
    return question
  }

  func rename(_ id: UUID) {
    guard let search = browser.savedSearches[id], let position = position(of: .savedSearch(id)),
      let place = frame(at: position)
    else { return }
    renamed = nil
    let typed = browser.typedNames[.renameSearch, of: id]
    nameQuestion.ask(tr("Rename Saved Search"), name: typed ?? search.name, at: place) {
      [weak self] name in
      do {
        try self?.browser.savedSearches.rename(id, to: name)
        self?.browser.typedNames[.renameSearch, of: id] = nil
        self?.renamed = nil
        return nil
      } catch { return error.sentence }
    }
    renamed = id
  }

  /// Where an item is, in the coordinates of `root`.
  private func frame(at position: Int) -> Rect? {
    guard let item = factory.visibleItems(of: list).first(where: { $0.position == position }),
      let place = list.frame(in: root)
    else { return nil }
    return Rect(
      x: place.x + item.frame.x, y: place.y + item.frame.y, width: item.frame.width,
      height: item.frame.height)
  }

  private func item(at point: Point) -> VisibleItem<SidebarItemView>? {
    factory.visibleItems(of: list).first { $0.frame.contains(point, margin: 6) }
  }

  /// The place of the row at a point of the list.
  func place(at point: Point) -> Place? {
    item(at: point).flatMap { $0.position < items.all.count ? items.all[$0.position].place : nil }
  }

  private func openMenu(at point: Point) {
    guard let place = place(at: point), let list = list.frame(in: root) else { return }
    openMenu(for: place, at: Point(x: list.x + point.x, y: list.y + point.y))
  }

  private func openMenu(for place: Place, at point: Point) {
    guard case .savedSearch(let id) = place else { return }
    ContextMenu.open(.savedSearch(id.uuidString), in: root, at: point)
  }
}

extension SidebarItem {
  /// Whether the keyboard reaches it; an unfinished product is passed over without being opened.
  fileprivate var isSelectable: Bool {
    switch self {
    case .newProduct, .decisions: true
    case .heading, .place, .moreTags, .remark: place != nil
    }
  }

  /// What tells that it is the same line after its count or its name has changed.
  fileprivate var identity: Identity {
    switch self {
    case .heading(let text): .text("heading " + text)
    case .place(let entry): .place(entry.place)
    case .newProduct(let product): .newProduct(product.id)
    case .moreTags: .text("more")
    case .decisions: .text("decisions")
    case .remark: .text("remark")
    }
  }

  fileprivate enum Identity: Hashable {
    case place(Place)
    case newProduct(UUID)
    case text(String)
  }
}
