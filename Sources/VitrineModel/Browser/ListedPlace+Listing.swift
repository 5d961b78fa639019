// SPDX-License-Identifier: Apache-2.0
// Lists what a link or the desktop's search asks for.

import Catalog

extension ListedPlace {
  /// Whether this is listed, and nothing less.
  public func shows(_ listing: Listing) -> Bool {
    var wanted = listing.query
    wanted.order = query.order
    return state.namedList == nil && query == wanted
  }

  /// Lists this and nothing else.
  public func browse(_ listing: Listing) {
    switch listing {
    case .category(let path): follow(.category(path))
    case .search(let text):
      follow(.allProducts)
      var new = state
      (new.query.searchText, new.isSearching) = (text, !text.isEmpty)
      change(to: new)
    }
  }
}

extension Listing {
  fileprivate var query: ProductQuery {
    switch self {
    case .search(let text): ProductQuery(searchText: text)
    case .category(let path): ProductQuery(category: path)
    }
  }
}
