// SPDX-License-Identifier: Apache-2.0
// A product as a customer sees it: the fields that were chosen and nothing else, in words of the customer's language.

import Catalog
import Foundation
import Wording

struct PublicProduct: Sendable {
  /// A field beside title, price, description and category.
  struct Fact: Sendable {
    let id: FieldID
    let name: String
    let text: String
    /// An address, if it is one that is safe to follow.
    var link: String?
    /// Nobody looks for it by its digits.
    var isAmount = false
  }

  let id: UUID
  let title: String
  /// Of which product it is a variant.
  let head: UUID?
  let category: CategoryPath?
  let description: String
  let price: Price?
  private(set) var priceText: String?
  private(set) var unitPriceText: String?
  let tags: [String]
  let sku: String?
  let gtin: String?
  let facts: [Fact]
  /// What sets it apart from the other variants, in the order of the head's options.
  private let values: [UUID: FieldValue]
  let options: VariantOptions
  /// With which it is seen: a variant without any has those of its head.
  let pictures: [ProductPicture]
  /// Nil if that is nobody's business.
  let isInStock: Bool?

  fileprivate init(
    _ product: Product, _ chosen: PublicFields, in language: PublicLanguage,
    pictures: [ProductPicture]
  ) {
    id = product.id
    title = product.title.text
    head = product.variant?.head
    category = chosen.has(.category) ? product.category : nil
    description = chosen.has(.description) ? product.description.text : ""
    price = chosen.has(.price) ? product.price : nil
    priceText = price == nil ? nil : language.text(of: .builtIn(.price), of: product)
    let saysUnit = chosen.has(.unit) && chosen.has(.packSize)
    unitPriceText = price == nil || !saysUnit ? nil : language.unitPriceText(of: product)
    tags = chosen.has(.tags) ? product.tags.map(\.text) : []
    sku = chosen.has(.sku) ? product.sku?.text : nil
    gtin = chosen.has(.gtin) ? product.gtin?.text : nil
    isInStock = chosen.has(.stock) ? product.stock.map { $0.value > 0 } : nil
    values = product.values
    options = product.options
    self.pictures = pictures
    facts = chosen.fields.compactMap { Self.fact($0, of: product, in: language) }
  }

  private static let shownApart: Set<FieldID> = [
    .title, .description, .category, .price, .unit, .tags,
  ]

  private static func fact(
    _ field: AnyField, of product: Product, in language: PublicLanguage
  ) -> Fact? {
    guard !shownApart.contains(field.id), let text = language.text(of: field, of: product),
      !text.isEmpty
    else { return nil }
    var fact = Fact(id: field.id, name: field.label, text: text)
    fact.isAmount = field.kind.isAmount
    let schemes = ["http://", "https://", "mailto:", "tel:"]
    // A catalogue from elsewhere may have any text there.
    if field.kind == .link, schemes.contains(where: { text.lowercased().hasPrefix($0) }) {
      fact.link = text
    }
    return fact
  }

  /// What it is among the variants of its head, such as “Size M” and “Red”.
  func optionTexts(
    of head: PublicProduct, _ fields: [CustomField], in language: PublicLanguage
  ) -> [Fact] {
    head.options.fields.compactMap { id in
      guard let field = fields.first(where: { $0.id == id }), let value = values[id] else {
        return nil
      }
      return Fact(
        id: .custom(field.id), name: field.name,
        text: language.text(of: value, in: .custom(field)))
    }
  }

  /// The same with the price that a list shows of it with its variants.
  func priced(as shown: ShownPrice?) -> PublicProduct {
    guard shown != ShownPrice(of: self) else { return self }
    var product = self
    (product.priceText, product.unitPriceText) = (shown?.text, nil)
    return product
  }

  func text(of field: FieldID) -> String? { facts.first { $0.id == field }?.text }

  /// What a variant is found by: its own words and codes.
  var variantText: String { ([title] + searchedFacts).joined(separator: " ") }

  private var searchedFacts: [String] { facts.filter { !$0.isAmount }.map(\.text) }

  /// All that is searched, beside the title.
  var searchText: String {
    let parts =
      [category?.components.joined(separator: " ")].compactMap(\.self) + tags
      + searchedFacts + [String(description.prefix(300))]
    return parts.joined(separator: " ")
  }
}

extension CatalogStore {
  /// A product as customers see it; nil if it is gone.
  func publicProduct(
    _ id: UUID, _ chosen: PublicFields, in language: PublicLanguage
  ) async throws -> PublicProduct? {
    guard let product = try await product(id) else { return nil }
    return PublicProduct(
      product, chosen, in: language, pictures: try await photos(seenOf: product))
  }
}

extension ProductPicture {
  /// The same for pictures that look the same.
  var photoKey: String { turn == .none ? contentHash : "\(contentHash)-\(turn.rawValue)" }
}

extension FieldKind {
  fileprivate var isAmount: Bool {
    switch self {
    case .wholeNumber, .number, .money: true
    default: false
    }
  }
}
