// SPDX-License-Identifier: Apache-2.0
// Part-DB's table for import and export.

import Catalog

enum PartDB: KnownFormat {
  static let format = ForeignFormat.partdb
  static let decimalSign: Character? = "."

  static func isHead(_ names: Set<String>) -> Bool {
    names.contains("name")
      && names.count(of: [
        "ipn", "footprint", "storage_location", "storelocation", "mpn",
        "manufacturer_product_number", "manufacturing_status", "needs_review", "partunit",
        "minamount", "spn", "supplier_product_number",
      ]) > 2
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch name {
    case "name": KnownColumn(original, .field(.title))
    case "description": KnownColumn(original, .field(.description))
    case "category": KnownColumn(original, .field(.category), pathSeparator: "->")
    case "notes", "comment": KnownColumn(original, .note)
    case "tags": KnownColumn(original, .field(.tags), separator: ",")
    case "quantity", "amount", "instock": KnownColumn(original, .field(.stock))
    case "minamount": KnownColumn(original, .field(.minimumStock))
    case "ipn": KnownColumn(original, .field(.sku))
    case "gtin": KnownColumn(original, .field(.gtin))
    case "supplier": KnownColumn(original, .field(.supplier))
    case "price": KnownColumn(original, .field(.price))
    case "favorite", "needs_review": .custom(original, kind: .yesNo)
    case "mass": .custom(original, kind: .number(unit: "g"))
    case "storage_location", "storelocation", "footprint", "manufacturer":
      KnownColumn(original, .custom(title: original, kind: nil), pathSeparator: "->")
    case "id": KnownColumn(original, .leftOut)
    default: .custom(original)
    }
  }
}
