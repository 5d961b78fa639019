// SPDX-License-Identifier: Apache-2.0
// Where the form is: in the place of the details, with its bar below all tabs and the photos beside it if there is room.

import Catalog
import Gtk
import VitrineModel

@MainActor
final class FormPlace {
  /// On the page of the details.
  let root: Box
  /// Below all tabs.
  let barPlace = Box(.vertical)
  private(set) var view: ProductFormView?
  private let fields = Box(.vertical)
  private let photos: FormPhotos
  private let detail: ProductDetail
  private let keptFields: KeptFieldsMenu
  private var width = 0

  init(_ detail: ProductDetail, pictures: Pictures, keptFields: KeptFieldsMenu) {
    (self.detail, self.keptFields) = (detail, keptFields)
    photos = FormPhotos(pictures, detail.catalogue, isRow: false)
    root = Box.page(
      fields, upTo: 756, beside: photos.root, width: FormPhotos.columnWidth,
      from: FormPhotos.columnRoom)
    root.expand(horizontally: true, vertically: true)
    for place in [root, barPlace] { place.isVisible = false }
  }

  /// Shows the form that there is, or none. Returns whether the keyboard was in one that is gone.
  func show() -> Bool {
    let form = detail.content == .missing ? nil : detail.form
    photos.show(form == nil ? nil : detail.product)
    guard form !== view?.form else {
      view?.showWhetherReady()
      return false
    }
    let hadFocus = view?.hasFocus == true
    if let view {
      fields.remove(view.root)
      barPlace.remove(view.bar.root)
    }
    view = form.map { ProductFormView($0, detail, keptFields: keptFields) }
    if let view {
      fields.append(view.root)
      barPlace.append(view.bar.root)
      view.fit(width)
    }
    for place in [root, barPlace] { place.isVisible = view != nil }
    // Quirk: unseen-focus. GTK moves on from a widget that gets the keyboard out of sight, if another one has just
    // gone.
    if detail.formWantsFocus, detail.tab == .details { view?.goToPlace() }
    return hadFocus && view == nil
  }

  func fit(_ width: Int) {
    self.width = width
    view?.fit(width)
  }
}
