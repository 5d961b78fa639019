// SPDX-License-Identifier: Apache-2.0
// The products of the list that are printed, and the columns they are shown in.

import Catalog
import Foundation

extension ProductBrowser {
  /// What a window that prints begins with. If several products are selected it prints those, or else the whole list, in
  /// its order; what is selected can be chosen there, too. Nil if too many are.
  public func printState() async throws -> PrintState? {
    var state = PrintState()
    state.choices = await PrintScene.kept(of: catalogue.store).read() ?? state.choices
    state.listTitle = listed.title
    state.columns = columns.shown.map(\.field.id.text)
    state.query = listed.exportedQuery
    if case .all = selected.extent { return state }
    // More are not read only to be refused.
    guard selected.count <= PrintState.mostSelected else { return nil }
    // A closed head stands for its variants, too.
    if let families = try await listed.selectedFamilies() { state.products = families.products }
    state.isOfSelected = selected.hasSeveral
    return state.products.count <= PrintState.mostSelected ? state : nil
  }
}
