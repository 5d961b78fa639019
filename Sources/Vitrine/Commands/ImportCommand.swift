// SPDX-License-Identifier: Apache-2.0
// The commands of the window with an import.

import Wording

enum ImportCommand: String, Command {
  static let scope = CommandScope.window

  /// Imports the row that has the keyboard, or leaves it out.
  case takeRow = "take-row"

  var row: CommandRow {
    switch self {
    case .takeRow:
      .init(
        shortcuts: [.keysInView("space", in: .imports, as: tr("Take a row or leave it out"))],
        menus: .onlyOnControls)
    }
  }
}
