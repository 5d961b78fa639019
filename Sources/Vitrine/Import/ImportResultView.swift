// SPDX-License-Identifier: Apache-2.0
// What becomes of the rows of a list: those of each outcome, and the row that is looked at below them.

import Catalog
import Exchange
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

/// What the view can't do itself.
@MainActor
protocol ImportResultDelegate: AnyObject {
  /// Asks where to save the rows that are refused.
  func saveRefused()
}

@MainActor
final class ImportResultView {
  let root: Widget
  private let scene: ImportScene
  private let outcomes = Box.wrapping()
  private var buttons: [(outcome: PlannedRow.Outcome, button: ToggleButton)] = []
  private let rows: ImportRowList
  private let row: ImportRowView
  private let pages = Stack()
  private let taken = Label().style("dim-label", "caption").margins(top: 8)
  private let all = Button(tr("Take _All")).style("flat")
  private let none = Button(tr("Take _None")).style("flat")
  private let save = Button(tr("_Save Refused Rows…"))
  private let taking = Box.wrapping().style("import-line")

  init(
    _ scene: ImportScene, in session: SceneSession, delegate: any ImportResultDelegate
  ) {
    self.scene = scene
    rows = ImportRowList(scene, in: session)
    row = ImportRowView(scene)
    for part in [taken, all, none, save] { taking.append(part) }
    let empty = StatusPage(
      icon: "view-list-symbolic", title: tr("No Rows"),
      text: tr(
        "There are no rows of products in this table. Another sheet or another row with the names may have them."
      ),
      compact: true)
    let lists = Box(.vertical, children: [taking, rows.root, row.root])
    pages.add(lists, name: "rows")
    pages.add(empty.root, name: "empty")
    pages.expand(horizontally: true, vertically: true)
    outcomes.style("import-line")
    root = Box(.vertical, children: [outcomes, pages])
    all.onClick { [weak scene] in if let scene { scene.takeAll(scene.list, true) } }
    save.onClick { [weak delegate] in delegate?.saveRefused() }
    none.onClick { [weak scene] in if let scene { scene.takeAll(scene.list, false) } }
  }

  func takeRow() { rows.takeRow() }

  func show(_ change: ImportScene.Change) {
    switch change {
    case .content:
      showOutcomes()
      rows.show()
      row.show()
      showTaken()
    case .list:
      showOutcomes()
      rows.show()
      row.show()
      showTaken()
    case .taken:
      rows.refresh()
      showTaken()
    case .row:
      rows.showSelection()
      row.show()
    case .progress, .column: break
    }
  }

  private func showOutcomes() {
    let lists = scene.lists
    if lists != buttons.map(\.outcome) { makeButtons(lists) }
    for (outcome, button) in buttons {
      button.setLabel(outcome.countText(scene.count(outcome)))
      button.isOn = outcome == scene.list
    }
    outcomes.isVisible = !lists.isEmpty
    pages.showAtOnce(lists.isEmpty ? "empty" : "rows")
  }

  private func makeButtons(_ lists: [PlannedRow.Outcome]) {
    outcomes.removeAll()
    buttons = []
    for outcome in lists {
      let button = ToggleButton(
        choice: outcome.countText(scene.count(outcome)), besides: buttons.first?.button)
      button.onToggle { [weak scene, weak button] in
        if button?.isOn == true { scene?.show(outcome) }
      }
      outcomes.append(button)
      buttons.append((outcome, button))
    }
  }

  private func showTaken() {
    let list = scene.list
    taking.isVisible = ImportScene.canTake(list) || list == .refused
    for part in [taken, all, none] { part.isVisible = ImportScene.canTake(list) }
    save.isVisible = list == .refused
    let (count, taken) = (scene.count(list), scene.takenCount(list))
    self.taken.text = tr("%1$@ of %2$@ are taken", taken.displayText, count.displayText)
    all.isSensitive = taken < count
    none.isSensitive = taken > 0
  }
}

extension PlannedRow.Outcome {
  /// The label of the list of such rows.
  fileprivate func countText(_ count: Int) -> String {
    let count = count.displayText
    return switch self {
    case .new: tr("%@ New", count)
    case .changed: tr("%@ Changed", count)
    case .same: tr("%@ the Same", count)
    case .refused: tr("%@ Refused", count)
    case .gone: tr("%@ Gone", count)
    }
  }
}
