// SPDX-License-Identifier: Apache-2.0
// InvenTree's table of parts, by the names of its fields or by their labels.

import Catalog

enum InvenTree: KnownFormat {
  static let format = ForeignFormat.inventree
  static let decimalSign: Character? = "."
  static let rows = KnownRows.variantsApart

  static func isHead(_ names: Set<String>) -> Bool {
    let plain = Set(names.map(plain))
    return plain.hasAll("name", "ipn")
      && plain.count(of: [
        "minimum_stock", "is_template", "assembly", "component", "purchaseable", "purchasable",
        "salable", "trackable", "virtual", "variant_of", "default_location", "category_name",
        "total_in_stock", "units",
      ]) > 2
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch plain(name) {
    case "name": KnownColumn(original, .field(.title))
    case "ipn": KnownColumn(original, .field(.sku))
    case "description": KnownColumn(original, .field(.description))
    case "pk", "id": KnownColumn(original, .productKey)
    case "variant_of": KnownColumn(original, .variantOf(column: "pk"))
    // “category” is the number of one.
    case "category_name", "category_path", "category__name":
      KnownColumn(original, .field(.category), pathSeparator: "/")
    case "keywords", "tags": KnownColumn(original, .field(.tags), separator: ",")
    case "minimum_stock": KnownColumn(original, .field(.minimumStock))
    case "total_in_stock", "in_stock", "stock": KnownColumn(original, .field(.stock))
    case "notes": KnownColumn(original, .note)
    case "link": .custom(original, kind: .link)
    case "units", "revision", "default_location": .custom(original)
    case "active", "assembly", "component", "purchaseable", "purchasable", "salable", "trackable",
      "virtual", "is_template":
      .custom(original, kind: .yesNo)
    case "image", "thumbnail": KnownColumn(original, .pictures)
    default: KnownColumn(original, .leftOut)
    }
  }

  private static func plain(_ name: String) -> String { name.replacing(" ", with: "_") }
}
