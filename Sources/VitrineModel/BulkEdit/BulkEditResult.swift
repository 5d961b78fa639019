// SPDX-License-Identifier: Apache-2.0
// One change of many products and its outcome: how many were changed, and which could not be.

import Catalog
import Foundation
import Wording

/// A change of many products that was carried out.
struct BulkEditResult: Sendable {
  /// How many were changed.
  let count: Int
  /// Which products were not changed, and why; nil if there are none.
  let refusal: String?

  /// Not on the main thread: the result has something for each product.
  init(
    of ids: [UUID], by adjustments: [ProductAdjustment], leavingOutRefused: Bool = false,
    in store: CatalogStore, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws {
    let outcome = try await store.edit(
      ids, applying: adjustments, leavingOutRefused: leavingOutRefused, progress: progress)
    count = outcome.saved.count
    refusal = outcome.refusal
  }
}

extension BulkEditOutcome {
  /// Which products were not changed, and why; nil if there are none.
  fileprivate var refusal: String? {
    if refused.isEmpty { return nil }
    let named = refused.values.map(\.sentence).min() ?? ""
    return tr("Not changed: %@", named).withOthers(refused.count - 1)
  }
}
