// SPDX-License-Identifier: Apache-2.0
// A product, or why none is shown.

import Gtk
import VitrineModel
import Wording

@MainActor
final class DetailPages {
  let root = Stack()
  private let missing: MissingProductPage
  private let failure: StatusPage

  /// - Parameter product: the view that shows one.
  init(_ detail: ProductDetail, product: Widget) {
    missing = MissingProductPage(detail)
    let again = Button(tr("_Try Again"))
    again.onClick { [weak detail] in detail?.tryAgain() }
    failure = StatusPage(
      icon: "dialog-warning-symbolic", title: tr("The Product Can’t Be Read"), text: "",
      buttons: [again])
    let nothing =
      detail.isWholeWindow
      ? StatusPage(
        icon: "view-list-symbolic", title: tr("No Product"),
        text: tr("The new product is not in the catalogue."),
        buttons: [Button(WindowCommand.close).style("pill")],
        compact: true)
      : StatusPage(
        icon: "view-list-symbolic", title: tr("No Product Selected"),
        text: tr("Choose a product in the list to see it here."), compact: true)
    root.add(nothing.root, name: "nothing")
    root.add(product, name: "product")
    root.add(missing.root, name: "missing")
    root.add(failure.root, name: "failure")
    root.expand(horizontally: true, vertically: true)
  }

  func show(_ content: ProductDetail.Content) {
    switch content {
    case .loading: break
    case .nothing: root.showAtOnce("nothing")
    case .product, .trashed, .new: root.showAtOnce("product")
    case .missing:
      missing.show()
      root.showAtOnce("missing")
    case .failed(let sentence):
      failure.show(text: sentence)
      root.showAtOnce("failure")
    }
  }
}
