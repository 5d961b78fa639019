// The page for a product that is no longer in the catalogue. What was being typed stays readable
// and can become a new product.

import Gtk
import VitrineModel
import Wording

@MainActor
final class MissingProductPage {
  let root: Widget
  private let detail: ProductDetail
  private let typed = Label().centered().wrapped(at: 40).selectable()
  private let create = Button(tr("_Create Again from This Draft")).style("suggested-action")
  private let discard = Button(tr("_Discard the Draft"))

  init(_ detail: ProductDetail) {
    self.detail = detail
    let page = StatusPage(
      icon: "edit-find-symbolic", title: tr("No Longer in the Catalogue"),
      text: tr("This product was deleted, or belongs to another catalogue."), compact: true)
    let draft = Box(.vertical, spacing: 12, children: [typed, create, discard]).align(.center)
    root = Box(.vertical, spacing: 0, children: [page.root, draft.margins(bottom: 48)])
    create.onClick { [weak detail] in detail?.createAgainFromDraft() }
    discard.onClick { [weak detail] in detail?.cancelEditing() }
  }

  func show() {
    let form = detail.form
    create.isVisible = form != nil
    discard.isVisible = form != nil
    typed.text =
      form.map { form in
        form.fields.map(\.id).map { form.text(of: $0) }.filter { !$0.isEmpty }
          .joined(separator: " · ")
      } ?? ""
  }
}
