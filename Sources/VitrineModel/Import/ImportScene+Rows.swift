// SPDX-License-Identifier: Apache-2.0
// The rows of the list by what becomes of them, which of them are taken, and the cells that are corrected.

import Catalog
import Exchange
import Foundation
import Wording

extension ImportScene {
  // MARK: Lists

  /// The list that is shown: the first that has rows, until another is chosen.
  public var list: RowList {
    if let chosen = RowList(rawValue: state.list), count(chosen) > 0 { return chosen }
    return lists.first ?? .new
  }

  /// Those that have rows, in their order.
  public var lists: [RowList] { RowList.allCases.filter { count($0) > 0 } }

  public func count(_ list: RowList) -> Int { prepared?.count(list) ?? 0 }

  public func show(_ list: RowList) {
    guard list != self.list else { return }
    state.list = list.rawValue
    state.row = nil
    changed.notify(.list)
  }

  /// A row of the list that is shown.
  public func row(at position: Int) -> PlannedRow? { prepared?.row(list, at: position) }

  public func name(of position: Int) -> String? { row(at: position)?.read.rowID.text }

  public func position(named name: String) -> Int? {
    RowID(name).flatMap { prepared?.position(of: $0, in: list) }
  }

  /// The place of the row that is looked at.
  public var selection: Int? {
    get { state.row.flatMap { prepared?.position(of: $0, in: list) } }
    set {
      let row = newValue.flatMap { self.row(at: $0)?.read.rowID }
      guard row != state.row else { return }
      state.row = row
      changed.notify(.row)
    }
  }

  public var selectedRow: PlannedRow? { selection.flatMap(row) }

  // MARK: Taking

  /// Whether rows of an outcome can be taken at all. What is gone and left as it is needs no decision.
  public func canTake(_ outcome: PlannedRow.Outcome) -> Bool {
    outcome == .new || outcome == .changed || outcome == .gone && source != nil && gone != .leave
  }

  /// Whether a row can be taken.
  public func canTake(_ row: PlannedRow) -> Bool { canTake(row.outcome) && !row.isDoubtful }

  public func isTaken(_ row: PlannedRow) -> Bool {
    canTake(row)
      && state.untaken.contains(row.outcome.rawValue) == exceptions.contains(row.read.rowID)
  }

  /// The same, for another thread.
  var taken: @Sendable (PlannedRow) -> Bool {
    let (untaken, exceptions) = (Set(state.untaken), exceptions)
    let leavesGone = !canTake(.gone)
    return {
      leavesGone && $0.outcome == .gone
        || untaken.contains($0.outcome.rawValue) == exceptions.contains($0.read.rowID)
    }
  }

  public func take(_ row: PlannedRow, _ isTaken: Bool) {
    guard canTake(row), isTaken != self.isTaken(row) else { return }
    if exceptions.remove(row.read.rowID) != nil {
      state.exceptions.removeAll { $0 == row.read.rowID }
      exceptionCounts[row.outcome, default: 0] -= 1
    } else if exceptions.count < ImportState.mostExceptions {
      exceptions.insert(row.read.rowID)
      state.exceptions.append(row.read.rowID)
      exceptionCounts[row.outcome, default: 0] += 1
    } else {
      messages.notify(
        tr(
          "No more than %@ rows can be chosen one by one. Take all of them or none first.",
          ImportState.mostExceptions.displayText))
    }
    changed.notify(.taken)
    // A row that repeats it is free now, or no longer.
    if prepared?.plan.repeated.contains(row.read.number) ?? false { reload() }
  }

  /// Takes all rows of an outcome, or none.
  public func takeAll(_ outcome: PlannedRow.Outcome, _ isTaken: Bool) {
    guard let prepared else { return }
    state.untaken.removeAll { $0 == outcome.rawValue }
    if !isTaken { state.untaken.append(outcome.rawValue) }
    state.exceptions.removeAll { prepared.position(of: $0, in: RowList(outcome)) != nil }
    exceptions = Set(state.exceptions)
    countExceptions()
    changed.notify(.taken)
  }

  func countExceptions() {
    exceptionCounts = [:]
    guard let prepared else { return }
    for row in exceptions {
      for outcome in [PlannedRow.Outcome.new, .changed, .gone]
      where prepared.position(of: row, in: RowList(outcome)) != nil {
        exceptionCounts[outcome, default: 0] += 1
      }
    }
  }

