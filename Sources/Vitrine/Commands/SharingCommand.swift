// SPDX-License-Identifier: Apache-2.0
// The commands of a catalogue that is shared with others, or may be: only in a program that is built with what carries it.

import Gtk
import VitrineModel
import Wording

enum SharingCommand: String, Command {
  static let scope = CommandScope.application

  /// How the catalogue and its hub get along.
  case sharingState = "sharing-state"

  var row: CommandRow {
    switch self {
    case .sharingState: .init(tr("Sharing _State"), menus: [.in(.catalogue)])
    }
  }
}
