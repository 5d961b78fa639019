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
  private var buttons: [(list: RowList, button: ToggleButton)] = []
  private let rows: ImportRowList
  private let row: ImportRowView
  private let pages = Stack()
  private let taken = Label().style("dim-label", "caption").margins(top: 8)
  private let all = Button(tr("Take _All")).style("flat")
  private let none = Button(tr("Take _None")).style("flat")
  private let save = Button(tr("_Save Refused Rows…"))
  private let mine = Button(tr("Keep All _Mine")).style("flat")
  private let theirs = Button(tr("Take All of t_he List")).style("flat")
  private let gone = DropDown([])
  private var shownGone: [String] = []
  private let taking = Box.wrapping().style("import-line")

  init(
    _ scene: ImportScene, in session: SceneSession, delegate: any ImportResultDelegate
  ) {
    self.scene = scene
    rows = ImportRowList(scene, in: session)
    row = ImportRowView(scene)
    gone.accessibleName(tr("What becomes of them"))
    for part in [gone, taken, all, none, save, mine, theirs] { taking.append(part) }
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
    all.onClick { [weak scene] in
      if let scene, let outcome = scene.list.outcome { scene.takeAll(outcome, true) }
    }
    none.onClick { [weak scene] in
      if let scene, let outcome = scene.list.outcome { scene.takeAll(outcome, false) }
    }
    save.onClick { [weak delegate] in delegate?.saveRefused() }
    mine.onClick { [weak scene] in scene?.decideAll(.mine) }
    theirs.onClick { [weak scene] in scene?.decideAll(.theirs) }
    gone.onChange { [weak scene, weak gone] in
      guard let position = gone?.position else { return }
      scene?.choose(gone: SourceChoice.Gone.allCases[position])
    }
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
    if lists != buttons.map(\.list) { makeButtons(lists) }
    for (list, button) in buttons {
      button.setLabel(list.countText(in: scene))
      button.isOn = list == scene.list
    }
    outcomes.isVisible = !lists.isEmpty
    pages.showAtOnce(lists.isEmpty ? "empty" : "rows")
  }

  private func makeButtons(_ lists: [RowList]) {
    outcomes.removeAll()
    buttons = []
    for list in lists {
      let button = ToggleButton(
        choice: list.countText(in: scene), besides: buttons.first?.button)
      button.onToggle { [weak scene, weak button] in
        if button?.isOn == true { scene?.show(list) }
      }
      outcomes.append(button)
      buttons.append((list, button))
    }
  }

  private func showTaken() {
    let list = scene.list
    // All of them are taken, or saved, once all are there; until then the room is kept.
    let isWhole = !scene.isBeginningShown
    let outcome = list.outcome.flatMap { scene.canTake($0) ? $0 : nil }
    for part in [taken, all, none] { part.isVisible = outcome != nil }
    save.isVisible = list == .refused
    save.isSensitive = isWhole
    // Above everything else the same is asked as long as it is open.
    let isAsked = if case .conflicts? = scene.sourceQuestion { true } else { false }
    for part in [mine, theirs] { part.isVisible = list == .asked && !isAsked }
    showGone(list)
    taking.isVisible = [taken, save, mine, gone].contains { $0.isVisible }
    guard let outcome else { return }
    let (count, taken) = (scene.count(list), scene.takenCount(outcome))
    self.taken.text =
      isWhole ? tr("%1$@ of %2$@ are taken", taken.displayText, count.displayText) : " "
    all.isSensitive = isWhole && taken < count
    none.isSensitive = isWhole && taken > 0
  }

  private func showGone(_ list: RowList) {
    gone.isVisible = list == .gone && scene.source != nil
    guard gone.isVisible else { return }
    let texts = SourceChoice.Gone.allCases.map { scene.text(of: $0) }
    let position = SourceChoice.Gone.allCases.firstIndex(of: scene.gone) ?? 0
    guard texts != shownGone else { return gone.position = position }
    shownGone = texts
    gone.show(texts, chosen: position)
  }
}

extension RowList {
  /// Its label.
  @MainActor
  fileprivate func countText(in scene: ImportScene) -> String {
    var count = scene.count(self).displayText
    if scene.isBeginningShown { count = tr("%@+", count, context: "so many, and maybe more") }
    return switch self {
    case .asked: tr("%@ Changed by Both", count)
    case .new: tr("%@ New", count)
    case .changed: tr("%@ Changed", count)
    case .same: tr("%@ the Same", count)
    case .refused: tr("%@ Refused", count)
    case .gone: tr("%@ Gone", count)
    }
  }
}
