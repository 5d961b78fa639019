// SPDX-License-Identifier: Apache-2.0
// Menus and buttons of commands, with the labels of the table.

import Gtk

extension Menu {
  /// The commands of a part of a menu.
  /// - Parameters:
  ///   - thing: what is meant by those that have to be told.
  ///   - labels: of commands whose labels say more than the table can, by their names in menus.
  ///   - submenus: what commands open instead, by the same names.
  static func items(
    _ part: MenuPart, of thing: String = "", labels: [String: String] = [:],
    submenus: [String: Menu] = [:]
  ) -> [Item] {
    CommandTable.entries(part).flatMap { entry -> [Item] in
      let (command, row) = (entry.command, entry.row)
      let label = labels[command.inMenu] ?? entry.label
      let action = row.takesParameter ? command.inMenu(thing) : command.inMenu
      if let submenu = submenus[command.inMenu] {
        return [Item(label, submenu, enabledWith: entry.place.isMenuOfCommand ? action : "")]
      }
      if !row.values.isEmpty { return values(command) }
      let keys = part.isOfItem ? row.shortcuts.first { !$0.isGlobal }?.keys.first : nil
      return [Item(label, action, keys: keys)]
    }
  }

  /// The values of a choice.
  static func values(_ command: any Command) -> [Item] {
    command.row.values.map { Item($0.label, command.inMenu($0.value)) }
  }
}

extension Button {
  /// A button with the label of a command, which it runs.
  convenience init(_ command: any Command) {
    self.init(command.row.label)
    action(command.inMenu)
  }

  /// The same with an icon instead.
  convenience init(icon: String, _ command: any Command) {
    self.init(icon: icon, label: command.row.name)
    action(command.inMenu)
  }
}

extension ToggleButton {
  /// A button that is pressed while a command is on.
  convenience init(toggleIcon icon: String, _ command: any Command) {
    self.init(toggleIcon: icon, label: command.row.name)
    action(command.inMenu)
  }

  /// One that is pressed while a choice has this value.
  convenience init(toggleIcon icon: String, _ command: any Command, value: String) {
    let label = command.row.values.first { $0.value == value }?.label ?? ""
    self.init(toggleIcon: icon, label: label.withoutMark)
    action((command.inMenu, value))
  }
}
