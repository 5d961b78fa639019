// SPDX-License-Identifier: Apache-2.0
// What a product has to do with others: the one of which it is a variant, or its own variants. Read
// beside the product, and again when one of them changes.

import Catalog
import Foundation
import Wording

@MainActor
final class ProductRelatives {
  private(set) var facts: [ProductFact] = []
  /// The photo with which a variant without one of its own is seen.
  private(set) var cover: ProductPicture?
  let changed = Observers<Void>()

  private let catalogue: OpenCatalogue
  private var product: UUID?
  private var asked = 0
  /// The variants and the head.
  private var others: Set<UUID> = []

  /// More variants are counted.
  private nonisolated static let most = 40

  init(_ catalogue: OpenCatalogue) { self.catalogue = catalogue }

  /// Whether what is shown may be another after this change.
  func isTouched(by change: CatalogChange) -> Bool {
    guard let changed = change.productIDs else { return product != nil }
    return !others.isDisjoint(with: changed) || change.touches(.variants)
  }

  /// Looks for what there is to say of a product; nil for none.
  func look(at product: Product?, _ fields: [CustomField]) {
    asked += 1
    if product?.id != self.product { (facts, cover) = ([], nil) }
    self.product = product?.id
    guard let product else { return set([], cover: nil, others: []) }
    let number = asked
    Task { [weak self, store = catalogue.store] in
      // Where the product is read, a message says what can't be read.
      let variants = (try? await store.variants(of: product.id)) ?? []
      var head: Product?
      if let place = product.variant {
        head = (try? await store.product(place.head, includingTrash: true)) ?? nil
      }
      guard let self, self.asked == number else { return }
      let others = variants.map(\.id) + [head?.id].compactMap(\.self)
      let facts = [
        head.map { ProductFact(name: tr("Variant Of"), text: $0.title.text, product: $0.id) },
        Self.fact(variants, options: product.options, fields: fields),
      ]
      let cover = product.pictures.isEmpty ? head?.pictures.first : nil
      self.set(facts.compactMap(\.self), cover: cover, others: Set(others))
    }
  }

  private func set(_ found: [ProductFact], cover: ProductPicture?, others: Set<UUID>) {
    self.others = others
    guard found != facts || cover != self.cover else { return }
    (facts, self.cover) = (found, cover)
    changed.notify(())
  }

  /// A line for each variant, with what it costs and how many there are.
  private nonisolated static func fact(
    _ variants: [ListedProduct], options: VariantOptions, fields: [CustomField]
  ) -> ProductFact? {
    guard !variants.isEmpty else { return nil }
    let differing = options.fields.compactMap { id in
      fields.first { $0.id == id }.map { FormField($0) }
    }
    func texts(_ columns: [FormField], of variant: ListedProduct) -> [String] {
      columns.map { $0.text(of: variant) }.filter { !$0.isEmpty }
    }
    var lines = variants.prefix(most).map { variant in
      let values = texts(differing, of: variant)
      let others = texts([FormField(.sku), FormField(.price), FormField(.stock)], of: variant)
      return ((values.isEmpty ? [variant.title] : values) + others).inOneLine
    }
    if variants.count > most {
      lines.append(tr("and 1 more", "and %@ more", count: variants.count - most))
    }
    return ProductFact(
      name: tr("Variants", context: "what a product has"), text: lines.joined(separator: "\n"))
  }
}
