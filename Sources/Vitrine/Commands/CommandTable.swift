// SPDX-License-Identifier: Apache-2.0
// All commands, in the order in which menus and the shortcuts window list them. The rows are made once: a
// menu that is opened must not ask for eighty translations.

import Gtk

@MainActor
enum CommandTable {
  static let rows: [(command: any Command, row: CommandRow)] = themes.flatMap { all($0) }
    .map { ($0, $0.row) }

  /// One for each handler.
  private static let themes: [any Command.Type] =
    [
      BrowserCommand.self, SortCommand.self, FilterCommand.self, FieldsCommand.self,
      SavedSearchCommand.self, ProductCommand.self, TemplateCommand.self, PhotoCommand.self,
      PictureCommand.self, NoteCommand.self, VariantValueCommand.self, FieldCommand.self,
      LabelLineCommand.self, ImportCommand.self, BackupCommand.self,
      CatalogueCommand.self, DeskCommand.self, OpeningCommand.self, ApplicationCommand.self,
      WindowCommand.self,
    ] + sharing

  #if HAS_HUB
    private static let sharing: [any Command.Type] = [SharingCommand.self]
  #else
    private static let sharing: [any Command.Type] = []
  #endif

  private static func all<Theme: Command>(_ theme: Theme.Type) -> [any Command] {
    Array(theme.allCases)
  }

  /// What stands in a part of a menu.
  struct Entry {
    let command: any Command
    let row: CommandRow
    let place: MenuPlace
    var label: String { place.label ?? row.label }
  }

  private static let parts: [MenuPart: [Entry]] = Dictionary(
    grouping: rows.flatMap { command, row in
      row.menus.map { place in
        (place.part, Entry(command: command, row: row, place: place))
      }
    }, by: \.0
  ).mapValues { $0.map(\.1) }

  static func entries(_ part: MenuPart) -> [Entry] { parts[part] ?? [] }

  /// What keys mean in views.
  private static let inViews: [KeyPress: [any Command]] = Dictionary(
    grouping: rows.flatMap { command, row in
      row.shortcuts.filter { !$0.isGlobal }.flatMap(\.keys).compactMap { KeyPress($0) }
        .map { (press: $0, command: command) }
    }, by: \.press
  ).mapValues { $0.map(\.command) }

  static func command<Theme: Command>(of press: KeyPress) -> Theme? {
    inViews[press]?.lazy.compactMap { $0 as? Theme }.first
  }

  /// Tells GTK which keys run which command.
  static func setKeys(of application: Application) {
    for (command, row) in rows {
      for shortcut in row.shortcuts where shortcut.isGlobal {
        application.setShortcuts(shortcut.keys, for: command.inMenu)
      }
      for value in row.values {
        guard let keys = value.shortcut?.keys else { continue }
        application.setShortcuts(keys, for: command.inMenu(value.value))
      }
    }
  }
}

extension CommandRow {
  /// Those of its values, too.
  var allShortcuts: [Shortcut] { shortcuts + values.compactMap(\.shortcut) }
}
