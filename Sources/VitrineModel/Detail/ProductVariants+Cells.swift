// SPDX-License-Identifier: Apache-2.0
// The cells of the grid of variants. What is typed counts when a cell is left, is written once, and never over what was
// changed elsewhere in the meantime without a word.

import Catalog
import Foundation
import Wording

extension ProductVariants {
  func variant(_ id: UUID) -> ListedProduct? { variants.first { $0.id == id } }

  func column(_ id: FieldID) -> FormField? { columns.first { $0.id == id } }

  /// What is typed in a cell, or else what the variant has for itself.
  public func text(in cell: VariantCell) -> String {
    draft.cells[cell.text]?.typed ?? ownText(of: cell)
  }

  /// What the variant takes from its head, for a cell that is empty.
  public func takenText(in cell: VariantCell) -> String {
    guard let variant = variant(cell.variant), let column = column(cell.field),
      variant.variant?.taken.contains(cell.field) == true
    else { return "" }
    return column.typedText(of: variant, style: style(for: variant))
  }

  /// What the amount in a cell counts; empty for pieces and packs.
  public func unitText(in cell: VariantCell) -> String {
    guard let variant = variant(cell.variant),
      let unit = column(cell.field)?.unit(variant.unit, counted: variant.countedUnit)
    else { return "" }
    return cell.field == .price ? tr("/ %@", unit.symbol) : unit.symbol
  }

  /// What is typed in a cell, which may say what it counts.
  func value(
    of text: String, in cell: VariantCell, column: FormField, style: WritingStyle
  ) throws -> FieldValue? {
    try column.value(from: text, style: style) {
      variant(cell.variant)?.measureOfStock ?? SaleMeasure(unit: nil)
    }
  }

  private func ownText(of cell: VariantCell) -> String {
    if let written = written[cell] { return written.text }
    guard let variant = variant(cell.variant), let column = column(cell.field),
      variant.variant?.taken.contains(cell.field) != true
    else { return "" }
    return column.typedText(of: variant, style: style(for: variant))
  }

  /// A price is of the currency that it was typed in.
  func style(of cell: VariantCell) -> WritingStyle {
    var style = variant(cell.variant).map { self.style(for: $0) } ?? .local(for: head)
    if let code = draft.currencies[cell.text], let currency = try? Currency(code) {
      style.currency = currency
    }
    return style
  }

  private func style(for variant: ListedProduct) -> WritingStyle {
    var style = WritingStyle.local(for: head)
    if let price = variant.price { style.currency = price.currency }
    return style
  }

  /// Why a cell does not count; nil if it does, or is still typed into.
  public func problem(in cell: VariantCell) -> String? { problems[cell] }

  /// Whether something is typed in a cell that does not count yet.
  public func isTyped(_ cell: VariantCell) -> Bool { draft.cells[cell.text] != nil }

  /// The cell that had the keyboard when the window was saved, with the selection in it.
  public var place: (cell: VariantCell, anchor: Int, caret: Int)? {
    draft.focus.flatMap { VariantCell($0) }.map { ($0, draft.anchor, draft.caret) }
  }

  /// The keyboard is in a cell, with the caret there; nil if it has left the grid.
  public func place(in cell: VariantCell?, anchor: Int = 0, caret: Int = 0) {
    var new = draft
    new.focus = cell?.text
    (new.anchor, new.caret) = cell == nil ? (0, 0) : (anchor, caret)
    if new != draft { draft = new }
  }

  public func type(_ text: String, in cell: VariantCell) {
    guard text != self.text(in: cell) else { return }
    var new = draft
    let was = new.cells[cell.text]?.was ?? ownText(of: cell)
    if text == was {
      new.forget(cell.text)
    } else {
      if cell.field == .price, new.currencies[cell.text] == nil {
        new.currencies[cell.text] = style(of: cell).currency?.code
      }
      new.cells[cell.text] = ProductDraft.Field(typed: text, was: was)
    }
    draft = new
    if problems.removeValue(forKey: cell) != nil { changed.notify(.cell(cell)) }
  }

  /// Gives up what was typed in a cell.
  public func giveUp(_ cell: VariantCell) {
    draft.forget(cell.text)
    problems[cell] = nil
    changed.notify(.cell(cell))
  }

