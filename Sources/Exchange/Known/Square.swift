// SPDX-License-Identifier: Apache-2.0
// The item library of Square's tills: an item has a row for each of its variations, which need not have options.

import Catalog

enum Square: KnownFormat {
  static let format = ForeignFormat.square
  /// “Token” is a variation's.
  static let rows = KnownRows.productOverRows(key: "Item Name")
  static let decimalSign: Character? = "."

  static func isHead(_ names: Set<String>) -> Bool {
    names.hasAll("item name", "variation name")
      && (names.contains("token") || names.contains("sku"))
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch name {
    case "item name": return KnownColumn(original, .field(.title))
    case "sku": return KnownColumn(original, .field(.sku))
    case "gtin": return KnownColumn(original, .field(.gtin))
    case "description": return KnownColumn(original, .field(.description), isHTML: true)
    case "category", "categories": return KnownColumn(original, .field(.category), separator: ",")
    case "price": return KnownColumn(original, .field(.price), blanks: ["variable"])
    case "online sale price", "default unit cost":
      return .custom(original, kind: .money)
    case "variation name":
      // What an item without variations has.
      return KnownColumn(original, .custom(title: original, kind: nil), blanks: ["Regular"])
    case "default vendor name": return KnownColumn(original, .field(.supplier))
    case "default vendor code", "weight (kg)", "weight (lb)", "reporting category":
      return .custom(original)
    default: break
    }
    if name.hasPrefix("current quantity") { return KnownColumn(original, .field(.stock)) }
    if name.hasPrefix("stock alert count") {
      return KnownColumn(original, .field(.minimumStock))
    }
    if let number = name.last?.wholeNumberValue {
      if name.hasPrefix("option name") { return KnownColumn(original, .optionName(number)) }
      if name.hasPrefix("option value") { return KnownColumn(original, .optionValue(number)) }
    }
    return KnownColumn(original, .leftOut)
  }

  static func refined(_ columns: [KnownColumn]) -> [KnownColumn] { columns.withOneStock }
}

extension [KnownColumn] {
  /// Where several shops have a stock of their own, each stays one.
  var withOneStock: [KnownColumn] {
    let stocks: [KnownColumn.Meaning] = [.field(.stock), .field(.minimumStock)]
    let several = stocks.filter { stock in count(where: { $0.meaning == stock }) > 1 }
    return map { several.contains($0.meaning) ? .custom($0.column) : $0 }
  }
}
