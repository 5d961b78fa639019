// SPDX-License-Identifier: Apache-2.0
// The table of a shop: its own columns, from which it reads products with their variants, as the import here does. A
// shop is one conformer.

import Catalog
import Foundation

protocol ShopTable: Sendable {
  /// - Parameters:
  ///   - fields: the custom fields of the catalogue.
  ///   - options: in how many of them the variants of a product differ at most.
  init(_ fields: [CustomField], options: Int)

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
    field.value(of: product).map { ShopText.of($0, field.kind) } ?? ""
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
    product.category?.components.map { Self.withoutJoint($0) }.joined(separator: " > ") ?? ""
  }

  private static func withoutJoint(_ name: String) -> String {
    name.replacingOccurrences(of: ">", with: "›")
  }

  /// How many categories `category(of:)` writes otherwise.
  func categoriesWithJoint(in family: ProductFamily) -> Int {
    family.products.count { $0.category?.text.contains(">") ?? false }
  }

  func lacks(of family: ProductFamily) -> ShopLacks {
    ShopLacks(otherSigns: categoriesWithJoint(in: family))
  }

  func tags(of product: Product) -> String {
    product.tags.map { ShopText.line($0.text) }.joined(separator: ", ")
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
    case .tags(let tags): return tags.map { line($0.text) }.joined(separator: "\n")
    case .integer, .day, .yesNo, .category: return kind.text(of: value)
    }
  }

  /// Three decimals behind a point are taken for thousands in many countries; four are not.
  static func unmistakable(_ number: String) -> String {
    guard let point = number.firstIndex(of: "."),
      number.distance(from: point, to: number.endIndex) == 4
    else { return number }
    return number + "0"
  }

  /// Shops take texts for HTML, so what looks like it is written so that it is seen as it is.
  static func line(_ text: String) -> String { HTMLText.wouldHide(text) ? escaped(text) : text }

  static func lines(_ text: String) -> String {
    guard HTMLText.wouldHide(text) else { return text }
    return escaped(text).replacingOccurrences(of: "\n", with: "<br>")
  }

  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
