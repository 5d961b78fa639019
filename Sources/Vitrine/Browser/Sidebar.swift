// The sidebar: all products, the categories and the tags; below them, always visible, the trash.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class Sidebar {
  let root: Widget
  /// How far the places are scrolled.
  let scroll: SavedScroll
  private let browser: ProductBrowser
  private let places: PlaceList
  private let trash: PlaceList

  init(_ browser: ProductBrowser) {
    self.browser = browser
    places = PlaceList(named: tr("Categories"), browser)
    trash = PlaceList(named: tr("Trash"), browser)
    let scrolled = ScrolledWindow(places.view)
    scrolled.expand(vertically: true)
    scroll = SavedScroll("sidebar", scrolled)
    root = Box(.vertical, children: [scrolled, trash.view.style("sidebar-bottom")])
    browser.changed.add(self) { [weak self] change in
      switch change {
      case .places: self?.show()
      case .query: self?.showSelection()
      case .layout, .columns, .search, .selection: break
      }
    }
    show()
  }

  private func show() {
    var items: [PlaceList.Item] = []
    for place in browser.places where place.place != .trash {
      if case .tag = place.place, !items.contains(.heading(tr("Tags"))) {
        items.append(.heading(tr("Tags")))
      }
      items.append(.place(place))
    }
    places.show(items)
    trash.show(browser.places.filter { $0.place == .trash }.map { .place($0) })
    showSelection()
  }

  private func showSelection() {
    places.select(browser.place)
    trash.select(browser.place)
  }
}

/// A list of places.
@MainActor
private final class PlaceList {
  enum Item: Equatable {
    case heading(String)
    case place(PlaceCount)

    var place: Place? {
      if case .place(let place) = self { place.place } else { nil }
    }
  }

  let view: ListView
  private let selection = SingleSelection()
  private let factory: ItemFactory<SidebarItemView>
  private let items = Items()

  /// Shared by the factory's closures and the list.
  private final class Items {
    var all: [Item] = []
  }

  init(named name: String, _ browser: ProductBrowser) {
    let items = items
    factory = ItemFactory(
      make: { [weak browser] in
        SidebarItemView { products, category in browser?.move(products, to: category) }
      },
      bind: { view, position in
        if position < items.all.count { view.show(items.all[position]) }
      },
      isSelectable: { $0 < items.all.count && items.all[$0].place != nil })
    view = ListView(selection, factory)
    view.style("navigation-sidebar").accessibleName(name)
    selection.onChange { [weak self, weak browser] in
      guard let position = self?.selection.position, let place = items.all[position].place else {
        return
      }
      browser?.show(place)
    }
  }

  func show(_ new: [Item]) {
    let changes = ListChange.changes(
      from: items.all.map { Identity($0) }, to: new.map { Identity($0) })
    items.all = new
    for change in changes {
      selection.splice(at: change.position, removing: change.removed, adding: change.added)
    }
    factory.refresh()
  }

  func select(_ place: Place) {
    selection.position = items.all.firstIndex { $0.place == place }
  }

  /// An item without its count.
  private struct Identity: Hashable {
    let place: Place?
    let heading: String?

    init(_ item: Item) {
      place = item.place
      if case .heading(let text) = item { heading = text } else { heading = nil }
    }
  }
}

@MainActor
private final class SidebarItemView: ItemView {
  let root: Widget
  private let name = Label().ellipsized().expand(horizontally: true)
  private let count = Label().style("sidebar-count")

  private var place: Place?

  /// - Parameter move: products were dropped on a category.
  init(move: @escaping @MainActor ([UUID], CategoryPath) -> Void) {
    root = Box(.horizontal, spacing: 6, children: [name, count])
    let target = DropTarget()
    target.onMotion { [weak self] _ in self?.category != nil }
    target.onDrop { [weak self] text, _ in
      guard let category = self?.category, let products = ProductLink.products(in: text) else {
        return false
      }
      move(products, category)
      return true
    }
    root.add(target)
  }

  private var category: CategoryPath? {
    if case .category(let path) = place { path } else { nil }
  }

  func show(_ item: PlaceList.Item) {
    place = item.place
    switch item {
    case .heading(let text):
      name.text = text
      count.text = ""
    case .place(let place):
      name.text = place.place.name
      count.text = place.count > 0 ? place.count.displayText : ""
    }
    for style in ["caption-heading", "dim-label"] {
      name.setStyle(style, item.place == nil)
    }
    name.margins(start: 12 * (item.place?.depth ?? 0))
    root.tooltip(name.text)
  }
}

extension Place {
  fileprivate var depth: Int {
    if case .category(let path) = self { path.components.count - 1 } else { 0 }
  }
}
