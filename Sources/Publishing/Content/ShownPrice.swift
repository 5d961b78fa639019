// SPDX-License-Identifier: Apache-2.0
// The price that a list shows of a product. Of one with variants, customers buy these: so their prices count, and its own
// only if they have none.

import Catalog
import Wording

struct ShownPrice: Sendable, Equatable {
  /// The same of a product with one price.
  let lowest, highest: Price
  let text: String

  /// Its own.
  init?(of product: PublicProduct) {
    guard let price = product.price, let text = product.priceText else { return nil }
    (lowest, highest, self.text) = (price, price, text)
  }

  /// Nil if there is none, or if they are in several currencies, which can't be compared.
  init?(_ own: ShownPrice?, variants: [ShownPrice]) {
    let prices = variants.isEmpty ? [own].compactMap(\.self) : variants
    guard Set(prices.map(\.lowest.currency)).count == 1,
      let lowest = prices.min(by: { $0.lowest.minorUnits < $1.lowest.minorUnits }),
      let highest = prices.max(by: { $0.highest.minorUnits < $1.highest.minorUnits })
    else { return nil }
    (self.lowest, self.highest) = (lowest.lowest, highest.highest)
    let isOne = prices.allSatisfy { $0.text == lowest.text }
    text = isOne ? lowest.text : tr("from %@", lowest.text)
  }
}
