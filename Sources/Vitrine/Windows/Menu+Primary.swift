// SPDX-License-Identifier: Apache-2.0
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
  /// Twelve rows at most, which fit the smallest window. What belongs to a product is in the menus of products.
  ///
  /// - Parameters:
  ///   - windows: for what the menus of all windows share.
  ///   - view: items that only one kind of window has.
  ///   - exporting: those that write what it lists.
  static func primary(
    _ windows: any WindowHost, view: [Item] = [], exporting: [Item] = []
  ) -> Menu {
    let style = Menu(section: values(ApplicationCommand.style))
    let appearance = items(.appearance, submenus: [ApplicationCommand.style.inMenu: style])
    let export = Item(tr("E_xport", context: "menu"), Menu(section: exporting))
    return Menu(sections: [
      Menu(section: items(.newWindow) + (exporting.isEmpty ? [] : [export])),
      windows.undoMenu,
      Menu(section: [
        Item(
          tr("_View", context: "menu"),
          Menu(sections: [Menu(section: view), Menu(section: appearance)])),
        Item(tr("_Go", context: "menu: windows to go to"), Menu(section: items(.going))),
        Item(tr("Ca_talogue", context: "menu"), Menu(section: items(.catalogue))),
        Item(tr("Win_dows", context: "menu"), kept(windows)),
      ]),
      Menu(
        section: items(.preferences)
          + [Item(tr("_Help", context: "menu"), Menu(section: items(.help)))]
          + items(.application)),
    ])
  }

  /// What can be done with the product that is shown.
  /// - Parameter template: what can be done with the template of its category.
  static func shownProduct(template: Menu) -> Menu {
    Menu(sections: [Menu(section: items(.product)), template])
  }

  /// The windows that come back, here or elsewhere, or should not.
  private static func kept(_ windows: any WindowHost) -> Menu {
    Menu(sections: [
      items(
        .keptWindows,
        submenus: [CatalogueCommand.reopenClosedWindow.inMenu: windows.closedMenu]),
      [Item(tr("_Desks", context: "menu: windows that are kept under names"), windows.desksMenu)],
      items(.forgettingWindows),
    ])
  }

  /// Undo and Redo with the names of what they would do.
  static func undoItems(_ commands: CatalogueCommands) -> [Item] {
    var labels: [String: String] = [:]
    labels[CatalogueCommand.undo.inMenu] = commands.undoable.map { tr("_Undo %@", $0.name) }
    labels[CatalogueCommand.redo.inMenu] = commands.redoable.map { tr("R_edo %@", $0.name) }
    return items(.undo, labels: labels)
  }

  /// What can be done with one product of a list.
  static func product(_ link: String) -> Menu {
    Menu(sections: [
      items(.openingProduct, of: link), items(.usingProduct, of: link), items(.changingProducts),
      items(.movingToTrash),
    ])
  }

  /// What can be done with several products of a list.
  /// - Parameters:
  ///   - editing: the label of the command that edits them.
  ///   - merging: that of the command that makes them one.
  static func severalProducts(editing: String, merging: String) -> Menu {
    let labels = [
      BrowserCommand.editSeveral.inMenu: editing, BrowserCommand.mergeSeveral.inMenu: merging,
    ]
    return Menu(sections: [
      items(.changingSeveral, labels: labels) + items(.openingSeveral), items(.changingProducts),
      items(.movingToTrash),
    ])
  }

  /// What can be done with products of a backup.
  static var productsOfBackup: Menu {
    Menu(sections: [
      items(.puttingBack), items(.leavingBackup),
    ])
  }

  /// What can be done with several products in the trash.
  static var severalTrashedProducts: Menu {
    Menu(sections: [items(.restoring), items(.openingSeveral), items(.deleting)])
  }

  /// What can be done with a product in the trash.
  static func trashedProduct(_ link: String) -> Menu {
    Menu(sections: [items(.restoring), items(.openingProduct, of: link), items(.deleting)])
  }

  /// What can be done with one photo of the product shown.
  /// - Parameter canChange: false for a product in the trash.
  static func picture(_ id: String, canChange: Bool) -> Menu {
    let changes: [MenuPart] = canChange ? [.changingPhoto, .pastingPhoto, .removingPhoto] : []
    return Menu(
      sections: ([.openingPhoto, .copyingPhoto] + changes).map { items($0, of: id) })
  }

  /// What can be done with a saved search.
  static func savedSearch(_ id: String) -> Menu {
    Menu(
      sections: [.renamingSearch, .movingSearch, .deletingSearch].map { items($0, of: id) })
  }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }

  /// For a label in which an underscore would mark a letter.
  var unmnemonic: String { asName.replacingOccurrences(of: "_", with: "__") }
}
