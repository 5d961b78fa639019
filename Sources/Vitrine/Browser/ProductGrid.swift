// SPDX-License-Identifier: Apache-2.0
// The products as cards.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class ProductGrid: ProductListing {
  let root: Widget
  let list: ListWidget
  private let cards: ItemFactory<ProductCard>
  let listScroll: ProductListScroll
  private let browser: ProductBrowser
  private var sideBeforePinch = CardSide.usual

  init(
    _ browser: ProductBrowser, _ selection: ManySelection, catalogue: OpenCatalogue,
    pictures: Pictures
  ) {
    self.browser = browser
    // The view is made of the cards, and its scroll says which of them are in sight.
    let scroll = ScrolledWindow(Box(.vertical))
    let count: @MainActor () -> Int = { [weak selection] in selection?.count ?? 0 }
    let places = Places()
    cards = ItemFactory(
      make: { ProductCard(pictures) },
      bind: { [weak browser, weak catalogue] (card: ProductCard, position) in
        guard let catalogue else { return }
        card.fit(browser?.listed.state.cardSide ?? CardSide.usual)
        card.show(
          browser?.list.item(at: position), catalogue,
          search: browser?.listed.query.searchText ?? "")
      },
      announce: { [weak browser, weak catalogue] card, position in
        guard let browser, let catalogue else { return }
        card.fit(browser.listed.state.cardSide)
        card.announce(browser.list.item(at: position), catalogue)
      },
      sight: RowsInSight(scroll.vertical, count: count, columns: { places.columns }))
    let view = GridView(selection, cards)
    view.setColumns(minimum: 1, maximum: 12)
    view.accessibleName(tr("Products", context: "list of products")).selectsMany()
    list = view
    scroll.show(view)
    root = scroll
    (places.cards, places.view) = (cards, view)
    listScroll = ProductListScroll(
      browser, .grid, list: view, adjustment: scroll.vertical, count: count,
      columns: { places.columns })
    listen(to: view)
  }

  private func listen(to view: GridView) {
    view.onScroll { [weak self] _, y, isControl, _ in
      guard let self, isControl, y != 0 else { return false }
      resize(isLarger: y < 0)
      return true
    }
    view.onPinch(
      began: { [weak self] in
        guard let self else { return }
        sideBeforePinch = browser.listed.state.cardSide
      },
      changed: { [weak self] ratio, _ in
        guard let self else { return }
        resize(to: CardSide.nearest(to: Double(sideBeforePinch) * ratio))
      })
    view.onKey(before: true) { [weak self] press in
      switch BrowserCommand.of(press) {
      case .largerPictures: self?.resize(isLarger: true)
      case .smallerPictures: self?.resize(isLarger: false)
      default: return false
      }
      return true
    }
  }

  func resize(isLarger: Bool) {
    resize(to: CardSide.next(to: browser.listed.state.cardSide, isLarger: isLarger))
  }

  private func resize(to side: Int) {
    guard side != browser.listed.state.cardSide else { return }
    browser.listed.state.cardSide = side
    // What is selected stays in sight, if it is.
    listScroll.keepInSight(browser.selectedPosition.flatMap { frame(of: $0) == nil ? nil : $0 })
    refresh()
  }

  /// Where the cards are.
  @MainActor
  private final class Places {
    weak var cards: ItemFactory<ProductCard>?
    weak var view: GridView?

    var columns: Int {
      guard let cards, let view else { return 1 }
      let visible = cards.visibleItems(of: view)
      // The fullest visible line shows how many cards fit into a line.
      let lines = Dictionary(grouping: visible) { $0.frame.y.rounded() }
      return lines.values.map(\.count).max() ?? 1
    }
  }

  var visibleItems: [(position: Int, root: Widget, frame: Rect)] {
    cards.visibleItems(of: list).map { ($0.position, $0.view.root, $0.frame) }
  }

  var focusedPosition: Int? { cards.focusedPosition }
  func focus(_ position: Int) -> Bool { cards.focus(position) }

  func refresh() { cards.refresh() }
  func refreshMatches() { refresh() }
}
