// SPDX-License-Identifier: Apache-2.0
// Says above the detail that a form was left and waits, and offers to go on with it.

import Gtk
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class UnfinishedEditBar {
  var root: Widget { banner.root }
  private let banner = MessageBanner(isWarning: false)
  private let detail: ProductDetail

  init(_ detail: ProductDetail) {
    self.detail = detail
    banner.onDismiss(tr("_Discard", context: "button: discard what was typed")) { [weak detail] in
      detail?.discardEditAside()
    }
  }

  func show() {
    guard let draft = detail.editAside else { return banner.hide() }
    let text =
      draft.isNew
      ? tr("A new product is unfinished.") : tr("An edit of this product is unfinished.")
    banner.show(text, tr("_Resume", context: "button: go on editing")) { [weak detail] in
      detail?.resumeEditing()
    }
  }
}
