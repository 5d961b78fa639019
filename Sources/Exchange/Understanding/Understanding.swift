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
  /// The number of the row with the names of the columns; nil for a list without.
  public var headRow: Int? { layout.headNumber }
  /// The first rows of the table, among which the head is.
  public let beginning: [TableRow]
  /// How many characters of the rows could not be read.
  public let replaced: Int
  let layout: TableLayout
  let known: KnownTable?
  /// Which language was chosen among the rows of each product.
  let language: String?
  /// The fields of options that rows name in their cells, by their folded names.
  private(set) var optionFields: [String: CustomField] = [:]
  let repeats: [Int]
  let filled: [Int]

  /// - Parameters:
  ///   - currencies: those that the catalogue has prices in.
  ///   - options: the names of options that rows have in their cells.
  ///   - headings: rows that may be the categories of those below them.
  ///   - said: what the list says beside its rows of all prices.
  init(
    _ layout: TableLayout, _ evidence: [ColumnEvidence], known: KnownTable?, fields: [CustomField],
    choices: ImportChoices, currencies: [String] = [], beginning: [TableRow] = [],
    options: Set<String> = [], said: PriceNote = PriceNote(), headings: HeadingRows? = nil,
    countsFrom1904: Bool = false
  ) throws {
    self.layout = layout
    self.beginning = Array(beginning.lazy.filter { !$0.isBlank }.prefix(Self.shownRows))
    self.known = known
    hasHead = layout.hasHead
    replaced = evidence.reduce(0) { $0 + $1.replaced }
    repeats = evidence.map(\.repeats)
    filled = evidence.map(\.filled)
    let names = layout.names
    let assignment = try ColumnAssignment(
      names, evidence, known: known, fields: fields, choices: choices, hasHead: hasHead,
      areNet: said.areNet)
    columns = zip(names, assignment.targets).map {
      UnderstoodColumn(name: $0, target: $1 ?? .leftOut)
    }
    for place in columns.indices { columns[place].reading.countsFrom1904 = countsFrom1904 }
    for (place, examples) in Self.examples(of: layout, in: beginning).enumerated() {
      columns[place].examples = examples
    }
    guard known?.isOwn != true else {
      for (place, column) in (known?.columns ?? []).enumerated() where place < columns.count {
        columns[place].reading.isOwn = true
        columns[place].reading.separator = column.separator
      }
      language = nil
      return
    }
    for answered in choices.answers.keys
    where answered != ColumnQuestion.gone && ColumnAssignment.place(of: answered, in: names) == nil
    {
      throw UnknownColumn(name: answered, known: names)
    }
    var asking = Asking(
      columns, evidence, names: assignment.names, known: known, choices: choices,
      currencies: currencies, saidCurrency: said.currency, headings: headings)
    asking.ask(prices: assignment.prices)
    columns = asking.columns
    questions = asking.questions
    language = asking.language
    findOptions(options, fields)
  }

  func optionField(_ name: String) -> CustomField? { optionFields[HeadKey.of(name)] }

  private mutating func findOptions(_ names: Set<String>, _ fields: [CustomField]) {
    let made = columns.compactMap { column in
      if case .custom(let field) = column.target { field } else { nil }
    }
    // Sorted, so that of names that differ in case alone always the same becomes the field.
    for name in names.sorted() where optionFields[HeadKey.of(name)] == nil {
      optionFields[HeadKey.of(name)] =
        (fields + made).first { $0.isNamed(name) } ?? (try? CustomField(name: name, kind: .line))
        ?? fields.first { $0.isNamed("\(name) (option)") }
        ?? (try? CustomField(name: "\(name) (option)", kind: .line))
    }
  }

  /// The first values of each column.
  private static func examples(of layout: TableLayout, in rows: [TableRow]) -> [[String]] {
    let rows = rows.filter { $0.number > layout.headEnd }
    return (layout.blocks.first ?? []).map { position in
      let texts = rows.lazy.map { $0[position].text.trimmed }.filter { !$0.isEmpty }
      return texts.prefix(3).map { String($0.prefix(80)) }
    }
  }

  /// Among so many rows a person can choose the head.
  private static let shownRows = 20

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
