// SPDX-License-Identifier: Apache-2.0
// What has changed since a list was last updated. Writers add to it synchronously, so that a list
// knows at any time whether it has received everything.

import Foundation
import Synchronization

final class PendingChanges: Sendable {
  struct Batch: Sendable {
    var products: Set<UUID> = []
    /// Anything may have changed: the list must be read again.
    var isEverything = false
    var isEmpty: Bool { products.isEmpty && !isEverything }
  }

  private struct Waiting {
    var batch = Batch()
    var readsNotes = false
  }

  private let waiting = Mutex(Waiting())

  var isEmpty: Bool { waiting.withLock { $0.batch.isEmpty } }

  /// Clears what has changed. `readingNotes` says whether changes of notes matter from now on.
  func begin(readingNotes: Bool) {
    waiting.withLock { $0 = Waiting(readsNotes: readingNotes) }
  }

  /// Adds a change. Returns whether it is the first one waiting.
  func add(_ change: CatalogChange) -> Bool {
    waiting.withLock { waiting in
      let isFirst = waiting.batch.isEmpty
      let fields: ProductFields = waiting.readsNotes ? .all : .all.subtracting(.notes)
      switch change {
      case .products(let differences):
        waiting.batch.products.formUnion(
          differences.lazy.filter { $0.value.touches(fields) }.map(\.key))
      case .everything: waiting.batch.isEverything = true
      case .savedSearches, .templates, .markedDistinct, .sources, .forgot: break
      }
      if waiting.batch.products.count > OrderUpdate.most {
        waiting.batch = Batch(products: [], isEverything: true)
      }
      return isFirst && !waiting.batch.isEmpty
    }
  }

  func take() -> Batch {
    waiting.withLock { waiting in
      defer { waiting.batch = Batch() }
      return waiting.batch
    }
  }
}
