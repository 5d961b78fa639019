// SPDX-License-Identifier: Apache-2.0
// The commands of desks: windows that are kept under a name and come back together.

import Gtk
import Wording

enum DeskCommand: String, Command {
  static let scope = CommandScope.application

  /// With the number of a desk, or the identifier of one without a number.
  case open = "desk"
  /// Back to the windows that made way for a desk.
  case goBack = "desk-before"
  case keep = "keep-desk"
  case update = "update-desk"
  case rename = "rename-desk"
  case send = "send-desk"
  /// To somebody who shares the catalogue.
  case handOver = "hand-over-desk"
  case remove = "remove-desk"

  /// The desks that have keys.
  static let numbers = 1...9

  /// The keys of a desk, as people read them.
  static func keys(of number: Int) -> String? {
    numbers.contains(number) ? tr("Ctrl+Alt+%@", "\(number)", context: "keys") : nil
  }

  var row: CommandRow {
    switch self {
    // Its menu lists the desks.
    case .open:
      .init(
        menus: .onlyOnControls, takesParameter: true,
        values: Self.numbers.map { number in
          .init(
            "\(number)",
            shortcut: Shortcut(keys: ["<Control><Alt>\(number)"], isGlobal: true, lines: []))
        })
    case .goBack:
      .init(
        shortcuts: [
          .keys("<Control><Alt>0", in: .desks, as: tr("Back to the windows before a desk"))
        ],
        menus: .onlyOnControls)
    case .keep: .init(tr("_Keep These Windows as a Desk…"), menus: [.in(.desks)])
    case .update: .init(tr("_Update Desk"), menus: [.in(.desks)])
    case .rename: .init(tr("Re_name Desk…"), menus: [.in(.desks)])
    case .send: .init(tr("_Send Desk as File…"), menus: [.in(.desks)])
    case .handOver: .init(tr("_Hand Desk Over…"), menus: [.in(.desks)])
    case .remove: .init(tr("_Remove Desk"), menus: [.in(.desks)])
    }
  }
}
