// SPDX-License-Identifier: Apache-2.0
// The saved searches as they are now, for every window: whichever window or process changes one, the
// windows follow.

import Catalog
import Foundation
import Wording

@MainActor
public final class SavedSearchList {
  public let changed = Observers<Void>()
  /// In the user's order.
  public var all: [SavedSearch] { found.searches }
  /// The names of those that this version can't read.
  public var unreadable: [String] { found.unreadable }
  /// Whether they have been read at all.
  public private(set) var isLoaded = false

  private var found = SavedSearches()
  private let store: CatalogStore
  private let reading: Rereading<SavedSearches>

  init(_ store: CatalogStore, changes: Observers<CatalogChange>) {
    self.store = store
    reading = Rereading { try await store.savedSearches() }
    reading.values.add(self) { [weak self] in self?.show($0) }
    changes.add(self) { [weak self] change in
      if [.everything, .savedSearches].contains(change) { self?.reading.again() }
    }
    reading.again()
  }

  public subscript(id: UUID) -> SavedSearch? { all.first { $0.id == id } }

  /// Carries out a change, and returns once the list has it.
  func change(_ change: @Sendable (CatalogStore) async throws -> Void) async throws {
    try await change(store)
    reading.again()
    await reading.settle()
  }

  /// Where a saved search is.
  func place(of id: UUID) -> SavedSearchPlace {
    guard let index = all.firstIndex(where: { $0.id == id }), index + 1 < all.count else {
      return .last
    }
    return .before(all[index + 1].id)
  }

  /// Where it goes when it is moved up or down; nil at the end.
  func place(of id: UUID, movedBy distance: Int) -> SavedSearchPlace? {
    all.place(of: id, movedBy: distance).flatMap { place(of: id, at: $0) }
  }

  /// Where it goes when it is moved to above or below another one; nil if it is there.
  func place(of id: UUID, beside other: UUID, below: Bool) -> SavedSearchPlace? {
    all.place(of: id, beside: other, below: below).flatMap { place(of: id, at: $0) }
  }

  private func place(of id: UUID, at target: Int) -> SavedSearchPlace? {
    var moved = all
    guard let new = moved.move(id, to: target) else { return nil }
    return new + 1 < moved.count ? .before(moved[new + 1].id) : .last
  }

  private func show(_ new: SavedSearches) {
    guard new != found || !isLoaded else { return }
    found = new
    isLoaded = true
    changed.notify(())
  }
}
