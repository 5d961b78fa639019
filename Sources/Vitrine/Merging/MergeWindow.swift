// SPDX-License-Identifier: Apache-2.0
// A window in which several products are made one: what they are, side by side, a choice
// for each field in which they differ, and below what they have together.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class MergeWindow: SceneWindow {
  typealias Handled = NoCommand

  let frame: SceneFrame
  private let scene: MergeScene
  private let catalogue: OpenCatalogue
  private unowned let windows: any WindowHost
  private let pages = Stack()
  private let page = Box(.vertical, spacing: 18)
  private let joined = Box(.vertical, spacing: 6)
  private let cancel = Button(tr("_Cancel", context: "button"))
  private let merge = Button(tr("_Merge", context: "button: merge products")).style(
    "suggested-action")
  private lazy var failure = StatusPage.failure(tr("The Products Can’t Be Read")) {
    [weak scene = self.scene] in scene?.reload()
  }
  private let scroll: SavedScroll
  private var shown: Shown?
  private var rows: [MergeRow] = []
  /// Each reads its picture as long as it is there.
  private var pictures: [PictureFrame] = []

  /// What decides which rows there are.
  private struct Shown: Equatable {
    let entries: [CatalogEntry]
    let photos: [UUID: ProductPicture]
    let fields: [FormField]
  }

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    let scene = MergeScene(catalogue, session)
    (self.scene, self.catalogue, self.windows) = (scene, catalogue, windows)
    let scrolled = ScrolledWindow(page.style("merge-page"), horizontal: true)
    scrolled.expand(horizontally: true, vertically: true)
    scroll = SavedScroll("merge", scrolled, of: nil, in: session)
    let buttons = Box(
      .horizontal, spacing: 6,
      children: [cancel, Box(.horizontal).expand(horizontally: true), merge])
    let form = Box(
      group: .vertical, children: [scrolled, buttons.style("bottom-bar")])
    form.accessibleName(tr("Form to merge products"))
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header, content: pages, defaultSize: (640, 680))
    frame.title = WindowKind.merge.title
    header.addMainMenu(.primary(windows))
    pages.add(form, name: "form")
    pages.add(name: "too-few") {
      StatusPage(
        icon: "edit-find-symbolic", title: tr("Nothing to Merge"),
        text: tr("Fewer than two of these products are still in the catalogue."), compact: true
      ).root
    }
    pages.add(name: "failure") { [unowned self] in failure.root }
    listen()
    show()
    session.restore(self)
  }

  private func listen() {
    cancel.onClick { [weak frame] in frame?.closeForGood() }
    merge.onClick { [weak scene] in scene?.carryOut() }
    scene.changed.add(self) { [weak self] _ in self?.show() }
    scene.messages.add(self) { [weak frame] in frame?.say($0) }
    scene.merged.add(self) { [weak self] in self?.didMerge($0.product, $0.sentence, offer: $0.offer)
    }
  }

  private func show() {
    switch scene.content {
    case .loading: break
    case .tooFew: pages.showAtOnce("too-few")
    case .failed(let sentence):
      failure.show(text: sentence)
      pages.showAtOnce("failure")
    case .products:
      showProducts()
      pages.showAtOnce("form")
    }
    merge.isSensitive = scene.canMerge
    if let conflict = scene.conflict {
      frame.showBanner(conflict, tr("_Continue", context: "button")) { [weak scene] in
        scene?.acceptChanges()
      }
    } else {
      frame.hideBanner()
    }
  }

  private func showProducts() {
    guard let merge = scene.merge else { return }
    let new = Shown(entries: merge.entries, photos: scene.photos, fields: scene.fields)
    if new != shown {
      let focused = shown == nil ? 0 : rows.firstIndex { $0.root.hasFocus }
      shown = new
      defer { if let focused { rows[min(focused, rows.count - 1)].takeFocus() } }
      page.removeAll()
      pictures = []
      let texts = texts(of: new.fields, merge.entries)
      rows = [stayingRow(merge.entries)]
      for (field, texts) in zip(new.fields, texts) {
        rows.append(fieldRow(field, merge.entries, texts: texts))
      }
      rows.forEach { page.append($0.root) }
      page.append(joined)
    }
    rows.forEach { $0.show() }
    showJoined()
  }

  private func showJoined() {
    joined.removeAll()
    joined.append(
      Label(heading: tr("Together", context: "heading: what merged products have of each of them"))
        .style("heading"))
    for fact in scene.joined {
      joined.append(
        Box(
          .horizontal, spacing: 12,
          children: [
            Label(fact.name).wrapped(at: 24).style("dim-label").align(vertical: .start),
            Label(fact.text).wrapped(at: 60).expand(horizontally: true),
          ]))
    }
    let rest = Label(tr("The other products go to the Trash.")).wrapped().style("dim-label")
    joined.append(rest)
  }

  private func stayingRow(_ entries: [CatalogEntry]) -> MergeRow {
    let titles = entries.map(\.product.title.text)
    let most = Self.longest.shared(by: titles, within: Self.mostOfTitles)
    return MergeRow(
      tr("Keep this product"), entries,
      content: { entry in
        let picture = PictureFrame(windows.pictures, .card, side: 96)
        pictures.append(picture)
        picture.show(scene.photos[entry.product.id], in: catalogue, alternativeText: "")
        let title = Label(entry.product.title.text.shortened(to: most).printable())
          .wrapped(at: 24).style("heading")
        let changed = Label(tr("Changed %@", entry.product.changed.clockText)).wrapped(at: 24)
          .style("caption", "dim-label")
        return (
          Box(.vertical, spacing: 6, children: [picture.root, title, changed]),
          entry.product.title.text.shortened(to: Self.longest)
        )
      },
      chosen: { [weak scene] in scene?.merge?.kept },
      choose: { [weak scene] in scene?.keep($0) })
  }

  private func fieldRow(
    _ field: FormField, _ entries: [CatalogEntry], texts: [UUID: String]
  ) -> MergeRow {
    MergeRow(
      field.label, entries,
      content: { entry in
        let text = texts[entry.product.id] ?? ""
        let label = Label(text)
        label.wrapped(at: 24)
        if field.value(of: entry.product) == nil { label.style("dim-label") }
        let spoken = text.shortened(to: 100).split(whereSeparator: \.isNewline)
          .joined(separator: " ")
        return (label, tr("%1$@, of %2$@", spoken, entry.product.title.text.shortened(to: 60)))
      },
      chosen: { [weak scene] in scene?.source(of: field) },
      choose: { [weak scene] in scene?.take(field, from: $0) })
  }

  /// What each product has in each field. A text may be of any length, and all of them are laid out, each several times.
  private func texts(of fields: [FormField], _ entries: [CatalogEntry]) -> [[UUID: String]] {
    let whole = fields.map { field in
      entries.map { ($0.product.id, scene.text(of: field, in: $0).shortened(to: Self.longest)) }
    }
    let most = Self.longest.shared(by: whole.flatMap { $0.map(\.1) }, within: Self.mostOfAll)
    return whole.map { texts in
      Dictionary(texts.map { ($0.0, $0.1.shortened(to: most)) }) { first, _ in first }
    }
  }

  /// More of a text is not shown: it would push all others out of sight.
  private static let longest = 400
  private static let mostOfAll = 1_500
  private static let mostOfTitles = 600

  private func didMerge(_ product: Product, _ sentence: String, offer: UndoOffer?) {
    windows.close(self, saying: sentence, of: product.id, offer: offer)
  }
}

