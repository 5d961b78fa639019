// A product's pictures, one below the other, as large as the pane is wide.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class PicturesTab {
  let root: Widget
  let scroll: ScrolledWindow
  /// Opens one of them in a window of its own.
  var onOpen: @MainActor (UUID) -> Void = { _ in }
  private let catalogue: OpenCatalogue
  private let pictures: Pictures
  private let page = Box(.vertical, spacing: 18).style("detail-page")
  private let pages = Stack()
  private var shown: [ProductPicture]?
  private var title = ""
  private var requests: [Pictures.Request?] = []
  private var views: [(picture: ProductPicture, image: Picture, root: Widget)] = []

  init(_ catalogue: OpenCatalogue, _ pictures: Pictures) {
    self.catalogue = catalogue
    self.pictures = pictures
    scroll = ScrolledWindow(page)
    let empty = StatusPage(
      icon: "image-x-generic-symbolic", title: tr("No Photos"),
      text: tr("This product has no photos."), compact: true)
    pages.add(empty.root, name: "empty")
    pages.add(scroll, name: "pictures")
    root = pages
    // Large pictures are loaded only when the tab is shown.
    scroll.onMap { [weak self] in self?.readPictures() }
  }

  /// The one that has the keyboard.
  var focusedPicture: UUID? { views.first { $0.image.hasFocus }?.picture.id }

  func show(_ product: Product) {
    pages.showAtOnce(product.pictures.isEmpty ? "empty" : "pictures")
    title = product.title.text
    guard product.pictures != shown else {
      views.forEach { name($0.image, after: $0.picture) }
      return
    }
    shown = product.pictures
    views.forEach { page.remove($0.root) }
    views = []
    requests = []
    if scroll.isMapped { readPictures() }
  }

  private func readPictures() {
    guard views.isEmpty, let shown else { return }
    views = shown.map(view(of:))
    views.forEach { page.append($0.root) }
  }

  private func view(of picture: ProductPicture) -> (ProductPicture, Picture, Widget) {
    let image = Picture()
    // As wide as it is, from the same left edge as its caption.
    image.align(.start).request(height: 320).focusable().style("photo")
    image.tooltip(tr("Double-click to open it in a window of its own"))
    image.setCursor("zoom-in")
    name(image, after: picture)
    let request = pictures.read(catalogue.store.pictureFile(picture), .page) { texture in
      image.show(texture)
    }
    requests.append(request)
    let caption = Label(picture.caption.text).wrapped(at: 50).style("dim-label")
    caption.isVisible = picture.caption != .empty
    let root = Box(.vertical, spacing: 6, children: [image, caption])
    listen(to: image, picture.id, in: root)
    return (picture, image, root)
  }

  private func listen(to image: Picture, _ id: UUID, in box: Box) {
    let menu = { [weak box] (point: Point) in
      guard let box else { return }
      ContextMenu.open(.picture(id.uuidString), in: box, at: point)
    }
    image.onPress(.primary) { [weak self, weak image] count, _ in
      image?.takeFocus()
      if count == 2 { self?.onOpen(id) }
    }
    image.onPress(.secondary) { [weak image] _, point in
      image?.takeFocus()
      menu(point)
    }
    image.onLongPress { menu($0) }
    image.onKey { [weak self] press in
      switch press.key {
      case .enter: self?.onOpen(id)
      case .menu: menu(Point(x: 24, y: 24))
      default: return false
      }
      return true
    }
  }

  private func name(_ image: Picture, after picture: ProductPicture) {
    image.setAlternativeText(picture.caption.text.nonEmpty ?? tr("Photo of %@", title))
  }
}
