// SPDX-License-Identifier: Apache-2.0
// What a person decides about a list: how it is read, which column is which field, and what its questions are
// answered with. Each shows at once what becomes of it.

import Catalog
import Exchange
import Foundation
import Wording

extension ImportScene {
  private var plan: ListImport? { prepared?.plan }

  // MARK: The file

  /// The names of the sheets, or nothing if there is only one table.
  public var sheets: [String] {
    guard let tables = plan?.file.reader.tables, tables.count > 1 else { return [] }
    return tables.enumerated().map { place, table in
      let name = table.name.isEmpty ? (place + 1).displayText : table.name.printable()
      return table.isHidden ? tr("%@ (hidden)", name) : name
    }
  }

  public var sheet: Int { plan?.table ?? 0 }

  public func choose(sheet position: Int) {
    guard position != sheet else { return }
    let names = plan?.file.reader.tables.map(\.name) ?? []
    let name = names.indices.contains(position) ? names[position] : ""
    // A sheet can be called “2”, so it goes by its name if that is enough.
    let isName = !name.isEmpty && names.filter { $0 == name }.count == 1
    decide {
      $0.choices.sheet = isName ? name : String(position + 1)
      $0.choices.headRow = nil
      $0.exceptions = []
      $0.corrections = [:]
    }
  }

  /// The rows that can be the head, and what is in them.
  public var heads: [(row: Int, text: String)] {
    let rows = (plan?.understanding.beginning ?? []).map { row in
      let texts = row.cells.map { $0.text.shortened(to: 25) }.filter { !$0.isEmpty }.prefix(3)
      let text = texts.inOneLine.shortened(to: 25)
      return (
        row.number, tr("Row %1$@: %2$@", row.number.displayText, text).printable(isolates: true)
      )
    }
    return [(0, tr("No row"))] + rows
  }

  public var head: Int { plan?.understanding.headRow ?? 0 }

  public func choose(head row: Int) {
    guard row != head else { return }
    decide { $0.choices.headRow = row }
  }

  /// What can stand between the cells of a text, and its name.
  public static var delimiters: [(text: String, name: String)] {
    [
      (",", tr("Comma", context: "between cells")),
      (";", tr("Semicolon", context: "between cells")),
      ("\t", tr("Tab", context: "between cells: the character")),
      ("|", tr("Vertical bar", context: "between cells")),
    ]
  }

  /// Nil if the file is no text.
  public var delimiter: String? { plan?.file.dialect?.delimiter }

  public func choose(delimiter: String) {
    guard delimiter != self.delimiter else { return }
    decide { $0.delimiter = delimiter }
  }

  /// Nil if the file is no text.
  public var encoding: String? { isPasted ? nil : plan?.file.dialect?.encoding.name }

  public func choose(encoding: String) {
    guard encoding != self.encoding else { return }
    decide { $0.encoding = encoding }
  }

  public var formatName: String { plan?.file.format.title ?? "" }

  /// Fields by which rows can be compared: those that columns go to.
  public var keys: [(name: String, label: String)] {
    (plan?.understanding.columns ?? []).compactMap { column in
      guard let field = column.anyField, let name = column.field else { return nil }
      return (name, FormField(field).label)
    }
  }

  /// The names of the fields that were chosen; none if they are found out.
  private var chosenKey: [String] {
    let key = state.choices.key.isEmpty ? remembered.key : state.choices.key
    return key.filter { !$0.isEmpty }
  }

  /// The first of them; empty if it is found out.
  public var key: String { chosenKey.first ?? "" }

  /// Another one that has to be the same, too; empty for none.
  public var secondKey: String { chosenKey.count > 1 ? chosenKey[1] : "" }

  /// The label of what is found out.
  public var foundKey: String {
    (plan?.key ?? []).map { name in keys.first { $0.name == name }?.label ?? name }
      .joined(separator: ", ")
  }

  public func choose(key: String) {
    guard key != self.key else { return }
    let found = remembered.key.isEmpty ? [] : ImportChoices.foundKey
    decide { $0.choices.key = key.isEmpty ? found : [key] }
  }

