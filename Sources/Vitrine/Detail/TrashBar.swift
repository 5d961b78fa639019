// SPDX-License-Identifier: Apache-2.0
// Says above a product that it is in the Trash, and offers to restore it.

import Gtk
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class TrashBar {
  var root: Widget { banner.root }
  private let banner = MessageBanner(isWarning: false)
  private let detail: ProductDetail
  private let restore: @MainActor () -> Void

  init(_ detail: ProductDetail, restore: @escaping @MainActor () -> Void) {
    (self.detail, self.restore) = (detail, restore)
  }

  func show() {
    guard detail.trashedProduct != nil else { return banner.hide() }
    let text =
      detail.waitsForRestoring
      ? tr("This product is in the Trash. Restore it to continue your edit.")
      : tr("This product is in the Trash.")
    banner.show(
      text, tr("_Restore", context: "button or command: take products out of the trash"), restore)
  }
}
