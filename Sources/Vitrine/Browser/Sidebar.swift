// The categories, with how many products each holds.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class Sidebar {
  let root: Widget
  private let browser: ProductBrowser
  private let selection = SingleSelection()
  private let factory: RowFactory<SidebarRow>
  private var shown: [CategoryPath?] = []

  init(_ browser: ProductBrowser) {
    self.browser = browser
    factory = RowFactory(
      make: { SidebarRow() },
      bind: { [weak browser] row, position in
        guard let browser else { return }
        if position == 0 {
          row.show(tr("All Products"), depth: 0, browser.productCount)
        } else if position - 1 < browser.categories.count {
          let category = browser.categories[position - 1]
          row.show(
            category.path.components.last ?? "", depth: category.path.components.count - 1,
            category.count)
        }
      })
    let view = ListView(selection, factory)
    view.style("navigation-sidebar").accessibleName(tr("Categories"))
    root = ScrolledWindow(view)

    selection.onChange { [weak self] in
      guard let self, let position = self.selection.position else { return }
      self.browser.show(category: self.shown[position])
    }
    browser.changed.add(self) { [weak self] change in
      switch change {
      case .categories: self?.show()
      case .query: self?.showSelection()
      case .layout, .search, .selection: break
      }
    }
    show()
  }

  private func show() {
    let rows = [nil] + browser.categories.map { CategoryPath?.some($0.path) }
    for change in RowChange.changes(from: shown, to: rows) {
      selection.splice(at: change.position, removing: change.removed, adding: change.added)
    }
    shown = rows
    factory.refresh()
    showSelection()
  }

  private func showSelection() {
    selection.position = shown.firstIndex(of: browser.category)
  }
}

@MainActor
private final class SidebarRow: RowView {
  let root: Widget
  private let name = Label().ellipsized().expand(horizontally: true)
  private let count = Label().style("sidebar-count")

  init() {
    root = Box(.horizontal, spacing: 8, [name, count])
  }

  func show(_ text: String, depth: Int, _ number: Int) {
    name.text = text
    name.margins(start: 14 * depth)
    count.text = String(number)
  }
}