extension MergeWindow: StateRestoring {
  var restorationIdentifier: String? { "merge" }
  var restorationClass: String { "Merge" }  // Not for translation.
  var restorationChildren: [any StateRestoring] { [scroll] }
}

/// A choice between the products, beside each other.
@MainActor
private final class MergeRow {
  let root: Widget
  private let choices: [(product: UUID, button: ChoiceButton)]
  private let chosen: @MainActor () -> UUID?

  init(
    _ title: String, _ entries: [CatalogEntry],
    content: @MainActor (CatalogEntry) -> (widget: Widget, name: String),
    chosen: @escaping @MainActor () -> UUID?, choose: @escaping @MainActor (UUID) -> Void
  ) {
    self.chosen = chosen
    let columns = Box(.horizontal, spacing: 12).homogeneous()
    var choices: [(product: UUID, button: ChoiceButton)] = []
    for entry in entries {
      let (widget, name) = content(entry)
      let button = ChoiceButton(widget, in: choices.first?.button)
      button.accessibleName(name)
      button.align(vertical: .start).request(width: 140)
      button.onChoose { choose(entry.product.id) }
      columns.append(button)
      choices.append((entry.product.id, button))
    }
    self.choices = choices
    let group = Box(
      group: .vertical, spacing: 6,
      children: [
        Label(heading: title).wrapped().style("dim-label"), columns,
      ])
    group.accessibleName(title)
    root = group
  }

  func show() {
    let chosen = chosen()
    choices.first { $0.product == chosen }?.button.isChosen = true
  }

  func takeFocus() {
    let chosen = chosen()
    choices.first { $0.product == chosen }?.button.takeFocus()
  }
}
