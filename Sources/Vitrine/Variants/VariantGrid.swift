// SPDX-License-Identifier: Apache-2.0
// The variants of a product as a grid of entries. It is made column by column, so that every column is as wide as what is
// in it; the keys lead from cell to cell as in a spreadsheet: Enter and the arrows up and down, Tab across. A photo
// that is pasted in a cell is the variant's.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class VariantGrid {
  let root: Widget
  /// What is wrong with a cell, for a place where it moves no cell: a click that follows would meet another one.
  let foot: Widget
  private let variants: ProductVariants
  private let photos: VariantPhotos
  private let open: @MainActor (UUID) -> Void
  private let columns = Box(.horizontal, spacing: 6)
  private let problem = Label(status: "").wrapped(at: 40).ellipsized().lines(3).style("problem")
  private let more = Button("").style("flat").align(.start)
  private let lost = Label(status: "").wrapped(at: 40).ellipsized().lines(3)
  private let discard = Button(tr("_Discard", context: "button: give up what was typed"))
  private let lostLine: Box
  private var fields: [FormField] = []
  private var titles: [UUID: String] = [:]
  private var rows: [(variant: UUID, cells: [VariantCellView])] = []
  private var places: [Box] = []
  /// The photo and the button at the end of each row.
  private var ends: [(photo: PictureFrame, open: Button)] = []
  /// How many rows there are at most.
  private var most = VariantGrid.atOnce
  /// Whether rows are still being made.
  private var isMaking = false
  /// The product of whose variants something was said in the foot, which has its room since.
  private var said: UUID?

  private static let atOnce = 100

  init(
    _ variants: ProductVariants, _ photos: VariantPhotos, open: @escaping @MainActor (UUID) -> Void
  ) {
    (self.variants, self.photos, self.open) = (variants, photos, open)
    let scroll = ScrolledWindow(sideways: columns)
    lostLine = Box(
      .horizontal, spacing: 6, children: [lost.expand(horizontally: true), discard])
    root = Box(.vertical, spacing: 6, children: [scroll, more])
    let lines = Box(.vertical, spacing: 6, children: [problem, lostLine]).style("form-bar")
    foot = Box(.vertical, children: [.page(lines)]).style("bottom-bar", "form-foot")
    discard.onClick { [weak variants] in variants?.discardLost() }
    more.onClick { [weak self] in
      self?.most += Self.atOnce
      self?.show()
    }
    variants.changed.add(self) { [weak self] change in
      switch change {
      case .rows: self?.show()
      case .cell(let cell): self?.show(cell)
      case .making, .made: break
      }
    }
    // The tab is not there until it has something to show. GTK does not move the focus during `map`.
    root.onMap { [weak self] in MainLoop.whenIdle { [weak self] in self?.focusIfWanted() } }
    show()
  }

  private func show() {
    showLost()
    // The cell that has or had the keyboard is among them.
    if let place = variants.place,
      let row = variants.variants.firstIndex(where: { $0.id == place.cell.variant })
    {
      most = max(most, row + 1)
    }
    let wanted = variants.variants.prefix(most)
    titles = Dictionary(wanted.map { ($0.id, $0.title) }) { first, _ in first }
    let isGrown =
      fields == variants.columns && rows.map(\.variant) == wanted.prefix(rows.count).map(\.id)
    if !isGrown { begin() }
    rows.forEach { $0.cells.forEach { $0.show() } }
    for (variant, end) in zip(wanted, ends) { show(variant, at: end) }
    let rest = variants.variants.count - wanted.count
    more.isVisible = rest > 0
    if rest > 0 { more.setLabel(tr("Show 1 More", "Show %@ More", count: min(rest, Self.atOnce))) }
    showProblem()
    makeRows()
  }

  private func begin() {
    let hadFocus = root.hasFocus
    fields = variants.columns
    columns.removeAll()
    (rows, places, ends) = ([], [], [])
    for field in fields {
      let place = Box(.vertical, spacing: 6, children: [head(Label(field.label))])
      places.append(place)
      columns.append(place)
    }
    let photo = Label(tr("Photo", context: "heading: the photos of variants"))
    let last = Box(.vertical, spacing: 6, children: [head(photo)])
    places.append(last)
    columns.append(last)
    if hadFocus { wanting = variants.head?.id }
  }

  /// A name has room for two lines in every column, so that the cells of a row are beside each other.
  private func head(_ label: Label) -> Widget {
    // In all the width of its column, else “Colour” is broken above cells that are twice as wide. Only there: the
    // columns are no wider for it.
    label.wrapped(at: 8, least: 5).ellipsized().lines(2).align(vertical: .end)
      .expand(horizontally: true)
    return Box(.horizontal, children: [label]).expand()
      .style("caption", "dim-label", "two-lines")
  }

  /// A row at a time: all at once take longer than a key press may.
  private func makeRows() {
    guard !isMaking, rows.count < min(most, variants.variants.count) else {
      focusIfWanted()
      // Enter leads down only where there is a row.
      if !isMaking, wanting == nil, isAwaited {
        isAwaited = false
        variants.keyboard(isComing: false)
      }
      return
    }
    isMaking = true
    let variant = variants.variants[rows.count]
    let cells = fields.map { field in
      VariantCellView(
        VariantCell(variant: variant.id, field: field.id), field, of: variants,
        title: { [weak self] in self?.titles[variant.id] ?? "" }
      ) { [weak self] leaving, cell in
        self?.take(leaving, in: cell) ?? false
      } paste: { [photos] entry in
        photos.paste(in: entry, to: variant.id)
      }
    }
    for (cell, place) in zip(cells, places) { place.append(cell.root) }
    let end = (photo: photos.frame(), open: Button(icon: "go-next-symbolic", label: ""))
    end.open.style("flat").onClick { [weak self] in self?.open(variant.id) }
    // Beside the button, so that it is in line with the entries, which are as high as that.
    places.last?.append(Box(.horizontal, spacing: 3, children: [end.photo.root, end.open]))
    ends.append(end)
    show(variant, at: end)
    rows.append((variant.id, cells))
    // As after a restart, when what is wrong is known before its row is made.
    if cells.contains(where: { variants.problem(in: $0.cell) != nil }) { showProblem() }
    focusIfWanted()
    MainLoop.whenIdle { [weak self] in
      self?.isMaking = false
      self?.makeRows()
    }
  }

  private func show(_ variant: ListedProduct, at end: (photo: PictureFrame, open: Button)) {
    photos.show(variant, in: end.photo)
    end.open.accessibleName(tr("Open “%@”", variant.title))
  }

  private func showLost() {
    let count = variants.lostCells
    // Its keyboard would not come back.
    if count == 0, discard.hasFocus { all.first?.takeFocus() }
    lostLine.isVisible = count > 0
    lost.text = tr(
      "Something was typed in a cell of a variant that is not here any more.",
      "Something was typed in %@ cells of variants that are not here any more.", count: count)
  }

  // MARK: Keys

  /// The product in whose variants the keyboard is to be, as soon as they are there.
  private var wanting: UUID?
  /// Whether keys may wait for that.
  private var isAwaited = false

  /// The keyboard goes to the cell that had it, or to the first one that is to be filled in.
  func takeFocus() {
    wanting = variants.head?.id
    isAwaited = true
    focusIfWanted()
    makeRows()
  }

  private func focusIfWanted() {
    // On a page that is not in front, GTK would give it the keys that are meant for what is.
    guard let wanting, wanting == variants.head?.id, !rows.isEmpty, root.isMapped else { return }
    let place = variants.place
    let found = place.flatMap { place in all.first { $0.cell == place.cell } }
    // It may be in a row that is yet to be made.
    if place != nil, found == nil, rows.count < min(most, variants.variants.count) { return }
    self.wanting = nil
    if let found, let place {
      found.takeFocus(TextSelection(anchor: place.anchor, caret: place.caret))
    } else if place == nil {
      (all.first { $0.cell.field == .sku } ?? all.first)?.takeFocus()
    }
  }

  private var all: [VariantCellView] { rows.flatMap(\.cells) }

  private func take(_ press: VariantCellView.Leaving, in cell: VariantCell) -> Bool {
    guard let row = rows.firstIndex(where: { $0.variant == cell.variant }),
      let column = fields.firstIndex(where: { $0.id == cell.field })
    else { return false }
    let place = row * fields.count + column
    let next =
      switch press {
      case .down: place + fields.count
      case .up: place - fields.count
      case .forward: place + 1
      case .backward: place - 1
      }
    guard next >= 0, next < rows.count * fields.count else { return false }
    rows[next / fields.count].cells[next % fields.count].takeFocus()
    return true
  }

  private func show(_ cell: VariantCell) {
    all.first { $0.cell == cell }?.show()
    showProblem()
  }

  /// What is wrong with the first cell with which something is.
  private func showProblem() {
    let first = all.lazy.compactMap { view in
      self.variants.problem(in: view.cell).map { (view, $0) }
    }.first
    problem.text = first.map { tr("%1$@: %2$@", $0.name, $1) } ?? ""
    problem.tooltip(problem.text)
    if first != nil || lostLine.isVisible { said = variants.head?.id }
    // Its room stays: at the end of a long grid, all cells would move down without it.
    foot.isVisible = said != nil && said == variants.head?.id
  }
}

