// SPDX-License-Identifier: Apache-2.0
// The export of Open Food Facts and its sisters, two hundred columns of which a catalogue wants a few.

import Catalog

enum OpenFoodFacts: KnownFormat {
  static let format = ForeignFormat.openfoodfacts
  static let decimalSign: Character? = "."

  static func isHead(_ names: Set<String>) -> Bool {
    names.hasAll("code", "product_name")
      && names.count(of: [
        "url", "creator", "created_t", "brands", "categories", "countries", "quantity",
        "generic_name", "image_url", "ingredients_text",
      ]) > 2
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch name {
    case "code": KnownColumn(original, .field(.gtin))
    case "product_name": KnownColumn(original, .field(.title))
    case "generic_name": KnownColumn(original, .field(.description))
    // From the general to the special.
    case "categories": KnownColumn(original, .field(.category), separator: ",")
    case "labels": KnownColumn(original, .field(.tags), separator: ",")
    case "image_url": KnownColumn(original, .pictures)
    case "brands", "stores", "countries", "packaging", "origins":
      .custom(original, separator: ",")
    case "quantity", "ingredients_text", "allergens", "traces", "serving_size", "nutriscore_grade":
      .custom(original)
    case "url": .custom(original, kind: .link)
    default: KnownColumn(original, .leftOut)
    }
  }
}
