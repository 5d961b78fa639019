// SPDX-License-Identifier: Apache-2.0
// The commands for photos: those of the product shown, and the one that a window of its own shows.

import Wording

enum PhotoCommand: String, Command {
  static let scope = CommandScope.window

  case addPhotos = "add-photos"
  case pastePhotos = "paste-photos"
  /// With the identifier of a photo.
  case copyPhoto = "copy-photo"
  case copyPhotoLink = "copy-photo-link"
  case savePhoto = "save-photo"
  case editCaption = "edit-caption"
  case turnPhotoRight = "turn-photo-right"
  case turnPhotoLeft = "turn-photo-left"
  case replacePhoto = "replace-photo"
  case movePhotoUp = "move-photo-up"
  case movePhotoDown = "move-photo-down"
  case makeCover = "make-cover"
  case movePhotoToEnd = "move-photo-to-end"
  case removePhoto = "remove-photo"

  var row: CommandRow {
    switch self {
    case .addPhotos: .init(tr("_Add Photos…"), menus: .onlyOnControls)
    case .pastePhotos:
      .init(
        tr("_Paste", context: "command: paste photos"),
        shortcuts: [.keysInView("<Control>v", in: .photos, as: tr("Paste photos"))],
        menus: [.in(.pastingPhoto)])
    case .copyPhoto:
      .init(
        tr("_Copy", context: "command: copy a photo"),
        shortcuts: [.keysInView("<Control>c", in: .photos, as: tr("Copy photo"))],
        menus: [.in(.copyingPhoto)], takesParameter: true)
    case .copyPhotoLink:
      .init(tr("Copy Lin_k"), menus: [.in(.copyingPhoto)], takesParameter: true)
    case .savePhoto:
      .init(tr("_Save a Copy…"), menus: [.in(.copyingPhoto)], takesParameter: true)
    case .editCaption:
      .init(
        tr("_Edit Caption"), shortcuts: [.keysInView("F2", in: .photos, as: tr("Edit caption"))],
        menus: [.in(.changingPhoto)], takesParameter: true)
    case .turnPhotoRight:
      .init(
        tr("Rotate Ri_ght"),
        shortcuts: [.keysInView("<Control>r", in: .photos, as: tr("Rotate right"))],
        menus: [.in(.changingPhoto)], takesParameter: true)
    case .turnPhotoLeft:
      .init(
        tr("Rotate _Left"),
        shortcuts: [.keysInView("<Control><Shift>r", in: .photos, as: tr("Rotate left"))],
        menus: [.in(.changingPhoto)], takesParameter: true)
    case .replacePhoto:
      .init(
        tr("Repl_ace…", context: "command: replace a photo"), menus: [.in(.changingPhoto)],
        takesParameter: true)
    case .movePhotoUp:
      .init(
        tr("Move _Up"), shortcuts: [.keysInView("<Alt>Up", in: .photos, as: tr("Move up"))],
        menus: [.in(.changingPhoto)], takesParameter: true)
    case .movePhotoDown:
      .init(
        tr("Move _Down"), shortcuts: [.keysInView("<Alt>Down", in: .photos, as: tr("Move down"))],
        menus: [.in(.changingPhoto)], takesParameter: true)
    case .makeCover:
      .init(
        shortcuts: [.keysInView("<Alt>Home", in: .cover, as: tr("Make cover photo"))],
        menus: .onlyOnControls, takesParameter: true)
    case .movePhotoToEnd:
      .init(
        shortcuts: [.keysInView("<Alt>End", in: .cover, as: tr("Move to the end"))],
        menus: .onlyOnControls, takesParameter: true)
    case .removePhoto:
      .init(
        tr("_Remove", context: "command: remove a photo"),
        shortcuts: [.keysInView("Delete", in: .removingPhotos, as: tr("Remove photo"))],
        menus: [.in(.removingPhoto)], takesParameter: true)
    }
  }
}

/// The commands of a photo window. In it nothing is typed: keys need no Control.
enum PictureCommand: String, Command {
  static let scope = CommandScope.window

  case previousPicture = "previous-photo"
  case nextPicture = "next-photo"
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case fit
  case actualSize = "actual-size"
  case turnRight = "turn-right"
  case turnLeft = "turn-left"
  case replace

  var row: CommandRow {
    switch self {
    // The keys belong to the photo that has the keyboard.
    case .previousPicture:
      .init(
        tr("Previous Photo"),
        shortcuts: [.keysInView("Page_Up", in: .photoWindow, as: tr("Previous photo"))],
        menus: .onlyOnControls)
    case .nextPicture:
      .init(
        tr("Next Photo"),
        shortcuts: [.keysInView("Page_Down", in: .photoWindow, as: tr("Next photo"))],
        menus: .onlyOnControls)
    case .zoomIn:
      .init(
        tr("Zoom _In"),
        shortcuts: [
          .keys(
            "plus", "equal", "KP_Add", "<Control>plus", "<Control>equal", "<Control>KP_Add",
            in: .photoWindow, as: tr("Zoom in"))
        ], menus: [.in(.pictureView)])
    case .zoomOut:
      .init(
        tr("Zoom _Out"),
        shortcuts: [
          .keys(
            "minus", "KP_Subtract", "<Control>minus", "<Control>KP_Subtract", in: .photoWindow,
            as: tr("Zoom out"))
        ], menus: [.in(.pictureView)])
    case .fit:
      .init(
        tr("_Fit in Window"),
        shortcuts: [
          .keys(
            "0", "KP_0", "<Control>0", "<Control>KP_0", in: .photoWindow, as: tr("Fit in window"))
        ], menus: [.in(.pictureView)])
    case .actualSize:
      .init(
        tr("_Actual Size"),
        shortcuts: [.keys("1", "KP_1", in: .photoWindow, as: tr("Actual size"))],
        menus: [.in(.pictureView)])
    case .turnRight:
      .init(
        tr("Rotate Ri_ght"), shortcuts: [.keys(of: PhotoCommand.turnPhotoRight)],
        menus: [.in(.pictureView)])
    case .turnLeft:
      .init(
        tr("Rotate _Left"), shortcuts: [.keys(of: PhotoCommand.turnPhotoLeft)],
        menus: [.in(.pictureView)])
    case .replace:
      .init(tr("Repla_ce…", context: "command: replace a photo"), menus: [.in(.pictureView)])
    }
  }
}
