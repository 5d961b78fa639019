// SPDX-License-Identifier: Apache-2.0
// The list as it was understood: its columns, with the one that is looked at below them, and how its file is read.

import Catalog
import Exchange
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class ImportSide {
  let root: Widget
  private let scene: ImportScene
  private let source: ImportSourceView
  private let columns: ImportColumnList
  private let column: ImportColumnView
  private let file: ImportFileView

  init(_ scene: ImportScene, in session: SceneSession) {
    self.scene = scene
    source = ImportSourceView(scene)
    columns = ImportColumnList(scene, in: session)
    column = ImportColumnView(scene)
    file = ImportFileView(scene)
    let stack = Stack()
    stack.add(
      Box(.vertical, children: [columns.root, column.root]), name: "columns",
      title: tr("Columns", context: "of a list"))
    stack.add(file.root, name: "file", title: tr("File", context: "part of the window"))
    stack.expand(horizontally: true, vertically: true)
    let switcher = StackSwitcher(stack).align(.center).margins(top: 6, bottom: 6)
    root = Box(.vertical, children: [source.root, switcher, stack])
  }

  func show(_ change: ImportScene.Change) {
    switch change {
    case .content:
      source.show()
      columns.show()
      column.show()
      file.show()
    case .column:
      columns.showSelection()
      column.show()
    case .progress, .list, .taken, .row: break
    }
  }
}
