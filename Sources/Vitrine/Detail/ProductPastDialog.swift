// SPDX-License-Identifier: Apache-2.0
// Who did what to a product of a shared catalogue: each change with the value before it and after it.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class ProductPastDialog {
  private let window: Window
  private let past: ProductPast
  private let selection = SingleSelection()
  private let list: ListView
  private let scrolled: ScrolledWindow
  private let remark = Label().centered().wrapped(at: 44).style("dim-label")
  private let more = Button(tr("_Older", context: "button: show more of a list"))
  private var shown = 0
  /// What keeps it as long as it is on screen: GTK's widgets only know it weakly.
  private static var open: ProductPastDialog?

  static func show(over parent: Window, _ past: ProductPast) {
    open?.close()
    open = ProductPastDialog(over: parent, past)
  }

  private init(over parent: Window, _ past: ProductPast) {
    self.past = past
    window = Window(dialogOver: parent)
    let title = tr("Who Changed “%@”", past.title.asName)
    window.title = title
    let rows = ItemFactory(
      make: { PastRow() },
      bind: { [weak past] (row: PastRow, position) in
        guard let past, past.entries.indices.contains(position) else { return }
        row.show(past.entries[position])
      })
    list = ListView(selection, rows)
    list.accessibleName(title).style("history-list")
    scrolled = ScrolledWindow(list).expand(horizontally: true, vertically: true)
    let back = Button(tr("_Close", context: "button"))
    let page = Box(
      .vertical, spacing: 12,
      children: [
        Label(title).centered().ellipsized().style("title-4"), scrolled, remark,
        Box(.horizontal, spacing: 12, children: [more, back]).homogeneous(),
      ])
    window.setContent(page.margins(all: 24).request(width: 460, height: 460))
    window.setDefaultWidget(back)
    back.onClick { [weak self] in self?.close() }
    more.onClick { [weak past] in past?.ask() }
    page.onEscape { [weak self] in self?.close() }
    window.onCloseRequest { [weak self] in
      self?.forget()
      return false
    }
    past.changed.add(self) { [weak self] in self?.showEntries() }
    past.ask()
    window.present()
    back.takeFocus()
  }

  private func showEntries() {
    let added = past.entries.count - shown
    if added > 0 { selection.splice(at: shown, removing: 0, adding: added) }
    shown = past.entries.count
    scrolled.isVisible = shown > 0
    remark.text = past.remark ?? ""
    remark.isVisible = past.remark != nil
    more.isVisible = past.hasMore
    more.isSensitive = !past.isAsking
  }

  private func close() {
    window.destroy()
    forget()
  }

  // Not from within the handler that runs now.
  private func forget() {
    MainLoop.whenIdle {
      if Self.open === self { Self.open = nil }
    }
  }
}

/// A change in the list.
@MainActor
private final class PastRow: ItemView {
  let root: Widget
  private let sentence = Label().ellipsized()
  private let byline = Label().ellipsized().style("dim-label", "caption")

  init() {
    root = Box(.vertical, children: [sentence, byline]).style("history-row")
  }

  func show(_ entry: HubPast) {
    sentence.text = ProductPast.sentence(entry)
    byline.text = ProductPast.byline(entry)
    nameItem([sentence.text, byline.text].joined(separator: ", "))
  }
}
