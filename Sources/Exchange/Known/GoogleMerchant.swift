// SPDX-License-Identifier: Apache-2.0
// Google's product data, as a table or as XML; Facebook, Bing and others read the same.

import Catalog

enum GoogleMerchant: KnownFormat {
  static let format = ForeignFormat.google
  static let decimalSign: Character? = "."

  static func isHead(_ names: Set<String>) -> Bool {
    let plain = Set(names.map(plain))
    return plain.hasAll("id", "title")
      && plain.count(of: [
        "image_link", "availability", "google_product_category", "condition", "brand", "link",
        "gtin", "mpn", "price", "item_group_id",
      ]) > 3 && plain.count(of: ["image_link", "google_product_category", "item_group_id"]) > 0
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch plain(name) {
    case "id", "offer_id": KnownColumn(original, .field(.sku))
    case "title": KnownColumn(original, .field(.title))
    case "description": KnownColumn(original, .field(.description), isHTML: true)
    case "price": KnownColumn(original, .field(.price))
    case "gtin", "ean", "upc": KnownColumn(original, .field(.gtin))
    case "image_link", "additional_image_link": KnownColumn(original, .pictures, separator: ",")
    case "unit_pricing_measure": KnownColumn(original, .field(.packSize))
    case "unit_pricing_base_measure": KnownColumn(original, .leftOut)
    case "quantity", "inventory", "sell_on_google_quantity": KnownColumn(original, .field(.stock))
    case "product_type": KnownColumn(original, .field(.category), pathSeparator: " > ")
    case "google_product_category": .custom(original)
    case GoogleAttribute.group: KnownColumn(original, .custom(title: original, kind: .line))
    case "sale_price", "cost_of_goods_sold": .custom(original, kind: .money)
    case "link": .custom(original, kind: .link)
    case "currency": KnownColumn(original, .currency)
    case "year": KnownColumn(original, .field(.year))
    // The stock says it, or the shop that is left.
    case "availability", "shipping", "tax", "identifier_exists", "adult", "is_bundle",
      "mobile_link",
      "excluded_destination", "included_destination":
      KnownColumn(original, .leftOut)
    default: .custom(original)
    }
  }

  /// Ours have the group for shops: in the catalogue, a variant knows its product.
  static func refined(_ columns: [KnownColumn]) -> [KnownColumn] {
    guard columns.map(\.column).starts(with: GoogleAttribute.written) else { return columns }
    return columns.map {
      $0.column == GoogleAttribute.group ? KnownColumn($0.column, .leftOut) : $0
    }
  }

  /// “g:image link”, as old feeds have it, is “image_link”.
  static func plain(_ name: String) -> String {
    (name.hasPrefix("g:") ? String(name.dropFirst(2)) : name).replacing(" ", with: "_")
  }
}
