// Where to look for products: the items of the sidebar, each with its number of products.

import Catalog
import Foundation
import Wording

/// An item of the sidebar.
public enum Place: Hashable, Sendable {
  case allProducts
  case category(CategoryPath)
  case tag(String)
  case trash

  /// The same query in another place: the search, filters and order stay.
  func applied(to query: ProductQuery) -> ProductQuery {
    var query = query
    (query.category, query.tags, query.inTrash) = (nil, [], false)
    switch self {
    case .allProducts: break
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
}

extension Place {
  /// The place's name; for a category, the last part of its path.
  public var name: String {
    switch self {
    case .allProducts: tr("All Products")
    case .category(let path): path.components.last ?? ""
    case .tag(let tag): tag
    case .trash: tr("Trash")
    }
  }
}

/// A place and its number of products.
public struct PlaceCount: Equatable, Sendable {
  public let place: Place
  public let count: Int

  public init(_ place: Place, _ count: Int) {
    self.place = place
    self.count = count
  }
}

/// Counts the products of every place, again whenever the catalogue changes.
@MainActor
final class PlaceCounts {
  let changed = Observers<Void>()
  private(set) var places = [PlaceCount(.allProducts, 0), PlaceCount(.trash, 0)]
  private let catalogue: OpenCatalogue
  private var isCounting = false
  private var isStale = false

  init(_ catalogue: OpenCatalogue) {
    self.catalogue = catalogue
    catalogue.changes.add(self) { [weak self] change in
      if change.touches([.category, .tags]) { self?.reload() }
    }
    reload()
  }

  // One count at a time: a catalogue of a million takes a moment, and many changes may come in it.
  private func reload() {
    isStale = true
    guard !isCounting else { return }
    isCounting = true
    Task { [weak self, store = catalogue.store] in
      while self?.beginCounting() == true {
        // If it can't be counted now, it is counted at the next change; the list shows the error.
        if let places = try? await Self.count(store) { self?.show(places) }
      }
    }
  }

  private func beginCounting() -> Bool {
    isCounting = isStale
    isStale = false
    return isCounting
  }

  private func show(_ places: [PlaceCount]) {
    guard places != self.places else { return }
    self.places = places
    changed.notify(())
  }

  private nonisolated static func count(_ store: CatalogStore) async throws -> [PlaceCount] {
    let groups = try await store.groupCounts(ProductQuery(), by: .category)
    let tags = try await store.tagCounts()
    let trashed = try await store.count(ProductQuery(inTrash: true))
    return [PlaceCount(.allProducts, groups.reduce(0) { $0 + $1.count })]
      + groups.categoryTree.map { PlaceCount(.category($0.path), $0.count) }
      + tags.map { PlaceCount(.tag($0.tag), $0.count) } + [PlaceCount(.trash, trashed)]
  }
}
