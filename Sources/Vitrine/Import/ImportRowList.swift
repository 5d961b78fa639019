// SPDX-License-Identifier: Apache-2.0
// The rows of one outcome, each with what would change. There may be a million, of which those on screen exist.

import Catalog
import Exchange
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class ImportRowList {
  let root: ScrolledWindow
  private let scene: ImportScene
  private let selection = SingleSelection()
  private let list: ListView
  private let rows: ItemFactory<ImportRowItem>
  private let scroll: AnchoredScroll
  private var count = 0

  init(_ scene: ImportScene, in session: SceneSession) {
    self.scene = scene
    // The list is made of the rows, and its scroll says which of them are in sight.
    let scrolled = ScrolledWindow(Box(.vertical))
    let sight = RowsInSight(scrolled.vertical) { [weak scene] in
      scene.map { $0.count($0.list) } ?? 0
    }
    rows = ItemFactory(
      make: { [weak scene] in ImportRowItem(scene) },
      bind: { [weak scene] (item: ImportRowItem, position) in
        guard let scene, let row = scene.row(at: position) else { return }
        item.show(row, in: scene)
      }, sight: sight)
    list = ListView(selection, rows)
    list.accessibleName(tr("Rows", context: "of a list")).style("history-list")
    scrolled.show(list)
    root = scrolled
    root.expand(horizontally: true, vertically: true)
    root.minimumHeight(96)
    scroll = AnchoredScroll(
      rows: root, in: SceneStorage(wrappedValue: nil, "Import.rows.scroll", in: session),
      count: { [weak scene] in scene.map { $0.count($0.list) } ?? 0 },
      name: { [weak scene] in scene?.name(of: $0) },
      position: { [weak scene] in scene?.position(named: $0) })
    selection.onChange { [weak self] in
      guard let self else { return }
      self.scene.selection = selection.position
    }
    // A row is taken or left by the space bar; its own box is for the pointer.
    list.onKey(before: true) { [weak self] press in
      guard let self, ImportCommand.of(press) == .takeRow else { return false }
      takeRow()
      return true
    }
  }

  /// The row that has the keyboard, or else the one that is looked at.
  func takeRow() {
    guard let position = rows.focusedPosition ?? selection.position,
      let row = scene.row(at: position)
    else { return }
    scene.take(row, !scene.isTaken(row))
  }

  func show() {
    let new = scene.count(scene.list)
    if new != count {
      // The rows before stay as they are to GTK; what they show is asked again.
      if new > count {
        selection.splice(at: count, removing: 0, adding: new - count)
      } else {
        selection.splice(at: new, removing: count - new, adding: 0)
      }
      count = new
    }
    rows.refresh()
    showSelection()
  }

  func refresh() { rows.refresh() }

  func showSelection() { selection.position = scene.selection }
}

/// A row in the list.
@MainActor
private final class ImportRowItem: ItemView {
  let root: Widget
  private let check = CheckButton()
  private let title = Label().ellipsized()
  private let change = Label().ellipsized().style("dim-label", "caption")
  private let number = Label().style("dim-label", "caption", "numeric")
  private weak var scene: ImportScene?
  private var row: PlannedRow?

  init(_ scene: ImportScene?) {
    self.scene = scene
    let texts = Box(.vertical, children: [title, change]).expand(horizontally: true)
    root = Box(
      .horizontal, spacing: 12,
      children: [check.align(vertical: .center), texts.align(vertical: .center), number]
    ).style("history-row")
    check.withoutFocus()
    check.onToggle { [weak self] in
      guard let self, let row else { return }
      self.scene?.take(row, check.isOn)
    }
  }

  func show(_ row: PlannedRow, in scene: ImportScene) {
    self.row = row
    let isTaken = scene.isTaken(row)
    let canTake = scene.canTake(row)
    check.isVisible = canTake
    check.isOn = isTaken
    title.text = scene.title(of: row)
    change.text = scene.changeText(of: row)
    // What is gone has none.
    number.text =
      row.read.number > 0 ? tr("Row %@", row.read.number.displayText) : ""
    root.setStyle("undone", canTake && !isTaken)
    let left =
      canTake && !isTaken ? tr("not taken", context: "said of a row of a list") : nil
    check.accessibleName(tr("Take “%@”", title.text))
    nameItem(
      [title.text, change.text, number.text, left].compactMap(\.self).filter { !$0.isEmpty }
        .joined(separator: ", "))
  }
}
