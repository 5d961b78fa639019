// SPDX-License-Identifier: Apache-2.0
// Magento 2's table: a variant is a product of its own, which the product it belongs to names by its SKU.

import Catalog
import Foundation

struct MagentoWriting: ShopTable {
  private let fields: [CustomField]
  /// What the shop calls each field.
  private let codes: [UUID: String]

  init(_ fields: [CustomField], options: Int, unitPrices: UnitPriceMeasure) {
    self.fields = fields
    let codes = ShopText.codes(of: fields, besides: head)
    self.codes = Dictionary(uniqueKeysWithValues: zip(fields.map(\.id), codes))
  }

  var missing: [AnyField] {
    [.builtIn(.tags), .builtIn(.supplier), .builtIn(.year)] + fields.map { .custom($0) }
  }

  let head = [
    "sku", "store_view_code", "attribute_set_code", "product_type", "categories",
    "product_websites", "name", "description", "product_online", "tax_class_name", "visibility",
    "price", "url_key", "base_image", "additional_images", "qty", "notify_on_stock_below",
    "is_in_stock", "gtin", "configurable_variations", "configurable_variation_labels",
    "additional_attributes",
    // Not of the shop, which takes no notice of columns that it does not know.
    "unit", "pack_size",
  ]

  /// What separates options can't be in one.
  private static func fits(_ text: String) -> Bool {
    !text.isEmpty && !text.contains { ",=|".contains($0) }
  }

  /// Several categories in a cell are separated by commas.
  private static func category(_ path: CategoryPath) -> String {
    path.text.replacingOccurrences(of: ",", with: ";", options: .literal)
  }

  func lacks(of family: ProductFamily) -> ShopLacks {
    let names = family.head.options.fields.compactMap { id in fields.first { $0.id == id } }
    let leftOut = family.variants.flatMap { variant in
      names.map { ($0.name, text($0, of: variant)) }
        .filter { !$1.isEmpty && !(Self.fits($0) && Self.fits($1)) }
    }
    let categories = family.products.compactMap(\.category).filter { Self.category($0) != $0.text }
    let codes = family.variants.filter { $0.sku.map { !Self.fits($0) } ?? false }
    return ShopLacks(
      otherSigns: leftOut.count + categories.count + codes.count,
      withoutSKU: .init(family.products.filter { $0.sku == nil }.map(\.title)))
  }

  /// What a variant is, such as “size=M”.
  private func options(_ names: [CustomField], of variant: Product) -> [String] {
    names.map { ($0, text($0, of: variant)) }
      .filter { Self.fits($0.name) && Self.fits($1) }.map { "\(codes[$0.id] ?? "")=\($1)" }
  }

  /// Whether a product can name a variant by this.
  private static func fits(_ sku: SKU) -> Bool { !sku.text.contains { ",|".contains($0) } }

  func rows(of family: ProductFamily, pictures: (Product) -> [String]) -> [[String]] {
    let names = family.head.options.fields.compactMap { id in fields.first { $0.id == id } }
    let named = family.variants.filter { $0.sku.map { Self.fits($0) } ?? false }
    let variations = named.map { variant in
      (["sku=\(text(.sku, of: variant))"] + options(names, of: variant)).joined(separator: ",")
    }
    let labels = names.filter { Self.fits($0.name) }.map { "\(codes[$0.id] ?? "")=\($0.name)" }
    let ofOthers = Set(named.map(\.id))
    return family.products.map { product in
      let isHead = product.id == family.head.id
      let images = pictures(product)
      let attributes =
        ofOthers.contains(product.id) ? options(names, of: product).joined(separator: ",") : ""
      return [
        text(.sku, of: product), "", "Default",
        isHead && !variations.isEmpty ? "configurable" : "simple",
        product.category.map { "Default Category/" + ShopText.line(Self.category($0)) } ?? "",
        "base",
        text(.title, of: product), text(.description, of: product), "1", "Taxable Goods",
        ofOthers.contains(product.id) ? "Not Visible Individually" : "Catalog, Search",
        amount(of: product),
        product.id.uuidString.lowercased(), images.first ?? "",
        images.dropFirst().joined(separator: ","), text(.stock, of: product),
        text(.minimumStock, of: product), product.stock.map { $0.value > 0 ? "1" : "0" } ?? "1",
        text(.gtin, of: product), isHead ? variations.joined(separator: "|") : "",
        isHead && !variations.isEmpty ? labels.joined(separator: ",") : "", attributes,
        text(.unit, of: product), text(.packSize, of: product),
      ]
    }
  }
}
