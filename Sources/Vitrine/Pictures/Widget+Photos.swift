// Where photos come from: a dialog, in which only files that this computer can show are offered at
// first, the clipboard, and other programs that drop them.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

extension OpenCatalogue {
  /// The MIME types of the formats that this computer can show, the best first.
  var shownTypes: [String] {
    PictureFormat.allCases.filter(shownFormats.contains).map(\.mimeType)
  }
}

extension FileChooser {
  /// Asks for the one photo that takes the place of another.
  static func openPhoto(
    over window: Window, _ catalogue: OpenCatalogue, done: @escaping @MainActor (URL) -> Void
  ) {
    open(
      over: window, tr("Replace Photo"), button: tr("_Replace", context: "button: replace a photo"),
      kind: tr("Photos", context: "kind of files in a dialog"),
      types: catalogue.shownTypes, everything: tr("All Files"), isSeveral: false
    ) { files in files.first.map(done) }
  }
}

extension Window {
  /// The photos on the clipboard.
  func pastedPhotos(_ catalogue: OpenCatalogue) async throws -> [PictureSource] {
    // PNG first: of a picture that was copied as pixels, it is the one without losses.
    let content = try await readClipboard(
      pictureTypes: catalogue.shownTypes, atMost: PictureFormat.largestFile)
    return content.photos(tr("Pasted photo"))
  }
}

extension OfferedContent {
  /// `name`: what to call a photo without a file.
  fileprivate func photos(_ name: String) -> [PictureSource] {
    switch self {
    case .files(let files): files.map { .file($0) }
    case .picture(let bytes): [.bytes(bytes, name: name)]
    case .nothing: []
    }
  }
}

extension Widget {
  /// Takes files and pictures that other programs drop here, as long as `mayAccept` says so. `say` shows
  /// why one is not taken.
  func acceptPhotos(
    _ catalogue: OpenCatalogue, if mayAccept: @escaping @MainActor () -> Bool,
    say: @escaping @MainActor (String) -> Void,
    _ handler: @escaping @MainActor ([PictureSource]) -> Void
  ) {
    let target = PictureDropTarget(
      types: catalogue.shownTypes, atMost: PictureFormat.largestFile)
    target.onMotion { [weak self] in
      guard let self, mayAccept() else { return false }
      self.setStyle("drop-inside", true)
      return true
    }
    target.onLeave { [weak self] in self?.setStyle("drop-inside", false) }
    target.onDrop { [weak self] content in
      self?.setStyle("drop-inside", false)
      guard mayAccept() else { return }
      do {
        let photos = try content.get().photos(tr("Dropped photo"))
        guard photos.isEmpty else { return handler(photos) }
        say(tr("There is no photo in what was dropped"))
      } catch {
        say(tr("Not added: %@", error.sentence))
      }
    }
    add(target)
  }
}
