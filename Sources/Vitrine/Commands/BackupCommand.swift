// SPDX-License-Identifier: Apache-2.0
// The commands of a window that shows a backup.

import Wording

enum BackupCommand: String, Command {
  static let scope = CommandScope.window

  /// Of what is selected.
  case putBack = "put-back"
  case otherBackup = "other-backup"
  /// Of the backup that is shown.
  case saveThisCopy = "save-this-copy"
  /// The copy that is shown becomes the catalogue of this computer.
  case keepCopy = "keep-copy"

  var row: CommandRow {
    switch self {
    case .putBack:
      .init(
        tr("_Put Back Into Today’s Catalogue"),
        shortcuts: [
          .keys(
            "<Control><Shift>b", in: .backups, as: tr("Put products of a backup back"))
        ],
        menus: [.in(.puttingBack)])
    case .otherBackup: .init(tr("_Other Backup…"), menus: .onlyOnControls)
    case .saveThisCopy: .init(tr("Save a _Copy…"), menus: .onlyOnControls)
    case .keepCopy: .init(tr("_Keep as My Catalogue…"), menus: .onlyOnControls)
    }
  }
}
