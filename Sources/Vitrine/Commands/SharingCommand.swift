// SPDX-License-Identifier: Apache-2.0
// The commands of a catalogue that is shared with others, or may be: only in a program that is built with what carries it.

import Gtk
import VitrineModel
import Wording

enum SharingCommand: String, Command {
  static let scope = CommandScope.application

  case shareCatalogue = "share-catalogue"
  case joinCatalogue = "join-catalogue"
  /// How the catalogue and its hub get along.
  case sharingState = "sharing-state"
  /// What the hub could not merge.
  case decisions

  var row: CommandRow {
    switch self {
    case .shareCatalogue: .init(tr("_Share This Catalogue…"), menus: [.in(.catalogue)])
    case .joinCatalogue: .init(tr("_Join a Shared Catalogue…"), menus: [.in(.catalogue)])
    case .decisions:
      .init(
        tr("_Decisions", context: "command: show what has to be decided"), menus: [.in(.going)])
    case .sharingState: .init(tr("Sharing _State"), menus: [.in(.catalogue)])
    }
  }
}