  /// What was typed in a cell counts now, unless it can't.
  public func finish(_ cell: VariantCell) {
    guard let head, let typed = draft.cells[cell.text], writing[cell] != typed,
      let column = column(cell.field)
    else { return }
    do {
      let style = style(of: cell)
      let value = try self.value(of: typed.typed, in: cell, column: column, style: style)
      writing[cell] = typed
      write(value, typed, column: column, style: style, in: cell, of: head.id)
    } catch {
      refuse(cell, error.sentence)
    }
  }

  /// Takes back what was done last, such as what the cell before this one has written.
  public func undo() { catalogue.commands.undo() }

  public func redo() { catalogue.commands.redo() }

  /// The cell that has the keyboard counts now, too.
  public func finishPlace() {
    if let place { finish(place.cell) }
  }

  private func refuse(_ cell: VariantCell, _ sentence: String) {
    problems[cell] = sentence
    changed.notify(.cell(cell))
  }

  private func write(
    _ value: FieldValue?, _ typed: ProductDraft.Field, column: FormField, style: WritingStyle,
    in cell: VariantCell, of head: UUID
  ) {
    catalogue.inOrder { [weak self, store = catalogue.store] in
      defer { if self?.writing[cell] == typed { self?.writing[cell] = nil } }
      do {
        var change = ProductChange()
        try column.set(value, in: &change)
        // Another program may write between the two; then they are compared once more.
        while true {
          guard let current = try await store.product(cell.variant) else {
            self?.refuse(cell, tr("This variant is not in the catalogue any more."))
            return
          }
          let isTaken = current.variant?.taken.contains(cell.field) == true
          let now = isTaken ? "" : column.text(of: current, style: style)
          let isSame = try column.value(from: now, style: style) == value
          if !isSame, now != typed.was {
            self?.meet(now, in: cell, of: head)
            return
          }
          let outcome = try await store.edit(
            [cell.variant], basedOn: [cell.variant: current.revision], applying: [.set(change)])
          if outcome.conflicts.isEmpty, outcome.missing.isEmpty { break }
        }
        let written = value.map { column.kind.text(of: $0, style: style) } ?? ""
        self?.forget(cell, typed, writtenAs: written, of: head)
      } catch {
        self?.refuse(cell, error.sentence)
      }
    }
  }

  /// It is written. What was typed there meanwhile is based on that.
  private func forget(
    _ cell: VariantCell, _ typed: ProductDraft.Field, writtenAs text: String, of head: UUID
  ) {
    var new = draft(of: head)
    if new.cells[cell.text] == typed {
      new.forget(cell.text)
    } else if new.cells[cell.text]?.was == typed.was {
      new.cells[cell.text]?.was = text
    }
    setDraft(new, of: head)
    // What is typed next is based on it, also before the list is read again.
    written[cell] = (text, asked)
    problems[cell] = nil
    changed.notify(.cell(cell))
  }

  /// It was changed elsewhere; what was typed counts when it is left once more.
  private func meet(_ theirs: String, in cell: VariantCell, of head: UUID) {
    var new = draft(of: head)
    new.cells[cell.text]?.was = theirs
    setDraft(new, of: head)
    refuse(
      cell,
      theirs.isEmpty
        ? tr("Cleared elsewhere. Press Enter to keep what you typed.")
        : tr("Changed elsewhere to “%@”. Press Enter to keep what you typed.", theirs))
  }

  // MARK: What is typed in cells that are not there

  /// How many cells of variants that this product no longer has are typed in.
  public var lostCells: Int { lost.count }

  private var lost: [String] {
    guard areRead else { return [] }
    return draft.cells.keys.filter { name in
      VariantCell(name).map { !known.contains($0.variant) } ?? true
    }
  }

  public func discardLost() {
    let before = draft
    guard let head, !lost.isEmpty else { return }
    var new = before
    lost.forEach { new.forget($0) }
    draft = new
    session.saveNow()
    changed.notify(.rows)
    offers.notify(
      UndoOffer(sentence: tr("Edit discarded"), isOfTyping: true) { [weak self] in
        guard let self else { return }
        var back = draft(of: head.id)
        back.cells.merge(before.cells) { now, _ in now }
        back.currencies.merge(before.currencies) { now, _ in now }
        setDraft(back, of: head.id)
        changed.notify(.rows)
      })
  }
}

extension FormField {
  /// The value as a user would type it; empty if there is none.
  func typedText(of product: ListedProduct, style: WritingStyle) -> String {
    value(of: product).map { kind.text(of: $0, style: style) } ?? ""
  }

  func value(of product: ListedProduct) -> FieldValue? {
    switch field {
    case .builtIn(let field): product.value(of: field)
    case .custom(let field): product.values[field.id]
    }
  }
}
