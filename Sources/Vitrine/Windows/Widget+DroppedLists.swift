// SPDX-License-Identifier: Apache-2.0
// Files that are dropped on a window, where nothing in it takes them.

import Foundation
import Gtk

extension Widget {
  /// Takes files that other programs drop on a window, and marks its content meanwhile.
  func acceptLists(over window: Window, _ open: @escaping @MainActor ([URL]) -> Void) {
    let target = PictureDropTarget(types: [], atMost: 0)
    target.onMotion { [weak self] in
      self?.setStyle("drop-inside", true)
      return true
    }
    target.onLeave { [weak self] in self?.setStyle("drop-inside", false) }
    target.onDrop { [weak self] content in
      self?.setStyle("drop-inside", false)
      guard case .success(.files(let files)) = content else { return }
      open(files.filter(\.isFileURL))
    }
    window.add(target)
  }
}
