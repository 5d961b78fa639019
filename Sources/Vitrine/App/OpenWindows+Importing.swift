// SPDX-License-Identifier: Apache-2.0
// Lists of other programs: the windows in which they are imported.

import Foundation
import Gtk
import VitrineModel
import Wording

extension OpenWindows {
  /// Asks for a list.
  func chooseImport() {
    guard let window = lastFocused()?.frame.window else { return }
    FileChooser.openList(over: window) { [weak self] in self?.openImport(of: $0) }
  }

  /// What is dropped or pasted may be a whole disk.
  func openImports(of files: [URL]) {
    var rest = files[...]
    while !areMany, let file = rest.popFirst() { openImport(of: file) }
    openForOthers(rest.count) { [weak self, rest] in
      for file in rest { self?.openImport(of: file) }
    }
  }

  func openImport(of file: URL) {
    let opened = lastFocused { ($0 as? ImportWindow)?.scene.path == file.path } as? ImportWindow
    if let opened {
      opened.frame.window.present()
      // It may have been saved anew meanwhile.
      return opened.scene.reload()
    }
    openFilled(.importing) { ImportScene.fill($0, importing: file) }
  }

  func openImport(pasting cells: String) {
    openFilled(.importing) { ImportScene.fill($0, pasting: cells) }
  }

  func didImport(_ window: any SceneWindow, saying sentence: String, offer: UndoOffer?) {
    show(.recentlyChanged)
    let next = lastFocused { $0 is BrowserWindow }
    window.frame.closeForGood()
    if let offer {
      next?.frame.offer(offer)
    } else {
      next?.frame.say(sentence)
    }
  }
}
