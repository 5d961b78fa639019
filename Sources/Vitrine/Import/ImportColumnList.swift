// SPDX-License-Identifier: Apache-2.0
// The columns of a list and what becomes of each. There may be thousands.

import Catalog
import Exchange
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class ImportColumnList {
  let root: ScrolledWindow
  private let scene: ImportScene
  private let selection = SingleSelection()
  private let list: ListView
  private let rows: ItemFactory<ImportColumnRow>
  private let scroll: AnchoredScroll
  private var shown: [UnderstoodColumn] = []

  init(_ scene: ImportScene, in session: SceneSession) {
    self.scene = scene
    rows = ItemFactory(
      make: { ImportColumnRow() },
      bind: { [weak scene] (row: ImportColumnRow, position) in
        guard let scene, scene.columns.indices.contains(position) else { return }
        let column = scene.columns[position]
        row.show(
          column, becomes: scene.targetText(of: column),
          isAsked: scene.question(of: column) != nil)
      })
    list = ListView(selection, rows)
    list.accessibleName(tr("Columns", context: "of a list")).style("history-list")
    root = ScrolledWindow(list).expand(horizontally: true, vertically: true)
    root.minimumHeight(96)
    scroll = AnchoredScroll(
      rows: root, in: SceneStorage(wrappedValue: nil, "Import.columns.scroll", in: session),
      count: { [weak scene] in scene?.columns.count ?? 0 },
      name: { [weak scene] in
        scene?.columns.indices.contains($0) == true ? scene?.columns[$0].name : nil
      },
      position: { [weak scene] name in scene?.columns.firstIndex { $0.name == name } })
    selection.onChange { [weak self] in
      guard let self else { return }
      self.scene.columnSelection = selection.position
    }
  }

  func show() {
    let columns = scene.columns
    if columns.map(\.name) != shown.map(\.name) {
      selection.splice(at: 0, removing: shown.count, adding: columns.count)
    } else {
      rows.refresh()
    }
    shown = columns
    showSelection()
  }

  func showSelection() {
    let position = scene.columnSelection
    guard position != selection.position else { return }
    selection.position = position
    if let position { list.scroll(to: position) }
  }
}

/// A column in the list.
@MainActor
private final class ImportColumnRow: ItemView {
  let root: Widget
  private let name = Label().ellipsized()
  private let target = Label().ellipsized().style("dim-label", "caption")
  private let mark = Image(icon: "dialog-question-symbolic", size: 16)

  init() {
    let texts = Box(.vertical, children: [name, target]).expand(horizontally: true)
    root = Box(.horizontal, spacing: 12, children: [texts.align(vertical: .center), mark])
      .style("history-row")
  }

  func show(_ column: UnderstoodColumn, becomes: String, isAsked: Bool) {
    name.text = column.name.asName.printable()
    target.text = "→ " + becomes  // Not for translation.
    root.setStyle("undone", column.target == .leftOut)
    mark.isVisible = isAsked
    nameItem(
      [name.text, becomes, isAsked ? tr("has a question", context: "said of a column") : nil]
        .compactMap(\.self).joined(separator: ", "))
  }
}
