// SPDX-License-Identifier: Apache-2.0
// The commands for the photos of the product shown: from files, from the clipboard, and back to them.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class PhotoCommands {
  private let detail: ProductDetail
  private let tabs: DetailTabs
  private let catalogue: OpenCatalogue
  private let pictures: Pictures
  private weak var window: Window?

  private var photos: ProductPictures { detail.pictures }

  init(
    _ detail: ProductDetail, _ tabs: DetailTabs, catalogue: OpenCatalogue, pictures: Pictures
  ) {
    self.detail = detail
    self.tabs = tabs
    self.catalogue = catalogue
    self.pictures = pictures
  }

  func offer(in commands: OfferedCommands, over window: Window) {
    self.window = window
    commands.offer(self)
    // A text being edited takes what is pasted first; only what it leaves is a photo.
    window.onKey { [weak self] press in
      guard let self, PhotoCommand.of(press) == .pastePhotos, self.tabs.showsPictures,
        self.photos.canChange
      else { return false }
      self.paste()
      return true
    }
  }

  private func choose() {
    guard let window, let product = photos.target else { return }
    FileChooser.open(
      over: window, tr("Add Photos"), button: tr("_Add", context: "button: add a tag or photos"),
      kind: tr("Photos", context: "kind of files in a dialog"),
      types: catalogue.shownTypes, everything: tr("All Files")
    ) { [weak self] files in
      guard let self else { return }
      if self.detail.productID == product.id { self.detail.tab = .pictures }
      self.photos.add(files.map { .file($0) }, to: product)
    }
  }

  private func replace(_ id: UUID) {
    guard let window, photos.canChange else { return }
    FileChooser.openPhoto(over: window, catalogue) { [weak photos] in
      photos?.replace(id, with: .file($0))
    }
  }

  private func paste() {
    guard let window, let product = photos.target else { return }
    Task { [catalogue, weak self] in
      do {
        let sources = try await window.pastedPhotos(catalogue)
        guard let self else { return }
        if sources.isEmpty { self.detail.messages.notify(tr("There is no photo to paste")) }
        self.photos.add(sources, to: product)
      } catch {
        self?.detail.messages.notify(tr("Not pasted: %@", error.sentence))
      }
    }
  }

  private func copy(_ id: UUID) {
    guard let picture = photos.items.first(where: { $0.id == id }) else { return }
    let shown = catalogue.shown(picture)
    Task { [pictures, weak self] in
      do {
        let texture = try await pictures.texture(shown, fitting: .max)
        // The file of a rotated photo is as it was.
        self?.window?.copy(texture, from: shown.turn == .none ? shown.file : nil)
        self?.detail.messages.notify(tr("Photo copied"))
      } catch {
        self?.detail.messages.notify(tr("Not copied: the photo can't be read"))
      }
    }
  }

  private func copyLink(to id: UUID) {
    window?.copy(VitrineLink.photo(id).text)
    detail.messages.notify(tr("Link copied"))
  }

  private func save(_ id: UUID) {
    guard let window, let picture = photos.items.first(where: { $0.id == id }) else { return }
    let title =
      picture.caption.text.nonEmpty ?? detail.product?.title.text
      ?? tr("Photo", context: "in place of a photo’s caption")
    FileChooser.save(
      over: window, tr("Save a Copy"), button: tr("_Save", context: "button"),
      name: "\(title.asFileName).\(picture.fileExtension)"
    ) { [weak photos] in photos?.saveCopy(of: picture, to: $0) }
  }
}

extension PhotoCommands: CommandHandler {
  func run(_ command: PhotoCommand, _ id: String) {
    let photo = UUID(uuidString: id)
    switch command {
    case .addPhotos: choose()
    case .pastePhotos: paste()
    case .copyPhoto: if let photo { copy(photo) }
    case .copyPhotoLink: if let photo { copyLink(to: photo) }
    case .savePhoto: if let photo { save(photo) }
    case .editCaption: if let photo { tabs.pictures.askForCaption(of: photo) }
    case .turnPhotoRight: if let photo { photos.rotate(photo, by: .right) }
    case .turnPhotoLeft: if let photo { photos.rotate(photo, by: .left) }
    case .replacePhoto: if let photo { replace(photo) }
    case .movePhotoUp: if let photo { photos.move(photo, by: -1) }
    case .movePhotoDown: if let photo { photos.move(photo, by: 1) }
    case .makeCover: if let photo { photos.move(photo, by: -photos.items.count) }
    case .movePhotoToEnd: if let photo { photos.move(photo, by: photos.items.count) }
    case .removePhoto: if let photo { photos.remove(photo) }
    }
  }

  /// The menu of a photo that can't be changed has only what can be done with it all the same.
  func state(of command: PhotoCommand) -> CommandState {
    switch command {
    case .addPhotos, .pastePhotos: .available(if: photos.canChange)
    case .copyPhoto, .copyPhotoLink, .savePhoto, .editCaption, .turnPhotoRight, .turnPhotoLeft,
      .replacePhoto, .movePhotoUp, .movePhotoDown, .makeCover, .movePhotoToEnd, .removePhoto:
      .available
    }
  }
}
