// The sidebar of a window, from top to bottom, as data. A section without rows takes no room.

import Catalog
import Foundation
import Wording

/// A line of the sidebar.
public enum SidebarItem: Equatable, Sendable {
  case heading(String)
  case place(Entry)
  /// An unfinished form of a product that is not in the catalogue yet.
  case newProduct(UnfinishedNewProduct)
  /// Shows the other tags, or hides them again.
  case moreTags(isOpen: Bool)
  /// Something that the user has to know about a section.
  case remark(String)

  /// A place with its number of products.
  public struct Entry: Equatable, Sendable {
    public let place: Place
    public let name: String
    /// Nil while it is counted.
    public var count: Int?
    /// How many categories it is inside.
    public var depth = 0
    /// Whether the categories inside it are shown; nil if there are none.
    public var isOpen: Bool?
  }

  public var place: Place? {
    if case .place(let entry) = self { entry.place } else { nil }
  }
}

extension SidebarItem.Entry {
  /// What a screen reader says: "Fruit, 26 products".
  public var accessibleName: String {
    guard let count else { return name }
    return tr(
      "%@, %@", name, tr("1 product", "%@ products", count: count))
  }
}

extension ProductBrowser {
  /// The lines of the sidebar.
  public var sidebar: [SidebarItem] {
    let searches = catalogue.searches
    return general
      + section(tr("Categories"), categories)
      + section(
        tr("Saved Searches"),
        searches.all.map { entry(.savedSearch($0.id), $0.name) }
          + (searches.unreadable.isEmpty ? [] : [.remark(unreadableText)]))
      + section(tr("Tags"), tags)
  }

  /// Every category that has products, in the order of the tree.
  public var knownCategories: [CategoryPath] { counts.categories.map(\.path) }

  /// Every tag, the most used ones first.
  public var knownTags: [String] { counts.tags.map(\.tag) }

  /// Whether all rows are known, if not all of their counts.
  public var isSidebarComplete: Bool { counts.isLoaded && catalogue.searches.isLoaded }

  private var general: [SidebarItem] {
    var places: [Place] = [.allProducts, .recentlyChanged]
    // While it is shown it stays, even if nothing is unfinished any more.
    if !catalogue.unfinished.all.isEmpty || place == .drafts { places.append(.drafts) }
    return places.map { entry($0, $0.name) } + catalogue.unfinished.new.map { .newProduct($0) }
      + [entry(.trash, Place.trash.name)]
  }

  private func section(_ title: String, _ items: [SidebarItem]) -> [SidebarItem] {
    items.isEmpty ? [] : [.heading(title)] + items
  }

  private func entry(_ place: Place, _ name: String) -> SidebarItem {
    .place(.init(place: place, name: name, count: counts.count(of: place)))
  }

  // MARK: Categories

  private var categories: [SidebarItem] {
    let open = Set(state.openCategories)
    var shown: [SidebarItem] = []
    // Everything below the last closed one is passed over.
    var closed: CategoryPath?
    for (index, category) in counts.categories.enumerated() {
      if let closed, closed.contains(category.path) { continue }
      let next = index + 1 < counts.categories.count ? counts.categories[index + 1].path : nil
      let isParent = next.map { category.path.contains($0) } ?? false
      let isOpen = open.contains(category.path)
      closed = isParent && !isOpen ? category.path : nil
      shown.append(
        .place(
          .init(
            place: .category(category.path), name: Place.category(category.path).name,
            count: category.count, depth: category.path.components.count - 1,
            isOpen: isParent ? isOpen : nil)))
    }
    return shown
  }

  /// Shows or hides the categories inside one.
  public func setOpen(_ category: CategoryPath, _ isOpen: Bool) {
    guard isOpen != state.openCategories.contains(category) else { return }
    if isOpen {
      state.openCategories.append(category)
    } else {
      state.openCategories.removeAll { $0 == category }
    }
    session.saveNow()
    changed.notify(.places)
  }

  /// Opens the categories that a place is inside.
  func reveal(_ place: Place) {
    guard case .category(let path) = place else { return }
    var parent = path.parent
    while let category = parent {
      if !state.openCategories.contains(category) { state.openCategories.append(category) }
      parent = category.parent
    }
  }

  // MARK: Tags

  private static let fewTags = 10

  private var tags: [SidebarItem] {
    let all = counts.tags
    let isLong = all.count > Self.fewTags + 1
    let shown = all.enumerated().filter { index, tag in
      !isLong || state.showsAllTags || index < Self.fewTags || place == .tag(tag.tag)
    }
    return shown.map { _, tag in
      .place(.init(place: .tag(tag.tag), name: tag.tag, count: tag.count))
    } + (isLong ? [.moreTags(isOpen: state.showsAllTags)] : [])
  }

  public func showAllTags(_ isOpen: Bool) {
    state.showsAllTags = isOpen
    session.saveNow()
    changed.notify(.places)
  }

  /// The tags to offer as filters.
  var tagsToFilter: [String] { counts.tags.prefix(2 * Self.fewTags).map(\.tag) }

  // MARK: What can't be read

  private var unreadableText: String {
    let names = catalogue.searches.unreadable
    return tr(
      "“%@” can’t be read by this version", "%@ can’t be read by this version", count: names.count,
      written: names.count == 1 ? names[0].printable() : names.count.displayText)
  }
}
