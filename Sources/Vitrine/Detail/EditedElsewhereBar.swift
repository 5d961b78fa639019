// SPDX-License-Identifier: Apache-2.0
// Says above a product that somebody else who shares the catalogue is editing it, too.

import Gtk
import StateRestorationGtk
import VitrineModel

@MainActor
final class EditedElsewhereBar {
  var root: Widget { banner.root }
  private let banner = MessageBanner(isWarning: false)
  private let detail: ProductDetail

  init(_ detail: ProductDetail) {
    self.detail = detail
    detail.catalogue.sharing.othersChanged.add(self) { [weak self] in self?.show() }
  }

  func show() {
    guard let product = detail.product?.id,
      let text = detail.catalogue.sharing.whoEdits(product)
    else { return banner.hide() }
    banner.show(text)
  }
}
