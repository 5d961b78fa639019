// What a browser window is asked to list, by a link or the desktop's search.

import Catalog
import Foundation
import StateRestoration

public enum Listing: Hashable, Sendable {
  case search(String)
  case category(CategoryPath)
}

extension UserActivity {
  /// Looking at what this search finds, in all products.
  public static func searching(for text: String) -> UserActivity {
    listing(searchKey, text)
  }

  /// Looking at the products of a category.
  public static func browsing(_ category: CategoryPath) -> UserActivity {
    listing(categoryKey, category.text)
  }

  private static func listing(_ key: String, _ text: String) -> UserActivity {
    var activity = UserActivity(.browsing)
    activity.userInfo[key] = .string(text)
    return activity
  }

  /// What the activity lists; nil if it does not say.
  public var listing: Listing? {
    if let text = userInfo[Self.searchKey]?.string { return .search(text) }
    let category = userInfo[Self.categoryKey]?.string.flatMap { try? CategoryPath($0) }
    return category.map(Listing.category)
  }

  private static let searchKey = "search"
  private static let categoryKey = "category"
}

extension ProductBrowser {
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
