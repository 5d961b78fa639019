// The menu behind the button at the end of every header bar.

import Catalog
import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

extension HeaderBar {
  /// The menu that every window has, opened by F10.
  func addMainMenu(_ menu: Menu) {
    addAtEnd(
      MenuButton(
        icon: "open-menu-symbolic", label: tr("Main Menu"), menu: menu, isPrimary: true))
  }
}

extension Menu {
  /// - Parameters:
  ///   - windows: for what the menus of all windows share.
  ///   - view: items that only one kind of window has.
  ///   - selected: those for the products selected in it.
  ///   - template: those for the template of the category of the product it shows.
  ///   - hasProduct: whether the window has commands for the product it shows.
  static func primary(
    _ windows: any WindowHost, view: [Item] = [], selected: [Item] = [],
    template: Menu = Menu(section: []), hasProduct: Bool = true
  ) -> Menu {
    let product = Menu(sections: [
      Menu(section: [
        Item(tr("Copy _Link"), WindowAction.copyShownLink.inMenu),
        Item(tr("_Duplicate Product"), WindowAction.duplicate.inMenu),
        Item(tr("New _from This Product"), WindowAction.newFromThis.inMenu),
        Item(tr("Move to _Trash"), WindowAction.moveToTrash.inMenu),
      ]), template, Menu(section: selected),
    ])
    return Menu(sections: [
      windows.undoMenu,
      Menu(section: [Item(tr("New _Window"), AppAction.newWindow.inMenu)]),
      Menu(section: view),
      Menu(
        section: (hasProduct ? [Item(tr("_Product"), product)] : []) + [
          Item(tr("Ca_talogue"), catalogue),
          Item(tr("Win_dows"), kept(windows)),
        ]),
      Menu(section: [
        Item(tr("St_yle"), style),
        Item(tr("F_ullscreen"), WindowAction.fullscreen.inMenu),
      ]),
      Menu(section: [
        Item(tr("_Preferences"), AppAction.preferences.inMenu),
        Item(tr("_Keyboard Shortcuts"), AppAction.shortcuts.inMenu),
        Item(tr("_About Vitrine"), AppAction.about.inMenu),
        Item(tr("_Quit"), AppAction.quit.inMenu),
      ]),
    ])
  }

  /// What is about all products.
  private static var catalogue: Menu {
    Menu(section: [
      Item(tr("_History"), AppAction.history.inMenu),
      Item(tr("All N_otes"), AppAction.allNotes.inMenu),
      Item(tr("L_ikely Duplicates"), AppAction.duplicates.inMenu),
      Item(tr("Custom _Fields"), AppAction.fields.inMenu),
    ])
  }

  /// The windows that come back, here or elsewhere, or are not to.
  private static func kept(_ windows: any WindowHost) -> Menu {
    Menu(sections: [
      [
        Item(
          tr("_Reopen Closed Window"), windows.closedMenu,
          enabledWith: AppAction.reopenClosedWindow.inMenu),
        Item(tr("_Saved Windows"), AppAction.savedWindows.inMenu),
        Item(tr("Co_ntinue Elsewhere…"), WindowAction.continueElsewhere.inMenu),
      ],
      [Item(tr("Quit and _Forget Windows"), AppAction.quitAndForget.inMenu)],
    ])
  }

  /// Light or dark.
  private static var style: Menu {
    choices(
      .style,
      [
        (tr("As the _Desktop"), ColorScheme.desktop), (tr("_Light"), .light), (tr("D_ark"), .dark),
      ])
  }

  private static func choices<Value: RawRepresentable<String>>(
    _ action: AppAction, _ choices: [(label: String, value: Value)]
  ) -> Menu {
    Menu(section: choices.map { Item($0.label, action.inMenu + "::" + $0.value.rawValue) })
  }

  /// Undo and Redo with the names of what they would do.
  static func undoItems(_ commands: CatalogueCommands) -> [Item] {
    [
      Item(
        commands.undoable.map { tr("_Undo %@", $0.name) } ?? tr("_Undo"), AppAction.undo.inMenu,
        keys: "<Control>z"),
      Item(
        commands.redoable.map { tr("R_edo %@", $0.name) } ?? tr("R_edo"), AppAction.redo.inMenu,
        keys: "<Control><Shift>z"),
    ]
  }

