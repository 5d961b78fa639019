// SPDX-License-Identifier: Apache-2.0
// The language in which products are written about, as the person says or as the environment does: it decides how
// amounts and numbers look and in which direction a page runs.

import Catalog
import Foundation

public struct PublicLanguage: Sendable {
  /// As HTML and PDF name it, such as “de” or “pt-BR”.
  public let tag: String
  public let locale: Locale
  public let style: WritingStyle
  /// For how much unit prices are.
  public let unitPrices: UnitPriceMeasure

  /// - Parameters:
  ///   - tag: nil for that of the environment.
  ///   - unitPrices: as the person chose; nil for what is usual in the country.
  public init(_ tag: String? = nil, unitPrices: UnitPriceMeasure? = nil) {
    self.unitPrices = unitPrices ?? .usual
    let name = tag ?? Self.ofEnvironment
    let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    self.tag = plain.isEmpty ? "en" : plain.replacingOccurrences(of: "_", with: "-")
    locale = Locale(identifier: self.tag.replacingOccurrences(of: "-", with: "_"))
    var style = WritingStyle(decimalSeparator: locale.decimalSeparator?.first)
    let pattern = DateFormatter.dateFormat(fromTemplate: "yMd", options: 0, locale: locale) ?? "y"
    let order = pattern.filter { "yMd".contains($0) }
    style.dayOrder =
      order.hasPrefix("y")
      ? .yearMonthDay : order.hasPrefix("M") ? .monthDayYear : .dayMonthYear
    self.style = style
  }

  private static var ofEnvironment: String {
    let environment = ProcessInfo.processInfo.environment
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let plain = name.map { String($0.prefix { $0 != "." && $0 != "@" }) } ?? ""
    return ["", "C", "POSIX"].contains(plain) ? "en" : plain
  }

  /// Whether it is written from right to left.
  public var isRightToLeft: Bool {
    let language = tag.prefix { $0 != "-" }.lowercased()
    return ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi"]
      .contains(language)
  }

  /// Whether a category comes before another one: a tree, with each name where its language has it.
  public func precedes(_ a: CategoryPath, _ b: CategoryPath) -> Bool {
    a.components.lexicographicallyPrecedes(b.components) { a, b in
      let order = a.compare(b, options: [.caseInsensitive, .numeric], locale: locale)
      return order == .orderedSame ? a < b : order == .orderedAscending
    }
  }

  // MARK: Values

  public func text(of price: Price) -> String {
    guard let amount = Decimal(string: price.decimalText) else { return price.decimalText }
    return amount.text(in: price.currency, locale)
  }

  public func text(of count: Int) -> String { count.formatted(.number.locale(locale)) }

  public static func count(of products: Int) -> String {
    tr("1 product", "%@ products", count: products)
  }

  /// Such as “€2.40 / 100 g”; nil if the price says it already.
  public func unitPriceText(of product: Product) -> String? {
    product.unitPrice(in: unitPrices).map { text(of: $0) }
  }

  func text(of unitPrice: UnitPrice) -> String {
    let price = text(of: unitPrice.price)
    guard let unit = unitPrice.unit else {
      return unitPrice.amount == 1
        ? tr("%@ each", price) : tr("%1$@ for %2$@ pieces", price, text(of: unitPrice.amount))
    }
    return unitPrice.amount == 1
      ? tr("%1$@ / %2$@", price, unit.symbol)
      : tr("%1$@ / %2$@ %3$@", price, text(of: unitPrice.amount), unit.symbol)
  }

  /// A field of a product, with the unit that an amount is in: “€12.50 / kg” is no price of a piece.
  public func text(of field: AnyField, of product: Product) -> String? {
    guard let value = field.value(of: product) else { return nil }
    let text = text(of: value, in: field)
    switch field.id {
    case .price: return product.countedUnit.map { tr("%1$@ / %2$@", text, $0.symbol) } ?? text
    case .packSize: return product.unit.map { "\(text) \($0.symbol)" } ?? text
    case .stock, .minimumStock:
      return product.countedUnit.map { "\(text) \($0.symbol)" } ?? text
    default: return text
    }
  }

  public func text(of value: FieldValue, in field: AnyField) -> String {
    switch value {
    case .money(let price): text(of: price)
    case .yesNo(let isTrue):
      isTrue
        ? tr("Yes", context: "value of a field or choice")
        : tr("No", context: "value of a field or choice")
    case .tags(let tags): tags.map(\.text).joined(separator: ", ")
    case .category(let path): path.components.joined(separator: " › ")
    case .text, .integer, .number, .day: field.kind.text(of: value, style: style)
    }
  }
}
