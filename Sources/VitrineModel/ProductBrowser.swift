// The model of a browser window: the categories, the products of one of them, and the selected
// product beside them. What it shows and how is `state`, which is saved as it changes. It owns the
// selection: the list and the detail follow.

import Catalog
import Foundation
import StateRestoration

@MainActor
public final class ProductBrowser {
  public typealias Layout = BrowserState.Layout
  public typealias ScrollAnchor = BrowserState.ScrollAnchor

  public enum Change {
    case categories
    case query
    case layout
    /// The search bar opened or closed.
    case search
    /// Another product, or where the selected one is in the list.
    case selection
  }

  public let changed = Observers<Change>()
  public let session: SceneSession
  public let list: ProductList
  public let detail: ProductDetail
  public private(set) var categories: [CategoryCount] = []
  public private(set) var productCount = 0
  /// Set here what no one else needs to hear of: widths, columns, the scroll position.
  @SceneStorage public var state: BrowserState

  private let catalogue: OpenCatalogue
  private var isCounting = false
  private var needsCount = false

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession, opensForms: Bool = true) {
    self.catalogue = catalogue
    self.session = session
    session.takeOverSeparateKeys()
    _state = SceneStorage(wrappedValue: BrowserState(), SceneKey.browser, in: session)
    detail = ProductDetail(catalogue, session, opensForms: opensForms)
    list = ProductList(catalogue, _state.wrappedValue.query)
    catalogue.changes.add(self) { [weak self] change in
      if change.touches(.category) { self?.reloadCategories() }
    }
    list.changed.add(self) { [weak self] change in
      switch change {
      case .rows, .completed: self?.locateSelection()
      case .content, .failed: break
      }
    }
    detail.changed.add(self) { [weak self] change in
      if case .content = change, self?.detail.product != nil { self?.updateActivity() }
    }
    detail.onMove = { [weak self] in self?.select($0) }
    detail.show(selection)
    reloadCategories()
  }

  // MARK: Query

  public var query: ProductQuery { state.query }

  public func show(_ query: ProductQuery) {
    guard query != state.query else { return }
    state.query = query
    list.show(query)
    changed.notify(.query)
  }

  public var category: CategoryPath? { query.category }

  public func show(category: CategoryPath?) {
    var query = query
    query.category = category
    show(query)
  }

  /// Sorts by this first and by what the list was sorted by before second; nil for the order the
  /// person gave the products, or the best match first while searching.
  public func sort(by order: ProductOrder?) {
    var query = query
    let others = query.order.filter { $0.sort != order?.sort && $0.sort != .manual }
    query.order = order.map { [$0] + others.prefix(2) } ?? []
    show(query)
  }

  // MARK: Search

  /// Whether the search bar is open. Closing it ends the search.
  public var isSearching: Bool {
    get { state.isSearching }
    set {
      guard newValue != state.isSearching else { return }
      state.isSearching = newValue
      if !newValue { search("") }
      changed.notify(.search)
    }
  }

  public func search(_ text: String) {
    var query = query
    query.searchText = text
    show(query)
  }

  public var layout: Layout {
    get { state.layout }
    set {
      guard newValue != state.layout else { return }
      state.layout = newValue
      changed.notify(.layout)
    }
  }

  // MARK: Selection

  public var selection: UUID? { state.selection }

  public func select(_ id: UUID?) {
    guard id != selection else { return }
    state.selection = id
    detail.show(id)
    updateActivity()
    changed.notify(.selection)
    locateSelection()
  }

  public func beginNewProduct() { detail.beginNewProduct() }

  private func updateActivity() {
    let title = detail.product?.title.text ?? selection.flatMap { list.row(of: $0)?.title }
    session.updateActivity(selection, title: title, fallback: .browsing)
  }

  // The selected product may be one that was never in view: restored, or just added.
  private func locateSelection() {
    guard let id = selection, list.position(of: id) == nil else { return }
    list.locate(id) { [weak self] position in
      if position != nil, self?.selection == id { self?.changed.notify(.selection) }
    }
  }

  // MARK: Categories

  // One count at a time: a catalogue of a million takes a moment, and many changes may come in it.
  private func reloadCategories() {
    needsCount = true
    guard !isCounting else { return }
    isCounting = true
    Task { [weak self, catalogue] in
      while self?.beginCounting() == true {
        // What can't be counted now is counted at the next change; the list says what is wrong.
        let groups = try? await catalogue.store.groupCounts(ProductQuery(), by: .category)
        if let groups { self?.show(groups) }
      }
    }
  }

  private func beginCounting() -> Bool {
    isCounting = needsCount
    needsCount = false
    return isCounting
  }

  private func show(_ groups: [GroupCount]) {
    categories = groups.categoryTree
    productCount = groups.reduce(0) { $0 + $1.count }
    changed.notify(.categories)
  }
}
