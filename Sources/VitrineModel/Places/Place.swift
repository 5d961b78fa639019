// SPDX-License-Identifier: Apache-2.0
// Where to look for products: the rows of the sidebar.

import Catalog
import Foundation
import Wording

/// A row of the sidebar.
public enum Place: Hashable, Sendable {
  case allProducts
  /// Changed in the last month, newest first.
  case recentlyChanged
  /// With something unfinished in an open window.
  case drafts
  case trash
  case category(CategoryPath)
  case savedSearch(UUID)
  case tag(String)

  /// The same query in another place: the search, filters and order stay.
  func applied(to query: ProductQuery) -> ProductQuery {
    var query = query
    (query.category, query.tags, query.inTrash) = (nil, [], false)
    switch self {
    case .allProducts, .recentlyChanged, .drafts, .savedSearch: break
    case .category(let path): query.category = path
    case .tag(let tag): query.tags = [tag]
    case .trash: query.inTrash = true
    }
    return query
  }

  init(_ query: ProductQuery) {
    if query.inTrash {
      self = .trash
    } else if let tag = query.tags.first {
      self = .tag(tag)
    } else {
      self = query.category.map(Place.category) ?? .allProducts
    }
  }

  init(_ list: NamedList) {
    switch list {
    case .recentlyChanged: self = .recentlyChanged
    case .drafts: self = .drafts
    case .savedSearch(let id): self = .savedSearch(id)
    }
  }

  /// Nil if the query alone tells the place.
  var namedList: NamedList? {
    switch self {
    case .recentlyChanged: .recentlyChanged
    case .drafts: .drafts
    case .savedSearch(let id): .savedSearch(id)
    case .allProducts, .category, .tag, .trash: nil
    }
  }
}

extension Place {
  /// The place's name; for a category, the last part of its path. A saved search has that of the user.
  public var name: String {
    switch self {
    case .allProducts: tr("All Products")
    case .recentlyChanged: tr("Recently Changed")
    case .drafts: tr("Drafts", context: "place: products that are not finished")
    case .category(let path): path.components.last ?? ""
    case .savedSearch: tr("Saved Search")
    case .tag(let tag): tag
    case .trash: tr("Trash", context: "place: deleted products")
    }
  }
}

// A link from a product to the list of a place.
extension Place {
  /// A category and those it is inside, as links.
  public static func links(to category: CategoryPath) -> [(text: String, target: String)] {
    var links: [(text: String, target: String)] = []
    var path: CategoryPath? = category
    while let one = path {
      links.insert((one.components.last ?? "", Place.category(one).parameter), at: 0)
      path = one.parent
    }
    return links
  }

  /// The place as the parameter of a command.
  public var parameter: String {
    switch self {
    case .category(let path): "category:" + path.text
    case .tag(let tag): "tag:" + tag
    case .savedSearch(let id): "search:" + id.uuidString
    case .recentlyChanged: "changed:"
    case .drafts: "drafts:"
    case .trash: "trash:"
    case .allProducts: ""
    }
  }

  /// Nil if there is no such place.
  public init?(parameter: String) {
    let parts = parameter.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : ""
    switch parts.first {
    case "category":
      guard let path = try? CategoryPath(rest) else { return nil }
      self = .category(path)
    case "tag": self = .tag(rest)
    case "search":
      guard let id = UUID(uuidString: rest) else { return nil }
      self = .savedSearch(id)
    case "changed": self = .recentlyChanged
    case "drafts": self = .drafts
    case "trash": self = .trash
    case "": self = .allProducts
    default: return nil
    }
  }
}

extension ProductQuery {
  /// Products changed since the day a month ago.
  static func changedRecently(_ now: Date = Date()) -> ProductFilter {
    let calendar = Calendar(identifier: .gregorian)
    let today = calendar.startOfDay(for: now)
    return .date(.changed, from: calendar.date(byAdding: .day, value: -30, to: today), before: nil)
  }
}
