// SPDX-License-Identifier: Apache-2.0
// The variants of the product that a window shows, as a grid whose cells are typed into. What a cell is empty of the
// variant takes from its head. A cell counts when it is left; until then it is a draft of the window, and so is one
// that can't be taken, or that was changed elsewhere in the meantime.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class ProductVariants {
  public enum Change: Equatable {
    /// Which variants or columns there are, or what they have.
    case rows
    /// What is wrong with a cell.
    case cell(VariantCell)
    /// What variants are made of.
    case making
    /// Variants were made here, which are about to be shown.
    case made
  }

  public let changed = Observers<Change>()
  public let messages = Observers<String>()
  /// What was done, with a way to take it back.
  public let offers = Observers<UndoOffer>()
  /// The product of which they are variants, if it can have some.
  public private(set) var head: Product?
  /// In the manual order.
  public private(set) var variants: [ListedProduct] = []
  /// The options, and what each variant has for itself.
  public private(set) var columns: [FormField] = []
  /// The options as their custom fields are now.
  private(set) var custom: [CustomField] = []

  let catalogue: OpenCatalogue
  let session: SceneSession
  private let drafts: Drafts
  private var problems: [VariantCell: String] = [:]
  private var asked = 0
  private var known: Set<UUID> = []

  init(_ catalogue: OpenCatalogue, _ session: SceneSession, drafts: Drafts) {
    (self.catalogue, self.session, self.drafts) = (catalogue, session, drafts)
  }

  /// Whether there is something to show of it.
  public var areThere: Bool { !variants.isEmpty || draft.isUnfinished }

  /// Whether the keyboard was in it when the window was saved.
  var hasKeyboard: Bool { draft.focus != nil || draft.isMaking }

  // MARK: Reading

  func show(_ product: Product?, _ custom: [CustomField]) {
    let isAnother = product?.id != head?.id
    head = product?.variant == nil ? product : nil
    self.custom = custom
    if isAnother {
      (variants, columns, problems) = ([], [], [:])
      changed.notify(.rows)
      changed.notify(.making)
    }
    read()
  }

  /// Whether what is shown may be another after this change.
  func isTouched(by change: CatalogChange) -> Bool {
    guard head != nil else { return false }
    guard let changed = change.productIDs else { return true }
    return !known.isDisjoint(with: changed) || change.touches(.variants)
  }

  func read() {
    asked += 1
    guard let head else { return }
    let number = asked
    Task { [weak self, store = catalogue.store] in
      // Where the product is read, a message says what can't be read.
      guard let found = try? await store.variants(of: head.id) else { return }
      guard let self, self.asked == number else { return }
      take(found)
    }
  }

  private func take(_ found: [ListedProduct]) {
    guard let head else { return }
    let options = head.options.fields.compactMap { id in
      custom.first { $0.id == id }.map { FormField($0) }
    }
    let fields =
      options + [FormField(.sku), FormField(.gtin), FormField(.price), FormField(.stock)]
    known = Set(found.map(\.id))
    guard found != variants || fields != columns else { return }
    (variants, columns) = (found, fields)
    dropWritten()
    changed.notify(.rows)
  }

  /// What was written just before the program ended is in the catalogue.
  private func dropWritten() {
    var new = draft
    new.cells = new.cells.filter { name, cell in
      guard let place = VariantCell(name), known.contains(place.variant) else { return true }
      return cell.typed != ownText(of: place)
    }
    if new != draft { draft = new }
  }

  var draft: VariantsDraft {
    get { head.flatMap { drafts[variants: $0.id] } ?? VariantsDraft() }
    set {
      guard let head else { return }
      drafts[variants: head.id] = newValue == VariantsDraft() ? nil : newValue
    }
  }

  // MARK: Cells

  private func variant(_ id: UUID) -> ListedProduct? { variants.first { $0.id == id } }

  private func column(_ id: FieldID) -> FormField? { columns.first { $0.id == id } }

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

  private func ownText(of cell: VariantCell) -> String {
    guard let variant = variant(cell.variant), let column = column(cell.field),
      variant.variant?.taken.contains(cell.field) != true
    else { return "" }
    return column.typedText(of: variant, style: style(for: variant))
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
    new.cells[cell.text] = text == was ? nil : ProductDraft.Field(typed: text, was: was)
    draft = new
    if problems.removeValue(forKey: cell) != nil { changed.notify(.cell(cell)) }
  }

  /// Gives up what was typed in a cell.
  public func giveUp(_ cell: VariantCell) {
    draft.cells[cell.text] = nil
    problems[cell] = nil
    changed.notify(.cell(cell))
  }

  /// What was typed in a cell counts now, unless it can't.
  public func finish(_ cell: VariantCell) {
    guard let typed = draft.cells[cell.text], let variant = variant(cell.variant),
      let column = column(cell.field)
    else { return }
    let style = style(for: variant)
    do {
      var change = ProductChange()
      try column.set(column.value(from: typed.typed, style: style), in: &change)
      write(change, typed, column: column, style: style, in: cell)
    } catch {
      refuse(cell, error.sentence)
    }
  }

  private func refuse(_ cell: VariantCell, _ sentence: String) {
    problems[cell] = sentence
    changed.notify(.cell(cell))
  }

  private func write(
    _ change: ProductChange, _ typed: ProductDraft.Field, column: FormField, style: WritingStyle,
    in cell: VariantCell
  ) {
    catalogue.inOrder { [weak self, store = catalogue.store] in
      do {
        guard let current = try await store.product(cell.variant) else {
          self?.forget(cell, typed)
          return
        }
        let isTaken = current.variant?.taken.contains(cell.field) == true
        let now = isTaken ? "" : column.text(of: current, style: style)
        if now != typed.was, now != typed.typed {
          self?.meet(now, in: cell)
          return
        }
        _ = try await store.edit(
          [cell.variant], basedOn: [cell.variant: current.revision], applying: [.set(change)])
        self?.forget(cell, typed)
      } catch {
        self?.refuse(cell, error.sentence)
      }
    }
  }

  /// It is written, unless it was typed in again meanwhile.
  private func forget(_ cell: VariantCell, _ typed: ProductDraft.Field) {
    if draft.cells[cell.text] == typed { draft.cells[cell.text] = nil }
    problems[cell] = nil
    changed.notify(.cell(cell))
  }

  /// It was changed elsewhere; what was typed counts when it is left once more.
  private func meet(_ theirs: String, in cell: VariantCell) {
    draft.cells[cell.text]?.was = theirs
    refuse(
      cell,
      tr("Changed elsewhere to “%@”. Press Enter to keep what you typed.", theirs))
  }

  // MARK: Leaving

  /// Makes a variant a product of its own, with all that it took.
  public func leave(_ variant: UUID) {
    catalogue.inOrder { [weak self, catalogue] in
      do {
        guard try await catalogue.store.leave([variant]) > 0 else { return }
        let offer = await catalogue.commands.offer(
          .leaveVariants, tr("It is a product of its own now."))
        if let offer { self?.offers.notify(offer) }
      } catch {
        self?.messages.notify(tr("Not changed: %@", error.sentence))
      }
    }
  }
}

extension FormField {
  /// The value as a user would type it; empty if there is none.
  func typedText(of product: ListedProduct, style: WritingStyle) -> String {
    let value: FieldValue? =
      switch field {
      case .builtIn(let field): product.value(of: field)
      case .custom(let field): product.values[field.id]
      }
    return value.map { kind.text(of: $0, style: style) } ?? ""
  }
}
