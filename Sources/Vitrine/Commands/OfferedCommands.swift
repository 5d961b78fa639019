// The commands that a window or the application offers: made of the table and handlers. Whether they are
// available, and what they show, is asked of the handlers in one place, again after every change that it may
// depend on: nobody keeps single commands to switch them on and off.

import Gtk
import VitrineModel

/// What does the commands of an enumeration.
@MainActor
protocol CommandHandler<Handled>: AnyObject {
  associatedtype Handled: Command

  /// `thing`: what is meant, if the command has to be told.
  func run(_ command: Handled, _ thing: String)
  /// Whether it can be run now.
  func isAvailable(_ command: Handled) -> Bool
  /// Of the commands that are switches or choices; always of the same kind.
  func state(of command: Handled) -> CommandState
}

extension CommandHandler {
  func state(of command: Handled) -> CommandState { .none }
}

/// What a command shows in menus and on buttons.
enum CommandState {
  case none
  /// That of a switch.
  case isOn(Bool)
  /// That of a choice.
  case value(String)
}

@MainActor
final class OfferedCommands {
  private let group: any Object & ActionGroup
  private var updates: [@MainActor () -> Void] = []

  init(of group: any Object & ActionGroup) { self.group = group }

  /// Offers all commands of a handler, which is not kept.
  func offer<Handler: CommandHandler>(_ handler: Handler) {
    for command in Handler.Handled.allCases {
      let state = handler.state(of: command)
      let action = add(command, state) { [weak handler] in handler?.run(command, $0) }
      let update: @MainActor () -> Void = { [weak handler] in
        guard let handler else { return }
        action.isEnabled = handler.isAvailable(command)
        action.show(handler.state(of: command))
      }
      update()
      updates.append(update)
    }
  }

  /// Offers commands that are always available and that all do the same.
  func offerAll<Theme: Command>(_ theme: Theme.Type, _ run: @escaping @MainActor (Theme) -> Void) {
    for command in theme.allCases { offer(command) { run(command) } }
  }

  /// Offers one command of those that another window has all of.
  func offer(_ command: some Command, _ run: @escaping @MainActor () -> Void) {
    group.addAction(command.rawValue, run)
  }

  /// The same, of one that has to be told what is meant.
  func offer(_ command: some Command, taking run: @escaping @MainActor (String) -> Void) {
    group.addAction(command.rawValue, taking: run)
  }

  /// Offers a switch for one field, which whoever offers it keeps up to date.
  func offerSwitch(
    _ command: FieldsCommand, for field: String, _ run: @escaping @MainActor () -> Void
  ) -> Action {
    group.addSwitch(command.rawValue + "-" + field, isOn: false, run)
  }

  /// Something changed that commands may depend on.
  func update() { updates.forEach { $0() } }

  /// Commands depend on what these observers are told.
  func follow<Change>(_ changes: Observers<Change>) {
    changes.add(self) { [weak self] _ in self?.update() }
  }

  private func add(
    _ command: some Command, _ state: CommandState,
    run: @escaping @MainActor (String) -> Void
  ) -> Action {
    switch state {
    case .isOn(let isOn): group.addSwitch(command.rawValue, isOn: isOn) { run("") }
    case .value(let value): group.addChoice(command.rawValue, value: value, run)
    case .none:
      command.row.takesParameter
        ? group.addAction(command.rawValue, taking: run)
        : group.addAction(command.rawValue) { run("") }
    }
  }
}

extension Action {
  fileprivate func show(_ state: CommandState) {
    switch state {
    case .none: break
    case .isOn(let isOn): show(isOn: isOn)
    case .value(let value): show(value: value)
    }
  }
}
