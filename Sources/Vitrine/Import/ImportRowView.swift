// SPDX-License-Identifier: Apache-2.0
// The row that is looked at, cell by cell: what the catalogue has, what it would have, and why the row is refused. What
// is written here takes the place of the cell.

import Catalog
import Exchange
import Gtk
import VitrineModel
import Wording

@MainActor
final class ImportRowView {
  let root: Widget
  private let scene: ImportScene
  private let heading = Label(heading: "").ellipsized().style("heading")
  private let reason = Label().wrapped(at: 48).style("problem")
  private let conflicts = Box(.vertical, spacing: 6)
  private var conflictViews: [ImportConflictView] = []
  /// What both changed, as it is shown, and in which row.
  private var shownConflicts: (row: RowID?, conflicts: [Conflict]) = (nil, [])
  private let cells = Box(.vertical, spacing: 6)
  private var views: [ImportCellView] = []
  /// What is shown, so that it is not made again under the keyboard.
  private var shown: [ImportCell] = []

  init(_ scene: ImportScene) {
    self.scene = scene
    let page = Box(.vertical, spacing: 6, children: [heading, reason, conflicts, cells]).style(
      "import-card")
    root = ScrolledWindow(page).naturalHeight(upTo: 300).style("preview")
    root.isVisible = false
  }

  func show() {
    let row = scene.selectedRow
    root.isVisible = row != nil
    showConflicts(of: row)
    guard let row else { return show([]) }
    heading.text = scene.title(of: row)
    let cells = scene.cells(of: row).filter(\.isFilled)
    let refusals = (row.read.refusals + row.read.remarks).filter { refusal in
      !cells.contains { $0.refusal == refusal }
    }
    reason.text = refusals.map { $0.sentence.printable(isolates: true) }.joined(separator: "\n")
    reason.isVisible = !refusals.isEmpty
    // What is wrong goes first, and then what changes.
    let ordered =
      cells.filter { $0.refusal != nil } + cells.filter { $0.refusal == nil && $0.isChanged }
      + cells.filter { $0.refusal == nil && !$0.isChanged }
    show(ordered)
  }

  private func showConflicts(of row: PlannedRow?) {
    let new = row?.conflicts ?? []
    defer { shownConflicts = (row?.read.rowID, new) }
    if shownConflicts.row == row?.read.rowID, new.count == shownConflicts.conflicts.count,
      zip(new, shownConflicts.conflicts).allSatisfy({ $0.isSame(as: $1) })
    {
      // Under the keyboard nothing is made again.
      for (view, conflict) in zip(conflictViews, new) { view.show(conflict.answer) }
      return
    }
    conflicts.removeAll()
    conflictViews = row.map { row in new.map { ImportConflictView($0, in: row, of: scene) } } ?? []
    conflictViews.forEach { conflicts.append($0.root) }
    conflicts.isVisible = !new.isEmpty
  }

  private func show(_ new: [ImportCell]) {
    guard new != shown else { return }
    let focused = views.firstIndex { $0.root.hasFocus }
    let field = focused.map { shown[$0].field }
    shown = new
    cells.removeAll()
    views = []
    // The keyboard stays in the field that it was in.
    showMore(focusing: field.flatMap { field in new.firstIndex { $0.field == field } })
  }

  // All at once may take longer than a key press may.
  private func showMore(focusing place: Int?) {
    let more = shown.dropFirst(views.count).prefix(Self.atOnce).map { ImportCellView($0, scene) }
    guard !more.isEmpty else { return }
    let range = views.count..<views.count + more.count
    views += more
    more.forEach { cells.append($0.root) }
    if let place, range.contains(place) { views[place].takeFocus() }
    let last = views.last
    MainLoop.whenIdle { [weak self, weak last] in
      guard let self, let last, last === views.last else { return }
      showMore(focusing: place)
    }
  }

  private static let atOnce = 8
}

/// One cell.
@MainActor
private final class ImportCellView {
  let root: Widget
  private let scene: ImportScene
  private let cell: ImportCell
  private let entry = Entry()

  init(_ cell: ImportCell, _ scene: ImportScene) {
    (self.cell, self.scene) = (cell, scene)
    let name = Label(cell.field.label.printable()).wrapped(at: 14).style("dim-label")
    name.request(width: 110)
    entry.text = scene.typed(in: cell) ?? cell.editedText
    entry.accessibleName(cell.field.label.printable())
    entry.expand(horizontally: true).minimumWidth(characters: 8)
    var parts: [Widget] = [entry]
    if cell.isChanged {
      let old = cell.old ?? tr("nothing", context: "said of a field without a value")
      let new = cell.new ?? tr("nothing", context: "said of a field without a value")
      parts.append(Label(tr("%1$@ → %2$@", old, new)).wrapped(at: 30).style("caption", "dim-label"))
    }
    if let refusal = cell.refusal {
      let sentence = refusal.sentence.printable(isolates: true)
      parts.append(Label(sentence).wrapped(at: 30).style("problem"))
      entry.setInvalid(true)
      entry.setAccessibleDescription(sentence)
    }
    if cell.isCorrected {
      let back = Button(tr("Take the Cell of the _List")).style("flat")
      back.onClick { [weak scene] in scene?.uncorrect(cell) }
      parts.append(back.align(.start))
    }
    let column = Box(.vertical, spacing: 3, children: parts).expand(horizontally: true)
    root = Box(.horizontal, spacing: 12, children: [name.align(vertical: .start), column])
    name.margins(top: 7)
    entry.onChange { [weak self] in
      guard let self else { return }
      self.scene.type(entry.text, in: cell)
    }
    entry.onEnter { [weak self] in self?.correct() }
    entry.onFocus(entered: {}, left: { [weak self] in self?.correct() })
  }

  func takeFocus() { entry.takeFocus() }

  private func correct() { scene.correct(cell, to: entry.text) }
}
