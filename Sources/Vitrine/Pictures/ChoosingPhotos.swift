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
      over: window, tr("Replace Photo"), button: tr("_Replace"), kind: tr("Photos"),
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
    switch content {
    case .files(let files): return files.map { .file($0) }
    case .picture(let bytes): return [.bytes(bytes, name: tr("Pasted photo"))]
    case .nothing: return []
    }
  }
}

extension Widget {
  /// Takes files that other programs drop here, as long as `mayAccept` says so.
  func acceptPhotos(
    if mayAccept: @escaping @MainActor () -> Bool,
    _ handler: @escaping @MainActor ([PictureSource]) -> Void
  ) {
    let target = DropTarget.forFiles()
    target.onMotion { [weak self] _ in
      guard let self, mayAccept() else { return false }
      self.setStyle("drop-inside", true)
      return true
    }
    target.onLeave { [weak self] in self?.setStyle("drop-inside", false) }
    target.onDropFiles { [weak self] files, _ in
      guard mayAccept(), !files.isEmpty else { return false }
      self?.setStyle("drop-inside", false)
      handler(files.map { .file($0) })
      return true
    }
    add(target)
  }
}
