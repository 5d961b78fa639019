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

/// What is odd about a change to many products, which is therefore not carried out without a question.
struct OddResults: Error {
  let sentence: String
}

extension BulkEditPreview {
  /// What is odd, with how many products of each kind; nil if nothing is.
  var oddSentence: String? {
    let sentences = BulkEditOddity.allCases.compactMap { oddity in
      odd[oddity].map { oddity.sentence(of: $0) }
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: "\n")
  }
}

extension BulkEditOddity {
  fileprivate func sentence(of count: Int) -> String {
    switch self {
    case .zero: tr("1 becomes zero.", "%@ become zero.", count: count)
    case .tenfold:
      tr(
        "1 becomes ten times as much or more, or a tenth or less.",
        "%@ become ten times as much or more, or a tenth or less.", count: count)
    case .lost: tr("1 loses its whole text.", "%@ lose their whole texts.", count: count)
    }
  }
}