  /// What can be done with one product of a list.
  static func product(_ link: String) -> Menu {
    Menu(
      sections: [
        [Item(tr("_Open in New Window"), WindowAction.openProduct.inMenu + "::" + link)],
        [
          Item(tr("_Copy Link"), WindowAction.copyLink.inMenu + "::" + link),
          Item(tr("_Duplicate"), WindowAction.duplicate.inMenu),
          Item(tr("New _from This Product"), WindowAction.newFromThis.inMenu),
        ],
      ] + changes)
  }

  /// What can be done with several products of a list.
  /// - Parameters:
  ///   - editing: the label of the command that edits them.
  ///   - merging: that of the command that makes them one.
  static func severalProducts(editing: String, merging: String) -> Menu {
    Menu(
      sections: [
        [
          Item(editing, WindowAction.editSeveral.inMenu, keys: "<Control><Shift>e"),
          Item(merging, WindowAction.mergeSeveral.inMenu, keys: "<Control><Shift>g"),
          Item(
            tr("_Open in New Windows"), WindowAction.openInNewWindow.inMenu, keys: "<Control>Return"
          ),
        ]
      ] + changes)
  }

  /// What changes the selected products, however many.
  private static var changes: [[Item]] {
    [
      [
        Item(tr("_Add Tag…"), WindowAction.addTag.inMenu),
        Item(tr("_Remove Tag…"), WindowAction.removeTag.inMenu),
        Item(tr("Move to _Category…"), WindowAction.moveToCategory.inMenu),
      ],
      [Item(tr("Move to _Trash"), WindowAction.moveToTrash.inMenu, keys: "Delete")],
    ]
  }

  /// What can be done with several products in the trash.
  static var severalTrashedProducts: Menu {
    Menu(sections: [
      [Item(tr("_Restore"), WindowAction.restore.inMenu)],
      [Item(tr("_Open in New Windows"), WindowAction.openInNewWindow.inMenu)],
      [Item(tr("_Delete for Ever…"), WindowAction.deleteForEver.inMenu, keys: "Delete")],
    ])
  }

  /// What can be done with one photo of the product shown.
  /// - Parameter canChange: not of a product in the trash.
  static func picture(_ id: String, canChange: Bool) -> Menu {
    func item(_ label: String, _ action: WindowAction, keys: String? = nil) -> Item {
      Item(label, action.inMenu + "::" + id, keys: keys)
    }
    let changes = [
      [
        item(tr("_Edit Caption"), .editCaption, keys: "F2"),
        item(tr("Rotate Ri_ght"), .turnPhotoRight, keys: "<Control>r"),
        item(tr("Rotate _Left"), .turnPhotoLeft, keys: "<Control><Shift>r"),
        item(tr("Repl_ace…"), .replacePhoto),
        item(tr("Move _Up"), .movePhotoUp, keys: "<Alt>Up"),
        item(tr("Move _Down"), .movePhotoDown, keys: "<Alt>Down"),
      ],
      [Item(tr("_Paste"), WindowAction.pastePhotos.inMenu, keys: "<Control>v")],
      [item(tr("_Remove"), .removePhoto, keys: "Delete")],
    ]
    return Menu(
      sections: [
        [item(tr("_Open in New Window"), .openPicture)],
        [
          item(tr("_Copy"), .copyPhoto, keys: "<Control>c"),
          item(tr("_Save a Copy…"), .savePhoto),
        ],
      ] + (canChange ? changes : []))
  }

  /// What can be done with a saved search.
  static func savedSearch(_ id: String) -> Menu {
    func item(_ label: String, _ action: WindowAction, keys: String) -> Item {
      Item(label, action.inMenu + "::" + id, keys: keys)
    }
    return Menu(sections: [
      [item(tr("_Rename…"), .renameSearch, keys: "F2")],
      [
        item(tr("Move _Up"), .moveSearchUp, keys: "<Alt>Up"),
        item(tr("Move _Down"), .moveSearchDown, keys: "<Alt>Down"),
      ],
      [item(tr("_Delete"), .deleteSearch, keys: "Delete")],
    ])
  }

  /// What can be done with a product in the trash.
  static func trashedProduct(_ link: String) -> Menu {
    Menu(sections: [
      [Item(tr("_Restore"), WindowAction.restore.inMenu)],
      [Item(tr("_Open in New Window"), WindowAction.openProduct.inMenu + "::" + link)],
      [Item(tr("_Delete for Ever…"), WindowAction.deleteForEver.inMenu, keys: "Delete")],
    ])
  }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }

  /// For a label in which an underscore would mark a letter.
  var unmnemonic: String { replacingOccurrences(of: "_", with: "__") }
}
