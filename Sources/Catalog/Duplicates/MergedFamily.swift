// SPDX-License-Identifier: Apache-2.0
// What becomes of heads and variants when products are made one: the product that stays has the place of those that go,
// and nothing that a variant showed changes without a word.

import Foundation

struct MergedFamily {
  let connection: Connection
  let kept: UUID
  /// As they are before.
  let entries: [CatalogEntry]

  private var others: [Product] { entries.map(\.product).filter { $0.id != kept } }

  /// Makes a product the head of the others’ variants, or else the variant that one of them was.
  func place(_ product: inout Product) throws {
    let variants = VariantTable(connection: connection)
    let isHead = try others.contains { try !variants.keys(of: $0.id, includingTrash: true).isEmpty }
    if isHead {
      // It was called after its head, with what told it apart.
      if let place = product.variant, place.taken.contains(.title), isTitledAsBefore(product),
        let head = try head(place.head)
      {
        product.title = head.title
      }
      product.variant = nil
      product.options.join(entries.map(\.product.options))
    } else if product.variant == nil, try variants.keys(of: kept, includingTrash: true).isEmpty {
      let heads = others.compactMap { $0.variant?.head }
      guard let id = heads.first(where: { id in !entries.contains { $0.product.id == id } }),
        let head = try ProductTable(connection: connection).product(id)
      else { return }
      let custom = try FieldTable(connection: connection).fields().map(\.field)
      product.variant = VariantPlace(
        head: id, taken: product.fieldsAlike(head, custom, options: head.options))
    }
  }

  private func isTitledAsBefore(_ product: Product) -> Bool {
    entries.contains { $0.product.id == kept && $0.product.title == product.title }
  }

  private func head(_ id: UUID) throws -> Product? {
    if let entry = entries.first(where: { $0.product.id == id }) { return entry.product }
    return try ProductTable(connection: connection).product(id)
  }

  /// Gives the variants of a head the one that stays. What they took from theirs and would be otherwise there is their
  /// own from now on.
  func moveVariants(of old: Product, to new: Product, at moment: Date) throws {
    let variants = VariantTable(connection: connection)
    let custom = try FieldTable(connection: connection).fields().map(\.field)
    let differing = VariantPlace.shared(custom, options: old.options).filter {
      $0.value(of: old) != nil && $0.value(of: old) != $0.value(of: new)
    }
    if !differing.isEmpty {
      let keys = try variants.keys(of: old.id, includingTrash: true)
      for key in keys { try own(Set(differing.map(\.id)), key) }
    }
    try variants.move(from: old.id, to: new.id, at: moment)
  }

  /// Makes fields of a variant its own, with the values that it has.
  private func own(_ fields: Set<FieldID>, _ key: Int64) throws {
    let place = try connection.first("SELECT head, taken FROM product WHERE key = ?", key) {
      VariantPlace(stored: $0, ["head", "taken"])
    }
    guard var place, !place.taken.isDisjoint(with: fields) else { return }
    place.taken.subtract(fields)
    try connection.run("UPDATE product SET taken = ? WHERE key = ?", place.takenText, key)
  }
}
