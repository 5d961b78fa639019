// SPDX-License-Identifier: Apache-2.0
// A product, or why none is shown.

import Gtk
import VitrineModel
import Wording

@MainActor
final class DetailPages {
  let root = Stack()
  private let detail: ProductDetail
  private lazy var missing = MissingProductPage(detail)
  private lazy var failure = makeFailure()

  /// - Parameter product: the view that shows one.
  init(_ detail: ProductDetail, product: Widget) {
    self.detail = detail
    root.add(Box(.vertical), name: "loading")
    root.add(product, name: "product")
    root.add(name: "nothing") { Self.nothing(inWholeWindow: detail.isWholeWindow).root }
    root.add(name: "missing") { [unowned self] in missing.root }
    root.add(name: "failure") { [unowned self] in failure.root }
    root.expand(horizontally: true, vertically: true)
  }

  private static func nothing(inWholeWindow isWhole: Bool) -> StatusPage {
    isWhole
      ? StatusPage(
        icon: "view-list-symbolic", title: tr("No Product"),
        text: tr("The new product is not in the catalogue."),
        buttons: [Button(WindowCommand.close).style("pill")],
        compact: true)
      : StatusPage(
        icon: "view-list-symbolic", title: tr("No Product Selected"),
        text: tr("Choose a product in the list to see it here."), compact: true)
  }

  private func makeFailure() -> StatusPage {
    let again = Button(tr("_Try Again"))
    again.onClick { [weak detail] in detail?.tryAgain() }
    return StatusPage(
      icon: "dialog-warning-symbolic", title: tr("The Product Can’t Be Read"), text: "",
      buttons: [again])
  }

  func show(_ content: ProductDetail.Content) {
    switch content {
    case .loading: break
    case .nothing: root.showAtOnce("nothing")
    case .product, .trashed, .new:
      // A window of its own is shown before its product is read, and the keyboard is in its title bar until then.
      let isLate = detail.isWholeWindow && root.isMapped && root.visibleName == "loading"
      root.showAtOnce("product")
      if isLate { root.takeFocusInside() }
    case .missing:
      missing.show()
      root.showAtOnce("missing")
    case .failed(let sentence):
      failure.show(text: sentence)
      root.showAtOnce("failure")
    }
  }
}
