// The custom fields as they are now, for every window: whichever window or process adds, changes
// or removes one, the windows follow.

import Catalog
import Foundation

@MainActor
public final class CustomFields {
  public let changed = Observers<Void>()
  /// In the user's order; empty until they have been read.
  public private(set) var all: [CustomField] = []

  private let store: CatalogStore
  private var isStale = false
  private var reading: Task<Void, Never>?

  init(_ store: CatalogStore, changes: Observers<CatalogChange>) {
    self.store = store
    changes.add(self) { [weak self] change in
      // A change to a field is reported as one that may concern every product.
      if change == .everything { self?.reload() }
    }
    reload()
  }

  /// Returns once they have been read as they were at the last change that was reported.
  func settle() async { await reading?.value }

  private func reload() {
    isStale = true
    guard reading == nil else { return }
    reading = Task { [weak self, store] in
      while self?.beginReading() == true {
        // What can't be read now is read at the next change; until then the last ones count.
        if let fields = try? await store.fields() { self?.show(fields) }
      }
    }
  }

  private func beginReading() -> Bool {
    if !isStale { reading = nil }
    defer { isStale = false }
    return isStale
  }

  private func show(_ fields: [CustomField]) {
    guard fields != all else { return }
    all = fields
    changed.notify(())
  }
}
