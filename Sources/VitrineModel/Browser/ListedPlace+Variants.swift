// SPDX-License-Identifier: Apache-2.0
// Variants below their heads in a list: which heads are open is a part of the window. A search, filters, and an
// order by what each variant has for itself list variants like other products.

import Catalog
import Foundation

extension ListedPlace {
  /// Shows the variants of a head below it, or hides them. Closing it selects it instead of one of them.
  public func setOpen(_ head: UUID, _ isOpen: Bool) {
    var heads = state.openHeads.filter { $0 != head }
    if isOpen {
      heads = heads.suffix(Self.mostOpen - 1) + [head]
    } else if !selected.hasSeveral, let main = selected.main,
      list.item(of: main)?.variant?.head == head
    {
      selected.select(head)
    }
    guard heads != state.openHeads else { return }
    state.openHeads = heads
    list.open(heads)
  }

  /// More are closed again: each is read with the list.
  private static let mostOpen = 200
}
