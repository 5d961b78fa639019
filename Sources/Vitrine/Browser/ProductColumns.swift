// SPDX-License-Identifier: Apache-2.0
// The products as a list with columns.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class ProductColumns: ProductListing {
  let root: Widget
  var list: ListWidget { columns }
  private let columns: ColumnView
  private let menu: Menu
  private var shownSort: ColumnView.Sort?
  /// Products that have come on screen and are yet to be looked at.
  private let looks = Looks()

  private final class Looks { var items: [ListedProduct] = [] }

  /// How the rows look now.
  private let look = Look()

  private final class Look { var hasPrice = false }
  private let sight: RowsInSight
  private let titles: ItemFactory<TitleCell>
  private var texts: [FieldID: (field: FormField, factory: ItemFactory<TextCell>)] = [:]
  let listScroll: ProductListScroll
  private let browser: ProductBrowser
  /// What is needed for the longest texts seen so far, in columns that are never cut.
  private var needed: [FieldID: (characters: Int, width: Int)] = [:]
  /// How much room there is for the columns; nil until it is known.
  private var room: Int?
  private let textScale: Double
  /// Whether the list had variants below their heads when its columns were fitted.
  private var isFolding = false

  /// - Parameter menu: opens on the heads of the columns.
  init(
    _ browser: ProductBrowser, _ selection: ManySelection, catalogue: OpenCatalogue,
    pictures: Pictures, menu: Menu
  ) {
    self.browser = browser
    self.menu = menu
    let view = ColumnView(selection)
    view.accessibleName(tr("Products", context: "list of products")).selectsMany()
    columns = view
    textScale = view.textScale
    let scroll = ScrolledWindow(view, horizontal: true)
    let count: @MainActor () -> Int = { [weak selection] in selection?.count ?? 0 }
    sight = RowsInSight(scroll.vertical, count: count)
    titles = ItemFactory(
      make: { [weak browser, look] in
        TitleCell(pictures, hasPrice: look.hasPrice) { browser?.listed.setOpen($0, $1) }
      },
      bind: { [weak browser, weak catalogue, looks, look] cell, position in
        guard let browser, let catalogue else { return }
        let item = browser.list.item(at: position)
        let head = item?.isNested == true ? browser.list.head(above: position) : nil
        cell.show(
          item, below: head.flatMap { browser.list.item(at: $0) }, in: catalogue,
          search: browser.listed.query.searchText,
          isFolding: browser.list.isFolding, hasPrice: look.hasPrice)
        // Not from within a bind, which the view calls while it lays out its columns.
        guard let item else { return }
        looks.items.append(item)
        guard looks.items.count == 1 else { return }
        Task {
          let items = looks.items
          looks.items = []
          items.forEach { browser.columns.look(at: $0) }
        }
      },
      announce: { [weak browser, weak catalogue] cell, position in
        guard let browser, let catalogue else { return }
        cell.announce(browser.list.item(at: position), catalogue)
      },
      sight: sight)
    root = scroll
    listScroll = ProductListScroll(
      browser, .list, list: view, adjustment: scroll.vertical, count: count, columns: { 1 })
    let title = FormField(.title)
    view.addColumn(title.id.text, title: title.label, factory: titles, expands: true, menu: menu)
    showColumns()
    showSort()
    scroll.horizontal.onRangeChange { [weak self, weak scroll] in
      guard let self, let width = scroll.map({ Int($0.horizontal.pageSize) }), width > 0,
        width != room
      else { return }
      room = width
      // Not while the view lays out its columns.
      Task { showColumns() }
    }
    view.onColumnsChange { [weak self] in self?.keepColumns() }
    view.onSortChange { [weak self] in self?.sortByHead() }
    browser.changed.add(self) { [weak self] change in
      switch change {
      case .columns:
        self?.showColumns()
        self?.showSort()
      case .query: self?.showSort()
      case .places, .layout, .search, .selection: break
      }
    }
  }

  // MARK: Columns

  private func width(of field: FormField) -> Int {
    // The head is written in bold, and has an arrow if the list is sorted by it.
    let head = Int(1.1 * Double(columns.textWidth(field.label))) + Self.padding + 16
    let usual = Int(Double(field.kind.columnWidth) * textScale)
    // The name of a field, or what is in it, may be of any length.
    return min(max(usual, head, needed[field.id]?.width ?? 0), Int(Self.widest * textScale))
  }

  private func showColumns() {
    let wanted = browser.columns.shown
    for (field, _) in wanted where field.id != .title { makeColumn(field) }
    let all = wanted.map { field, width in
      ColumnView.Column(
        name: field.id.text, width: field.id == .title ? width : width ?? self.width(of: field))
    }
    // A list that the user has arranged can be scrolled sideways, unless it is narrow.
    let shown =
      wanted.allSatisfy { $0.field.comesByItself }
      ? fitting(all, within: browser.columns.areArranged ? Self.narrow : .max) : all
    columns.show(shown)
    let price = FieldID.price.text
    showPrices(
      below: all.contains { $0.name == price } && !shown.contains { $0.name == price })
  }

  /// A price that has no room beside the title stands below it.
  private func showPrices(below: Bool) {
    guard below != look.hasPrice else { return }
    look.hasPrice = below
    titles.refresh()
  }

  /// If the list is narrower than `most`, the first columns as far as they fit beside the title: what is
  /// cut off at the edge cannot be read.
  private func fitting(_ wanted: [ColumnView.Column], within most: Int) -> [ColumnView.Column] {
    guard let room, room < most else { return wanted }
    let least = browser.list.isFolding ? TitleCell.foldingWidth : TitleCell.minimumWidth
    let title = Int(Double(least) * textScale) + Self.padding
    var rest = room - title
    return wanted.compactMap { column in
      var column = column
      if column.name == FieldID.title.text {
        column.width = column.width.map { min($0, title) }
        return column
      }
      rest -= column.width ?? 0
      return rest >= 0 ? column : nil
    }
  }

  /// What the columns that are there from the beginning need.
  private static let narrow = 440

  private func keepColumns() {
    browser.columns.keep(columns.columns.map { .init(field: $0.name, width: $0.width) })
  }

  // A custom field may get another name, or become one of another kind.
  private func makeColumn(_ field: FormField) {
    let name = field.id.text
    if let known = texts[field.id] {
      if known.field == field { return }
      columns.removeColumn(name)
    }
    let factory = ItemFactory(
      make: { TextCell(isNumber: field.kind.isNumber) },
      bind: { [weak self, weak browser] cell, position in
        let text = cell.show(field, of: browser?.list.item(at: position))
        if let text, field.kind.isNumber { self?.makeRoom(for: text, in: field) }
      },
      sight: sight)
    texts[field.id] = (field, factory)
    columns.addColumn(
      name, title: field.label, factory: factory, width: width(of: field),
      isNumber: field.kind.isNumber, sorts: field.sorts, menu: menu)
  }

  // Numbers are never cut.
  private func makeRoom(for text: String, in field: FormField) {
    guard text.count > needed[field.id]?.characters ?? 0 else { return }
    let before = width(of: field)
    needed[field.id] = (text.count, columns.textWidth(text) + Self.padding)
    // Not from within a bind, which the view calls while it lays out its columns.
    if width(of: field) > before { Task { showColumns() } }
  }

  /// What a cell has beside its text.
  private static let padding = 20
  /// Far wider than a number; a list that is wider than a hundred screens can't be painted.
  private static let widest = 400.0

  // MARK: Sorting

  // Clicking a header sorts ascending, then descending, then not at all: back to the manual order, or
  // to the best match first.
  private func sortByHead() {
    if columns.isShiftHeld, let sort = columns.sort.flatMap({ ProductSort(rawValue: $0.column) }) {
      // GTK shows the column that was clicked.
      columns.sort = shownSort
      return browser.sorting.sortFurther(by: sort)
    }
    let (before, now) = (shownSort, columns.sort)
    let isThird = before?.column == now?.column && before?.isAscending == false
    guard let now, !isThird, let sort = ProductSort(rawValue: now.column) else {
      columns.sort = nil
      return browser.sorting.sort(by: nil)
    }
    browser.sorting.sort(by: ProductOrder(sort, ascending: now.isAscending))
  }

  private func showSort() {
    let order = browser.listed.query.order.first
    shownSort = order.flatMap { order in
      order.sort == .manual
        ? nil : ColumnView.Sort(column: order.sort.rawValue, isAscending: order.ascending)
    }
    columns.sort = shownSort
    columns.markFurther(
      browser.listed.query.order.dropFirst().prefix(1).map {
        .init(column: $0.sort.rawValue, isAscending: $0.ascending)
      })
  }

  var visibleItems: [(position: Int, root: Widget, frame: Rect)] {
    titles.visibleItems(of: list).map { item in
      // The title cell's frame, widened to the whole line.
      var frame = item.frame
      (frame.x, frame.width) = (0, Double(list.width))
      return (item.position, item.view.root, frame)
    }
  }

  var focusedPosition: Int? { titles.focusedPosition }
  func focus(_ position: Int) -> Bool { titles.focus(position) }

  func refresh() {
    if browser.list.isFolding != isFolding {
      isFolding.toggle()
      // The title needs more room, or less.
      showColumns()
    }
    refreshMatches()
    texts.values.forEach { $0.factory.refresh() }
  }

  func refreshMatches() { titles.refresh() }
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
    case .year, .yesNo: 64
    case .wholeNumber, .number, .money, .date: 90
    case .line, .text, .choice, .code, .link, .tags, .category: 106
    }
  }
}
