// SPDX-License-Identifier: Apache-2.0
// Derives from a step's patches what it changed, for observers. Commands need not say what they
// changed, and so cannot get it wrong.

import Foundation

extension History {
  /// The change to publish once the step is on disk. The step has just been carried out, or is about
  /// to be undone. Nil if nothing has changed.
  func change(by content: StepContent, isUndo: Bool) throws -> CatalogChange? {
    // Beyond this number, observers do not distinguish single products.
    let most = 20_000
    let inserted = content.ranges.filter { $0.table.name == "product" }
    // A field's definition affects how every product is shown.
    guard !content.touches("field"),
      inserted.allSatisfy({ $0.last - $0.first < most }), content.rows(of: "product") < most
    else { return .everything }
    var products: [UUID: ProductDifference] = [:]
    if content.rows(of: "product") > 0 { try addProducts(of: content.step, to: &products) }
    for range in inserted {
      try connection.forEachRow(
        "SELECT id, deleted IS NOT NULL AS in_trash FROM product WHERE \(range.condition)",
        arguments: [range.first, range.last]
      ) {
        products[try $0.uuid("id")] = ProductDifference(
          from: .absent, to: $0.int("in_trash") == 1 ? .trash : .catalogue, fields: .all)
        return true
      }
    }
    let joins = products.values.contains { !$0.fields.isDisjoint(with: .variants) }
    if joins || !inserted.isEmpty { try addHeads(of: content, to: &products) }
    try addParts(of: content, to: &products)
    try addValues(of: content, to: &products)
    if isUndo { products = products.mapValues(\.reversed) }
    var others = Self.besideProducts.filter { content.touches($0.table) }.map(\.change)
    // No list of products depends on them.
    if others.contains(.sources) {
      others.removeAll { $0 == .sources }
      if others.isEmpty { return products.isEmpty ? .sources : .products(products) }
    }
    guard let other = others.first else { return products.isEmpty ? nil : .products(products) }
    return products.isEmpty && others.count == 1 ? other : .everything
  }

  /// Changes that are not about a product.
  private static let besideProducts: [(table: String, change: CatalogChange)] = [
    ("saved_search", .savedSearches), ("template", .templates), ("told_apart", .markedDistinct),
    ("source", .sources), ("source_row", .sources),
  ]

  private static let productsOfStep: String = {
    let columns = ProductField.stored.map { ($0.columns, ProductFields($0)) }
    let counted = [(["position"], ProductFields.position), (["revision"], .revision)]
    let differing = (columns + counted).map { columns, field in
      let differs = columns.map { "patch.\($0) IS NOT patch.new_\($0)" }.joined(separator: " OR ")
      return "(\(differs)) * \(field.rawValue)"
    }
    let wasTrashed = "iif(patch.deleted IS patch.new_deleted, present.deleted, patch.deleted)"
    return """
      SELECT ifnull(patch.id, patch.new_id) AS id, existed, remains,
        \(wasTrashed) IS NOT NULL AS was_trashed, present.deleted IS NOT NULL AS is_trashed,
        \(differing.joined(separator: " + ")) AS fields
      FROM history_product AS patch LEFT JOIN product AS present USING (key) WHERE step = ?
      """
  }()

  private func addProducts(
    of step: Int, to products: inout [UUID: ProductDifference]
  ) throws {
    try connection.forEachRow(Self.productsOfStep, arguments: [step]) { row in
      func place(_ isThere: String, _ isTrashed: String) -> ProductDifference.Place {
        row.int(isThere) == 0 ? .absent : row.int(isTrashed) == 0 ? .catalogue : .trash
      }
      let (old, new) = (place("existed", "was_trashed"), place("remains", "is_trashed"))
      let isThere = old != .absent && new != .absent
      let fields = isThere ? ProductFields(rawValue: row.int("fields")) : .all
      let difference = ProductDifference(from: old, to: new, fields: fields)
      if !difference.isEmpty { products[try row.uuid("id")] = difference }
      return true
    }
  }

  /// What a head says of its variants is another when one joins or leaves it.
  private func addHeads(
    of content: StepContent, to products: inout [UUID: ProductDifference]
  ) throws {
    var heads = try connection.rows(
      """
      SELECT head FROM history_product WHERE step = ?1 AND head IS NOT new_head
      UNION SELECT new_head FROM history_product WHERE step = ?1 AND head IS NOT new_head
      """, content.step
    ) { $0.isNull("head") ? "" : $0.text("head") }
    for range in content.ranges where range.table.name == "product" {
      heads += try connection.rows(
        "SELECT DISTINCT head FROM product WHERE head IS NOT NULL AND \(range.condition)",
        range.first, range.last
      ) { $0.text("head") }
    }
    for name in heads {
      guard let head = UUID(hex: Substring(name)) else { continue }
      let isTrashed = try connection.first(
        "SELECT deleted IS NOT NULL AS deleted FROM product WHERE id = ?", head
      ) { $0.int("deleted") == 1 }
      guard let isTrashed else { continue }
      let place = isTrashed ? ProductDifference.Place.trash : .catalogue
      products[head, default: ProductDifference(from: place, to: place, fields: [])]
        .insert(.variants)
    }
  }

  private func addParts(
    of content: StepContent, to products: inout [UUID: ProductDifference]
  ) throws {
    for (name, columns, field) in ProductFields.parts {
      let ranges = content.ranges.filter { $0.table.name == name }
      let inserted = ranges.map { "SELECT product FROM \(name) WHERE \($0.condition)" }
      guard content.rows(of: name) > 0 || !inserted.isEmpty else { continue }
      let differs = columns.map { "\($0) IS NOT new_\($0)" }.joined(separator: " OR ")
      let owner = name == "product_tag" ? "product" : "ifnull(product, new_product)"
      let touched = """
        SELECT \(owner) AS product FROM history_\(name)
        WHERE step = ? AND (\(differs))
        """
      try connection.forEachRow(
        """
        SELECT DISTINCT owner.id AS id, owner.deleted AS deleted FROM
          (\(([touched] + inserted).joined(separator: " UNION ALL "))) AS part
          JOIN product AS owner ON owner.key = part.product
        """, arguments: [content.step] + ranges.flatMap { [$0.first, $0.last] }
      ) {
        let place = $0.isNull("deleted") ? ProductDifference.Place.catalogue : .trash
        products[
          try $0.uuid("id"), default: ProductDifference(from: place, to: place, fields: [])
        ].insert(field)
        return true
      }
    }
  }

  private func addValues(
    of content: StepContent, to products: inout [UUID: ProductDifference]
  ) throws {
    guard content.rows(of: "product_value") > 0 else { return }
    try connection.forEachRow(
      """
      SELECT owner.id AS id, owner.deleted AS deleted, field.id AS field
      FROM history_product_value AS patch
        JOIN product AS owner ON owner.key = patch.product JOIN field ON field.key = patch.field
      WHERE step = ?
        AND (patch.text IS NOT patch.new_text OR patch.number IS NOT patch.new_number)
      """, arguments: [content.step]
    ) {
      let place = $0.isNull("deleted") ? ProductDifference.Place.catalogue : .trash
      products[
        try $0.uuid("id"), default: ProductDifference(from: place, to: place, fields: [])
      ].insert(customField: try $0.uuid("field"))
      return true
    }
  }
}
