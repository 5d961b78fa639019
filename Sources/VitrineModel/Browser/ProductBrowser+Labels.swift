// SPDX-License-Identifier: Apache-2.0
// The products that labels are printed of.

import Catalog
import Foundation

extension ProductBrowser {
  /// What is selected, or else the whole list, in its order; up to one more than can be printed at once.
  public func productsForLabels() async throws -> [UUID] {
    let most = LabelsState.mostProducts + 1
    guard selected.count == 0 else { return try await selectionCommands.identifiers(atMost: most) }
    return try await catalogue.store.products(listed.exportedQuery, limit: most).map(\.id)
  }
}
