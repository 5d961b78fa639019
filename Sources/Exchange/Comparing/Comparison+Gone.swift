// SPDX-License-Identifier: Apache-2.0
// The products that the last list of a source had and this one has not.

import Catalog
import Foundation

extension Comparison {
  /// The products of rows that the last list had and this one has not.
  func gone(
    in store: CatalogStore, after planned: PlannedRows.Writer, watch: PreparationWatch
  ) async throws -> [PlannedRow] {
    // A list of prices alone is no list of all products.
    guard let last, understanding.known?.rows != .updates else { return [] }
    let listed = planned.listed
    let waiting = last.waiting.compactMap { place, content -> (String, UUID)? in
      guard let row = RememberedRow(content), !row.isGone, !listed.contains(row.product) else {
        return nil
      }
      return (place, row.product)
    }
    // Which product a row is about whose code can't be read, nobody knows.
    let isDoubtful =
      last.choice.gone != .leave && !waiting.isEmpty
      && (planned.hasUnknownRefused || waiting.count > planned.count)
      && !last.areGone(waiting.count, answers: answers)
    var gone: [PlannedRow] = []
    for (index, (place, id)) in waiting.sorted(by: { $0.0 < $1.0 }).enumerated() {
      if index.isMultiple(of: 500) { try watch.compared(index, of: waiting.count) }
      guard let product = try await store.product(id) else { continue }
      var read = ReadRow(0)
      read.part = Self.part(of: id)
      var row =
        isDoubtful
        ? PlannedRow(read: read, outcome: .gone, product: product) : goneRow(read, product)
      (row.place, row.isDoubtful) = (place, isDoubtful)
      gone.append(row)
    }
    return gone
  }

  /// What tells the rows of products that the list has no more from each other, whatever else is gone: a person may
  /// have left one of them out.
  private static func part(of id: UUID) -> Int {
    let bytes = id.uuid
    return [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6].reduce(0) {
      $0 << 8 | Int($1)
    }
  }

  /// What becomes of a product that the source has no more, as a person chose.
  func goneRow(_ read: ReadRow, _ product: Product) -> PlannedRow {
    var row = PlannedRow(read: read, outcome: .gone, product: product)
    switch last?.choice.gone {
    case .leave?, .trash?, nil: break
    case .zero?:
      let none = FieldValue.number(DecimalNumber(millionths: 0))
      if AnyField.builtIn(.stock).value(of: product) != none {
        row.changes = [.builtIn(.stock): none]
      }
    case .mark?:
      if let mark = (last?.choice.mark).flatMap({ try? Tag($0) }), !product.tags.contains(mark) {
        row.changes = [.builtIn(.tags): .tags(Tags(adding: product.tags + [mark]))]
      }
    }
    return row
  }
}
