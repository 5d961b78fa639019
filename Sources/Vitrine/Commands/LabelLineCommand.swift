// SPDX-License-Identifier: Apache-2.0
// The commands for a line of a layout of labels, in its list.

enum LabelLineCommand: String, Command {
  static let scope = CommandScope.window

  /// With the identifier of a line.
  case moveLineUp = "move-line-up"
  case moveLineDown = "move-line-down"
  case removeLine = "remove-line"

  var row: CommandRow {
    switch self {
    case .moveLineUp:
      .init(
        shortcuts: [.keysInView(of: PhotoCommand.movePhotoUp)], menus: .onlyOnControls,
        takesParameter: true)
    case .moveLineDown:
      .init(
        shortcuts: [.keysInView(of: PhotoCommand.movePhotoDown)], menus: .onlyOnControls,
        takesParameter: true)
    case .removeLine:
      .init(
        shortcuts: [.keysInView(of: PhotoCommand.removePhoto)], menus: .onlyOnControls,
        takesParameter: true)
    }
  }
}
