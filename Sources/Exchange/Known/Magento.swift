// SPDX-License-Identifier: Apache-2.0
// Magento 2's product export: a row for each product and for each store view of it.

import Catalog

enum Magento: KnownFormat {
  static let format = ForeignFormat.magento
  static let rows = KnownRows.variantsApart
  static let decimalSign: Character? = "."

  /// More of what a product is, “size=M,color=red”; of a variant also its options.
  static let attributes = "additional_attributes"

  static func isHead(_ names: Set<String>) -> Bool {
    names.contains("sku")
      && names.count(of: [
        "attribute_set_code", "_attribute_set", "product_type", "_type", "product_websites",
        "additional_attributes", "store_view_code", "url_key", "tax_class_name", "base_image",
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
    case "qty": KnownColumn(original, .field(.stock))
    case "min_qty", "notify_on_stock_below": KnownColumn(original, .field(.minimumStock))
    case "categories":
      KnownColumn(
        original, .field(.category), separator: ",", pathSeparator: "/",
        rootCategory: "Default Category")
    case "ean", "gtin", "upc", "barcode": KnownColumn(original, .field(.gtin))
    case "base_image", "additional_images", "image", "media_image":
      KnownColumn(original, .pictures, separator: ",", blanks: ["no_selection"])
    case "unit": KnownColumn(original, .field(.unit))
    case "pack_size": KnownColumn(original, .field(.packSize))
    case "special_price", "cost", "msrp_price": .custom(original, kind: .money)
    case "weight": .custom(original)
    case "configurable_variations": KnownColumn(original, .variants)
    case "configurable_variation_labels": KnownColumn(original, .variantLabels)
    case "product_type", "_type": KnownColumn(original, .rowKind)
    case "store_view_code", "_store": KnownColumn(original, .language)
    case attributes, "manufacturer", "brand", "color", "size", "country_of_manufacture":
      .custom(original)
    default: KnownColumn(original, .leftOut)
    }
  }
}
