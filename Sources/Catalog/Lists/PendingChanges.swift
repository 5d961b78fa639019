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
    var fields = ProductFields.all
  }

  private let waiting = Mutex(Waiting())

  var isEmpty: Bool { waiting.withLock { $0.batch.isEmpty } }

  /// Clears what has changed. From now on, only changes of these fields matter.
  func begin(reading fields: ProductFields) {
    waiting.withLock { $0 = Waiting(fields: fields) }
  }

  /// Adds a change. Returns whether it is the first one waiting.
  func add(_ change: CatalogChange) -> Bool {
    waiting.withLock { waiting in
      let isFirst = waiting.batch.isEmpty
      switch change {
      case .products(let differences):
        for (product, difference) in differences where difference.touches(waiting.fields) {
          waiting.batch.products.insert(product)
        }
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
