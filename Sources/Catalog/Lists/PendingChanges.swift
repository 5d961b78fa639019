// What has changed since a list was last brought up to date. Filled by whoever writes, at the
// moment of writing, so that a list can know at any time whether it has heard everything.

import Foundation

final class PendingChanges: @unchecked Sendable {
  struct Batch {
    var products: Set<UUID> = []
    /// Anything may have changed: only asking again can tell.
    var isEverything = false
    var isEmpty: Bool { products.isEmpty && !isEverything }
  }

  // The lock guards everything below it.
  private let lock = NSLock()
  private var batch = Batch()
  private var readsNotes = false

  var isEmpty: Bool { lock.withLock { batch.isEmpty } }

  /// Forgets what has changed; from now on notes count, or do not.
  func begin(readingNotes: Bool) {
    lock.withLock {
      batch = Batch()
      readsNotes = readingNotes
    }
  }

  /// Adds a change; whether it is the first that is waiting.
  func add(_ change: CatalogChange) -> Bool {
    lock.withLock {
      let isFirst = batch.isEmpty
      let fields: ProductFields = readsNotes ? .all : .all.subtracting(.notes)
      switch change {
      case .products(let differences):
        batch.products.formUnion(differences.lazy.filter { $0.value.touches(fields) }.map(\.key))
      case .everything: batch.isEverything = true
      case .forgot: break
      }
      if batch.products.count > OrderUpdate.most {
        batch = Batch(products: [], isEverything: true)
      }
      return isFirst && !batch.isEmpty
    }
  }

  func take() -> Batch {
    lock.withLock {
      defer { batch = Batch() }
      return batch
    }
  }
}
