// SPDX-License-Identifier: Apache-2.0
// A list as it was understood: its columns, what becomes of them, and the questions that are open. Nothing that can
// mean two things is decided here: a value of the column decides it, or a person does.

import Catalog
import Foundation

public struct Understanding: Sendable {
  public private(set) var columns: [UnderstoodColumn] = []
  /// At most one a column.
  public private(set) var questions: [ColumnQuestion] = []
  public let hasHead: Bool
  /// How many characters of the rows could not be read.
  public let replaced: Int
  let layout: TableLayout
  let known: KnownTable?
  /// Which language was chosen among the rows of each product.
  let language: String?
  let repeats: [Int]
  let filled: [Int]

  /// - Parameter currencies: those that the catalogue has prices in.
  init(
    _ layout: TableLayout, _ evidence: [ColumnEvidence], known: KnownTable?, fields: [CustomField],
    choices: ImportChoices, currencies: [String] = []
  ) throws {
    self.layout = layout
    self.known = known
    hasHead = layout.hasHead
    replaced = evidence.reduce(0) { $0 + $1.replaced }
    repeats = evidence.map(\.repeats)
    filled = evidence.map(\.filled)
    let names = layout.names
    let assignment = try ColumnAssignment(
      names, evidence, known: known, fields: fields, choices: choices, hasHead: hasHead)
    columns = zip(names, assignment.targets).map {
      UnderstoodColumn(name: $0, target: $1 ?? .leftOut)
    }
    for answered in choices.answers.keys
    where ColumnAssignment.place(of: answered, in: names) == nil {
      throw UnknownColumn(name: answered, known: names)
    }
    var asking = Asking(
      columns, evidence, names: assignment.names, known: known, choices: choices,
      currencies: currencies)
    asking.ask(prices: assignment.prices)
    columns = asking.columns
    questions = asking.questions
    language = asking.language
  }

  /// Whether a product has a row for each language.
  var hasLanguages: Bool {
    columns.indices.contains { place in columns[place].target == .language }
      && columns.indices.contains {
        [.field(.sku), .field(.gtin)].contains(columns[$0].target) && repeats[$0] > 0
      }
  }

  func place(of target: UnderstoodColumn.Target) -> Int? {
    columns.firstIndex { $0.target == target }
  }
}
