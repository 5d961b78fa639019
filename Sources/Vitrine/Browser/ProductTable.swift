// The products as a list with columns.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class ProductTable: ProductListing {
  let root: Widget
  let list: ListWidget
  private let titles: RowFactory<TitleCell>
  private let categories: RowFactory<TextCell>
  private let years: RowFactory<TextCell>
  private let prices: RowFactory<TextCell>
  private let scrollKeeper: ScrollKeeper

  init(
    _ browser: ProductBrowser, _ selection: SingleSelection, _ catalogue: OpenCatalogue,
    _ pictures: Pictures
  ) {
    titles = RowFactory(
      make: { TitleCell(pictures) },
      bind: { [weak browser, weak catalogue] cell, position in
        guard let catalogue else { return }
        cell.show(browser?.list.row(at: position), catalogue)
      })
    categories = Self.texts(browser, isNumber: false) { $0.category?.components.last ?? "" }
    years = Self.texts(browser, isNumber: true) { $0.year.map { String($0.value) } ?? "" }
    prices = Self.texts(browser, isNumber: true) { $0.price?.displayText ?? "" }
    let view = ColumnView(selection)
    view.addColumn(tr("Title"), titles, expands: true)
    // What matters most stands first: in a narrow pane the rest is scrolled to.
    view.addColumn(tr("Price"), prices, width: 90)
    view.addColumn(tr("Year"), years, width: 60)
    view.addColumn(tr("Category"), categories, width: 110)
    view.accessibleName(tr("Products"))
    list = view
    let scroll = ScrolledWindow(view, horizontal: true)
    root = scroll
    scrollKeeper = ScrollKeeper(browser, .list, scroll.vertical) { 1 }
  }

  var inSight: [(position: Int, root: Widget, frame: Rect)] {
    titles.rowsInSight(of: list).map { row in
      // The title's cell stands for the whole row.
      var frame = row.frame
      (frame.x, frame.width) = (0, Double(list.width))
      return (row.position, row.row.root, frame)
    }
  }

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
