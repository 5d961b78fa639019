// SPDX-License-Identifier: Apache-2.0
// What a row or a card shows of a product, and what a screen reader says of it.

import Catalog
import Gtk
import VitrineModel
import Wording

/// What a row or a card shows. Lists are refreshed as a whole, many times while they are read and typed
/// into; most of their two hundred rows are not even on screen, and show the same as before.
struct ShownItem: Equatable {
  let item: ListedProduct?
  let search: String
  let isUnfinished: Bool

  @MainActor
  init(_ item: ListedProduct?, _ catalogue: OpenCatalogue, search: String) {
    self.item = item
    self.search = search
    isUnfinished = item.map { catalogue.unfinished.all.contains($0.id) } ?? false
  }
}

extension ItemView {
  /// Names the row or card for a screen reader.
  func name(_ item: ListedProduct?, isUnfinished: Bool) {
    nameItem(
      item?.spokenText(isUnfinished: isUnfinished)
        ?? tr("Loading", context: "spoken for a row whose product is still being read"),
      isOpen: item?.family == nil || item?.isNested == true ? nil : item?.isOpen)
  }
}
