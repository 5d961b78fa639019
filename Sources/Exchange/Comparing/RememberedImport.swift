// SPDX-License-Identifier: Apache-2.0
// What an import leaves behind of its source, for the next list.

import Catalog
import Foundation

struct RememberedImport: Sendable {
  let choice: SourceChoice
  /// With what is said about the reading of the file.
  var source: RememberedSource
  /// The rows of the last list.
  private let old: [String: String]

  init(_ last: LastList, _ choices: ImportChoices, columns: [UnderstoodColumn]) {
    choice = last.choice
    old = last.rows
    source = last.remembered
    source.choices = choices
    source.choices.answers = LastList.withoutPassing(choices.answers)
    source.columns = columns.map { RememberedSource.Column(name: $0.name, field: $0.field) }
  }

  /// - Parameter products: of the rows whose products the import makes, by the places of rows.
  func memory(
    of rows: [PlannedRow], _ isTaken: (PlannedRow) -> Bool, products: [String: UUID]
  ) throws -> ListMemory {
    var kept: [(key: String, content: String)] = []
    for row in rows {
      guard let place = row.place else { continue }
      let isKnown = row.outcome == .same || row.outcome != .refused && isTaken(row)
      if row.outcome == .gone {
        // What nobody wanted to decide yet is shown again.
        if !isTaken(row), let content = old[place] { kept.append((place, content)) }
      } else if isKnown, let product = row.product?.id ?? products[place] {
        kept.append((place, RememberedRow(product: product, row.read).content))
      } else if let content = old[place] {
        // What was not taken is proposed again.
        kept.append((place, content))
      }
    }
    return ListMemory(source: try source.source(named: choice.name), rows: kept)
  }
}
