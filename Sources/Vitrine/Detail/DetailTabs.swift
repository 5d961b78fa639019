// SPDX-License-Identifier: Apache-2.0
// The tabs below the head of a product: its details, its photos, its notes.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class DetailTabs {
  let root = Stack()
  let switcher: StackSwitcher
  let pictures: PicturesTab
  let notes: NotesTab
  private let details = DetailsTab()
  private let detail: ProductDetail
  private let scrolls: [TabScroll]

  init(_ detail: ProductDetail, from pictures: Pictures, delegate: any PicturesTabDelegate) {
    self.detail = detail
    let photos = PicturesTab(
      detail.catalogue, detail.pictures, from: pictures, delegate: delegate)
    self.pictures = photos
    notes = NotesTab(detail.notes)
    switcher = StackSwitcher(root)
    switcher.align(.center).margins(bottom: 6)
    scrolls = [
      TabScroll(details, detail, name: "details"), TabScroll(photos, detail, name: "photos"),
    ]
    root.add(
      details.root, name: ProductDetail.Tab.details.rawValue,
      title: tr("Details", context: "tab of a product"))
    root.add(
      photos.root, name: ProductDetail.Tab.pictures.rawValue,
      title: tr("Photos", context: "tab of a product"))
    root.add(
      notes.root, name: ProductDetail.Tab.notes.rawValue,
      title: tr("Notes", context: "tab of a product"))
    root.expand(horizontally: true, vertically: true)
    root.showAtOnce(detail.tab.rawValue)
    root.onVisibleChange { [weak self] in
      guard let self, let tab = ProductDetail.Tab(rawValue: root.visibleName) else { return }
      self.detail.tab = tab
    }
  }

  /// A new product has none yet.
  var areShown = true {
    didSet { for widget in [root, switcher] { widget.isVisible = areShown } }
  }

  func show(_ product: Product) {
    showFacts(of: product)
    pictures.show(product)
  }

  func showFacts(of product: Product) {
    details.show(
      product, detail.customFields, doubts: detail.doubts, relations: detail.relations)
  }

  /// Brings the tab to the front that the window is to show.
  func showChosen() { root.visibleName = detail.tab.rawValue }
}
