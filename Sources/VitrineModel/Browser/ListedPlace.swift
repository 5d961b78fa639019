// SPDX-License-Identifier: Apache-2.0
// What a browser window lists: a place, with its search, filters, order and columns. All of it is `state`,
// which is saved as it changes, and `change(to:)` is the one way to another place or query.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class ListedPlace {
  public private(set) lazy var list = ProductList(
    catalogue, Self.query(of: state, catalogue.unfinished.all)
  ) { [weak self] in self?.watched ?? [] }
  /// Which products of the list are selected.
  public private(set) lazy var selected = BrowserSelection(
    list, catalogue, state: _state, in: session)
  /// Set directly only for what nobody else observes: widths, columns, the scroll position.
  @SceneStorage public var state: BrowserState
  let catalogue: OpenCatalogue
  private let session: SceneSession
  private let changed: Observers<BrowserChange>
  /// Whether the place that was restored is known to be there, or was left.
  private var hasCheckedPlace = false
  /// Waits to keep the arrangement of a saved search.
  private var keeping: Task<Void, Never>?

  init(_ catalogue: OpenCatalogue, _ session: SceneSession, changed: Observers<BrowserChange>) {
    (self.catalogue, self.session, self.changed) = (catalogue, session, changed)
    _state = SceneStorage(wrappedValue: BrowserState(), SceneKey.browser, in: session)
    list.open(state.openHeads)
    // The list is read from now on.
    _ = selected
    if state.openCategories.isEmpty, !state.categoriesAround.isEmpty { state.revealPlace() }
  }

  /// What a user is looking at. If several are selected it is none of them: they leave the list when a command
  /// moves them.
  private var watched: Set<UUID> {
    selected.hasSeveral ? [] : Set([selected.main].compactMap(\.self))
  }

  /// Changes something of the window that does not change which products are listed, and tells of it.
  func change(_ change: BrowserChange, _ body: (inout BrowserState) -> Void) {
    body(&state)
    session.saveNow()
    changed.notify(change)
  }

  // MARK: Query

  public var query: ProductQuery { state.query }

  /// What leaves the catalogue: all that is listed, by the place's own condition, too, and with all variants.
  public var exportedQuery: ProductQuery {
    var query = Self.query(of: state, catalogue.unfinished.all)
    query.foldsVariants = false
    return query
  }

  /// Lists other products, or in another order. In another place, the window leaves the list it had.
  public func show(_ query: ProductQuery) {
    var new = state
    new.query = query
    if Place(query) != Place(state.query) { (new.namedList, new.elsewhere) = (nil, nil) }
    change(to: new)
  }

  /// How many products are listed; nil while they are counted.
  public var countText: String? {
    let count = list.foldedCount
    guard list.isLoaded, list.isComplete else { return nil }
    let products = tr("1 product", "%@ products", count: count)
    guard list.isFolding, let total = catalogue.counts.total(of: place), total > count else {
      return products
    }
    return tr("%1$@, %2$@ with variants", products, total.displayText)
  }

  /// Whether the search bar is open. Closing it ends the search.
  public var isSearching: Bool {
    get { state.isSearching }
    set {
      guard newValue != state.isSearching else { return }
      state.isSearching = newValue
      if !newValue {
        leaveSearch()
        search("")
      }
      changed.notify(.search)
    }
  }

  /// Keeps what is searched for, for when the search bar opens again.
  public func leaveSearch() {
    if !query.searchText.isEmpty { state.leftSearch = query.searchText }
  }

  /// Searches for what was searched for when the search bar was closed. Returns it, or nil for nothing.
  public func resumeSearch() -> String? {
    let left = state.leftSearch
    guard !left.isEmpty, query.searchText.isEmpty else { return nil }
    state.leftSearch = ""
    search(left)
    return left
  }

  public func search(_ text: String) {
    var query = query
    query.searchText = text
    show(query)
  }

  public var layout: BrowserState.Layout {
    get { state.layout }
    set {
      guard newValue != state.layout else { return }
      state.layout = newValue
      changed.notify(.layout)
    }
  }

  func change(to new: BrowserState) {
    let old = state
    guard new != old else { return }
    // What is out of sight must not be deleted with the rest.
    if new.namedList != old.namedList || !new.query.lists(theSameAs: old.query) {
      selected.selectMain()
      selected.isToFollow = true
    }
    // Leaving several products for one changes the state, too.
    var new = new
    (new.selection, new.isSelectionAway) = (state.selection, state.isSelectionAway)
    let isElsewhere = new.query.category != old.query.category
    if new.namedList != old.namedList || isElsewhere { new.revealPlace() }
    state = new
    hasCheckedPlace = true
    list.show(Self.query(of: state, catalogue.unfinished.all))
    if isElsewhere || new.arrangement != old.arrangement { changed.notify(.columns) }
    if new.isSearching != old.isSearching { changed.notify(.search) }
    changed.notify(.query)
    // The drafts have a row while they are shown, even if there are none any more.
    let leavesDrafts = old.namedList == .drafts && new.namedList != .drafts
    if state.openCategories != old.openCategories || leavesDrafts { changed.notify(.places) }
  }

  // MARK: Arrangement

  /// Keeps how the list of the saved search shown is arranged, once the user has stopped changing it: while
  /// an edge is dragged a column has a new width with every step.
  func keepArrangement() {
    keeping?.cancel()
    guard let search = shownSearch, search.arrangement != state.arrangement else { return }
    let (id, new) = (search.id, state.arrangement)
    keeping = Task { [store = catalogue.store] in
      guard (try? await Task.sleep(for: .milliseconds(500))) != nil else { return }
      // The window has it in any case.
      try? await store.arrangeSavedSearch(
        id, order: new.order, columns: new.columns, hiddenColumns: new.hiddenColumns)
    }
  }

  // MARK: Place

  /// Other products have something unfinished.
  func draftsChanged() {
    if place == .drafts { list.show(Self.query(of: state, catalogue.unfinished.all)) }
  }

  /// The saved search that is shown.
  public var shownSearch: SavedSearch? {
    if case .savedSearch(let id) = state.namedList { catalogue.searches[id] } else { nil }
  }

  public var place: Place { state.place }

  /// A short title for what the window shows.
  public var title: String {
    if let search = shownSearch, query.searchText == search.query.searchText { return search.name }
    return query.searchText.isEmpty ? placeName : tr("“%1$@” in %2$@", query.searchText, placeName)
  }

  private var placeName: String { shownSearch?.name ?? place.name }

  /// Shows a place; a saved search as it was saved, whatever was changed in this window.
  public func show(_ place: Place) {
    if case .savedSearch(let id) = place {
      if let search = catalogue.searches[id] { show(search) }
      return
    }
    guard place != self.place else { return }
    var new = state
    switch state.namedList {
    case .savedSearch:
      (new.query.searchText, new.query.filters, new.isSearching) = ("", [], false)
      if let elsewhere = state.elsewhere { new.arrangement = elsewhere }
    case .recentlyChanged:
      if let elsewhere = state.elsewhere { new.query.order = elsewhere.order }
    case .drafts, nil: break
    }
    new.elsewhere = nil
    new.query = place.applied(to: new.query)
    new.namedList = place.namedList
    if place == .recentlyChanged {
      new.elsewhere = new.arrangement
      new.query.order = [ProductOrder(.changed, ascending: false)]
    }
    change(to: new)
  }

  /// Looks in all products for what is searched here.
  public func searchEverywhere() {
    let text = query.searchText
    show(.allProducts)
    var new = state
    (new.query.searchText, new.isSearching) = (text, true)
    change(to: new)
  }

  /// Shows everything in a place: the search and the filters are over.
  public func follow(_ place: Place) {
    show(place)
    if case .savedSearch = place { return }
    var new = state
    (new.query.searchText, new.query.filters, new.isSearching) = ("", [], false)
    change(to: new)
  }

  private func show(_ search: SavedSearch) {
    var new = state
    if case .savedSearch = state.namedList {
    } else if state.elsewhere == nil {
      new.elsewhere = new.arrangement
    }
    new.namedList = .savedSearch(search.id)
    new.query = search.query
    new.arrangement = search.arrangement
    new.isSearching = !search.query.searchText.isEmpty
    change(to: new)
  }

  /// The query of the list: what the place adds to the user's is not shown as a filter.
  private static func query(of state: BrowserState, _ unfinished: Set<UUID>) -> ProductQuery {
    var query = state.query
    switch state.namedList {
    case .recentlyChanged: query.filters.append(ProductQuery.changedRecently())
    case .drafts: query.only = unfinished
    case .savedSearch, nil: break
    }
    query.foldsVariants =
      state.namedList == nil && query.searchText.isEmpty && query.filters.isEmpty
      && !query.sort.isOfVariants
    return query
  }

  // A place may be gone when its window comes back, or a saved search while it is shown: then there
  // are all products, with the search and the filters as they were.
  func leaveLostPlace() {
    switch place {
    case .savedSearch(let id):
      guard catalogue.searches.isLoaded, catalogue.searches[id] == nil else { return }
    case .category(let path):
      guard !hasCheckedPlace, catalogue.counts.isLoaded else { return }
      hasCheckedPlace = true
      guard !catalogue.counts.categories.contains(where: { $0.path == path }) else { return }
    case .tag(let tag):
      guard !hasCheckedPlace, catalogue.counts.isLoaded else { return }
      hasCheckedPlace = true
      guard !catalogue.counts.tags.contains(where: { $0.tag == tag }) else { return }
    case .allProducts, .recentlyChanged, .drafts, .trash:
      hasCheckedPlace = true
      return
    }
    var new = state
    (new.namedList, new.elsewhere) = (nil, nil)
    new.query = Place.allProducts.applied(to: new.query)
    change(to: new)
  }
}

extension BrowserState {
  var arrangement: Arrangement {
    get { Arrangement(order: query.order, columns: columns, hiddenColumns: hiddenColumns) }
    set {
      (query.order, columns) = (newValue.order, newValue.columns)
      hiddenColumns = newValue.hiddenColumns
    }
  }
}

extension SavedSearch {
  var arrangement: BrowserState.Arrangement {
    .init(order: query.order, columns: columns, hiddenColumns: hiddenColumns)
  }
}

extension BrowserState {
  fileprivate var place: Place { namedList.map(Place.init) ?? Place(query) }

  /// The categories that the place is inside.
  fileprivate var categoriesAround: [CategoryPath] {
    guard case .category(let path) = place else { return [] }
    return Array(sequence(first: path) { $0.parent }.dropFirst())
  }

  fileprivate mutating func revealPlace() {
    openCategories += categoriesAround.filter { !openCategories.contains($0) }
  }
}

extension ProductQuery {
  /// Whether only the order differs, at most.
  func lists(theSameAs other: ProductQuery) -> Bool {
    var other = other
    other.order = order
    return self == other
  }
}
