// SPDX-License-Identifier: Apache-2.0
// The History window: the steps of undo and redo, to look at, to search in and to go to. There is one at most.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class HistoryWindow: SceneWindow {
  let frame: SceneFrame
  private let scene: HistoryScene
  private let search = Entry(search: tr("Search History"))
  private let pages = Stack()
  private let selection = SingleSelection()
  private let list: ListView
  private let rows: ItemFactory<HistoryRow>
  private let undo = Button(tr("_Undo", context: "button"))
  private let redo = Button(tr("_Redo", context: "button"))
  private let takeBack = Button(tr("_Take Back This Alone")).tooltip(
    tr("Takes back this import. What was edited since stays."))
  private let forgotten = Label().wrapped().style("dim-label", "caption")
  private lazy var failure = StatusPage.failure(tr("The History Can’t Be Read")) {
    [weak scene = self.scene] in scene?.reload()
  }
  private let scroll: AnchoredScroll

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    let scene = HistoryScene(catalogue, session)
    self.scene = scene
    rows = ItemFactory(
      make: { HistoryRow() },
      bind: { [weak scene] (row: HistoryRow, position) in
        guard let scene, scene.steps.indices.contains(position) else { return }
        row.show(scene, position)
      })
    let list = ListView(selection, rows)
    self.list = list
    list.accessibleName(tr("Steps", context: "list of what can be undone and redone")).style(
      "history-list")
    let scrolled = ScrolledWindow(list)
    scrolled.expand(horizontally: true, vertically: true)
    scroll = AnchoredScroll(
      rows: scrolled, in: SceneStorage(wrappedValue: nil, "History.scroll", in: session),
      count: { [weak scene] in scene?.steps.count ?? 0 },
      name: { [weak scene] in scene?.name(of: $0) },
      position: { [weak scene] in scene?.position(named: $0) })
    let header = HeaderBar()
    let line = Box(.horizontal, children: [search.expand(horizontally: true)]).style("search-line")
    frame = SceneFrame(
      windows, session, header: header, content: Box(.vertical, children: [line, pages]),
      defaultSize: (560, 560))
    frame.title = WindowKind.history.title
    header.addMainMenu(.primary(windows))
    fillPages(scrolled)
    listen()
    show()
  }

  private func fillPages(_ scrolled: ScrolledWindow) {
    let buttons = Box(.horizontal, spacing: 6, children: [undo, redo]).align(vertical: .center)
    let line = Box(
      .horizontal, spacing: 12, children: [forgotten.expand(horizontally: true), buttons])
    let bar = Box(.vertical, spacing: 6, children: [takeBack.align(.end), line]).style("bottom-bar")
    pages.add(Box(.vertical, children: [scrolled, bar]), name: "steps")
    pages.add(name: "no-results") {
      StatusPage(
        icon: DrawnIcon.search, title: tr("No Results Found"),
        text: tr("Try a different search."), compact: true
      ).root
    }
    pages.add(name: "empty") {
      StatusPage(
        icon: DrawnIcon.history, title: tr("No Changes Yet"),
        text: tr("Changes to the catalogue are listed here and can be undone."), compact: true
      ).root
    }
    pages.add(name: "failure") { [unowned self] in failure.root }
  }

  private func listen() {
    search.text = scene.search
    search.onChange { [weak self] in
      guard let self else { return }
      scene.search = search.text
    }
    search.onKey(before: true) { [weak self] press in
      guard let self, [.down, .enter].contains(press.key), !scene.steps.isEmpty else {
        return false
      }
      goIntoList()
      return true
    }
    undo.onClick { [weak self] in self?.scene.undo() }
    redo.onClick { [weak self] in self?.scene.redo() }
    takeBack.onClick { [weak self] in self?.scene.takeBack() }
    selection.onChange { [weak self] in
      guard let self else { return }
      self.scene.selection = self.selection.position
      self.rows.refresh()
      self.showButtons()
    }
    // The button says how many steps that is; it is pressed by the same key once more.
    list.onActivate { [weak self] position in
      guard let self else { return }
      selection.position = position
      scene.selection = position
      showButtons()
      [undo, redo].first { $0.isSensitive }?.takeFocus()
    }
    scene.changed.add(self) { [weak self] change in
      guard let self else { return }
      if change == .words { return self.rows.refresh() }
      if case .steps(let position, let removed, let added) = change {
        self.selection.splice(at: position, removing: removed, adding: added)
        self.selection.position = self.scene.selection
        // What came into the list above the selected step is not to push it out of sight.
        if let chosen = self.scene.selection, !self.scene.search.isEmpty {
          self.list.scroll(to: chosen)
        }
        // Steps that stayed may be undone now, or redone.
        self.rows.refresh()
      }
      self.show()
      self.takeFirstFocus()
    }
  }

  func run(_ command: SearchedWindowCommand, _ thing: String) {
    switch command {
    case .search: search.takeFocus()
    }
  }

  func state(of command: SearchedWindowCommand) -> CommandState {
    switch command {
    case .search: .available
    }
  }

  private func goIntoList() {
    let position = scene.selection ?? 0
    selection.position = position
    scene.selection = position
    if !rows.focus(position) {
      list.scroll(to: position)
      MainLoop.whenIdle { [weak self] in _ = self?.rows.focus(position) }
    }
    showButtons()
  }

  private var tookFirstFocus = false

  // What could have the keyboard before is only what scrolls the list.
  private func takeFirstFocus() {
    guard !tookFirstFocus, !scene.steps.isEmpty else { return }
    tookFirstFocus = true
    list.whenOnScreen { [weak self] in _ = self?.list.takeFocus() }
  }

  private func show() {
    if let sentence = scene.failure {
      failure.show(text: sentence)
      pages.showAtOnce("failure")
    } else if scene.isLoaded {
      pages.showAtOnce(pageOfSteps)
    }
    forgotten.text =
      scene.forgotten == 0
      ? ""
      : tr(
        "1 older step was forgotten and can’t be undone.",
        "%@ older steps were forgotten and can’t be undone.", count: scene.forgotten)
    showButtons()
  }

  private var pageOfSteps: String {
    guard scene.steps.isEmpty else { return "steps" }
    if !scene.search.isEmpty { return scene.isSearching ? "steps" : "no-results" }
    return scene.forgotten == 0 ? "empty" : "steps"
  }

  private func showButtons() {
    let (undoing, redoing) = (scene.stepsToUndo.count, scene.stepsToRedo.count)
    undo.isSensitive = undoing > 0
    redo.isSensitive = redoing > 0
    takeBack.isVisible = scene.importToTakeBack != nil
    undo.setLabel(
      undoing > 1
        ? tr("_Undo 1 Step", "_Undo %@ Steps", count: undoing)
        : tr("_Undo", context: "button"))
    redo.setLabel(
      redoing > 1
        ? tr("_Redo 1 Step", "_Redo %@ Steps", count: redoing)
        : tr("_Redo", context: "button"))
  }
}

