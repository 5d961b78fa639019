// SPDX-License-Identifier: Apache-2.0
// The window with likely duplicates. A group opens the window in which its products are made one, or is
// marked as consisting of different products. There is one such window at most.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class DuplicatesWindow: SceneWindow {
  typealias Handled = NoCommand

  let frame: SceneFrame
  private let scene: DuplicatesScene
  private unowned let windows: any WindowHost
  private let pages = Stack()
  private let selection = SingleSelection()
  private let list: ListView
  private let rows: ItemFactory<DuplicateGroupRow>
  private let merge = Button(tr("_Merge…", context: "button: merge products"))
  private let differ = Button(tr("_Different Products"))
  private let markedDistinct = Label().wrapped().style("dim-label", "caption")
  private let showAgain = Button(tr("_Show Again"))
  private let bar: Box
  private lazy var failure = StatusPage.failure(tr("The Products Can’t Be Read")) {
    [weak scene = self.scene] in scene?.reload()
  }
  private let scroll: AnchoredScroll

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    let scene = DuplicatesScene(catalogue, session)
    (self.scene, self.windows) = (scene, windows)
    rows = ItemFactory(
      make: { DuplicateGroupRow() },
      bind: { [weak scene] (row: DuplicateGroupRow, position) in
        guard let scene, scene.groups.indices.contains(position) else { return }
        row.show(scene.groups[position])
      })
    list = ListView(selection, rows)
    list.accessibleName(tr("Likely Duplicates")).style("history-list")
    let scrolled = ScrolledWindow(list).expand(horizontally: true, vertically: true)
    scroll = AnchoredScroll(
      rows: scrolled, in: SceneStorage(wrappedValue: nil, "Duplicates.scroll", in: session),
      count: { [weak scene] in scene?.groups.count ?? 0 },
      name: { [weak scene] in scene?.groups[$0].id },
      position: { [weak scene] in scene?.position(named: $0) })
    let marked = Box(
      .horizontal, spacing: 12,
      children: [
        markedDistinct.expand(horizontally: true).align(vertical: .center),
        showAgain.align(vertical: .center),
      ])
    let buttons = Box(.horizontal, spacing: 6, children: [differ, merge]).align(.end)
    // Below an empty list, too: what was marked can be shown again.
    bar = Box(.vertical, spacing: 6, children: [marked, buttons]).style("bottom-bar")
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header, content: Box(.vertical, children: [pages, bar]),
      defaultSize: (480, 560))
    frame.title = WindowKind.duplicates.title
    header.addMainMenu(.primary(windows))
    let looking = StatusPage(
      icon: "edit-find-symbolic", title: tr("Looking for Duplicates…"), text: "", compact: true)
    pages.add(looking.root, name: "looking")
    pages.add(scrolled, name: "groups")
    pages.add(name: "empty") {
      StatusPage(
        icon: "emblem-ok-symbolic", title: tr("No Duplicates Found"),
        text: tr(
          "Products with the same code or photo, or nearly the same title, are listed here."),
        compact: true
      ).root
    }
    pages.add(name: "failure") { [unowned self] in failure.root }
    pages.expand(horizontally: true, vertically: true)
    listen()
    show()
  }

  private func listen() {
    selection.onChange { [weak self] in
      guard let self else { return }
      self.scene.selection = self.selection.position
      self.showButtons()
    }
    list.onActivate { [weak self] in self?.openMerge(of: $0) }
    merge.onClick { [weak self] in
      if let self, let position = scene.selection { openMerge(of: position) }
    }
    differ.onClick { [weak scene] in scene?.tellSelectedApart() }
    showAgain.onClick { [weak scene] in scene?.forgetMarkedDistinct() }
    scene.messages.add(self) { [weak frame] in frame?.say($0) }
    scene.changed.add(self) { [weak self] change in
      guard let self else { return }
      if case .items(let changes) = change {
        for change in changes {
          self.selection.splice(
            at: change.position, removing: change.removed, adding: change.added)
        }
        self.selection.position = self.scene.selection
      }
      self.show()
    }
  }

  private func openMerge(of position: Int) {
    guard scene.groups.indices.contains(position) else { return }
    windows.openMerge(scene.groups[position].products.map(\.id))
  }

  private func show() {
    if let sentence = scene.failure {
      failure.show(text: sentence)
      pages.showAtOnce("failure")
    } else if scene.isLoaded {
      pages.showAtOnce(scene.groups.isEmpty ? "empty" : "groups")
    }
    let count = scene.countMarkedDistinct
    markedDistinct.text = tr(
      "1 group is marked as different products", "%@ groups are marked as different products",
      count: count)
    for widget in [markedDistinct, showAgain] { widget.isVisible = count > 0 }
    bar.isVisible = count > 0 || !scene.groups.isEmpty
    showButtons()
  }

  private func showButtons() {
    for button in [differ, merge] {
      button.isVisible = !scene.groups.isEmpty
      button.isSensitive = scene.selection != nil
    }
  }
}

/// A group in the list.
@MainActor
private final class DuplicateGroupRow: ItemView {
  let root: Widget
  private let titles = Label().ellipsized()
  private let reasons = Label().ellipsized().style("dim-label", "caption")
  private let count = Label().style("dim-label", "caption", "numeric")

  init() {
    let texts = Box(.vertical, children: [titles, reasons]).expand(horizontally: true)
    root = Box(.horizontal, spacing: 12, children: [texts.align(vertical: .center), count])
      .style("history-row")
  }

  func show(_ group: DuplicateGroup) {
    titles.text = group.titlesText
    reasons.text = group.reasonText
    let products = group.products.count
    count.text = tr("1 product", "%@ products", count: products)
    nameItem([titles.text, reasons.text, count.text].joined(separator: ", "))
  }
}
