// SPDX-License-Identifier: Apache-2.0
// Bagisto's product export: a row for each product and each language.

import Catalog

enum Bagisto: KnownFormat {
  static let format = ForeignFormat.bagisto
  static let rows = KnownRows.variantsApart
  static let decimalSign: Character? = "."

  static func isHead(_ names: Set<String>) -> Bool {
    names.contains("sku")
      && names.count(of: [
        "attribute_family_code", "attribute_family", "parent_sku", "visible_individually",
        "guest_checkout", "locale", "channel", "url_key", "inventories", "product_number",
        "configurable_variants", "super_attributes",
      ]) > 2
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch name {
    case "sku": KnownColumn(original, .field(.sku))
    case "name": KnownColumn(original, .field(.title))
    case "description": KnownColumn(original, .field(.description), isHTML: true)
    case "short_description":
      KnownColumn(original, .custom(title: original, kind: .text), isHTML: true)
    case "price": KnownColumn(original, .field(.price))
    case "cost", "special_price": .custom(original, kind: .money)
    case "categories", "category":
      KnownColumn(original, .field(.category), separator: "/")
    case "images", "image", "base_image": KnownColumn(original, .pictures, separator: ",")
    case "ean", "gtin", "barcode": KnownColumn(original, .field(.gtin))
    // “default=100,second=20”
    case "inventories", "qty", "quantity": KnownColumn(original, .field(.stock))
    case "type": KnownColumn(original, .rowKind)
    case "locale": KnownColumn(original, .language)
    case "parent_sku": KnownColumn(original, .variantOf(column: "sku"))
    case "configurable_variants": KnownColumn(original, .variants)
    case "weight", "color", "size", "brand", "product_number": .custom(original)
    default: KnownColumn(original, .leftOut)
    }
  }
}