/// A step in the list. All have one height, so the day stands with the first step of it, before the time: beside the
/// sentence it would leave too little room for that in a narrow window.
@MainActor
private final class HistoryRow: ItemView {
  let root: Widget
  private let day = Label().style("caption-heading", "numeric")
  private let name = Label().ellipsized()
  private let moment = Label().ellipsized().style("dim-label", "caption", "numeric")
  private let state = Label().style("dim-label", "caption")

  init() {
    let line = Box(.horizontal, spacing: 6, children: [day, moment])
    let texts = Box(.vertical, children: [name, line]).expand(horizontally: true)
    root = Box(.horizontal, spacing: 12, children: [texts.align(vertical: .center), state])
      .style("history-row")
  }

  func show(_ scene: HistoryScene, _ position: Int) {
    let (step, isUndone) = (scene.steps[position], scene.isUndone(position))
    let sentence = scene.sentence(position)
    day.text = scene.day(of: position) ?? ""
    day.isVisible = !day.text.isEmpty
    name.show(sentence, bold: SearchMatches.ranges(of: scene.search, in: sentence))
    name.tooltip(sentence)
    moment.text = step.moment.timeText
    state.text =
      switch (isUndone, scene.isInTheWay(position)) {
      case (true, true): tr("Will be redone", context: "of a step in the history")
      case (true, false): tr("Undone", context: "of a step in the history")
      case (false, true): tr("Will be undone", context: "of a step in the history")
      case (false, false): ""
      }
    state.isVisible = !state.text.isEmpty
    root.setStyle("undone", isUndone)
    let spoken = [sentence, state.text.nonEmpty, step.moment.momentText].compactMap { $0 }
    nameItem(spoken.joined(separator: ", "))
  }
}
