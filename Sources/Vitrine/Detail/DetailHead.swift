// SPDX-License-Identifier: Apache-2.0
// The head of a product: picture, title, price and year, with Edit; or, while it is edited, its photos and what is being
// done.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class DetailHead {
  var root: Widget { page }
  private let page: Box
  private let detail: ProductDetail
  private let catalogue: OpenCatalogue
  private let cover: PictureFrame
  private let title = Label().wrapped(at: 24).ellipsized().lines(3).showing(upTo: 200)
    .selectable().style("title-2")
  private let price = Label().selectable().style("title-3")
  private let year = Label().wrapped(at: 24).style("dim-label", "numeric")
  private let category = Label().ellipsized().showing(upTo: 200)
  private let edit = Button(ProductCommand.edit)
  private let buttons: Box
  /// The picture; beside it the buttons, where the title is below it.
  private let top: Box
  private let topSpace = Box(.horizontal).expand(horizontally: true)
  private let summary: Box
  private let heading = Label(heading: "").ellipsized().style("title-3")
  private let editing: Box
  private let photos: FormPhotos
  private var product: Product?
  /// Whether the photos are beside the form.
  var hasPhotosBeside = false {
    didSet { if hasPhotosBeside != oldValue { showForm() } }
  }
  var isNarrow = false {
    didSet { if isNarrow != oldValue { showForm() } }
  }

  /// Whether there is no room for the title beside the picture, which is above it then.
  var isStacked = false {
    didSet { if isStacked != oldValue { arrange() } }
  }
  private var isArrangedStacked = false

  /// Whether “Introduced” fits beside the year.
  var hasRoomForWords = true {
    didSet { if hasRoomForWords != oldValue { showYear() } }
  }
  private var introduced: String?

  /// - Parameter menu: what else can be done with the product.
  init(
    _ detail: ProductDetail, _ catalogue: OpenCatalogue, pictures: Pictures, menu: Menu
  ) {
    self.detail = detail
    self.catalogue = catalogue
    cover = PictureFrame(pictures, .cover)
    cover.root.align(vertical: .start).style("cover")
    category.leadsToPlaces()
    edit.align(vertical: .start)
    edit.tooltip(tr("Edit this product"))
    let texts = Box(.vertical, spacing: 4, children: [title, price, year, category])
    texts.expand(horizontally: true).align(vertical: .start)
    let more = MenuButton(
      icon: "view-more-symbolic", label: tr("Product Menu"), menu: menu)
    more.align(vertical: .start)
    // Nothing of that can be done with what is only looked at.
    for button in [edit, more] as [Widget] { button.isVisible = !catalogue.isBackup }
    buttons = Box(.horizontal, spacing: 6, children: [edit, more])
    summary = Box(.horizontal, spacing: 12, children: [texts, buttons])
    summary.expand(horizontally: true)
    topSpace.isVisible = false
    top = Box(.horizontal, children: [cover.root, topSpace])
    photos = FormPhotos(pictures, catalogue, isRow: true)
    editing = Box(.vertical, spacing: 6, children: [heading, photos.root])
    editing.expand(horizontally: true).align(vertical: .start).isVisible = false
    // A window that appears gives the keyboard to its first widget that takes it, and a label would select its text.
    let later = [title, price, category, more]
    for widget in later { widget.letsFocusIn = false }
    page = Box(.horizontal, spacing: 18, children: [top, summary, editing])
    page.style("detail-header")
    root.whenOnScreen { for widget in later { widget.letsFocusIn = true } }
  }

  /// Shows a product; nil for a new one.
  func show(_ product: Product?) {
    self.product = product
    title.text = product?.title.text ?? ""
    // What tells a variant from the others is at its end.
    title.lines(product?.variant == nil ? 3 : 6).keepEnd(product?.variant != nil)
    price.text = product.flatMap { FormField(.price).displayText(in: $0) } ?? ""
    price.isVisible = product?.price != nil
    let taken = product?.variant?.taken ?? []
    for (label, field) in [(price, FieldID.price), (category, .category)] {
      label.setStyle("dim-label", taken.contains(field))
      label.setAccessibleDescription(taken.contains(field) ? tr("Taken from the product") : "")
    }
    introduced = product?.year.map { FieldValue.integer($0.value).displayText(of: .year) }
    showYear()
    category.show(
      links: product?.category.map(Place.links) ?? [], separator: " › ")
    category.isVisible = product?.category != nil
    showCover(of: product)
  }

  func showCover(of product: Product?) {
    cover.show(
      product == nil ? nil : detail.cover, in: catalogue,
      alternativeText: product.map { tr("Photo of %@", $0.title.text) } ?? "")
  }

  private func showYear() {
    year.text = introduced.map { hasRoomForWords ? tr("Introduced %@", $0) : $0 } ?? ""
    year.isVisible = introduced != nil
  }

  func showForm() {
    let form = detail.content == .missing ? nil : detail.form
    // Once it is saved, a new product is no longer one, even if somebody types on.
    heading.text = form?.isNew == true ? tr("New Product") : tr("Edit Product")
    summary.isVisible = form == nil
    editing.isVisible = form != nil
    photos.show(form == nil || hasPhotosBeside ? nil : product)
    cover.root.isVisible = form == nil || form?.isNew == false && !hasPhotosBeside
    top.isVisible = cover.root.isVisible
    cover.root.setStyle("small", isNarrow || form != nil)
    arrange()
  }

  /// The title of a form is short enough to stand beside the picture in any window.
  private func arrange() {
    let isStacked = self.isStacked && summary.isVisible
    guard isStacked != isArrangedStacked else { return }
    isArrangedStacked = isStacked
    page.turn(isStacked ? .vertical : .horizontal)
    topSpace.isVisible = isStacked
    let hadFocus = buttons.hasFocus
    (isStacked ? summary : top).remove(buttons)
    (isStacked ? top : summary).append(buttons)
    if hadFocus { takeFocus() }
  }

  func takeFocus() { edit.takeFocus() }
}

extension Label {
  /// Its links lead to the lists of places.
  func leadsToPlaces() {
    onLink { [weak self] in self?.runAction(BrowserCommand.showPlace.inMenu, $0) }
  }
}
