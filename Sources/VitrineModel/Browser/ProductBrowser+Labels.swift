// SPDX-License-Identifier: Apache-2.0
// The products that labels are printed of.

import Catalog
import Foundation

extension ProductBrowser {
  /// What a window for their labels begins with. Nil for more than can be printed at once.
  public func labelsState() async throws -> LabelsState? {
    let products = try await productsForLabels()
    guard products.count <= LabelsState.mostProducts else { return nil }
    return await LabelsScene.beginning(with: products, in: catalogue.store)
  }

  /// The labels that were printed last; nil if there were none.
  public func lastLabels() async -> LabelsState? {
    await LabelsScene.last(in: catalogue.store)
  }

  /// What is selected, or else the whole list, in its order; up to one more than can be printed at once. For a head there
  /// are its variants: nobody sells it itself.
  private func productsForLabels() async throws -> [UUID] {
    let (store, most) = (catalogue.store, LabelsState.mostProducts + 1)
    let ids =
      selected.count == 0
      ? try await store.products(listed.exportedQuery, limit: most).map(\.id)
      : try await selectionCommands.identifiers(atMost: most)
    return try await store.goods(of: ids, limit: most)
  }
}
