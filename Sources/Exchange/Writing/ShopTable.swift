// SPDX-License-Identifier: Apache-2.0
// The table of a shop: its own columns, from which it reads products with their variants, as the import here does. A
// shop is one conformer.

import Catalog
import Foundation

protocol ShopTable: Sendable {
  /// - Parameters:
  ///   - fields: the custom fields of the catalogue.
  ///   - options: in how many of them the variants of a product differ at most.
  ///   - unitPrices: for how much unit prices are.
  init(_ fields: [CustomField], options: Int, unitPrices: UnitPriceMeasure)

  /// The names of its columns.
  var head: [String] { get }
  /// The rows of a product with its variants. Cells may be left out at the end.
  func rows(of family: ProductFamily, pictures: (Product) -> [String]) -> [[String]]
  /// The fields that it has no column for.
  var missing: [AnyField] { get }
  var style: TextTableWriter.Style { get }
  /// A text that a spreadsheet would take for a formula, as the shop writes and reads it.
  func guarded(_ text: String) -> String
  /// What its rows can't say of a product and its variants.
  func lacks(of family: ProductFamily) -> ShopLacks
}

extension ShopTable {
  var style: TextTableWriter.Style { TextTableWriter.Style(lineEnd: [0x0A]) }

  func guarded(_ text: String) -> String { text }

  func text(_ field: ProductField, of product: Product) -> String {
    // Nobody takes a code for HTML.
    if field == .sku { return product.sku?.text ?? "" }
    return field.value(of: product).map { ShopText.of($0, field.kind) } ?? ""
  }

  func text(_ field: CustomField, of product: Product) -> String {
    product.values[field.id].map { ShopText.of($0, field.kind) } ?? ""
  }

  func amount(of product: Product) -> String {
    product.price.map { ShopText.unmistakable($0.decimalText) } ?? ""
  }

  func currency(of product: Product) -> String { product.price?.currency.code ?? "" }

  /// The names of a category; what stands between them stands in none of them.
  func category(of product: Product) -> String {
    guard let names = product.category?.components.map({ Self.withoutJoint($0) }) else { return "" }
    return ShopText.path(names, joint: " > ")
  }

  private static func withoutJoint(_ name: String) -> String {
    name.replacingOccurrences(of: ">", with: "›", options: .literal)
  }

  /// How many categories `category(of:)` writes otherwise.
  func categoriesWithJoint(in family: ProductFamily) -> Int {
    family.products.count { $0.category?.text.contains(">") ?? false }
  }

  func lacks(of family: ProductFamily) -> ShopLacks {
    ShopLacks(otherSigns: categoriesWithJoint(in: family))
  }
}

/// Values as the tables of shops have them.
enum ShopText {
  static func of(_ value: FieldValue, _ kind: FieldKind) -> String {
    switch value {
    case .text(let text): return kind == .text ? lines(text) : line(text)
    case .number(let number):
      let digits = unmistakable(number.text)
      return kind == .number(unit: "%") ? digits + " %" : digits
    case .money(let price):
      return "\(unmistakable(price.decimalText)) \(price.currency.code)"
    case .tags(let tags): return self.tags(tags.map { line($0.text) })
    case .integer, .day, .yesNo, .category: return kind.text(of: value)
    }
  }

  /// One on each line. A single one is in quotes if it would be taken for several, as people type them.
  private static func tags(_ tags: [String]) -> String {
    let text = tags.joined(separator: "\n")
    let isMistakable =
      tags.count == 1 && text.contains { ";|,".contains($0) } || tags.contains { isQuoted($0) }
    guard isMistakable else { return text }
    return tags.map {
      "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"", options: .literal) + "\""
    }.joined(separator: "\n")
  }

  private static func isQuoted(_ text: String) -> Bool {
    text.utf8.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
  }

  /// Three decimals behind a point are taken for thousands in many countries; four are not.
  static func unmistakable(_ number: String) -> String {
    guard let point = number.firstIndex(of: "."),
      number.distance(from: point, to: number.endIndex) == 4
    else { return number }
    return number + "0"
  }

  /// Names of fields as programs have them: small letters and digits of ASCII, never the same, and never nothing, as many
  /// a name in other letters would be.
  static func codes(of fields: [CustomField], besides others: [String] = []) -> [String] {
    var taken = Set(others)
    return fields.map { field in
      let slug = slug(field.name, "_")
      let plain = slug.first?.isLetter ?? false ? slug : slug.isEmpty ? "field" : "field_\(slug)"
      var (code, number) = (plain, 1)
      while !taken.insert(code).inserted {
        number += 1
        code = "\(plain)_\(number)"
      }
      return code
    }
  }

  /// Small letters and digits of ASCII, as addresses have them.
  static func slug(_ text: String, _ joint: String) -> String {
    text.searchSpelling.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      .joined(separator: joint)
  }

  /// Shops take texts for HTML, so what looks like it is written so that it is seen as it is.
  static func line(_ text: String) -> String { HTMLText.shown(text) }

  /// Names within each other, of which what stands between them may make markup as well.
  static func path(_ names: [String], joint: String) -> String {
    let path = names.joined(separator: joint)
    return HTMLText.wouldHide(path)
      ? names.map { HTMLText.escaped($0) }.joined(separator: joint) : path
  }

  static func lines(_ text: String) -> String {
    // One kind of line end, as in other tables.
    let text = text.withLineFeeds
    guard HTMLText.wouldHide(text) else { return text }
    return HTMLText.escaped(text).replacingOccurrences(of: "\n", with: "<br>")
  }
}
