// The products as a list with columns.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class ProductTable: ProductListing {
  let root: Widget
  var list: ListWidget { columns }
  private let columns: ColumnView
  private var defaultColumns: [ColumnView.Column] = []
  private var shownSort: ColumnView.Sort?
  private let titles: RowFactory<TitleCell>
  private let categories: RowFactory<TextCell>
  private let years: RowFactory<TextCell>
  private let prices: RowFactory<TextCell>
  private let scrollKeeper: ScrollKeeper
  private let browser: ProductBrowser

  init(
    _ browser: ProductBrowser, _ selection: SingleSelection, _ catalogue: OpenCatalogue,
    _ pictures: Pictures
  ) {
    self.browser = browser
    titles = RowFactory(
      make: { TitleCell(pictures) },
      bind: { [weak browser, weak catalogue] cell, position in
        guard let catalogue else { return }
        cell.show(
          browser?.list.row(at: position), catalogue, search: browser?.query.searchText ?? "")
      })
    categories = Self.texts(browser, isNumber: false) { $0.category?.components.last ?? "" }
    years = Self.texts(browser, isNumber: true) { $0.year.map { String($0.value) } ?? "" }
    prices = Self.texts(browser, isNumber: true) { $0.price?.displayText ?? "" }
    let view = ColumnView(selection)
    view.addColumn(ProductSort.title.rawValue, title: tr("Title"), titles, expands: true)
    // The most important columns first: in a narrow pane the others have to be scrolled to.
    view.addColumn(ProductSort.price.rawValue, title: tr("Price"), prices, width: 90)
    view.addColumn(ProductSort.year.rawValue, title: tr("Year"), years, width: 60)
    view.addColumn(ProductSort.category.rawValue, title: tr("Category"), categories, width: 110)
    defaultColumns = view.columns
    view.accessibleName(tr("Products"))
    columns = view
    let scroll = ScrolledWindow(view, horizontal: true)
    root = scroll
    scrollKeeper = ScrollKeeper(browser, .list, scroll.vertical) { 1 }
    restoreColumns()
    showSort()
    view.onColumnsChange { [weak self] in self?.keepColumns() }
    view.onSortChange { [weak self] in self?.sortByHead() }
    browser.changed.add(self) { [weak self] change in
      if case .query = change { self?.showSort() }
    }
  }

  // MARK: Columns

  private func restoreColumns() {
    columns.arrange(browser.state.columns.map { .init(name: $0.field, width: $0.width) })
  }

  private func keepColumns() {
    let now = columns.columns
    browser.state.columns =
      now == defaultColumns ? [] : now.map { .init(field: $0.name, width: $0.width) }
  }

  // MARK: Sorting

  // Clicking a header sorts ascending, then descending, then not at all: back to the manual order, or
  // to the best match first.
  private func sortByHead() {
    let (before, now) = (shownSort, columns.sort)
    let isThird = before?.column == now?.column && before?.isAscending == false
    guard let now, !isThird, let sort = ProductSort(rawValue: now.column) else {
      columns.sort = nil
      return browser.sort(by: nil)
    }
    browser.sort(by: ProductOrder(sort, ascending: now.isAscending))
  }

  private func showSort() {
    let order = browser.query.order.first
    shownSort = order.flatMap { order in
      order.sort == .manual
        ? nil : ColumnView.Sort(column: order.sort.rawValue, isAscending: order.ascending)
    }
    columns.sort = shownSort
  }

  var inSight: [(position: Int, root: Widget, frame: Rect)] {
    titles.rowsInSight(of: list).map { row in
      // The title cell's frame, widened to the whole row.
      var frame = row.frame
      (frame.x, frame.width) = (0, Double(list.width))
      return (row.position, row.row.root, frame)
    }
  }

  var focusedPosition: Int? { titles.focusedPosition }
  func focus(_ position: Int) -> Bool { titles.focus(position) }

  func refresh() {
    titles.refresh()
    for factory in [categories, years, prices] { factory.refresh() }
  }

  private static func texts(
    _ browser: ProductBrowser, isNumber: Bool, _ text: @escaping @MainActor (ProductRow) -> String
  ) -> RowFactory<TextCell> {
    RowFactory(
      make: { TextCell(isNumber: isNumber) },
      bind: { [weak browser] cell, position in
        cell.show(browser?.list.row(at: position).map(text) ?? "")
      })
  }
}
