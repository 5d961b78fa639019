// SPDX-License-Identifier: Apache-2.0
// A layout whose names were looked up in a catalogue's fields.

import Catalog
import Foundation
import Wording

struct CheckedLayout: Sendable {
  enum Part: Sendable {
    case line(TextSource, LabelLayout.Line)
    case code(CodeSource, CodeKind?)
  }

  let parts: [Part]

  /// Throws a `LayoutRefusal`.
  init(_ layout: LabelLayout, fields: [CustomField]) throws {
    func field(_ name: String, besides others: [String]) throws -> AnyField {
      if let field = ProductField.all.first(where: { $0.name == name }) { return .builtIn(field) }
      if let field = fields.first(where: { $0.isNamed(name) }) { return .custom(field) }
      throw LayoutRefusal.unknownField(
        name, known: others + ProductField.all.map(\.name) + fields.map(\.name))
    }
    guard layout.lines.count(where: { $0.show == LabelLayout.code }) <= 1 else {
      throw LayoutRefusal.severalCodes(layout.name)
    }
    parts = try layout.lines.map { line in
      switch line.show {
      case LabelLayout.code:
        let source: CodeSource =
          switch line.of {
          case nil: .usual
          case LabelLayout.link: .link
          case let name?: .field(try field(name, besides: [LabelLayout.link]))
          }
        return .code(source, line.kind)
      case LabelLayout.unitPrice: return .line(.unitPrice, line)
      case nil: return .line(.text(line.text ?? ""), line)
      case let name?:
        let others = [LabelLayout.code, LabelLayout.unitPrice]
        let field = try field(name, besides: others)
        return .line(field.id == .title ? .title(fields) : .field(field), line)
      }
    }
  }
}

/// Where the text of a line comes from.
enum TextSource: Sendable {
  case text(String)
  case unitPrice
  case field(AnyField)
  /// In which what tells a variant from others must not be cut off. With the fields that may tell it.
  case title([CustomField])

  /// Nil if the product has none.
  func text(of product: Product, _ language: PublicLanguage) -> (text: String, isNumber: Bool)? {
    switch self {
    case .text(let text): return (text, false)
    case .title: return (product.title.text, false)
    case .unitPrice: return language.unitPriceText(of: product).map { ($0, true) }
    case .field(let field):
      guard let value = field.value(of: product),
        let text = language.text(of: field, of: product)
      else { return nil }
      switch value {
      case .text, .tags, .category: return (text, field.id == .sku || field.id == .gtin)
      case .money, .integer, .number, .day, .yesNo: return (text, true)
      }
    }
  }
}

extension Product {
  /// The title of its head, and what tells this variant from the others. The latter is empty for what is no variant, or
  /// has a title of its own.
  func titleParts(_ fields: [CustomField]) -> (common: String, own: String) {
    let separator = " · "
    var common = title.text.components(separatedBy: separator)
    guard variant != nil else { return (title.text, "") }
    let texts = Set(
      fields.compactMap { field in values[field.id].map { field.kind.text(of: $0) } })
    var own: [String] = []
    while common.count > 1, let last = common.last, texts.contains(last) {
      own.insert(common.removeLast(), at: 0)
    }
    return (common.joined(separator: separator), own.joined(separator: separator))
  }
}

/// Where the text of a code comes from.
enum CodeSource: Sendable {
  case usual
  case link
  case field(AnyField)

  /// With the kind of code that suits it; nil if the product has none.
  func text(of product: Product) -> (text: String, kind: CodeKind)? {
    switch self {
    case .usual:
      if let gtin = product.gtin { return (gtin.text, Self.kind(ofGTIN: gtin)) }
      if let sku = product.sku { return (sku.text, Self.kind(of: sku.text)) }
      return Self.link.text(of: product)
    case .link: return ("vitrine:product/\(product.id.uuidString)", .qr)
    case .field(let field):
      if field.id == .gtin { return product.gtin.map { ($0.text, Self.kind(ofGTIN: $0)) } }
      guard let value = field.value(of: product) else { return nil }
      let text = field.kind.text(of: value)
      return text.isEmpty ? nil : (text, Self.kind(of: text))
    }
  }

  private static func kind(ofGTIN gtin: GTIN) -> CodeKind {
    switch gtin.text.utf8.count {
    case 8: .ean8
    case 12: .upc
    case 13: .ean13
    default: .itf
    }
  }

  /// Bars for what is short and has no accents.
  private static func kind(of text: String) -> CodeKind {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return isPlain && text.utf8.count <= 20 ? .code128 : .qr
  }
}
