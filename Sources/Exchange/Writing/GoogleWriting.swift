// SPDX-License-Identifier: Apache-2.0
// Google's product data, which other markets read as well: amounts with their currency behind them, variants with the
// number of their group.

import Catalog
import Foundation

struct GoogleWriting: ShopTable {
  /// The custom fields that it knows by their names.
  private let known: [CustomField]
  private let fields: [CustomField]
  private let unitPrices: UnitPriceMeasure

  init(_ fields: [CustomField], options: Int, unitPrices: UnitPriceMeasure) {
    (self.fields, self.unitPrices) = (fields, unitPrices)
    var known: [CustomField] = []
    // One that is called as the attribute goes before one that is called so in other countries.
    let candidates = fields.filter { GoogleAttribute.names.contains($0.name.lowercased()) } + fields
    for field in candidates {
      guard let attribute = GoogleAttribute.of(field.name) else { continue }
      if !known.contains(where: { GoogleAttribute.of($0.name) == attribute }) {
        known.append(field)
      }
    }
    self.known = known
  }

  var style: TextTableWriter.Style { TextTableWriter.Style.tabs }

  var missing: [AnyField] {
    let all: [ProductField] = [.tags, .unit, .minimumStock, .year, .supplier]
    return all.map { .builtIn($0) } + fields.filter { !known.contains($0) }.map { .custom($0) }
  }

  var head: [String] {
    GoogleAttribute.written + known.map { GoogleAttribute.of($0.name) ?? $0.name }
  }

  func rows(of family: ProductFamily, pictures: (Product) -> [String]) -> [[String]] {
    family.sold.map { product in
      // A shop shows no product without one. No variant is read again from such a list.
      let images = pictures(product.pictures.isEmpty ? family.head : product)
      let group = family.variants.isEmpty ? "" : id(of: family.head)
      return [
        id(of: product), text(.title, of: product), text(.description, of: product),
        product.stock.map { $0.value > 0 ? "in_stock" : "out_of_stock" } ?? "in_stock",
        text(.price, of: product), text(.gtin, of: product),
        category(of: product), text(.stock, of: product), images.first ?? "",
        images.dropFirst().joined(separator: ","), group, pack(of: product),
        pack(of: product).isEmpty ? "" : base(of: product),
      ] + known.map { text($0, of: product) }
    }
  }

  /// How much is in a pack, in one of Google's units.
  private func pack(of product: Product) -> String {
    guard product.packSize != nil, let unit = Self.name(of: product.unit) else { return "" }
    return text(.packSize, of: product) + " " + unit
  }

  /// For how much the price per unit is shown.
  private func base(of product: Product) -> String {
    guard let price = product.unitPrice(in: unitPrices), let unit = Self.name(of: price.unit) else {
      return ""
    }
    return "\(price.amount) \(unit)"
  }

  private static func name(of unit: SaleUnit?) -> String? {
    switch unit?.symbol {
    case nil: "ct"
    case "m²"?: "sqm"
    case "ft²"?: "sqft"
    case "mm"?, "cm²"?: nil
    case let symbol?: symbol
    }
  }

  /// Every row must have one.
  private func id(of product: Product) -> String { product.sku?.text ?? product.id.uuidString }
}
