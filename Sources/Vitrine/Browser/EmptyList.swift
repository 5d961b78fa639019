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
  case noProducts = "empty"
  case nothingHere = "nothing-here"
  case emptyCategory = "empty-category"
  case emptyTag = "empty-tag"
  case emptyTrash = "empty-trash"

  init(_ listed: ListedPlace) {
    if !listed.query.filters.isEmpty {
      self = .noMatches
    } else if !listed.query.searchText.isEmpty {
      self = .noResults
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
        icon: "edit-find-symbolic", title: tr("No Matching Products"),
        text: tr("Remove a filter to see more products."),
        buttons: [Button(FilterCommand.removeFilters)], compact: true)
    case .noResults:
      StatusPage(
        icon: "edit-find-symbolic", title: tr("No Results Found"),
        text: tr("Try a different search."), compact: true)
    case .noProducts:
      StatusPage(
        icon: "list-add-symbolic", title: tr("No Products Yet"),
        text: tr("Add your first product."),
        buttons: [Button(BrowserCommand.newProduct).style("suggested-action")], compact: true)
    case .nothingHere:
      StatusPage(
        icon: "edit-find-symbolic", title: tr("Nothing Here"),
        text: tr("No product is here at the moment."), compact: true)
    case .emptyCategory:
      StatusPage(
        icon: "folder-symbolic", title: tr("Nothing Here"),
        text: tr("No product is in this category."), compact: true)
    case .emptyTag:
      StatusPage(
        icon: "edit-find-symbolic", title: tr("Nothing Here"),
        text: tr("No product has this tag."), compact: true)
    case .emptyTrash:
      StatusPage(
        icon: "user-trash-symbolic", title: tr("The Trash Is Empty"),
        text: tr("Deleted products are kept here and can be restored."), compact: true)
    }
  }
}