/// One cell.
@MainActor
final class VariantCellView {
  /// Where a key leads to from a cell.
  enum Leaving { case up, down, forward, backward }

  let root: Widget
  let cell: VariantCell
  private let field: FormField
  private let variants: ProductVariants
  private let title: @MainActor () -> String
  private let leave: @MainActor (Leaving, VariantCell) -> Bool
  private let paste: @MainActor (Widget) -> Bool
  private let entry = Entry()
  private let unit = Label("").style("dim-label")
  /// How many commands were taken back here after what was typed: they come back before that does.
  private var undone = 0

  init(
    _ cell: VariantCell, _ field: FormField, of variants: ProductVariants,
    title: @escaping @MainActor () -> String,
    leave: @escaping @MainActor (Leaving, VariantCell) -> Bool,
    paste: @escaping @MainActor (Widget) -> Bool
  ) {
    (self.cell, self.field, self.variants) = (cell, field, variants)
    (self.title, self.leave, self.paste) = (title, leave, paste)
    root = Box(.horizontal, spacing: 3, children: [entry.expand(horizontally: true), unit])
    entry.style("variant-cell")
    show()
    entry.onChange { [weak self] in
      guard let self else { return }
      undone = 0
      self.variants.type(entry.text, in: self.cell)
    }
    entry.onSelectionChange { [weak self] in self?.keep() }
    entry.onEnter { [weak self] in self?.enter() }
    entry.onKey(before: true) { [weak self] press in self?.take(press) ?? false }
    entry.onFocus(
      entered: { [weak self] in
        self?.undone = 0
        self?.keep()
      },
      left: { [weak self] in
        // Not if only the window has lost the keyboard: what is half typed stays so.
        guard let self, !entry.hasFocus else { return }
        finish()
        // It may go to another cell, which says so itself.
        if self.variants.place?.cell == self.cell { self.variants.place(in: nil) }
      })
  }

