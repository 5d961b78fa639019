// SPDX-License-Identifier: Apache-2.0
// What a shop's table can't say of single products: found out while it is written.

import Catalog

struct ShopLacks {
  /// Products of which the first are named.
  struct Named {
    private(set) var titles: [String] = []
    private(set) var count = 0
    private static let most = 3

    init(_ titles: [ProductTitle] = []) {
      self.titles = titles.prefix(Self.most).map(\.text)
      count = titles.count
    }

    mutating func add(_ other: Named) {
      titles += other.titles.prefix(Self.most - titles.count)
      count += other.count
    }
  }

  /// Names and values with signs that the shop separates them by, which are left out or written otherwise.
  var otherSigns = 0
  /// Amounts in stock that the shop has only whole numbers for.
  var decimals = 0
  /// Products that the shop does not take, because they have no SKU.
  var withoutSKU = Named()
  /// Products that their variants can't name, because they have no SKU.
  var looseHeads = Named()

  mutating func add(_ other: ShopLacks) {
    otherSigns += other.otherSigns
    decimals += other.decimals
    withoutSKU.add(other.withoutSKU)
    looseHeads.add(other.looseHeads)
  }

  var faults: [ExportFault] {
    var faults: [ExportFault] = []
    if otherSigns > 0 { faults.append(.signs(otherSigns)) }
    if decimals > 0 { faults.append(.decimals(decimals)) }
    if withoutSKU.count > 0 {
      faults.append(.withoutSKU(withoutSKU.titles, count: withoutSKU.count))
    }
    if looseHeads.count > 0 {
      faults.append(.looseVariants(looseHeads.titles, count: looseHeads.count))
    }
    return faults
  }
}
