// SPDX-License-Identifier: Apache-2.0
// One photo in the list on the Photos tab, with its caption below it. The row has the keyboard, so that
// the arrow keys go from photo to photo.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class PhotoItemView {
  let root: ListBoxRow
  let id: UUID
  private let photos: ProductPictures
  private let image = Picture(upTo: height)
  private let problem = Label().wrapped(at: 50).align(.center, vertical: .center).style("dim-label")
  private let caption = Label().wrapped(at: 50).style("dim-label")
  /// What was typed for the caption and waits.
  private let waiting: WaitingView
  private let box: Box
  private let catalogue: OpenCatalogue
  private var shown: ShownPicture
  private let pictures: Pictures
  private var request: Pictures.Request?
  /// What `show` was given last.
  private var labelled: Labels?
  /// Whether the picture is shown, or being read. One as wide as a sharp screen's pane takes eight
  /// megabytes, so only those in sight or near it are.
  var isLoaded = false {
    didSet { if isLoaded != oldValue { load() } }
  }

  /// Whether it is known how high the picture is, or that it can't be shown.
  private(set) var isRead = false

  /// A picture that is at least as high as wide is all in sight in most windows.
  private static let height = 480

  private struct Labels: Equatable {
    let picture: ProductPicture
    let title: String
    let place, count: Int
    let hasWaitingCaption: Bool
  }

  private func load() {
    request = nil
    guard isLoaded else { return image.show(nil) }
    // Painting one with far more pixels than are seen keeps the main thread busy.
    request = pictures.read(shown, image.scale > 1 ? .page : .photo) { [weak self] texture in
      guard let self else { return }
      image.show(texture)
      showProblem(isRead: texture != nil)
      isRead = true
    }
  }

  init(
    _ picture: ProductPicture, _ photos: ProductPictures, in catalogue: OpenCatalogue,
    from pictures: Pictures, onDragOut: @escaping @MainActor (UUID) -> Void,
    resumeCaption: @escaping @MainActor (UUID) -> Void
  ) {
    let id = picture.id
    self.id = id
    waiting = WaitingView(
      resume: { resumeCaption(id) }, discard: { [weak photos] in photos?.discardCaption(of: id) })
    self.photos = photos
    self.catalogue = catalogue
    shown = catalogue.shown(picture)
    self.pictures = pictures
    // From the same left edge as its caption.
    image.align(.start).style("photo")
    image.tooltip(tr("Double-click or drag it out to open it in a window of its own"))
    image.setCursor("zoom-in")
    let frame = Overlay(image)
    frame.addOverlay(problem)
    problem.isVisible = false
    box = Box(.vertical, spacing: 6, children: [frame, caption, waiting.root])
    root = ListBoxRow(box)
    image.onScaleChange { [weak self] in self?.load() }
    image.onPress(.secondary) { [weak self] _, point in self?.openMenu(at: point) }
    image.onLongPress { [weak self] in self?.openMenu(at: $0) }
    root.letBeDragged(
      .photo, id: { [id, photos] in photos.canChange ? id : nil },
      icon: { [weak self] in self?.image }, draggedOut: { [id] in onDragOut(id) })
    root.acceptRows(.photo) { [id, photos] moved, below in
      photos.move(moved, beside: id, below: below)
    }
  }

  /// Lets a screen reader do with it what its menu and keys do.
  func offer(_ run: @escaping @MainActor (PhotoCommand) -> Void) {
    root.offer(Self.offered.map(\.rawValue), as: "photo") { name in
      if let command = PhotoCommand(rawValue: name) { run(command) }
    }
  }

  private static let offered: [PhotoCommand] = [
    .editCaption, .turnPhotoRight, .turnPhotoLeft, .movePhotoUp, .movePhotoDown, .makeCover,
    .copyPhoto, .savePhoto, .replacePhoto, .removePhoto,
  ]

  /// - Parameter place: from 0; the first is the cover.
  func show(_ picture: ProductPicture, of title: String, place: Int, count: Int) {
    // Until a turned or replaced one is decoded, the one before is shown.
    let now = catalogue.shown(picture)
    if now != shown {
      shown = now
      load()
    }
    let labels = Labels(
      picture: picture, title: title, place: place, count: count,
      hasWaitingCaption: photos.canChange && photos.hasWaitingCaption(picture))
    guard labels != labelled else { return }
    labelled = labels
    caption.text = picture.caption.text
    caption.isVisible = picture.caption != .empty
    waiting.show(labels.hasWaitingCaption ? tr("The caption of this photo is unfinished.") : nil)
    let name = picture.caption.text.nonEmpty ?? tr("Photo of %@", title)
    image.accessibleName(name)
    root.accessibleName(name)
    root.setAccessibleDescription(
      place == 0
        ? tr("Cover, photo 1 of %@", count.displayText)
        : tr("Photo %1$@ of %2$@", (place + 1).displayText, count.displayText))
  }

  private func showProblem(isRead: Bool) {
    problem.isVisible = !isRead
    if !isRead {
      problem.text = tr("This photo can’t be shown. %@", photos.whyNotShown(id))
    }
  }

  func openMenu(at point: Point = Point(x: 24, y: 24)) {
    root.takeFocus()
    photos.select(id)
    ContextMenu.open(
      .picture(id.uuidString, canChange: photos.canChange), in: box, at: point)
  }
}
