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
  private var texts: [RowFactory<TextCell>] = []
  private let scrollKeeper: ScrollKeeper
  private let browser: ProductBrowser

  init(
    _ browser: ProductBrowser, _ selection: SingleSelection, _ catalogue: OpenCatalogue,
    _ pictures: Pictures
  ) {
    self.browser = browser
    let unfilled = UnfilledColumns()
    titles = RowFactory(
      make: { TitleCell(pictures) },
      bind: { [weak browser, weak catalogue] cell, position in
        guard let catalogue else { return }
        let row = browser?.list.row(at: position)
        cell.show(row, catalogue, search: browser?.query.searchText ?? "")
        if let row { unfilled.look(at: row) }
      })
    let view = ColumnView(selection)
    view.accessibleName(tr("Products"))
    columns = view
    let scroll = ScrolledWindow(view, horizontal: true)
    root = scroll
    scrollKeeper = ScrollKeeper(browser, .list, scroll.vertical) { 1 }
    view.addColumn(ProductField.title.name, title: ProductField.title.label, titles, expands: true)
    for field in Self.always { addColumn(field) }
    defaultColumns = view.columns
    restoreColumns()
    unfilled.filled = { [weak self] field in
      // Not from within a bind callback, which the view calls while it lays out its columns.
      Task { self?.addFilledColumn(field) }
    }
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
    texts.forEach { $0.refresh() }
  }

  /// The columns beside the title, most important first: in a narrow pane the others must be
  /// scrolled to.
  private static let always: [ProductField] = [.price, .year, .category]

  private func addColumn(_ field: ProductField) {
    let factory = RowFactory(
      make: { TextCell(isNumber: field.kind.isNumber) },
      bind: { [weak browser] cell, position in
        cell.show(browser?.list.row(at: position).map { Self.text(of: $0, field) } ?? "")
      })
    texts.append(factory)
    columns.addColumn(
      field.name, title: field.label, factory, width: field.kind.columnWidth, sorts: field.sorts)
  }

  private func addFilledColumn(_ field: ProductField) {
    addColumn(field)
    defaultColumns.append(.init(name: field.name, width: field.kind.columnWidth))
    restoreColumns()
    showSort()
  }

  /// The columns of fields that are often empty. Each is added as soon as a product on screen has a
  /// value in it.
  @MainActor
  private final class UnfilledColumns {
    // Codes and counts would leave no room for the rest, and columns can't be hidden yet.
    private var fields = ProductField.all.filter { field in
      field.isListed && field.isForMany && field.kind == .line && !always.contains(field)
    }
    var filled: (ProductField) -> Void = { _ in }

    func look(at row: ProductRow) {
      for field in fields where !text(of: row, field).isEmpty {
        fields.removeAll { $0.name == field.name }
        filled(field)
      }
    }
  }

  private static func text(of row: ProductRow, _ field: ProductField) -> String {
    switch row.value(of: field) {
    // The sidebar shows the full path.
    case .category(let path): path.components.last ?? ""
    case let value: value?.displayText(of: field.kind) ?? ""
    }
  }
}

extension FieldKind {
  fileprivate var isNumber: Bool {
    switch self {
    case .wholeNumber, .number, .money, .year: true
    case .line, .text, .date, .choice, .yesNo, .code, .link, .tags, .category: false
    }
  }

  fileprivate var columnWidth: Int {
    switch self {
    case .year, .yesNo: 60
    case .wholeNumber, .number, .money, .date: 90
    case .line, .text, .choice, .code, .link, .tags, .category: 110
    }
  }
}