  /// How many rows of an outcome are imported.
  public func takenCount(_ outcome: PlannedRow.Outcome) -> Int {
    guard canTake(outcome) else { return 0 }
    let (exceptions, count) = (exceptionCounts[outcome] ?? 0, count(RowList(outcome)))
    return state.untaken.contains(outcome.rawValue) ? exceptions : count - exceptions
  }

  // MARK: Cells

  /// The cells of a row that a field is taken from, in the order of the columns.
  public func cells(of row: PlannedRow) -> [ImportCell] {
    let corrections = state.corrections[row.read.rowID.text] ?? [:]
    return (prepared?.fieldColumns ?? []).map { column, field in
      ImportCell(
        row: row, column: column, field: field,
        refusal: row.read.problem(with: column.name),
        isCorrected: !corrections.isEmpty && corrections[column.field ?? ""] != nil)
    }
  }

  /// What is being typed in place of a cell; nil for what it has.
  public func typed(in cell: ImportCell) -> String? {
    draft.row == cell.row.read.rowID && draft.field == cell.column.field ? draft.text : nil
  }

  /// Keeps what is being typed.
  public func type(_ text: String, in cell: ImportCell) {
    var new = CellDraft()
    (new.row, new.field, new.text) = (cell.row.read.rowID, cell.column.field ?? "", text)
    draft = new
  }

  /// Puts what was typed in the place of a cell, and compares the row anew.
  public func correct(_ cell: ImportCell, to typed: String) {
    if self.typed(in: cell) != nil { draft = CellDraft() }
    guard typed != cell.editedText, let name = cell.column.field else { return }
    // Kept as every catalogue writes it: the same whatever the language is by the next start.
    var text = typed
    if let value = try? cell.field.value(
      from: typed, style: catalogue.writingStyle(for: cell.row.product))
    {
      text = cell.field.kind.text(of: value)
    }
    state.corrections[cell.row.read.rowID.text, default: [:]][name] = text
    state.row = cell.row.read.rowID
    reload()
  }

  /// Takes the cell of the list again.
  public func uncorrect(_ cell: ImportCell) {
    guard let name = cell.column.field else { return }
    let row = cell.row.read.rowID.text
    state.corrections[row]?[name] = nil
    if state.corrections[row]?.isEmpty == true { state.corrections[row] = nil }
    reload()
  }
}

/// A cell of a row: what a field has, and what it would get.
public struct ImportCell: Equatable {
  public let row: PlannedRow
  public let column: UnderstoodColumn
  public let field: FormField
  public let refusal: RowRefusal?
  public let isCorrected: Bool

  /// What the product has; nil for a new one.
  public var old: String? {
    guard row.outcome == .changed, let product = row.product else { return nil }
    return field.displayText(in: product)
  }

  public var new: String? {
    row.read.values[field.field].map { field.displayText(of: $0, unit: unit) }
  }

  /// What the field’s values will count.
  private var unit: SaleUnit? {
    let values = row.read.values
    var unit = row.product?.unit
    if case .text(let symbol)? = values[.builtIn(.unit)] { unit = try? SaleUnit(symbol) }
    let isPacked = values[.builtIn(.packSize)] != nil || row.product?.packSize != nil
    return field.unit(unit, counted: isPacked ? nil : unit)
  }

  public var isChanged: Bool { row.outcome == .changed && row.changes[field.field] != nil }

  /// What a person begins with who corrects it.
  @MainActor public var editedText: String {
    if let refusal { return refusal.text ?? "" }
    return row.read.values[field.field].map { field.kind.text(of: $0, style: .local()) } ?? ""
  }

  public static func == (a: ImportCell, b: ImportCell) -> Bool {
    a.row.read.rowID == b.row.read.rowID && a.row.outcome == b.row.outcome && a.column == b.column
      && a.refusal == b.refusal && a.isCorrected == b.isCorrected && a.old == b.old
      && a.value == b.value
  }

  private var value: FieldValue? { row.read.values[field.field] }

  /// Whether there is anything to see.
  public var isFilled: Bool { refusal != nil || isCorrected || new != nil || isChanged }
}
