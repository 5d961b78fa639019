// SPDX-License-Identifier: Apache-2.0
// WooCommerce's table: a variant names its product by the SKU of that, so one without has none.

import Catalog
import Foundation

struct WooCommerceWriting: ShopTable {
  private let fields: [CustomField]
  private let options: Int
  private static let own: [ProductField] = [.supplier, .year, .unit, .packSize]

  init(_ fields: [CustomField], options: Int, unitPrices: UnitPriceMeasure) {
    (self.fields, self.options) = (fields, options)
  }

  var missing: [AnyField] { [] }

  var head: [String] {
    let attributes = (1...9).prefix(options).flatMap {
      [
        "Attribute \($0) name", "Attribute \($0) value(s)", "Attribute \($0) visible",
        "Attribute \($0) global",
      ]
    }
    var head = [
      "Type", "SKU", "GTIN, UPC, EAN, or ISBN", "Name", "Published", "Visibility in catalog",
      "Description", "In stock?", "Stock", "Low stock amount", "Regular price", "Categories",
      "Tags", "Images", "Parent",
    ]
    head += attributes
    head += [OwnMeta.currency, OwnMeta.taken].map { "Meta: \(OwnMeta.prefix)_\($0)" }
    head += Self.own.map { "Meta: \(OwnMeta.prefix)_\($0.name)" }
    head += fields.map { field in
      let mark = OwnMeta.needsMark(field.name) ? "\(OwnMeta.prefix)_\(OwnMeta.field)" : ""
      return "Meta: \(mark)\(field.name)"
    }
    return head
  }

  func rows(of family: ProductFamily, pictures: (Product) -> [String]) -> [[String]] {
    let head = family.head
    let hasVariants = !family.variants.isEmpty && head.sku != nil
    let names = head.options.fields.compactMap { id in fields.first { $0.id == id } }
    var rows = [
      row(
        head, type: hasVariants ? "variable" : "simple", pictures: pictures(head),
        attributes: hasVariants
          ? names.map { name in
            var seen: Set<String> = []
            let values = family.variants.map { text(name, of: $0) }
            return (name.name, values.filter { !$0.isEmpty && seen.insert($0).inserted })
          } : [])
    ]
    for variant in family.variants {
      rows.append(
        row(
          variant, type: hasVariants ? "variation" : "simple", pictures: pictures(variant),
          of: hasVariants ? head : nil,
          attributes: hasVariants ? names.map { ($0.name, [text($0, of: variant)]) } : []))
    }
    return rows
  }

  private func row(
    _ product: Product, type: String, pictures: [String], of head: Product? = nil,
    attributes: [(name: String, values: [String])]
  ) -> [String] {
    // What a variation leaves empty it has from its product.
    let taken = head == nil ? [] : product.variant?.taken ?? []
    func own(_ field: ProductField, _ text: @autoclosure () -> String) -> String {
      taken.contains(field.id) ? "" : text()
    }
    let attributes = attributes.prefix(options)
    var cells = [
      type, text(.sku, of: product), text(.gtin, of: product), text(.title, of: product), "1",
      "visible", own(.description, withEscapedLines(text(.description, of: product))),
      product.stock.map { $0.value > 0 ? "1" : "0" } ?? "1", text(.stock, of: product),
      own(.minimumStock, text(.minimumStock, of: product)), amount(of: product),
      own(.category, escaped(category(of: product))),
      own(.tags, product.tags.map { escaped(ShopText.line($0.text)) }.joined(separator: ", ")),
      pictures.joined(separator: ", "), head?.sku?.text ?? "",
    ]
    for attribute in attributes {
      cells += [
        attribute.name, attribute.values.map(escaped).joined(separator: ", "), "1", "0",
      ]
    }
    cells += [String](repeating: "", count: (options - attributes.count) * 4)
    cells.append(currency(of: product))
    let names = VariantPlace.names(of: product.variant?.taken ?? [], among: fields)
    cells.append(head == nil ? "" : names.joined(separator: OwnMeta.separator))
    cells += Self.own.map { field in own(field, text(field, of: product)) }
    cells += fields.map { field in
      taken.contains(.custom(field.id)) ? "" : text(field, of: product)
    }
    return cells
  }

  /// As `WooCommerceTable` and the shop itself take it back. A number is no formula.
  func guarded(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, "=+-@".unicodeScalars.contains(first),
      DecimalNumber(text) == nil
    else {
      return text
    }
    return "'" + text
  }

  /// A comma within a value. A backslash at its end would do the same to the comma behind it.
  private func escaped(_ value: String) -> String {
    let value = value.hasSuffix("\\") ? value.dropLast() + "/" : value
    return value.replacingOccurrences(of: ",", with: "\\,", options: .literal)
  }

  func lacks(of family: ProductFamily) -> ShopLacks {
    let names = family.head.options.fields.compactMap { id in fields.first { $0.id == id } }
    let escaped = family.products.flatMap { product in
      product.tags.map(\.text) + [product.category?.text ?? ""]
        + names.map { text($0, of: product) }
    }
    var lacks = ShopLacks(
      otherSigns: categoriesWithJoint(in: family) + escaped.count { $0.hasSuffix("\\") })
    if !family.variants.isEmpty, family.head.sku == nil {
      lacks.looseHeads = .init([family.head.title])
    }
    return lacks
  }

  /// Line breaks as WooCommerce writes them.
  private func withEscapedLines(_ text: String) -> String {
    text.replacingOccurrences(of: "\\n", with: "\\\\n", options: .literal).replacingOccurrences(
      of: "\n", with: "\\n")
  }
}
