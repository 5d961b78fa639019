// SPDX-License-Identifier: Apache-2.0
// Google's product data, which other markets read as well: amounts with their currency behind them, variants with the
// number of their group.

import Catalog
import Foundation

struct GoogleWriting: ShopTable {
  /// The custom fields that it knows by their names.
  private let known: [CustomField]
  private let fields: [CustomField]

  init(_ fields: [CustomField], options: Int) {
    self.fields = fields
    known = fields.filter { Self.attributes.contains($0.name.lowercased()) }
  }

  private static let attributes: Set<String> = [
    "link", "brand", "mpn", "condition", "color", "size", "material", "pattern", "gender",
    "age_group", "google_product_category",
  ]

  var style: TextTableWriter.Style { TextTableWriter.Style.tabs }

  var missing: [AnyField] {
    let all: [ProductField] = [.tags, .unit, .packSize, .minimumStock, .year, .supplier]
    return all.map { .builtIn($0) } + fields.filter { !known.contains($0) }.map { .custom($0) }
  }

  var head: [String] {
    [
      "id", "title", "description", "availability", "price", "gtin", "product_type", "quantity",
      "image_link", "additional_image_link", "item_group_id",
    ] + known.map { $0.name.lowercased() }
  }

  func rows(of family: ProductFamily, pictures: (Product) -> [String]) -> [[String]] {
    family.sold.map { product in
      let images = pictures(product)
      let group = family.variants.isEmpty ? "" : id(of: family.head)
      return [
        id(of: product), text(.title, of: product), text(.description, of: product),
        product.stock.map { $0.value > 0 ? "in_stock" : "out_of_stock" } ?? "in_stock",
        text(.price, of: product), text(.gtin, of: product),
        category(of: product), text(.stock, of: product), images.first ?? "",
        images.dropFirst().joined(separator: ","), group,
      ] + known.map { text($0, of: product) }
    }
  }

  /// Every row must have one.
  private func id(of product: Product) -> String { product.sku?.text ?? product.id.uuidString }
}
