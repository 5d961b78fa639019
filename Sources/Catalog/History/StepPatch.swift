// SPDX-License-Identifier: Apache-2.0
// A step as it travels to another copy of the catalogue. Row numbers are a copy's own, so rows are named
// by their identifiers, and so are the rows that they belong to.

import Foundation

/// What a step is, without its patches.
struct TravellingStep: Sendable, Equatable {
  let id: UUID
  /// How often it was undone or redone: odd if it is undone.
  let turn: Int
  let command: CatalogCommand

  var isUndone: Bool { !turn.isMultiple(of: 2) }
}

/// What a step changed of one row.
struct StepPatch {
  typealias Values = [String: StoredValue?]

  let table: RecordedTable
  /// What names the row: the column `RecordedTable.name` says, or all columns of its key.
  var row: Values = [:]
  /// The fields as they were before; nil if there was no row. Only the changed ones, unless the row is
  /// gone afterwards.
  var old: Values?
  /// The fields afterwards; nil if there is no row.
  var new: Values?
  /// By how much counters changed.
  var added: [String: Int64] = [:]
}

extension RecordedTable {
  /// The columns that name a row in every copy of the catalogue.
  var naming: [String] {
    if columns.contains("id") { return ["id"] }
    return key == ["key"] ? [columns[0]] : key
  }

  /// A column with the row number of another row, which travels as that row's identifier.
  static func referred(_ column: String) -> RecordedTable? {
    switch column {
    case "product": .product
    case "field": .field
    default: nil
    }
  }

  /// Columns that are counted up and down: changes in two copies add up.
  static let counters: Set<String> = ["stock"]
  /// Columns that every change sets. They are no reason to refuse one.
  static let bookkeeping: Set<String> = ["revision", "changed"]

  /// All tables, beginning with the one whose rows others refer to.
  static let arriving = all.filter { $0.name == "field" } + all.filter { $0.name != "field" }
}
