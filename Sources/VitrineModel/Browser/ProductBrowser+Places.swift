// Which row of the sidebar a window shows. A saved search brings its own search, filters, order and
// columns, and Recently Changed its order; what the window had before comes back with the next row.

import Catalog
import Foundation
import Wording

extension ProductBrowser {
  public var place: Place { state.namedList.map(Place.init) ?? Place(query) }

  /// A short title for what the window shows.
  public var title: String {
    if let search = shownSearch, query.searchText == search.query.searchText { return search.name }
    return query.searchText.isEmpty ? placeName : tr("“%@” in %@", query.searchText, placeName)
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

  /// Shows everything in a place: what was searched for and filtered is over.
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

  /// The query of the list: what the place adds to that of the user is not seen as a filter.
  static func listedQuery(of state: BrowserState, _ unfinished: Set<UUID>) -> ProductQuery {
    var query = state.query
    switch state.namedList {
    case .recentlyChanged: query.filters.append(ProductQuery.changedRecently())
    case .drafts: query.only = unfinished
    case .savedSearch, nil: break
    }
    return query
  }

  // A place may be gone when its window comes back, or a saved search while it is shown: then there
  // are all products, with the search and the filters as they were.
  func leaveLostPlace() {
    switch place {
    case .savedSearch(let id):
      guard catalogue.searches.isLoaded, catalogue.searches[id] == nil else { return }
    case .category(let path):
      guard !hasCheckedPlace, counts.isLoaded else { return }
      hasCheckedPlace = true
      guard !counts.categories.contains(where: { $0.path == path }) else { return }
    case .tag(let tag):
      guard !hasCheckedPlace, counts.isLoaded else { return }
      hasCheckedPlace = true
      guard !counts.tags.contains(where: { $0.tag == tag }) else { return }
    case .allProducts, .recentlyChanged, .drafts, .trash:
      hasCheckedPlace = true
      return
    }
    var new = state
    (new.namedList, new.elsewhere) = (nil, nil)
    new.query = Place.allProducts.applied(to: new.query)
    change(to: new)
  }

  func change(to new: BrowserState) {
    let old = state
    guard new != old else { return }
    // What is out of sight must not be deleted with the rest.
    if new.namedList != old.namedList || !new.query.lists(theSameAs: old.query) {
      selected.selectMain()
    }
    // Leaving several products for one changes the state, too.
    var new = new
    new.selection = state.selection
    state = new
    hasCheckedPlace = true
    let isElsewhere = new.query.category != old.query.category
    if new.namedList != old.namedList || isElsewhere { reveal(place) }
    if isElsewhere { filled.here = [] }
    list.show(Self.listedQuery(of: state, catalogue.unfinished.all))
    if isElsewhere || new.arrangement != old.arrangement { changed.notify(.columns) }
    if new.isSearching != old.isSearching { changed.notify(.search) }
    changed.notify(.query)
    if state.openCategories != old.openCategories { changed.notify(.places) }
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
