// One photo in the list on the Photos tab, with its caption below it. The row has the keyboard, so that
// the arrow keys go from photo to photo.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class PhotoItemView {
  private static let dragType = PrivateDragType("vitrine-photo")

  let root: ListBoxRow
  let id: UUID
  private let photos: ProductPictures
  private let image = Picture()
  private let caption = Label().wrapped(at: 50).style("dim-label")
  private let box: Box
  private let file: URL
  private let pictures: Pictures
  private var request: Pictures.Request?
  /// Whether the picture is shown, or being read. One as wide as a sharp screen's pane takes eight
  /// megabytes, so only those in sight or near it are.
  var isLoaded = false {
    didSet {
      guard isLoaded != oldValue else { return }
      request = nil
      if isLoaded {
        request = pictures.read(file, .page) { [image] in image.show($0) }
      } else {
        image.show(nil)
      }
    }
  }

  init(
    _ picture: ProductPicture, _ photos: ProductPictures, file: URL, from pictures: Pictures
  ) {
    id = picture.id
    self.photos = photos
    self.file = file
    self.pictures = pictures
    // As wide as it is, from the same left edge as its caption.
    image.align(.start).request(height: 320).style("photo")
    image.tooltip(tr("Double-click to open it in a window of its own"))
    image.setCursor("zoom-in")
    box = Box(.vertical, spacing: 6, children: [image, caption])
    root = ListBoxRow(box)
    image.onPress(.secondary) { [weak self] _, point in self?.openMenu(at: point) }
    image.onLongPress { [weak self] in self?.openMenu(at: $0) }
    root.letBeDragged(
      Self.dragType, id: { [id, photos] in photos.canChange ? id : nil },
      icon: { [weak self] in self?.image })
    root.acceptRows(Self.dragType) { [id, photos] moved, below in
      photos.move(moved, beside: id, below: below)
    }
  }

  /// - Parameter place: from 0; the first is the cover.
  func show(_ picture: ProductPicture, of title: String, place: Int, count: Int) {
    caption.text = picture.caption.text
    caption.isVisible = picture.caption != .empty
    let name = picture.caption.text.nonEmpty ?? tr("Photo of %@", title)
    image.setAlternativeText(name)
    root.accessibleName(name)
    root.setAccessibleDescription(
      place == 0
        ? tr("Cover, photo 1 of %@", count.displayText)
        : tr("Photo %@ of %@", (place + 1).displayText, count.displayText))
  }

  func openMenu(at point: Point = Point(x: 24, y: 24)) {
    root.takeFocus()
    photos.select(id)
    ContextMenu.open(
      .picture(id.uuidString, canChange: photos.canChange), in: box, at: point)
  }
}
