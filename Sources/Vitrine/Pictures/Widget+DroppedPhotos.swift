// SPDX-License-Identifier: Apache-2.0
// Photos that other programs drop on a widget.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

extension Widget {
  /// Takes files and pictures that other programs drop here, as long as `mayAccept` says so. `say` shows
  /// why one is not taken; `open` gets the files that are lists to import.
  func acceptPhotos(
    _ catalogue: OpenCatalogue, if mayAccept: @escaping @MainActor () -> Bool,
    say: @escaping @MainActor (String) -> Void, open: @escaping @MainActor ([URL]) -> Void,
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
      Task {
        do {
          var content = try content.get()
          if case .files(let files) = content {
            let (lists, others) = await DroppedFiles.sorted(files)
            if !lists.isEmpty { open(lists) }
            guard !others.isEmpty || lists.isEmpty else { return }
            content = .files(others)
          }
          let photos = content.photos(tr("Dropped photo"))
          guard photos.isEmpty else { return handler(photos) }
          say(tr("There is no photo in what was dropped"))
        } catch {
          say(tr("Not added: %@", error.sentence))
        }
      }
    }
    add(target)
  }
}
