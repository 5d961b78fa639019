// SPDX-License-Identifier: Apache-2.0
// Shopify's table: the rows of a product have one handle; the product has no row of its own beside its variants, and
// what belongs to it stands in the first of them.

import Catalog
import Foundation

struct ShopifyWriting: ShopTable {
  private let fields: [CustomField]
  private static let own: [ProductField] = [.minimumStock, .year, .unit, .packSize]
  static let mostOptions = 3

  init(_ fields: [CustomField], options: Int, unitPrices: UnitPriceMeasure) {
    self.fields = fields
  }

  var missing: [AnyField] { [] }

  var head: [String] {
    [
      "Handle", "Title", "Body (HTML)", "Vendor", "Product Category", "Type", "Tags", "Published",
      "Option1 Name", "Option1 Value", "Option2 Name", "Option2 Value", "Option3 Name",
      "Option3 Value", "Variant SKU", "Variant Inventory Tracker", "Variant Inventory Qty",
      "Variant Inventory Policy", "Variant Fulfillment Service", "Variant Price",
      "Variant Requires Shipping", "Variant Taxable", "Variant Barcode", "Image Src",
      "Image Position", "Status", metafield("Currency", OwnMeta.currency),
      metafield("Options", OwnMeta.options),
    ] + Self.own.map { metafield(OwnHead.title(of: $0), $0.name) }
      + zip(fields, ShopText.codes(of: fields)).map {
        "\($0.name) (product.metafields.custom.\($1))"
      }
  }

  private func metafield(_ title: String, _ key: String) -> String {
    "\(title) (product.metafields.\(OwnMeta.prefix).\(key))"
  }

  func rows(of family: ProductFamily, pictures: (Product) -> [String]) -> [[String]] {
    let head = family.head
    let handle =
      ShopText.slug(head.title.text, "-") + "-" + head.id.uuidString.prefix(8).lowercased()
    let names = head.options.fields.compactMap { id in fields.first { $0.id == id } }
      .prefix(Self.mostOptions)
    let variants = family.variants.isEmpty ? [head] : family.variants
    let images = (family.variants.isEmpty ? [head] : family.products).flatMap(pictures)
    // A single row with its options may be a product without variants.
    let isOne = family.variants.count == 1 && names.contains { !text($0, of: variants[0]).isEmpty }
    var rows: [[String]] = []
    for (place, variant) in variants.enumerated() {
      let isFirst = place == 0
      var cells = [handle]
      cells +=
        isFirst
        ? ofProduct(head, titled: variants.count > 1 || isOne ? head : variant)
        : [String](repeating: "", count: 7)
      for option in 0..<Self.mostOptions {
        if option < names.count, !family.variants.isEmpty {
          cells += [isFirst ? names[option].name : "", text(names[option], of: variant)]
        } else {
          cells += family.variants.isEmpty && option == 0 ? ["Title", "Default Title"] : ["", ""]
        }
      }
      cells += [
        text(.sku, of: variant), variant.stock == nil ? "" : "shopify", text(.stock, of: variant),
        "deny", "manual", amount(of: variant), "true", "true", text(.gtin, of: variant),
        images.count > place ? images[place] : "", images.count > place ? "\(place + 1)" : "",
      ]
      cells += [isFirst ? "active" : "", currency(of: variant)]
      cells.append(
        isFirst && isOne ? names.map(\.name).joined(separator: OwnMeta.separator) : "")
      if isFirst {
        cells +=
          Self.own.map { text($0, of: head) }
          // Of options, each variant has its own.
          + fields.map { family.variants.isEmpty || !names.contains($0) ? text($0, of: head) : "" }
      }
      rows.append(cells)
    }
    // Further pictures have rows of their own.
    for place in images.indices.dropFirst(variants.count) {
      rows.append(
        [handle] + [String](repeating: "", count: 22) + [images[place], "\(place + 1)"])
    }
    return rows
  }

  /// The shop has no way to write a comma within a tag, nor a backslash before the comma behind it.
  private func tags(of product: Product) -> String {
    product.tags.map { ShopText.line(Self.withoutComma($0.text)) }.joined(separator: ", ")
  }

  private static func withoutComma(_ tag: String) -> String {
    let tag = tag.hasSuffix("\\") ? tag.dropLast() + "/" : tag
    return tag.replacingOccurrences(of: ",", with: ";", options: .literal)
  }

  func lacks(of family: ProductFamily) -> ShopLacks {
    // Variants have no tags of their own there.
    let tags = family.head.tags.count { Self.withoutComma($0.text) != $0.text }
    var lacks = ShopLacks(otherSigns: categoriesWithJoint(in: family) + tags)
    lacks.decimals = family.sold.count {
      $0.stock.map { $0.value.millionths % 1_000_000 != 0 } ?? false
    }
    return lacks
  }

  /// A single variant without options is the product.
  private func ofProduct(_ head: Product, titled product: Product) -> [String] {
    [
      text(.title, of: product), text(.description, of: head), text(.supplier, of: head),
      // The shop takes no category but those of its own list, and any type.
      category(of: head), category(of: head), tags(of: head), "true",
    ]
  }
}
