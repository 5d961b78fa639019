// SPDX-License-Identifier: Apache-2.0
// A product as a test sees it, to compare what observers are notified of and what revisions promise.

import Foundation

@testable import Catalog

/// A product with everything that an observer may be notified of.
struct SeenProduct {
  let product: Product
  let position: Int
  let isTrashed: Bool
  /// In their order, also for a product in the trash.
  let notes: [String]

  /// What stays the same as long as the revision does. Custom fields come and go independently.
  struct Content: Equatable {
    let product: Product
    let isTrashed: Bool
  }

  var content: Content {
    var product = product
    product.changed = Date(timeIntervalSince1970: 0)
    product.values = [:]
    return Content(product: product, isTrashed: isTrashed)
  }

  static func all(in store: CatalogStore) async throws -> [UUID: SeenProduct] {
    try await store.database.read { connection in
      let table = ProductTable(connection: connection)
      let rows = try connection.rows("SELECT key, id, position, deleted FROM product") {
        (
          key: $0.int("key"), id: try $0.uuid("id"), position: $0.int("position"),
          isTrashed: !$0.isNull("deleted")
        )
      }
      return try Dictionary(
        uniqueKeysWithValues: rows.compactMap { row in
          guard let product = try table.product(row.id, includingTrash: true) else { return nil }
          let notes = try connection.rows(
            "SELECT hex(id) || title || char(0) || text FROM note WHERE product = ? ORDER BY position",
            row.key
          ) { $0.onlyText }
          return (
            row.id,
            SeenProduct(
              product: product, position: row.position, isTrashed: row.isTrashed, notes: notes)
          )
        })
    }
  }

  static func differences(
    from old: [UUID: SeenProduct], to new: [UUID: SeenProduct]
  ) -> [UUID: ProductDifference] {
    var differences: [UUID: ProductDifference] = [:]
    for id in Set(old.keys).union(new.keys) {
      let (was, now) = (old[id], new[id])
      let fields = was.flatMap { was in now.map { was.fields(differingFrom: $0) } } ?? .all
      let (from, to) = (place(of: was), place(of: now))
      let custom = was.flatMap { was in now.map { was.customFields(differingFrom: $0) } } ?? []
      if from != to || !fields.isEmpty {
        differences[id] = ProductDifference(
          from: from, to: to, fields: fields, customFields: custom)
      }
    }
    // A head says what its variants come to.
    for id in Set(old.keys).union(new.keys) {
      let heads = [old[id], new[id]].map { $0?.product.variant?.head }
      guard heads[0] != heads[1] else { continue }
      for head in heads.compactMap({ $0 }) where old[head] != nil && new[head] != nil {
        let (from, to) = (place(of: old[head]), place(of: new[head]))
        differences[head, default: ProductDifference(from: from, to: to, fields: [])]
          .insert(.variants)
      }
    }
    return differences
  }

  private static func place(of seen: SeenProduct?) -> ProductDifference.Place {
    seen.map { $0.isTrashed ? .trash : .catalogue } ?? .absent
  }

  private func customFields(differingFrom other: SeenProduct) -> Set<UUID> {
    let (mine, theirs) = (product.values, other.product.values)
    return Set(mine.keys).union(theirs.keys).filter { mine[$0] != theirs[$0] }
  }

  private func fields(differingFrom other: SeenProduct) -> ProductFields {
    var fields: ProductFields = []
    let (mine, theirs) = (product, other.product)
    if mine.revision != theirs.revision { fields.insert(.revision) }
    if mine.title != theirs.title { fields.insert(.title) }
    if mine.description != theirs.description { fields.insert(.description) }
    if mine.category != theirs.category { fields.insert(.category) }
    if mine.tags != theirs.tags { fields.insert(.tags) }
    if mine.sku != theirs.sku { fields.insert(.sku) }
    if mine.gtin != theirs.gtin { fields.insert(.gtin) }
    if mine.price != theirs.price { fields.insert(.price) }
    if mine.unit != theirs.unit { fields.insert(.unit) }
    if mine.packSize != theirs.packSize { fields.insert(.packSize) }
    if mine.stock != theirs.stock { fields.insert(.stock) }
    if mine.minimumStock != theirs.minimumStock { fields.insert(.minimumStock) }
    if mine.year != theirs.year { fields.insert(.year) }
    if mine.variant != theirs.variant { fields.insert(ProductFields(.variant)) }
    if mine.options != theirs.options { fields.insert(ProductFields(.options)) }
    if mine.pictures != theirs.pictures { fields.insert(.pictures) }
    if mine.values != theirs.values { fields.insert(.values) }
    if position != other.position { fields.insert(.position) }
    if notes != other.notes { fields.insert(.notes) }
    return fields
  }
}