  public func choose(secondKey: String) {
    guard secondKey != self.secondKey, !key.isEmpty else { return }
    let keys = [key] + [secondKey].filter { !$0.isEmpty }
    decide { $0.choices.key = keys }
  }

  /// What the source knows of its lists.
  private var remembered: ImportChoices {
    prepared?.sources.remembered?.choices ?? ImportChoices()
  }

  // MARK: Columns

  public var columns: [UnderstoodColumn] { plan?.understanding.columns ?? [] }

  /// Of all rows: those behind the beginning may answer what it leaves open.
  public var questions: [ColumnQuestion] {
    isBeginningShown ? [] : plan?.understanding.questions ?? []
  }

  public func question(of column: UnderstoodColumn) -> ColumnQuestion? {
    questions.first { $0.column == column.name }
  }

  /// The place of the column that is looked at.
  public var columnSelection: Int? {
    get { columns.firstIndex { $0.name == state.column } }
    set {
      let name = newValue.flatMap { columns.indices.contains($0) ? columns[$0].name : nil } ?? ""
      guard name != state.column else { return }
      state.column = name
      changed.notify(.column)
    }
  }

  public var selectedColumn: UnderstoodColumn? { columnSelection.map { columns[$0] } }

  /// A person is led from one question to the next.
  func lookAtQuestion() {
    let isAsked = questions.contains { $0.column == state.column }
    if !isAsked, let first = questions.first { state.column = first.column }
  }

  public func assign(_ column: UnderstoodColumn, to target: ColumnTarget) {
    guard target != ColumnTarget(column, in: catalogue.fields.all) else { return }
    let remembered = remembered
    decide { state in
      state.choices.mapping = state.choices.mapping.filter { $0.value != column.name }
      state.choices.leftOut.removeAll { $0 == column.name }
      // What the source remembers of it does not count any more.
      for (field, name) in remembered.mapping where name == column.name {
        if state.choices.mapping[field] == nil { state.choices.mapping[field] = "" }
      }
      switch target {
      case .leftOut: state.choices.leftOut.append(column.name)
      case .newField:
        let isTaken = ProductField.named(column.name) != nil
        state.choices.mapping[isTaken ? "\(column.name) 2" : column.name] = column.name
      case .named(let name): state.choices.mapping[name] = column.name
      case .asFound: break
      }
    }
  }

  // MARK: Questions

  public func answer(_ question: ColumnQuestion, _ answer: String) {
    decide { state in
      // One of several prices is chosen by the name of its column, in any of them.
      state.choices.answers[question.column, default: []].append(answer)
    }
  }

  /// What was answered about a column, in words.
  public func answers(of column: UnderstoodColumn) -> [String] {
    state.choices.answers[column.name] ?? remembered.answers[column.name] ?? []
  }

  public func askAgain(_ column: UnderstoodColumn) {
    // An empty answer takes the place of one that the source remembers.
    let isRemembered = remembered.answers[column.name] != nil
    decide { $0.choices.answers[column.name] = isRemembered ? [] : nil }
  }

  /// The answers to the first doubt: of many currencies the likely ones and the person's own.
  public func offeredAnswers(_ question: ColumnQuestion) -> [String] {
    let answers = question.parts.first ?? question.answers
    guard case .currency? = question.doubts.first, answers.count > Self.fewCurrencies else {
      return answers
    }
    let own = (catalogue.defaultCurrency ?? OpenCatalogue.countryCurrency)?.code
    // What others in the list or the catalogue are in is the first of all.
    let others = answers.dropFirst().filter { $0 != own }
    let likely = [answers[0]] + [own].compactMap { $0 == answers[0] ? nil : $0 } + others
    return Array(likely.prefix(Self.fewCurrencies))
  }

  private static let fewCurrencies = 4

  /// The currencies that are not offered at first.
  public func otherCurrencies(_ question: ColumnQuestion) -> [String] {
    guard case .currency? = question.doubts.first else { return [] }
    let offered = offeredAnswers(question)
    return Currency.allCodes.filter { !offered.contains($0) }
  }

  func decide(_ change: (inout ImportState) -> Void) {
    var new = state
    change(&new)
    state = new
    exceptions = Set(state.exceptions)
    reload()
  }
}
