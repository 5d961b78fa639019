// SPDX-License-Identifier: Apache-2.0
// Saved searches as seen from outside this module. What a user does to one is a command and a step
// of undo; how its list is arranged is saved in passing, without one.

import Foundation

extension CatalogStore {
  /// The saved searches, in their order.
  public func savedSearches() async throws -> SavedSearches {
    try await database.read { try SavedSearchTable(connection: $0).all() }
  }

  public func addSavedSearch(
    _ search: SavedSearch, at place: SavedSearchPlace = .last
  ) async throws {
    try await changeSearches(.addSavedSearch) { try $0.insert(search, at: place) }
  }

  /// Gives a saved search another name.
  public func renameSavedSearch(_ id: UUID, to name: String) async throws {
    try await changeSearches(.renameSavedSearch) { table in
      guard let search = try table.all().searches.first(where: { $0.id == id }) else {
        throw CatalogError.savedSearchMissing
      }
      try table.update(try search.renamed(name))
    }
  }

  /// Changes what a saved search lists and how.
  public func editSavedSearch(_ search: SavedSearch) async throws {
    try await changeSearches(.editSavedSearch) { try $0.update(search) }
  }

  public func moveSavedSearch(_ id: UUID, to place: SavedSearchPlace) async throws {
    try await changeSearches(.moveSavedSearch) { try $0.move(id, to: place) }
  }

  public func removeSavedSearch(_ id: UUID) async throws {
    try await changeSearches(.removeSavedSearch) { try $0.remove(id) }
  }

  /// Keeps how the list of a saved search is sorted and which columns it has. Not a command: nobody
  /// wants to undo the width of a column before the deletion of a product. Nothing happens if the
  /// search is gone.
  public func arrangeSavedSearch(
    _ id: UUID, order: [ProductOrder], columns: [ListColumn], hiddenColumns: [String]
  ) async throws {
    try await database.underLock { connection in
      let isChanged = try connection.transaction(.write) {
        let table = SavedSearchTable(connection: connection)
        guard let old = try table.all().searches.first(where: { $0.id == id }) else {
          return false
        }
        var search = old
        (search.query.order, search.columns) = (order, columns)
        search.hiddenColumns = hiddenColumns
        if search == old { return false }
        let before = try table.content(of: id)
        try table.update(search)
        // Without a step, but not without the hub of a shared catalogue: it would take it back.
        let outbox = Outbox(connection: connection)
        if try outbox.isOpen {
          var patches = SharedPatches()
          patches.list = [
            SharedPatch(
              kind: "saved_search", row: id.uuidString, owner: nil,
              old: ["content": .text(before)], new: ["content": .text(try search.content)])
          ]
          try outbox.send(
            patches, by: CatalogCommand(kind: .editSavedSearch, count: 0, moment: Date()))
        }
        return true
      }
      return ((), isChanged ? [.savedSearches] : [])
    }
  }

  private func changeSearches(
    _ command: CatalogCommand.Kind,
    _ change: @escaping @Sendable (SavedSearchTable) throws -> Void
  ) async throws {
    try await database.carryOut(command, count: { _ in 0 }) {
      try change(SavedSearchTable(connection: $0))
    }
  }
}
