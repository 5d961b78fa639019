// SPDX-License-Identifier: Apache-2.0
// The page for a product that is no longer in the catalogue. As long as the history holds it, it can be put back. What was
// being typed, also into its notes, stays readable and goes on then, or can become a new product.

import Gtk
import VitrineModel
import Wording

@MainActor
final class MissingProductPage {
  let root: Widget
  private let detail: ProductDetail
  private let typed = Label().centered().wrapped(at: 40).selectable()
  private let restore = Button(tr("_Undo the Erasing")).style("suggested-action", "pill")
  private let create = Button(tr("Create _Again from This Draft")).style("suggested-action", "pill")
  private let discard = Button(tr("_Discard the Draft")).style("pill")
  private let close = Button(WindowCommand.close).style("pill")

  init(_ detail: ProductDetail) {
    self.detail = detail
    let page = StatusPage(
      icon: "edit-find-symbolic", title: tr("No Longer in the Catalogue"),
      text: tr("This product was deleted, or belongs to another catalogue."),
      more: [
        typed,
        Box(.vertical, spacing: 12, children: [restore, create, discard, close]).align(.center),
      ],
      compact: true)
    root = ScrolledWindow(page.root)
    restore.onClick { [weak detail] in detail?.restoreErased() }
    create.onClick { [weak detail] in detail?.createAgain() }
    discard.onClick { [weak detail] in detail?.discardWhatIsLeft() }
  }

  func show() {
    let texts = detail.textsLeft
    restore.isVisible = detail.canRestoreErased
    create.isVisible = !texts.isEmpty && !detail.canRestoreErased
    discard.isVisible = !texts.isEmpty
    typed.text = texts.joined(separator: " · ")
    typed.isVisible = !texts.isEmpty
    // A browser window has more to show than this product.
    close.isVisible = detail.isWholeWindow
  }
}
