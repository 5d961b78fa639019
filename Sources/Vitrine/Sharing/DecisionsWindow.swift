// SPDX-License-Identifier: Apache-2.0
// The window with what the hub of a shared catalogue could not merge. Below the list, both values of the selected one
// stand in full, each with the button that takes it. There is one such window at most.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class DecisionsWindow: SceneWindow {
  typealias Handled = NoCommand

  let frame: SceneFrame
  private let scene: DecisionsScene
  private unowned let windows: any WindowHost
  private let pages = Stack()
  private let selection = SingleSelection()
  private let list: ListView
  private let rows: ItemFactory<DecisionRow>
  private let scroll: AnchoredScroll
  private let remark = Label().wrapped(at: 36).style("dim-label")
  private let mine = DecisionChoice(tr("_Use This", context: "button: take a value"))
  private let theirs = DecisionChoice(tr("_Keep This", context: "button: take a value"))
  private let openProduct = Button(tr("_Open Product"))
  private let bar: Box
  private lazy var empty = StatusPage(
    icon: "emblem-ok-symbolic", title: tr("Nothing to Decide"),
    text: "", compact: true)

  private lazy var unknown = StatusPage(
    icon: "content-loading-symbolic", title: tr("Not Known Yet"), text: "", compact: true)

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    let scene = DecisionsScene(catalogue, session)
    (self.scene, self.windows) = (scene, windows)
    rows = ItemFactory(
      make: { DecisionRow() },
      bind: { [weak scene] (row: DecisionRow, position) in
        guard let scene, scene.decisions.indices.contains(position) else { return }
        row.show(scene.decisions[position])
      })
    list = ListView(selection, rows)
    list.accessibleName(WindowKind.decisions.title).style("history-list")
    let scrolled = ScrolledWindow(list).expand(horizontally: true, vertically: true)
    scroll = AnchoredScroll(
      rows: scrolled, in: SceneStorage(wrappedValue: nil, "Decisions.scroll", in: session),
      count: { [weak scene] in scene?.decisions.count ?? 0 },
      name: { [weak scene] in (scene?.decisions[$0].id).map { "\($0)" } },
      position: { [weak scene] id in scene?.decisions.firstIndex { "\($0.id)" == id } })
    let choices = Box(.vertical, spacing: 12, children: [mine.root, theirs.root])
    bar = Box(
      .vertical, spacing: 6,
      children: [remark, choices, Box(.horizontal, children: [openProduct]).align(.end)]
    ).style("bottom-bar")
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header, content: Box(.vertical, children: [pages, bar]),
      defaultSize: (520, 600))
    frame.title = WindowKind.decisions.title
    header.addMainMenu(.primary(windows))
    pages.add(scrolled, name: "decisions")
    pages.add(name: "empty") { [unowned self] in empty.root }
    pages.add(name: "unknown") { [unowned self] in unknown.root }
    pages.expand(horizontally: true, vertically: true)
    listen()
    selection.splice(at: 0, removing: 0, adding: scene.decisions.count)
    show()
  }

  var isFilled: Bool { scene.isLoaded }

  private func listen() {
    selection.onChange { [weak self] in
      guard let self else { return }
      scene.selection = selection.position
      showChoice()
    }
    list.onActivate { [weak self] in self?.open(at: $0) }
    mine.button.onClick { [weak scene] in scene?.answer(takesMine: true) }
    theirs.button.onClick { [weak scene] in scene?.answer(takesMine: false) }
    openProduct.onClick { [weak self] in
      if let self, let position = scene.selection { open(at: position) }
    }
    scene.messages.add(self) { [weak frame] in frame?.say($0) }
    scene.changed.add(self) { [weak self] change in
      guard let self else { return }
      if case .items(let changes) = change {
        for change in changes {
          selection.splice(at: change.position, removing: change.removed, adding: change.added)
        }
        selection.position = scene.selection
      }
      show()
    }
  }

  private func open(at position: Int) {
    guard scene.decisions.indices.contains(position),
      let product = scene.decisions[position].product
    else { return }
    windows.openProduct(product, title: scene.decisions[position].title ?? "")
  }

  private func show() {
    let isKnown = scene.isKnown
    pages.showAtOnce(scene.decisions.isEmpty ? (isKnown ? "empty" : "unknown") : "decisions")
    if scene.decisions.isEmpty {
      (isKnown ? empty : unknown).show(
        text: scene.remark
          ?? tr("What two people change differently is listed here, until somebody chooses."))
    }
    remark.text = scene.remark ?? ""
    remark.isVisible = scene.remark != nil
    bar.isVisible = !scene.decisions.isEmpty
    showChoice()
  }

  private func showChoice() {
    let decision = scene.selection.map { scene.decisions[$0] }
    for choice in [mine, theirs] {
      choice.root.isVisible = decision != nil
      choice.button.isSensitive = scene.canAnswer
    }
    openProduct.isVisible = decision?.product != nil
    guard let decision else { return }
    mine.show(decision.mineHead, decision.mineText)
    theirs.show(decision.theirsHead, decision.theirsText)
    mine.button.isSensitive = scene.canAnswer && decision.canTakeMine
  }
}

/// One of two values, and the button that takes it.
@MainActor
private final class DecisionChoice {
  let root: Box
  let button: Button
  private let head = Label().style("caption", "dim-label")
  private let value = Label().wrapped(at: 30)
  private let name: String

  init(_ label: String) {
    button = Button(label).align(.end, vertical: .center)
    name = label.replacingOccurrences(of: "_", with: "")
    // A description may be longer than the window: the buttons stay in sight.
    let values = ScrolledWindow(value).naturalHeight(upTo: 140)
    let texts = Box(.vertical, children: [head, values]).expand(horizontally: true)
    root = Box(.horizontal, spacing: 12, children: [texts, button])
  }

  func show(_ head: String, _ value: String) {
    self.head.text = head
    self.value.text = value
    button.accessibleName(tr("%1$@: %2$@", name, value))
  }
}

/// A decision in the list.
@MainActor
private final class DecisionRow: ItemView {
  let root: Widget
  private let title = Label().ellipsized()
  private let values = Label().ellipsized().style("dim-label", "caption")

  init() {
    root = Box(.vertical, children: [title, values]).style("history-row")
  }

  func show(_ decision: HubDecision) {
    title.text = decision.titleText
    values.text = decision.shortText
    nameItem([title.text, values.text].joined(separator: ", "))
  }
}
