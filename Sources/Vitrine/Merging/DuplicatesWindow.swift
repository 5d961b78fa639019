// The window with likely duplicates. A group opens the window in which its products are made one. There
// is one such window at most.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class DuplicatesWindow: SceneWindow {
  let frame: SceneFrame
  let productID: UUID? = nil
  private let scene: DuplicatesScene
  private unowned let windows: any WindowHost
  private let pages = Stack()
  private let selection = SingleSelection()
  private let list: ListView
  private let rows: ItemFactory<DuplicateGroupRow>
  private let failure: StatusPage
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
    failure = .failure(tr("The Products Can’t Be Read")) { [weak scene] in scene?.reload() }
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header, content: pages, defaultSize: (480, 560))
    frame.window.title = tr("Likely Duplicates")
    header.addMainMenu(.primary(windows, hasProduct: false))
    let empty = StatusPage(
      icon: "emblem-ok-symbolic", title: tr("No Duplicates Found"),
      text: tr("Products with the same code or photo, or nearly the same title, are listed here."),
      compact: true)
    let looking = StatusPage(
      icon: "edit-find-symbolic", title: tr("Looking for Duplicates…"), text: "", compact: true)
    pages.add(looking.root, name: "looking")
    pages.add(scrolled, name: "groups")
    pages.add(empty.root, name: "empty")
    pages.add(failure.root, name: "failure")
    listen()
  }

  private func listen() {
    selection.onChange { [weak self] in
      guard let self else { return }
      self.scene.selection = self.selection.position
    }
    list.onActivate { [weak self] position in
      guard let self, self.scene.groups.indices.contains(position) else { return }
      self.windows.openMerge(self.scene.groups[position].products.map(\.id))
    }
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

  private func show() {
    if let sentence = scene.failure {
      failure.show(text: sentence)
      pages.showAtOnce("failure")
    } else if scene.isLoaded {
      pages.showAtOnce(scene.groups.isEmpty ? "empty" : "groups")
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
