// SPDX-License-Identifier: Apache-2.0
// What a shop's table can't say of single products: found out while it is written.

import Catalog

struct ShopLacks {
  /// Names and values with signs that the shop separates them by, which are left out or written otherwise.
  var otherSigns = 0
  /// Products that the shop does not take, because they have no SKU.
  var withoutSKU: [ProductTitle] = []

  private var countWithoutSKU = 0
  private static let named = 3

  init(otherSigns: Int = 0, withoutSKU: [ProductTitle] = []) {
    (self.otherSigns, self.withoutSKU) = (otherSigns, withoutSKU)
    countWithoutSKU = withoutSKU.count
  }

  mutating func add(_ other: ShopLacks) {
    otherSigns += other.otherSigns
    countWithoutSKU += other.countWithoutSKU
    withoutSKU += other.withoutSKU.prefix(Self.named - withoutSKU.count)
  }

  var faults: [ExportFault] {
    (otherSigns > 0 ? [.signs(otherSigns)] : [])
      + (countWithoutSKU > 0
        ? [.withoutSKU(withoutSKU.map(\.text), count: countWithoutSKU)] : [])
  }
}
