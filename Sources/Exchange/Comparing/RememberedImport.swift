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
  /// Those that nothing was said of.
  private let waiting: [String: String]
  /// Whether the list is an update of some products, so that others are not gone.
  private let isUpdate: Bool
  private let fields: Set<String>

  init(
    _ last: LastList, _ choices: ImportChoices, of file: ForeignFile,
    in understanding: Understanding
  ) {
    choice = last.choice
    (old, waiting) = (last.rows, last.waiting)
    isUpdate = understanding.known?.rows == .updates
    fields = Set(understanding.columns.compactMap(\.anyField).map(Comparison.name))
    source = last.remembered
    (source.file, source.format) = (file.fileName, file.format.name)
    source.choices = choices
    source.choices.answers = LastList.withoutPassing(choices.answers)
    let columns = understanding.columns.map {
      RememberedSource.Column(name: $0.name, field: $0.field)
    }
    // A column that a list leaves out may be in the next one.
    let names = Set(columns.map(\.name))
    source.columns = columns + source.columns.filter { !names.contains($0.name) }
  }

  /// - Parameter products: of the rows whose products the import makes, by the places of rows.
  func memory(
    of rows: PlannedRows, _ isTaken: (PlannedRow) -> Bool, products: [String: UUID]
  ) throws -> ListMemory {
    var kept: [(key: String, content: String)] = []
    // What was gone before may still come back, and what an update leaves out is not gone.
    var left = waiting.filter { isUpdate || RememberedRow($0.value)?.isGone ?? false }
    for index in rows.indices {
      let row = try rows.row(at: index)
      guard let place = row.place else { continue }
      left[row.oldPlace ?? place] = nil
      let isKnown = row.outcome == .same || row.outcome != .refused && isTaken(row)
      let content = old[row.oldPlace ?? place]
      let before = content.flatMap { RememberedRow($0) }
      if row.outcome == .gone {
        guard let content else { continue }
        guard isTaken(row), !row.isDoubtful, var gone = before else {
          // What nobody wanted to decide yet is shown again.
          kept.append((place, content))
          continue
        }
        gone.isGone = true
        kept.append((place, gone.content))
      } else if isKnown, let product = row.product?.id ?? products[place] {
        let row = RememberedRow(
          product: product, row.read, since: before, columnsFor: fields)
        kept.append((place, row.content))
      } else if let content {
        // What was not taken is proposed again.
        kept.append((place, content))
      }
    }
    kept += left.map { ($0.key, $0.value) }
    return ListMemory(source: try source.source(named: choice.name), rows: kept)
  }
}
