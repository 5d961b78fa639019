// SPDX-License-Identifier: Apache-2.0
// Shopify's export, with its heads of three times. A product is several rows with one handle: variants
// and further pictures.

import Catalog
import Foundation

enum Shopify: KnownFormat {
  static let format = ForeignFormat.shopify
  static var rows: KnownRows { .productOverRows(key: "Handle") }
  static let decimalSign: Character? = "."

  static func isHead(_ names: Set<String>) -> Bool {
    names.contains("title")
      && (names.contains("url handle")
        || names.contains("handle")
          && names.count(of: [
            "body (html)", "vendor", "variant sku", "option1 name", "variant price", "image src",
            "published", "type", "tags",
          ]) > 1)
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch name {
    case "handle", "url handle": KnownColumn(original, .productKey)
    case "title": KnownColumn(original, .field(.title))
    case "body (html)", "description": KnownColumn(original, .field(.description), isHTML: true)
    case "vendor": KnownColumn(original, .field(.supplier))
    case "product category": KnownColumn(original, .field(.category), pathSeparator: " > ")
    case "custom product type", "type": .custom(original)
    case "tags": KnownColumn(original, .field(.tags), separator: ", ")
    case "sku", "variant sku": KnownColumn(original, .field(.sku))
    case "barcode", "barcodes", "variant barcode", "variant barcodes":
      KnownColumn(original, .field(.gtin))
    case "price", "variant price": KnownColumn(original, .field(.price))
    case "compare-at price", "variant compare at price", "compare at price", "cost per item":
      .custom(original, kind: .money)
    case "inventory quantity", "variant inventory qty": KnownColumn(original, .field(.stock))
    case "variant grams", "weight value (grams)":
      KnownColumn(original, .custom(title: original, kind: .number(unit: "g")))
    case "product image url", "image src": KnownColumn(original, .pictures)
    case "variant image", "variant image url": KnownColumn(original, .leftOut)
    case "image position": KnownColumn(original, .pictureNumber)
    default: metafield(name, original) ?? option(name, original) ?? other(name, original)
    }
  }

  /// In a table that Vitrine wrote, the type is the category: the shop keeps no category but those of its own list.
  static func refined(_ columns: [KnownColumn]) -> [KnownColumn] {
    guard columns.contains(where: { $0.meaning == .own(.options) }),
      let type = columns.firstIndex(where: { KnownFormats.fold($0.column) == "type" })
    else { return columns }
    var refined = columns.map { column in
      column.meaning == .field(.category) ? KnownColumn(column.column, .leftOut) : column
    }
    refined[type] = KnownColumn(columns[type].column, .field(.category), pathSeparator: " > ")
    return refined
  }

  private static func option(_ name: String, _ original: String) -> KnownColumn? {
    guard name.hasPrefix("option"), let number = name.dropFirst(6).first?.wholeNumberValue else {
      return nil
    }
    if name.hasSuffix(" name") { return KnownColumn(original, .optionName(number)) }
    if name.hasSuffix(" value") {
      // What a product without variants has.
      return KnownColumn(original, .optionValue(number), blanks: ["Default Title"])
    }
    return KnownColumn(original, .leftOut)
  }

  /// “Width (outside) (product.metafields.custom.width)”: what the field is called may have brackets, too.
  private static func metafield(_ name: String, _ original: String) -> KnownColumn? {
    let mark = "(product.metafields."
    guard let place = original.range(of: mark, options: [.backwards, .caseInsensitive]) else {
      return nil
    }
    if let key = name.range(of: "\(mark)\(OwnMeta.prefix).", options: .backwards)
      .map({ name[$0.upperBound...].prefix { $0 != ")" } }),
      let column = OwnMeta.column(key, named: original)
    {
      return column
    }
    return KnownColumn(
      original, .custom(title: String(original[..<place.lowerBound]).trimmed, kind: nil))
  }

  private static func other(_ name: String, _ original: String) -> KnownColumn? {
    if name.hasPrefix("price / ") || name.hasPrefix("compare at price / ")
      || name.hasPrefix("compare-at price / ")
    {
      return .custom(original, kind: .money)
    }
    let ours = [
      "published", "published on online store", "status", "gift card", "seo title",
      "seo description", "image alt text", "charge tax", "tax code", "continue selling",
      "requires shipping", "fulfillment service", "inventory tracker", "weight unit",
      "variant weight unit", "variant tax", "variant inventory", "variant fulfillment",
      "variant requires", "google shopping /", "included /", "unit price", "standardized product",
    ]
    return ours.contains(where: name.hasPrefix) ? KnownColumn(original, .leftOut) : nil
  }
}
