// SPDX-License-Identifier: Apache-2.0
// The items of Loyverse's tills: variants are rows with one handle, and each shop has a price and a stock of its own.

import Catalog

enum Loyverse: KnownFormat {
  static let format = ForeignFormat.loyverse
  static let rows = KnownRows.productOverRows(key: "Handle")
  static let decimalSign: Character? = "."

  static func isHead(_ names: Set<String>) -> Bool {
    names.hasAll("handle", "sku", "name")
      && names.count(of: ["default price", "sold by weight", "option 1 name", "track stock"]) > 1
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch name {
    case "handle": return KnownColumn(original, .productKey)
    case "name": return KnownColumn(original, .field(.title))
    case "sku": return KnownColumn(original, .field(.sku))
    case "barcode": return KnownColumn(original, .field(.gtin))
    case "category": return KnownColumn(original, .field(.category))
    case "description": return KnownColumn(original, .field(.description), isHTML: true)
    case "default price": return KnownColumn(original, .field(.price), blanks: ["variable"])
    case "cost", "purchase cost": return .custom(original, kind: .money)
    case "supplier": return KnownColumn(original, .field(.supplier))
    case "sold by weight": return .custom(original, kind: .yesNo)
    default: break
    }
    if name.hasPrefix("in stock") { return KnownColumn(original, .field(.stock)) }
    if name.hasPrefix("low stock") { return KnownColumn(original, .field(.minimumStock)) }
    if name.hasPrefix("price [") {
      return KnownColumn(
        original, .custom(title: original, kind: .money), blanks: ["variable"])
    }
    let words = name.split(separator: " ")
    if words.count == 3, words[0] == "option", let number = Int(words[1]) {
      if words[2] == "name" { return KnownColumn(original, .optionName(number)) }
      if words[2] == "value" { return KnownColumn(original, .optionValue(number)) }
    }
    return KnownColumn(original, .leftOut)
  }

  static func refined(_ columns: [KnownColumn]) -> [KnownColumn] { columns.withOneStock }
}
