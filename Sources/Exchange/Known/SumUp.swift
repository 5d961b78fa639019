// SPDX-License-Identifier: Apache-2.0
// The items of SumUp's tills: the rows of an item's further variations leave its name out.

import Catalog

enum SumUp: KnownFormat {
  static let format = ForeignFormat.sumup
  static let rows = KnownRows.productOverRows(key: "Item name")

  static func isHead(_ names: Set<String>) -> Bool {
    names.hasAll("item name", "variations") && names.contains { $0.hasPrefix("option set ") }
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch name {
    case "item name": return KnownColumn(original, .field(.title))
    case "sku": return KnownColumn(original, .field(.sku))
    case "barcode": return KnownColumn(original, .field(.gtin))
    case "price": return KnownColumn(original, .field(.price))
    case "cost price", "regular price (before sale)": return .custom(original, kind: .money)
    case "quantity": return KnownColumn(original, .field(.stock))
    case "low stock threshold": return KnownColumn(original, .field(.minimumStock))
    case "category": return KnownColumn(original, .field(.category))
    case "variations": return .custom(original)
    case "tax rate (%)":
      return KnownColumn(original, .custom(title: original, kind: .number(unit: "%")))
    default: break
    }
    if name.hasPrefix("description") {
      return KnownColumn(original, .field(.description), isHTML: true)
    }
    if name.hasPrefix("image ") { return KnownColumn(original, .pictures) }
    if let number = name.last?.wholeNumberValue {
      if name.hasPrefix("option set ") { return KnownColumn(original, .optionName(number)) }
      if name.hasPrefix("option ") { return KnownColumn(original, .optionValue(number)) }
    }
    return KnownColumn(original, .leftOut)
  }
}
