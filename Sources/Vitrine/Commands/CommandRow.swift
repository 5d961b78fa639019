// SPDX-License-Identifier: Apache-2.0
// What a command is: a case of an enumeration, whose row says all that is known about it except what it
// does. The handler of the enumeration does that, in a `switch` without a default: so a command without a
// row or without a handler does not compile. The names of what the desktop may run stay as they are.

import Gtk

/// A command. The commands that one handler has are one enumeration.
protocol Command: CaseIterable, Hashable, RawRepresentable<String>, Sendable {
  static var scope: CommandScope { get }
  var row: CommandRow { get }
}

/// Whose command it is; also what the detailed name begins with.
enum CommandScope: String {
  case application = "app"
  case window = "win"
}

extension Command {
  /// The command that a key press means in a view; of several with the same keys the first one.
  @MainActor
  static func of(_ press: KeyPress) -> Self? { CommandTable.command(of: press) }

  /// The name in menus and of buttons: `win.edit`.
  var inMenu: String { Self.scope.rawValue + "." + rawValue }

  /// The name of one value, or with one parameter: `win.layout::grid`.
  func inMenu(_ value: String) -> String { inMenu + "::" + value }
}

/// What a command is called, which keys it has and where it stands.
struct CommandRow {
  /// In menus and on buttons; an underscore marks the key that chooses it there.
  let label: String
  let shortcuts: [Shortcut]
  let menus: [MenuPlace]
  /// Whether it is told which thing is meant, such as a photo.
  let takesParameter: Bool
  /// The values of a choice that is the same in every window.
  let values: [CommandValue]
  /// Whether other programs can run it, over the session's bus: only what a desktop needs, and what loses nothing.
  let isForDesktop: Bool

  /// - Parameter menus: `onlyOnControls` for a command that is in no menu.
  init(
    _ label: String = "", shortcuts: [Shortcut] = [], menus: [MenuPlace],
    takesParameter: Bool = false, values: [CommandValue] = [], isForDesktop: Bool = false
  ) {
    self.label = label
    self.shortcuts = shortcuts
    self.menus = menus
    self.takesParameter = takesParameter
    self.values = values
    self.isForDesktop = isForDesktop
  }

  /// The label without its mark: the tooltip of a button with an icon, and what a screen reader says.
  var name: String { label.withoutMark }
}

extension String {
  /// A label without the underscore that marks its key.
  var withoutMark: String { filter { $0 != "_" } }
}

/// One value of a choice.
struct CommandValue {
  let value: String
  /// In menus.
  let label: String
  let shortcut: Shortcut?

  init(_ value: String, _ label: String = "", shortcut: Shortcut? = nil) {
    (self.value, self.label, self.shortcut) = (value, label, shortcut)
  }
}

/// Keys of a command, and what the shortcuts window says of them.
struct Shortcut {
  /// In GTK's notation, `<Control>n`. The first ones are shown.
  let keys: [String]
  /// Whether they run the command wherever the keyboard is. Otherwise a view takes them, such as
  /// the list of photos with the photo that has the keyboard: it asks which command a key press means.
  let isGlobal: Bool
  /// None if the line of another command is for this one, too.
  private(set) var lines: [ShortcutLine]

  static func keys(_ keys: String..., in place: ShortcutPlace, as text: String) -> Shortcut {
    Shortcut(keys: keys, isGlobal: true, lines: [ShortcutLine(place: place, text: text)])
  }

  static func keysInView(_ keys: String, in place: ShortcutPlace, as text: String) -> Shortcut {
    Shortcut(keys: [keys], isGlobal: false, lines: [ShortcutLine(place: place, text: text)])
  }

  /// Several that mean the same, of which the first is shown.
  static func keysInView(anyOf keys: [String], in place: ShortcutPlace, as text: String) -> Shortcut
  {
    Shortcut(keys: keys, isGlobal: false, lines: [ShortcutLine(place: place, text: text)])
  }

  /// The keys of another command, whose line is for both.
  static func keys(of command: any Command) -> Shortcut {
    Shortcut(keys: command.row.shortcuts.flatMap(\.keys), isGlobal: true, lines: [])
  }

  static func keysInView(of command: any Command) -> Shortcut {
    Shortcut(keys: command.row.shortcuts.flatMap(\.keys), isGlobal: false, lines: [])
  }

  /// With another line, where they mean something else.
  func also(in place: ShortcutPlace, as text: String) -> Shortcut {
    var shortcut = self
    shortcut.lines.append(ShortcutLine(place: place, text: text))
    return shortcut
  }
}

/// A line of the shortcuts window.
struct ShortcutLine {
  let place: ShortcutPlace
  let text: String
}
