// SPDX-License-Identifier: Apache-2.0
// The head of a product: picture, title, price and year, with Edit; or, in the same place, the
// form with Cancel and Done.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class DetailHead {
  let root: Widget
  private let detail: ProductDetail
  private let catalogue: OpenCatalogue
  private let keptFields: KeptFieldsMenu
  private let cover: PictureFrame
  private let title = Label().wrapped(at: 24).ellipsized().lines(3).selectable().style("title-2")
  private let price = Label().selectable().style("title-3")
  private let year = Label().wrapped(at: 24).style("dim-label", "numeric")
  private let category = Label().ellipsized()
  private let edit = Button(ProductCommand.edit)
  private let summary: Box
  private let formPlace = Box(.vertical)
  private(set) var formView: ProductFormView?
  /// Beside the picture there is no room for a form.
  var isNarrow = false {
    didSet { if isNarrow != oldValue { showCover() } }
  }

  /// Whether “Introduced” fits beside the year.
  var hasRoomForWords = true {
    didSet { if hasRoomForWords != oldValue { showYear() } }
  }
  private var introduced: String?

  init(
    _ detail: ProductDetail, _ catalogue: OpenCatalogue, pictures: Pictures,
    keptFields: KeptFieldsMenu
  ) {
    self.detail = detail
    self.keptFields = keptFields
    self.catalogue = catalogue
    cover = PictureFrame(pictures, .cover, side: 132)
    cover.root.align(vertical: .start)
    category.leadsToPlaces()
    edit.align(.end, vertical: .start)
    edit.tooltip(tr("Edit this product"))
    let texts = Box(.vertical, spacing: 4, children: [title, price, year, category])
    texts.expand(horizontally: true).align(vertical: .start)
    summary = Box(.horizontal, spacing: 12, children: [texts, edit])
    summary.expand(horizontally: true)
    formPlace.isVisible = false
    // A window that appears gives the keyboard to its first widget that takes it, and a label would select its text.
    for label in [title, price, category] { label.letsFocusIn = false }
    root = Box(.horizontal, spacing: 18, children: [cover.root, summary, formPlace]).style(
      "detail-header")
    root.whenOnScreen { [weak self] in
      guard let self else { return }
      for label in [title, price, category] { label.letsFocusIn = true }
    }
  }

  /// Shows a product; nil for a new one.
  func show(_ product: Product?) {
    title.text = product?.title.text ?? ""
    price.text = product.flatMap { FormField(.price).displayText(in: $0) } ?? ""
    price.isVisible = product?.price != nil
    introduced = product?.year.map { FieldValue.integer($0.value).displayText(of: .year) }
    showYear()
    category.show(
      links: product?.category.map(Place.links) ?? [], separator: " › ")
    category.isVisible = product?.category != nil
    cover.show(
      product?.pictures.first, in: catalogue,
      alternativeText: product.map { tr("Photo of %@", $0.title.text) } ?? "")
  }

  private func showYear() {
    year.text = introduced.map { hasRoomForWords ? tr("Introduced %@", $0) : $0 } ?? ""
    year.isVisible = introduced != nil
  }

  private func showCover() { cover.root.isVisible = formView == nil || !isNarrow }

  func showForm() {
    let form = detail.content == .missing ? nil : detail.form
    guard form !== formView?.form else {
      formView?.showWhetherReady()
      return
    }
    let hadFocus = formView?.root.hasFocus == true
    if let formView { formPlace.remove(formView.root) }
    formView = form.map { ProductFormView($0, detail, keptFields: keptFields) }
    if let formView { formPlace.append(formView.root) }
    // Under the form of a new product there is nothing else.
    formPlace.expand(horizontally: true, vertically: form?.isNew == true)
    formPlace.isVisible = formView != nil
    // Quirk: unseen-focus. GTK moves on from a widget that gets the keyboard out of sight, if another one has just
    // gone.
    if detail.formWantsFocus { formView?.goToPlace() }
    summary.isVisible = formView == nil
    showCover()
    if formView == nil, hadFocus { edit.takeFocus() }
  }
}

extension Label {
  /// Its links lead to the lists of places.
  func leadsToPlaces() {
    onLink { [weak self] in self?.runAction(BrowserCommand.showPlace.inMenu, $0) }
  }
}
