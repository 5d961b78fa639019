// SPDX-License-Identifier: Apache-2.0
// What stands in the sidebar of a window: general places, categories as a tree, saved searches and tags.

import Catalog
import Foundation
import Wording

@MainActor
public final class SidebarContent {
  private let listed: ListedPlace
  private var catalogue: OpenCatalogue { listed.catalogue }
  private var counts: PlaceCounts { catalogue.counts }

  init(_ listed: ListedPlace) { self.listed = listed }

  /// The lines of the sidebar.
  public var items: [SidebarItem] {
    let searches = catalogue.searches
    return general
      + section(tr("Categories", context: "heading in the sidebar"), categories)
      + section(
        tr("Saved Searches"),
        searches.all.map { entry(.savedSearch($0.id), $0.name) }
          + (searches.unreadable.isEmpty ? [] : [.remark(unreadableText)]))
      + section(tr("Tags", context: "heading in the sidebar"), tags)
  }

  /// Every category that has products, in the order of the tree.
  public var knownCategories: [CategoryPath] { counts.categories.map(\.path) }

  /// Every tag, the most used ones first.
  public var knownTags: [String] { counts.tags.map(\.tag) }

  /// Whether all rows are known, if not all of their counts.
  public var isComplete: Bool { counts.isLoaded && catalogue.searches.isLoaded }

  private var general: [SidebarItem] {
    var places: [Place] = [.allProducts, .recentlyChanged]
    // While it is shown it stays, even if nothing is unfinished any more.
    if !catalogue.unfinished.all.isEmpty || listed.place == .drafts { places.append(.drafts) }
    return places.map { entry($0, $0.name) } + catalogue.unfinished.new.map { .newProduct($0) }
      + decisions + [entry(.trash, Place.trash.name)]
  }

  private var decisions: [SidebarItem] {
    let count = catalogue.sharing.questions.count
    return count > 0 ? [.decisions(count)] : []
  }

  private func section(_ title: String, _ items: [SidebarItem]) -> [SidebarItem] {
    items.isEmpty ? [] : [.heading(title)] + items
  }

  private func entry(_ place: Place, _ name: String) -> SidebarItem {
    .place(.init(place: place, name: name, count: counts.count(of: place)))
  }

  // MARK: Categories

  private var categories: [SidebarItem] {
    let open = Set(listed.state.openCategories)
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
    guard isOpen != listed.state.openCategories.contains(category) else { return }
    listed.change(.places) { state in
      if isOpen {
        state.openCategories.append(category)
      } else {
        state.openCategories.removeAll { $0 == category }
      }
    }
  }

  // MARK: Tags

  private static let fewTags = 10

  private var tags: [SidebarItem] {
    let (all, place, showsAll) = (counts.tags, listed.place, listed.state.showsAllTags)
    let isLong = all.count > Self.fewTags + 1
    let shown = all.enumerated().filter { index, tag in
      !isLong || showsAll || index < Self.fewTags || place == .tag(tag.tag)
    }
    return shown.map { _, tag in
      .place(.init(place: .tag(tag.tag), name: tag.tag, count: tag.count))
    } + (isLong ? [.moreTags(isOpen: showsAll)] : [])
  }

  public func showAllTags(_ isOpen: Bool) {
    listed.change(.places) { $0.showsAllTags = isOpen }
  }

  // MARK: What can't be read

  private var unreadableText: String {
    let names = catalogue.searches.unreadable
    return tr(
      "“%@” can’t be read by this version", "%@ can’t be read by this version", count: names.count,
      written: names.count == 1 ? names[0].asName.printable() : names.count.displayText)
  }
}
