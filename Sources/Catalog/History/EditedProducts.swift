// SPDX-License-Identifier: Apache-2.0
// What most steps are, fields of a few products that were edited, read in one statement: what variants have to follow,
// what observers are told and how large the step is follow from it. Each question of its own takes as long as the edit.

import Foundation

struct EditedProducts {
  struct Edited {
    let key: Int64
    let id: UUID
    /// Whether it can have variants.
    let isHead: Bool
    let isInTrash: Bool
    let fields: ProductFields
  }

  /// The only one.
  var one: Edited? { all.count == 1 ? all[0] : nil }

  private(set) var all: [Edited] = []
  /// Roughly how many bytes the step takes.
  private(set) var size = 0

  /// More are read by statements that collect nothing.
  private static let most = 50

  /// Those that the step edited, which is being recorded; nil if it did anything else, or with many.
  static func of(_ step: Int, _ connection: Connection) throws -> EditedProducts? {
    guard connection.recording.hasOnly(RecordedTable.product.number), !connection.hasInserted else {
      return nil
    }
    var found: EditedProducts? = EditedProducts()
    let hasMore = connection.recording.hasMore(RecordedTable.product.number)
    try connection.forEachRow(hasMore ? question : shortQuestion, arguments: [step]) { row in
      let fields = ProductFields(rawValue: row.int("fields"))
      guard row.int("is_edited") == 1, fields.isDisjoint(with: .variants),
        found?.all.count != most
      else {
        found = nil
        return false
      }
      found?.size += row.int("size")
      found?.all.append(
        Edited(
          key: row.int64("key"), id: try row.uuid("id"), isHead: row.int("is_head") == 1,
          isInTrash: row.int("is_in_trash") == 1, fields: fields))
      return true
    }
    return found
  }

  private static let question = question(about: Set(RecordedTable.product.columns))
  /// Where only what is changed often was recorded.
  private static let shortQuestion = question(about: RecordedTable.product.often)

  private static func question(about recorded: Set<String>) -> String {
    let table = RecordedTable.product
    let columns = ProductField.stored.map { ($0.columns, ProductFields($0)) }
    let counted = [(["position"], ProductFields.position), (["revision"], .revision)]
    let differing = (columns + counted).compactMap { columns, field -> String? in
      let columns = columns.filter(recorded.contains)
      if columns.isEmpty { return nil }
      let differs = columns.map { "patch.\($0) IS NOT patch.new_\($0)" }.joined(separator: " OR ")
      return "(\(differs)) * \(field.rawValue)"
    }
    let texts = table.texts.filter(recorded.contains)
      .flatMap { ["ifnull(length(patch.\($0)), 0)", "ifnull(length(patch.new_\($0)), 0)"] }
    return """
      SELECT patch.key AS key, present.id AS id, present.head IS NULL AS is_head,
        present.deleted IS NOT NULL AS is_in_trash,
        existed AND remains AND present.key IS NOT NULL
          AND patch.deleted IS patch.new_deleted AS is_edited,
        \(differing.joined(separator: " + ")) AS fields,
        \((["\(table.overhead)"] + texts).joined(separator: " + ")) AS size
      FROM history_product AS patch LEFT JOIN product AS present USING (key)
      WHERE step = ? LIMIT \(most + 1)
      """
  }

  /// With variants that took from their head what was edited in it, if none of that is a text; nil if these are too many.
  func adding(_ variants: [Edited]) -> EditedProducts? {
    var whole = self
    whole.all += variants
    whole.size += variants.count * RecordedTable.product.overhead
    return whole.all.count > Self.most ? nil : whole
  }

  /// The same as counted by tables.
  func content(of step: Int) -> StepContent {
    var content = StepContent(step: step)
    content.rows["product"] = all.count
    content.size = size
    return content
  }

  /// What observers are told; nil if nothing differs.
  var change: CatalogChange? {
    var products: [UUID: ProductDifference] = [:]
    for edited in all {
      let place = edited.isInTrash ? ProductDifference.Place.trash : .catalogue
      let difference = ProductDifference(from: place, to: place, fields: edited.fields)
      if !difference.isEmpty { products[edited.id] = difference }
    }
    return products.isEmpty ? nil : .products(products)
  }
}
