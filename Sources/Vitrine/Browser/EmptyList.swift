// SPDX-License-Identifier: Apache-2.0
// Why a list has no products, and the page that says so in its place.

import Gtk
import VitrineModel
import Wording

/// Why a list has no products.
@MainActor
enum EmptyList: String, CaseIterable {
  case noMatches = "no-matches"
  case noResults = "no-results"
  case noResultsHere = "no-results-here"
  case noProducts = "empty"
  case nothingHere = "nothing-here"
  case emptyCategory = "empty-category"
  case emptyTag = "empty-tag"
  case emptyTrash = "empty-trash"

  init(_ listed: ListedPlace) {
    if !listed.query.filters.isEmpty {
      self = .noMatches
    } else if !listed.query.searchText.isEmpty {
      self = listed.place == .allProducts ? .noResults : .noResultsHere
    } else {
      self =
        switch listed.place {
        case .allProducts: .noProducts
        case .recentlyChanged, .drafts, .savedSearch: .nothingHere
        case .category: .emptyCategory
        case .tag: .emptyTag
        case .trash: .emptyTrash
        }
    }
  }

  func makePage() -> StatusPage {
    switch self {
    case .noMatches:
      StatusPage(
        icon: DrawnIcon.search, title: tr("No Matching Products"),
        text: tr("Remove a filter to see more products."),
        buttons: [Button(FilterCommand.removeFilters)], compact: true)
    case .noResults:
      StatusPage(
        icon: DrawnIcon.search, title: tr("No Results Found"),
        text: tr("Try a different search."), compact: true)
    case .noResultsHere:
      StatusPage(
        icon: DrawnIcon.search, title: tr("No Results Found"),
        text: tr("Nothing here has these words."),
        buttons: [Button(BrowserCommand.searchEverywhere)], compact: true)
    case .noProducts:
      StatusPage(
        icon: DrawnIcon.empty, title: tr("No Products Yet"),
        text: tr("Add your first product."),
        buttons: [Button(BrowserCommand.newProduct).style("suggested-action")], compact: true)
    case .nothingHere:
      StatusPage(
        icon: DrawnIcon.search, title: tr("Nothing Here"),
        text: tr("No product is here at the moment."), compact: true)
    case .emptyCategory:
      StatusPage(
        icon: DrawnIcon.empty, title: tr("Nothing Here"),
        text: tr("No product is in this category."), compact: true)
    case .emptyTag:
      StatusPage(
        icon: DrawnIcon.search, title: tr("Nothing Here"),
        text: tr("No product has this tag."), compact: true)
    case .emptyTrash:
      StatusPage(
        icon: DrawnIcon.trash, title: tr("The Trash Is Empty"),
        text: tr("Deleted products are kept here and can be restored."), compact: true)
    }
  }
}
