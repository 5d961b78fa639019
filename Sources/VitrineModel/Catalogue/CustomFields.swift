// SPDX-License-Identifier: Apache-2.0
// The custom fields as they are now, for every window: whichever window or process adds, changes
// or removes one, the windows follow.

import Catalog
import Foundation

@MainActor
public final class CustomFields {
  public let changed = Observers<Void>()
  /// In the user's order; empty until they have been read.
  public private(set) var all: [CustomField] = []
  /// Whether they have been read at all.
  public private(set) var isLoaded = false

  private let store: CatalogStore
  private let reading: Rereading<[CustomField]>

  init(_ store: CatalogStore, changes: Observers<CatalogChange>) {
    self.store = store
    reading = Rereading { try await store.fields() }
    reading.values.add(self) { [weak self] in self?.show($0) }
    changes.add(self) { [weak self] change in
      // A change to a field is reported as one that may concern every product.
      if change == .everything { self?.reading.again() }
    }
    reading.again()
  }

  /// Returns once they have been read as they were at the last change that was reported.
  func settle() async { await reading.settle() }

  /// Carries out a change, and returns once the list has it.
  func change<Value: Sendable>(
    _ change: @Sendable (CatalogStore) async throws -> Value
  ) async throws -> Value {
    let value = try await change(store)
    reading.again()
    await reading.settle()
    return value
  }

  private func show(_ fields: [CustomField]) {
    guard fields != all || !isLoaded else { return }
    (all, isLoaded) = (fields, true)
    changed.notify(())
  }
}
