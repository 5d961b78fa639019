// Saved searches in a window. What was searched for and filtered is saved when the user says so; how
// the list of a saved search is sorted and which columns it has is kept as it is arranged.

import Catalog
import Foundation
import Wording

extension ProductBrowser {
  /// What happened to a saved search.
  public enum SearchMessage {
    /// It could not be done; the sentence says why.
    case failed(String)
    case deleted(name: String, undo: @MainActor () -> Void)
  }

  public func savedSearch(_ id: UUID) -> SavedSearch? { catalogue.searches[id] }

  /// The saved search that is shown.
  public var shownSearch: SavedSearch? {
    if case .savedSearch(let id) = state.namedList { catalogue.searches[id] } else { nil }
  }

  /// Whether there is something to save: a search or filters that the saved search shown has not.
  public var canSaveSearch: Bool {
    guard !query.searchText.trimmingCharacters(in: .whitespaces).isEmpty || !query.filters.isEmpty
    else { return false }
    switch place {
    // What these list is not what a query says alone, or will be gone.
    case .recentlyChanged, .drafts, .trash: return false
    case .savedSearch: return canUpdateSearch
    case .allProducts, .category, .tag: return true
    }
  }

  /// Whether the saved search shown lists something else by now.
  public var canUpdateSearch: Bool {
    shownSearch.map { !query.lists(theSameAs: $0.query) } ?? false
  }

  /// A name to begin with.
  public var suggestedSearchName: String {
    let parts = [query.searchText.trimmingCharacters(in: .whitespaces)] + chips.map(\.label)
    let name = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    return String((place == .allProducts ? name : tr("%@ in %@", name, place.name)).prefix(60))
  }

  // MARK: Commands

  /// Saves what is listed under a name, and shows it. Throws if the name is refused.
  public func saveSearch(as name: String) throws {
    let search = try SavedSearch(
      name: name, query: query, columns: state.columns, hiddenColumns: state.hiddenColumns)
    change({ try await $0.addSavedSearch(search) }) { [weak self] in
      // Unless the user has gone on meanwhile.
      guard let self, self.query == search.query else { return }
      self.show(.savedSearch(search.id))
    }
  }

  /// The saved search shown becomes what is listed now.
  public func updateSearch() {
    guard var search = shownSearch else { return }
    search.query = query
    (search.columns, search.hiddenColumns) = (state.columns, state.hiddenColumns)
    let updated = search
    change { try await $0.editSavedSearch(updated) }
  }

  /// Throws if the name is refused.
  public func renameSearch(_ id: UUID, to name: String) throws {
    guard let search = catalogue.searches[id], try search.renamed(name) != search else { return }
    change { try await $0.renameSavedSearch(id, to: name) }
  }

  /// Moves a saved search up or down.
  public func moveSearch(
    _ id: UUID, by distance: Int, then done: @escaping @MainActor () -> Void = {}
  ) {
    guard let place = catalogue.searches.place(of: id, movedBy: distance) else { return }
    change({ try await $0.moveSavedSearch(id, to: place) }, then: done)
  }

  /// Puts a saved search above or below another one.
  public func moveSearch(_ id: UUID, beside other: UUID, below: Bool) {
    guard let place = catalogue.searches.place(of: id, beside: other, below: below) else { return }
    change { try await $0.moveSavedSearch(id, to: place) }
  }

  /// Deletes a saved search; what happened offers to take that back.
  public func deleteSearch(_ id: UUID) {
    guard let search = catalogue.searches[id] else { return }
    let place = catalogue.searches.place(of: id)
    let wasShown = self.place == .savedSearch(id)
    if wasShown { show(.allProducts) }
    change({ try await $0.removeSavedSearch(id) }) { [weak self] in
      self?.searchMessages.notify(
        .deleted(name: search.name) { [weak self] in
          self?.change({ try await $0.addSavedSearch(search, at: place) }) { [weak self] in
            if wasShown { self?.show(.savedSearch(id)) }
          }
        })
    }
  }

  private func change(
    _ work: @escaping @Sendable (CatalogStore) async throws -> Void,
    then done: @escaping @MainActor () -> Void = {}
  ) {
    catalogue.inOrder { [catalogue, searchMessages] in
      do {
        try await catalogue.searches.change(work)
        done()
      } catch {
        searchMessages.notify(.failed(error.sentence))
      }
    }
  }

  // MARK: Arrangement

  /// Keeps how the list of the saved search shown is arranged, once the user has come to rest: while
  /// an edge is dragged a column has a new width with every step.
  func keepArrangement() {
    keeping?.cancel()
    guard let search = shownSearch, search.arrangement != state.arrangement else { return }
    let (id, new) = (search.id, state.arrangement)
    keeping = Task { [store = catalogue.store] in
      guard (try? await Task.sleep(for: .milliseconds(500))) != nil else { return }
      // The window has it in any case.
      try? await store.arrangeSavedSearch(
        id, order: new.order, columns: new.columns, hiddenColumns: new.hiddenColumns)
    }
  }
}
