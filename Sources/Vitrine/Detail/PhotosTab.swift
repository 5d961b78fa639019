// A product's photos, one below the other, as large as the pane is wide.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class PhotosTab {
  let root: Widget
  let scroll: ScrolledWindow
  private let catalogue: OpenCatalogue
  private let pictures: Pictures
  private let page = Box(.vertical, spacing: 18).style("detail-page")
  private let pages = Stack()
  private var shown: [ProductPicture]?
  private var title = ""
  private var requests: [Pictures.Request?] = []
  private var photos: [(image: ProductPicture, picture: Picture, root: Widget)] = []

  init(_ catalogue: OpenCatalogue, _ pictures: Pictures) {
    self.catalogue = catalogue
    self.pictures = pictures
    scroll = ScrolledWindow(page)
    let empty = StatusPage(
      icon: "image-x-generic-symbolic", title: tr("No Photos"),
      text: tr("This product has no photos."), compact: true)
    pages.add(empty.root, name: "empty")
    pages.add(scroll, name: "photos")
    root = pages
    // Large pictures are loaded only when the tab is looked at.
    scroll.onMap { [weak self] in self?.readPhotos() }
  }

  func show(_ product: Product) {
    pages.showAtOnce(product.pictures.isEmpty ? "empty" : "photos")
    title = product.title.text
    guard product.pictures != shown else {
      photos.forEach { name($0.picture, $0.image) }
      return
    }
    shown = product.pictures
    photos.forEach { page.remove($0.root) }
    photos = []
    requests = []
    if scroll.isMapped { readPhotos() }
  }

  private func readPhotos() {
    guard photos.isEmpty, let shown else { return }
    photos = shown.map(photo)
    photos.forEach { page.append($0.root) }
  }

  private func photo(_ image: ProductPicture) -> (ProductPicture, Picture, Widget) {
    let picture = Picture()
    picture.expand(horizontally: true).request(height: 320)
    name(picture, image)
    let request = pictures.read(catalogue.store.pictureFile(image), .photo) { texture in
      picture.show(texture)
    }
    requests.append(request)
    let caption = Label(image.caption.text).wrapped(at: 50).style("dim-label")
    caption.isVisible = image.caption != .empty
    return (image, picture, Box(.vertical, spacing: 6, children: [picture, caption]))
  }

  private func name(_ picture: Picture, _ image: ProductPicture) {
    picture.setAlternativeText(image.caption.text.nonEmpty ?? tr("Picture of %@", title))
  }
}
