// SPDX-License-Identifier: Apache-2.0
// The products of Vend, now Lightspeed Retail X: variants are rows with one handle, and each outlet has a stock.

import Catalog

enum Vend: KnownFormat {
  static let format = ForeignFormat.vend
  static let rows = KnownRows.productOverRows(key: "handle")
  static let decimalSign: Character? = "."

  static func isHead(_ names: Set<String>) -> Bool {
    names.hasAll("handle", "sku", "name")
      && names.count(of: [
        "supply_price", "retail_price", "variant_option_one_name", "brand_name", "product_category",
      ]) > 2
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch name {
    case "handle": return KnownColumn(original, .productKey)
    case "name": return KnownColumn(original, .field(.title))
    case "sku": return KnownColumn(original, .field(.sku))
    case "description": return KnownColumn(original, .field(.description), isHTML: true)
    case "product_category": return KnownColumn(original, .field(.category), pathSeparator: " / ")
    case "tags": return KnownColumn(original, .field(.tags), separator: ",")
    case "retail_price": return KnownColumn(original, .field(.price))
    case "supply_price": return .custom(original, kind: .money)
    case "supplier_name": return KnownColumn(original, .field(.supplier))
    case "brand_name", "supplier_code": return .custom(original)
    case "active": return .custom(original, kind: .yesNo)
    default: break
    }
    if name.hasPrefix("inventory_") { return KnownColumn(original, .field(.stock)) }
    if name.hasPrefix("reorder_point_") { return KnownColumn(original, .field(.minimumStock)) }
    for (word, number) in [("one", 1), ("two", 2), ("three", 3)] {
      if name == "variant_option_\(word)_name" { return KnownColumn(original, .optionName(number)) }
      if name == "variant_option_\(word)_value" {
        return KnownColumn(original, .optionValue(number))
      }
    }
    return KnownColumn(original, .leftOut)
  }

  static func refined(_ columns: [KnownColumn]) -> [KnownColumn] { columns.withOneStock }
}
