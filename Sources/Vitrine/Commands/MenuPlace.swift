// SPDX-License-Identifier: Apache-2.0
// Where commands stand in menus. The parts are those between two lines of a menu, or less; the
// commands of a part stand in the order of the table.

/// A place of a command in a menu.
struct MenuPlace {
  let part: MenuPart
  /// If the command is called something else there.
  var label: String?
  /// Whether it is a menu that can't be opened while the command is not available.
  var isMenuOfCommand = false

  static func `in`(_ part: MenuPart, as label: String? = nil) -> MenuPlace {
    MenuPlace(part: part, label: label)
  }

  static func asMenu(in part: MenuPart) -> MenuPlace {
    MenuPlace(part: part, isMenuOfCommand: true)
  }
}

extension [MenuPlace] {
  /// For a command that has a button, a link or a key instead.
  static var onlyOnControls: [MenuPlace] { [] }
}

enum MenuPart {
  // MARK: The main menu

  case undo, newWindow
  case exporting
  case browserView, pictureView
  case appearance
  /// The windows that there are once.
  case going
  case catalogue
  case keptWindows, desks, forgettingWindows
  case preferences, help, application
  /// The menu of what a list is sorted by.
  case sorting

  // MARK: The menu of the product that is shown

  case product, template

  // MARK: The menu of products

  case openingProduct, openingSeveral
  case usingProduct
  case changingSeveral
  case changingProducts
  case movingToTrash
  case restoring, deleting

  /// In a window with a backup.
  case puttingBack, leavingBackup

  // MARK: The menu of a photo

  case openingPhoto, copyingPhoto, changingPhoto, pastingPhoto, removingPhoto

  // MARK: The menu of a saved search

  case renamingSearch, movingSearch, deletingSearch

  /// Whether the keys of the view with the keyboard apply to what the menu is for, and so are shown. Undo
  /// and Redo are for every view.
  var isOfItem: Bool {
    switch self {
    case .undo, .openingProduct, .openingSeveral, .usingProduct, .changingSeveral,
      .changingProducts, .movingToTrash, .restoring, .deleting, .puttingBack,
      .leavingBackup, .openingPhoto, .copyingPhoto,
      .changingPhoto, .pastingPhoto, .removingPhoto, .renamingSearch, .movingSearch,
      .deletingSearch:
      true
    case .newWindow, .exporting, .browserView, .pictureView, .product, .template, .going,
      .catalogue, .keptWindows, .desks, .forgettingWindows, .appearance, .preferences, .help,
      .application,
      .sorting:
      false
    }
  }
}
