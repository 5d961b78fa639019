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

  func openImport(of file: URL, from source: String? = nil) {
    if let opened = importWindow(of: file) {
      opened.frame.window.present()
      // It may have been saved anew meanwhile.
      return opened.scene.reload()
    }
    openFilled(.importing) { ImportScene.fill($0, importing: file, from: source) }
  }

  private func importWindow(of file: URL) -> ImportWindow? {
    lastFocused { ($0 as? ImportWindow)?.scene.path == file.path } as? ImportWindow
  }

  /// Says that a list that is watched was saved anew, until somebody answers. A window with it shows it at once.
  func say(_ news: WatchedLists.News) {
    if let opened = importWindow(of: news.file) { return opened.scene.reload() }
    lastFocused()?.frame.ask(news.sentence, tr("_Look at It"), dismissed: {}) { [weak self] in
      self?.openImport(of: news.file, from: news.source)
    }
  }

  func openImport(pasting cells: String) {
    openFilled(.importing) { ImportScene.fill($0, pasting: cells) }
  }

  func didImport(_ window: any SceneWindow, saying sentence: String, offer: UndoOffer?) {
    show(.recentlyChanged)
    watchedLists.begin()
    let next = lastFocused { $0 is BrowserWindow }
    window.frame.closeForGood()
    if let offer {
      next?.frame.offer(offer)
    } else {
      next?.frame.say(sentence)
    }
  }
}
