// SPDX-License-Identifier: Apache-2.0
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

  private static func listing(_ key: StateKey, _ text: String) -> UserActivity {
    var activity = UserActivity(.browser)
    activity.userInfo[key] = .string(text)
    return activity
  }

  /// What the activity lists; nil if it does not say.
  public var listing: Listing? {
    if let text = userInfo[Self.searchKey]?.string { return .search(text) }
    let category = userInfo[Self.categoryKey]?.string.flatMap { try? CategoryPath($0) }
    return category.map(Listing.category)
  }

  private static let searchKey: StateKey = "search"
  private static let categoryKey: StateKey = "category"
}
