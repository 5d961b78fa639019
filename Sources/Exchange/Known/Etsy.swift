// SPDX-License-Identifier: Apache-2.0
// Etsy's list of a shop's listings.

import Catalog

enum Etsy: KnownFormat {
  static let format = ForeignFormat.etsy
  static let decimalSign: Character? = "."

  static func isHead(_ names: Set<String>) -> Bool {
    names.hasAll("title", "price", "quantity")
      && names.count(of: ["currency_code", "materials", "image1", "variation 1 type", "tags"]) > 2
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch name {
    case "title": return KnownColumn(original, .field(.title))
    case "description": return KnownColumn(original, .field(.description))
    case "price": return KnownColumn(original, .field(.price))
    case "currency_code": return KnownColumn(original, .currency)
    case "quantity": return KnownColumn(original, .field(.stock))
    case "tags": return KnownColumn(original, .field(.tags), separator: ",")
    case "materials": return .custom(original, separator: ",")
    // Several for a listing with variations.
    case "sku": return KnownColumn(original, .field(.sku), separator: ",")
    default: break
    }
    if name.hasPrefix("image") { return KnownColumn(original, .pictures) }
    let words = name.split(separator: " ")
    if words.first == "variation", words.count > 2, let number = Int(words[1]) {
      switch words[2] {
      case "type", "name":
        return KnownColumn(original, words[2] == "name" ? .optionName(number) : .leftOut)
      default: return .custom(original, separator: ",")
      }
    }
    return nil
  }
}
