// SPDX-License-Identifier: Apache-2.0
// The product that is shown, once more as a copy: one command of the catalogue.

import Catalog
import Wording

extension ProductDetail {
  /// Adds a copy of the product and shows it.
  public func duplicate() {
    guard let product else { return }
    // A title that leaves no room for more stays as it is.
    let title = (try? ProductTitle(tr("%@ (Copy)", product.title.text))) ?? product.title
    catalogue.inOrder { [weak self, catalogue] in
      do {
        let copy = try await catalogue.store.duplicate(product.id, titled: title)
        if let copy, self?.productID == product.id { self?.move(to: copy.id) }
      } catch {
        self?.messages.notify(tr("Not duplicated: %@", error.sentence))
      }
    }
  }
}
