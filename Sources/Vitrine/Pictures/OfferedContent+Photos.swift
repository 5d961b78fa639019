// SPDX-License-Identifier: Apache-2.0
// Where photos come from: a dialog, in which only files that this computer can show are offered at first, the clipboard,
// and other programs that drop them (`Widget+DroppedPhotos`).

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

extension Widget {
  /// The photos on the clipboard.
  func pastedPhotos(_ catalogue: OpenCatalogue) async throws -> [PictureSource] {
    try await pastedContent(catalogue).photos(tr("Pasted photo"))
  }

  /// The files or the picture on the clipboard.
  func pastedContent(_ catalogue: OpenCatalogue) async throws -> OfferedContent {
    // PNG first: of a picture that was copied as pixels, it is the one without losses.
    try await readClipboard(
      pictureTypes: catalogue.shownTypes, atMost: PictureFormat.largestFile)
  }
}

extension OfferedContent {
  /// `name`: what to call a photo without a file.
  func photos(_ name: String) -> [PictureSource] {
    switch self {
    case .files(let files): files.map { .file($0) }
    case .picture(let bytes): [.bytes(bytes, name: name)]
    case .nothing: []
    }
  }
}
