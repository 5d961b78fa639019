// SPDX-License-Identifier: Apache-2.0
// PrestaShop's import template and its list of products: translated, but always with its numbers.

import Catalog

enum PrestaShop: KnownFormat {
  static let format = ForeignFormat.prestashop

  static func isHead(_ names: Set<String>) -> Bool {
    names.count(of: [
      "product id", "active (0/1)", "name *", "categories (x,y,z...)", "price tax excluded",
      "price tax included", "tax rules id", "wholesale price", "on sale (0/1)", "discount amount",
      "reference #", "supplier reference #", "image urls (x,y,z...)", "tags (x,y,z...)",
      "price (tax excl.)", "price (tax incl.)", "reference", "meta title", "url rewritten",
    ]) > 3
      && names.contains {
        $0.contains("(0/1)") || $0.contains("(x,y,z") || $0.hasPrefix("price (tax")
          || $0.hasPrefix("price tax")
      }
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    let short = name.replacing(" *", with: "").replacing(" #", with: "")
    switch short {
    case "product id", "id": return KnownColumn(original, .productKey)
    case "name": return KnownColumn(original, .field(.title))
    case "reference": return KnownColumn(original, .field(.sku))
    case "ean13", "ean-13", "upc", "ean-13 or jan barcode", "upc barcode":
      return KnownColumn(original, .field(.gtin))
    case "quantity": return KnownColumn(original, .field(.stock))
    case "minimal quantity": return .custom(original)
    case "low stock level": return KnownColumn(original, .field(.minimumStock))
    case "supplier": return KnownColumn(original, .field(.supplier))
    case "description": return KnownColumn(original, .field(.description), isHTML: true)
    case "summary", "short description":
      return KnownColumn(original, .custom(title: original, kind: .text), isHTML: true)
    case "manufacturer", "brand", "width", "height", "depth", "weight", "condition", "isbn", "mpn":
      return .custom(original)
    case "wholesale price", "unit price", "unit price (tax excl.)":
      return .custom(original, kind: .money)
    case "price tax included", "price (tax incl.)": return KnownColumn(original, .field(.price))
    case "price tax excluded", "price (tax excl.)", "base price", "final price":
      return .custom(original, kind: .money)
    default: break
    }
    if short.hasPrefix("categor") {
      return KnownColumn(
        original, .field(.category), separator: ",", rootCategory: "Home")
    }
    if short.hasPrefix("tags") { return KnownColumn(original, .field(.tags), separator: ",") }
    if short.hasPrefix("image url") || short == "image" {
      return KnownColumn(original, .pictures, separator: ",")
    }
    if short.hasPrefix("feature") { return .custom(original, separator: ",") }
    return KnownColumn(original, .leftOut)
  }

  /// With and without tax beside each other, a person says which is the price; and without alone, whether it is.
  static func refined(_ columns: [KnownColumn]) -> [KnownColumn] {
    let prices = [
      "price tax included", "price (tax incl.)", "price tax excluded", "price (tax excl.)",
    ]
    let isPrice = columns.map { prices.contains(KnownFormats.fold($0.column)) }
    let isNet = columns.contains { KnownFormats.fold($0.column).contains("excl") }
    guard isPrice.count(where: { $0 }) > 1 || isNet && isPrice.contains(true) else {
      return columns
    }
    return zip(columns, isPrice).filter { !$0.1 }.map(\.0)
  }
}
