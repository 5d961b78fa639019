// SPDX-License-Identifier: Apache-2.0
// A file is chosen in the desktop's dialog.

import Foundation
import XCTest

extension Window {
  /// Types a path into the dialog of this title, which a button opens. While that reads a folder, GTK 4.18 loses
  /// keys: once more, then.
  func choose(_ file: URL, in title: String, by button: String) throws {
    for _ in 1...3 {
      try find(.button, button).click()
      try eventually("the dialog has the keyboard") {
        let dialog = try self.dialogs(titled: title).first
        if let dialog { try self.program.home.screen.activate(dialog) }
        return dialog != nil && !self.isActive
      }
      let screen = program.home.screen
      try screen.press("slash")
      try screen.type(String(file.path.dropFirst()))
      // The dialog completes what is typed, and GTK 4.18 leaves the rest of an old completion behind it.
      try screen.press("shift+End")
      try screen.press("Delete")
      // Once it has read the folder, GTK 4.18 forgets the first letter; two of these are as good as one.
      try screen.press("Home")
      try screen.press("slash")
      try screen.press("Return")
      let closed = { try self.dialogs(titled: title).isEmpty }
      if (try? eventually(timeout: 5, "the dialog closes", closed)) != nil { return }
      // What it says of the path, then itself.
      try eventually("the dialog is given up") {
        try screen.press("Escape")
        return try closed()
      }
    }
    XCTFail("the dialog did not take \(file.path)")
  }

  /// GTK 4.8 does not show them to screen readers.
  private func dialogs(titled title: String) throws -> [String] {
    let screen = program.home.screen
    return try screen.windows(of: program.pid).filter { try screen.title(of: $0) == title }
  }
}
