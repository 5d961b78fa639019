// SPDX-License-Identifier: Apache-2.0
// Saved searches in a window. The search and the filters are saved when the user says so; how
// the list of a saved search is sorted and which columns it has is kept as it is arranged.

import Catalog
import Foundation
import Wording

@MainActor
public final class SavedSearchActions {
  /// What happened to a saved search.
  public enum Message {
    /// It could not be done; the sentence says why.
    case failed(String)
    case deleted(name: String, undo: @MainActor () -> Void)
  }

  public let messages = Observers<Message>()
  private let listed: ListedPlace
  private let filters: ListFilters
  private var catalogue: OpenCatalogue { listed.catalogue }

  init(_ listed: ListedPlace, _ filters: ListFilters) {
    (self.listed, self.filters) = (listed, filters)
  }

  public subscript(id: UUID) -> SavedSearch? { catalogue.searches[id] }

  /// Whether there is something to save: a search or filters that the saved search shown does not have.
  public var canSave: Bool {
    let query = listed.query
    guard !query.searchText.trimmingCharacters(in: .whitespaces).isEmpty || !query.filters.isEmpty
    else { return false }
    switch listed.place {
    // What these list does not come from a query alone, or will be gone.
    case .recentlyChanged, .drafts, .trash: return false
    case .savedSearch: return canUpdate
    case .allProducts, .category, .tag: return true
    }
  }

  /// Whether the saved search shown lists something else by now.
  public var canUpdate: Bool {
    listed.shownSearch.map { !listed.query.lists(theSameAs: $0.query) } ?? false
  }

  /// A name to begin with.
  public var suggestedName: String {
    let (query, place) = (listed.query, listed.place)
    let parts = [query.searchText.trimmingCharacters(in: .whitespaces)] + filters.chips.map(\.label)
    let name = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    let whole = place == .allProducts ? name : tr("%1$@ in %2$@", name, place.name)
    return String(whole.beginning(ofMost: 240).prefix(60))
  }

  // MARK: Commands

  /// Saves what is listed under a name, and shows it. Throws if the name is refused.
  public func save(as name: String) throws {
    let state = listed.state
    let search = try SavedSearch(
      name: name, query: state.query, columns: state.columns, hiddenColumns: state.hiddenColumns)
    change({ try await $0.addSavedSearch(search) }) { [weak self] in
      // Unless the user has gone on meanwhile.
      guard let listed = self?.listed, listed.query == search.query else { return }
      listed.show(.savedSearch(search.id))
    }
  }

  /// The saved search shown becomes what is listed now.
  public func update() {
    guard var search = listed.shownSearch else { return }
    search.query = listed.query
    (search.columns, search.hiddenColumns) = (listed.state.columns, listed.state.hiddenColumns)
    let updated = search
    change { try await $0.editSavedSearch(updated) }
  }

  /// Throws if the name is refused.
  public func rename(_ id: UUID, to name: String) throws {
    guard let search = catalogue.searches[id], try search.renamed(name) != search else { return }
    change { try await $0.renameSavedSearch(id, to: name) }
  }

  /// Moves a saved search up or down.
  public func move(
    _ id: UUID, by distance: Int, then done: @escaping @MainActor () -> Void = {}
  ) {
    guard let place = catalogue.searches.place(of: id, movedBy: distance) else { return }
    change({ try await $0.moveSavedSearch(id, to: place) }, then: done)
  }

  /// Puts a saved search above or below another one.
  public func move(_ id: UUID, beside other: UUID, below: Bool) {
    guard let place = catalogue.searches.place(of: id, beside: other, below: below) else { return }
    change { try await $0.moveSavedSearch(id, to: place) }
  }

  /// Deletes a saved search; what happened offers to take that back.
  public func delete(_ id: UUID) {
    guard let search = catalogue.searches[id] else { return }
    let place = catalogue.searches.place(of: id)
    let wasShown = listed.place == .savedSearch(id)
    if wasShown { listed.show(.allProducts) }
    change({ try await $0.removeSavedSearch(id) }) { [weak self] in
      self?.messages.notify(
        .deleted(name: search.name) { [weak self] in
          self?.change({ try await $0.addSavedSearch(search, at: place) }) { [weak self] in
            if wasShown { self?.listed.show(.savedSearch(id)) }
          }
        })
    }
  }

  private func change(
    _ work: @escaping @Sendable (CatalogStore) async throws -> Void,
    then done: @escaping @MainActor () -> Void = {}
  ) {
    catalogue.inOrder { [catalogue, messages] in
      do {
        try await catalogue.searches.change(work)
        done()
      } catch {
        messages.notify(.failed(error.sentence))
      }
    }
  }
}
