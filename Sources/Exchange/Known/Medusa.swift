// SPDX-License-Identifier: Apache-2.0
// Medusa's product export, a variant in each row.

import Catalog

enum Medusa: KnownFormat {
  static let format = ForeignFormat.medusa
  static var rows: KnownRows { .productOverRows(key: "Product Handle") }
  static let decimalSign: Character? = "."

  static func isHead(_ names: Set<String>) -> Bool {
    names.count(of: ["product title", "product handle", "product id"]) > 1
      && names.contains { $0.hasPrefix("variant ") }
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch name {
    case "product handle": return KnownColumn(original, .productKey)
    case "product title": return KnownColumn(original, .field(.title))
    case "product description": return KnownColumn(original, .field(.description), isHTML: true)
    case "product tags": return KnownColumn(original, .field(.tags), separator: ",")
    case "variant sku": return KnownColumn(original, .field(.sku))
    case "variant barcode", "variant ean", "variant upc":
      return KnownColumn(original, .field(.gtin))
    case "variant inventory quantity": return KnownColumn(original, .field(.stock))
    case "product thumbnail": return KnownColumn(original, .pictures)
    case "product type", "product collection title", "product subtitle", "product material",
      "product origin country", "variant title", "product categories", "product weight",
      "product length", "product width", "product height", "product hs code", "variant weight",
      "variant length", "variant width", "variant height", "variant material":
      return .custom(original)
    default: break
    }
    let words = name.split(separator: " ")
    if name.hasPrefix("product image ") || (words.first == "image" && words.last == "url") {
      return KnownColumn(original, .pictures)
    }
    if name.hasPrefix("product tag ") { return KnownColumn(original, .field(.tags)) }
    if name.hasPrefix("product category ") { return KnownColumn(original, .field(.category)) }
    if let option = words.firstIndex(of: "option"), words.count > option + 2,
      let number = Int(words[option + 1])
    {
      return KnownColumn(
        original, words.last == "name" ? .optionName(number) : .optionValue(number))
    }
    // “Price EUR”, “Variant Price USD”
    if words.contains("price"), let code = words.last, code.count == 3 {
      return KnownColumn(original, .custom(title: original, kind: .money))
    }
    return KnownColumn(original, .leftOut)
  }

  /// A single price is the price; in several currencies, a person says which one is.
  static func refined(_ columns: [KnownColumn]) -> [KnownColumn] {
    let prices = columns.indices.filter { place in
      if case .custom(_, .money?) = columns[place].meaning { true } else { false }
    }
    guard let only = prices.first else { return columns }
    var refined = columns
    refined[only].meaning = .field(.price)
    return prices.count == 1
      ? refined : columns.indices.filter { !prices.contains($0) }.map { columns[$0] }
  }
}
