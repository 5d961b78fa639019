// SPDX-License-Identifier: Apache-2.0
// The commands for a custom field, in the list of their window.

enum FieldCommand: String, Command {
  static let scope = CommandScope.window

  /// With the identifier of a field.
  case moveFieldUp = "move-field-up"
  case moveFieldDown = "move-field-down"
  case removeField = "remove-field"

  var row: CommandRow {
    switch self {
    case .moveFieldUp:
      .init(
        shortcuts: [.keysInView(of: PhotoCommand.movePhotoUp)], menus: .onlyOnControls,
        takesParameter: true)
    case .moveFieldDown:
      .init(
        shortcuts: [.keysInView(of: PhotoCommand.movePhotoDown)], menus: .onlyOnControls,
        takesParameter: true)
    case .removeField:
      .init(
        shortcuts: [.keysInView(of: PhotoCommand.removePhoto)], menus: .onlyOnControls,
        takesParameter: true)
    }
  }
}