  /// Which cell it is.
  var name: String { tr("%1$@ of %2$@", field.label, title()) }

  func show() {
    let text = variants.text(in: cell)
    if entry.text != text { entry.text = text }
    let counted = variants.unitText(in: cell)
    if unit.text != counted { unit.text = counted }
    unit.isVisible = !counted.isEmpty
    let taken = variants.takenText(in: cell)
    entry.placeholder(taken)
    let longest = min(max(text.count, taken.count) + 1, Self.mostCharacters)
    entry.minimumWidth(characters: max(field.kind.cellCharacters, longest))
    entry.accessibleName(name)
    let problem = variants.problem(in: cell)
    entry.setInvalid(problem != nil)
    entry.setAccessibleDescription(
      problem ?? (taken.isEmpty ? "" : tr("Taken from the product")))
  }

  private static let mostCharacters = 14

  /// With this selected, or else all of it.
  func takeFocus(_ selection: TextSelection = TextSelection(anchor: 0, caret: -1)) {
    entry.takeFocus()
    entry.selection = selection
  }

  private func keep() {
    // Until a person does something here, only GTK moves the caret.
    guard entry.isWindowUsed, entry.hasFocus else { return }
    let selection = entry.selection
    variants.place(in: cell, anchor: selection.anchor, caret: selection.caret)
  }

  private func finish() {
    variants.finish(cell)
    if variants.problem(in: cell) == nil { entry.forgetTyping() }
  }

  private func enter() {
    finish()
    if variants.problem(in: cell) == nil { _ = leave(.down, cell) }
  }

  private func take(_ press: KeyPress) -> Bool {
    // What was typed here goes first; after that, what the cells that were left have written.
    switch CatalogueCommand.of(press) {
    case .undo:
      if !entry.takeBackTyped() {
        undone += 1
        variants.undo()
      }
      return true
    case .redo:
      if undone > 0 || !entry.putBackTyped() {
        undone = max(0, undone - 1)
        variants.redo()
      }
      return true
    default: break
    }
    if PhotoCommand.of(press) == .pastePhotos { return paste(entry) }
    guard !press.isControl, !press.isAlt else { return false }
    let (selection, end) = (entry.selection, entry.text.unicodeScalars.count)
    let isAll = end > 0 && abs(selection.anchor - selection.caret) == end
    let isAtStart = isAll || selection.caret == 0 && selection.anchor == 0
    let isAtEnd = isAll || selection.caret == end && selection.anchor == end
    let (backward, forward): (KeyPress.Key, KeyPress.Key) =
      entry.isRightToLeft ? (.right, .left) : (.left, .right)
    switch press.key {
    case .tab where !press.isShift: return leave(.forward, cell)
    case .tab: return leave(.backward, cell)
    // An arrow stays in the grid: one too many is not to lead to what is beside it.
    case .up where !press.isShift: _ = leave(.up, cell)
    case .down where !press.isShift: _ = leave(.down, cell)
    case backward where !press.isShift && isAtStart: _ = leave(.backward, cell)
    case forward where !press.isShift && isAtEnd: _ = leave(.forward, cell)
    case .escape where variants.isTyped(cell):
      variants.giveUp(cell)
    default: return false
    }
    return true
  }
}

extension FieldKind {
  fileprivate var cellCharacters: Int {
    switch self {
    case .code: 8
    case .line, .link, .money: 6
    default: 4
    }
  }
}
