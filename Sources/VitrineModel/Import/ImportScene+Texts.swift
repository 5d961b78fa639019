// SPDX-License-Identifier: Apache-2.0
// What the window says of a list and its rows.

import Catalog
import Exchange
import Foundation
import Wording

extension ImportScene {
  /// What would be imported, or what is in the way.
  public var summary: String {
    if let work {
      let text =
        if isBeginningShown {
          tr("The first rows are shown while the others are read.")
        } else {
          work == .preparing
            ? tr("Comparing with the catalogue…") : tr("Importing…", context: "a list")
        }
      return progress.map { "\(text) \($0.text)" } ?? text
    }
    guard prepared != nil, failure == nil else { return "" }
    if origin == .unnamed, openQuestions == 1 {
      return tr("The new source needs a name: type it and press “Use”.")
    }
    if openQuestions > 0 {
      return tr("1 question is open.", "%@ questions are open.", count: openQuestions)
    }
    if catalogue.store.isReadOnly { return tr("The catalogue can only be read.") }
    let (new, changed) = (takenCount(.new), takenCount(.changed))
    let parts = [
      new > 0 ? tr("1 product will be new", "%@ products will be new", count: new) : nil,
      changed > 0
        ? tr("1 product will change", "%@ products will change", count: changed) : nil,
      goneText(takenCount(.gone)),
    ].compactMap(\.self)
    if !parts.isEmpty { return parts.joined(separator: ", ") + "." }
    guard let source else { return tr("Nothing would change.") }
    return tr("Nothing would change. “%@” keeps the list for the next one.", source.printable())
  }

  /// What becomes of so many products that are gone.
  private func goneText(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    return switch gone {
    case .leave: nil
    case .mark: tr("1 gone will be marked", "%@ gone will be marked", count: count)
    case .trash:
      tr("1 gone will go to the trash", "%@ gone will go to the trash", count: count)
    case .zero:
      tr("1 gone will have no stock", "%@ gone will have no stock", count: count)
    }
  }

  /// The choices about what is gone.
  public func text(of gone: SourceChoice.Gone) -> String {
    switch gone {
    case .leave: tr("Leave as they are")
    case .mark: tr("Mark “%@”", SourceChoice.mark(of: source ?? "").printable())
    case .trash: tr("Move to the trash")
    case .zero: tr("Set the stock to 0")
    }
  }

  /// What was noticed while the file was read.
  public var notes: [String] {
    guard let plan = prepared?.plan else { return [] }
    var notes: [String] = []
    let replaced = plan.understanding.replaced
    if replaced > 0 {
      notes.append(
        tr(
          "1 character can’t be read; another encoding may have it.",
          "%@ characters can’t be read; another encoding may have them.", count: replaced))
    }
    if !plan.otherSheets.isEmpty {
      notes.append(
        tr(
          "Other sheets look like lists, too: %@",
          plan.otherSheets.map { $0.printable() }.named))
    }
    if plan.hidden > 0 {
      notes.append(
        tr(
          "1 row is hidden in the spreadsheet, and read all the same.",
          "%@ rows are hidden in the spreadsheet, and read all the same.", count: plan.hidden))
    }
    if plan.dropped > 0 {
      notes.append(
        tr(
          "1 character that must not be in such a file was left away.",
          "%@ characters that must not be in such a file were left away.", count: plan.dropped))
    }
    for row in plan.rows.withRemarks.prefix(20) {
      let reasons = row.read.sentencesOfRemarks.printable()
      notes.append(tr("Row %1$@ is imported, but: %2$@", row.read.number.displayText, reasons))
    }
    for row in plan.leftOut.prefix(20) {
      notes.append(tr("Row %1$@ is left out. %2$@", row.number.displayText, row.sentence))
    }
    return notes
  }

  /// What the product of a row is called.
  public func title(of row: PlannedRow) -> String {
    if case .text(let title)? = row.read.values[.builtIn(.title)] {
      return title.asName.printable()
    }
    if let product = row.product { return product.title.text.asName.printable() }
    return tr("Without a title", context: "in place of a product’s title")
  }

  private func goneText(of row: PlannedRow) -> String {
    guard canTake(row) else { return tr("The list no longer has it.") }
    return switch gone {
    case .leave: tr("The list no longer has it.")
    case .mark:
      row.changes.isEmpty
        ? tr("The list no longer has it. It is marked already.")
        : tr("The list no longer has it. It will be marked.")
    case .trash: tr("The list no longer has it. It will go to the trash.")
    case .zero:
      row.changes.isEmpty
        ? tr("The list no longer has it. It has no stock already.")
        : tr("The list no longer has it. Its stock will be 0.")
    }
  }

  /// What both changed in it, in a line.
  private func conflictText(of row: PlannedRow) -> String {
    row.conflicts.map { conflict in
      let (mine, theirs) = (conflict.text(of: .mine), conflict.text(of: .theirs))
      return switch conflict.answer {
      case nil: tr("%1$@: yours %2$@, the list’s %3$@", conflict.label, mine, theirs)
      case .mine?: tr("%1$@: %2$@ stays", conflict.label, mine)
      case .theirs?: tr("%1$@: %2$@ → %3$@", conflict.label, mine, theirs)
      }
    }.joined(separator: " · ").shortened(to: 300)
  }

  /// What becomes of it, in a line.
  public func changeText(of row: PlannedRow) -> String {
    if list == .asked { return conflictText(of: row) }
    switch row.outcome {
    case .refused: return row.read.refusal?.sentence.printable(isolates: true) ?? ""
    case .gone: return goneText(of: row)
    case .changed:
      let changes = cells(of: row).filter(\.isChanged).map { cell in
        let none = tr("nothing", context: "said of a field without a value")
        return tr(
          "%1$@: %2$@ → %3$@", cell.field.label, (cell.old ?? none).asName,
          (cell.new ?? none).asName)
      }
      return changes.isEmpty
        ? tr("It gets photos, or another place among variants.")
        : changes.joined(separator: " · ").printable(isolates: true)
    case .new, .same:
      let values = cells(of: row).lazy.compactMap { cell -> String? in
        guard cell.field.field != .builtIn(.title), let value = cell.new?.shortened(to: 80) else {
          return nil
        }
        return tr("%1$@: %2$@", cell.field.label, value)
      }
      return Array(values.prefix(6)).joined(separator: " · ").printable(isolates: true)
    }
  }
}
