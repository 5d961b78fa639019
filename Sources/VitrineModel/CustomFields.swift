// The custom fields as they are now, for every window: whichever window or process adds, changes
// or removes one, the windows follow.

import Catalog
import Foundation

@MainActor
public final class CustomFields {
  public let changed = Observers<Void>()
  /// In the user's order; empty until they have been read.
  public private(set) var all: [CustomField] = []

  private let reading: Rereading<[CustomField]>

  init(_ store: CatalogStore, changes: Observers<CatalogChange>) {
    reading = Rereading { try await store.fields() }
    reading.onRead = { [weak self] in self?.show($0) }
    changes.add(self) { [weak self] change in
      // A change to a field is reported as one that may concern every product.
      if change == .everything { self?.reading.again() }
    }
    reading.again()
  }

  /// Returns once they have been read as they were at the last change that was reported.
  func settle() async { await reading.settle() }

  private func show(_ fields: [CustomField]) {
    guard fields != all else { return }
    all = fields
    changed.notify(())
  }
}
