// SPDX-License-Identifier: Apache-2.0
// The commands that a window or the application offers: made of the table and handlers. Whether they are
// available, and what they show, the handlers are asked in one place, again after every change that it may
// depend on: nobody keeps single commands to switch them on and off.

import Gtk
import VitrineModel

/// What does the commands of an enumeration.
@MainActor
protocol CommandHandler<Handled>: AnyObject {
  associatedtype Handled: Command

  /// `thing`: what is meant, if the command has to be told.
  func run(_ command: Handled, _ thing: String)
  /// What shows it is always of the same kind.
  func state(of command: Handled) -> CommandState
}

/// Whether a command can be run now, and what shows that in menus and on buttons.
struct CommandState {
  enum Shown {
    case nothing
    /// Of a switch.
    case isOn(Bool)
    /// Of a choice.
    case value(String)
  }

  let isAvailable: Bool
  let shown: Shown

  static var available: CommandState { .available(if: true) }

  static func available(if isAvailable: Bool) -> CommandState {
    CommandState(isAvailable: isAvailable, shown: .nothing)
  }

  static func isOn(_ isOn: Bool, if isAvailable: Bool = true) -> CommandState {
    CommandState(isAvailable: isAvailable, shown: .isOn(isOn))
  }

  static func value(_ value: String, if isAvailable: Bool = true) -> CommandState {
    CommandState(isAvailable: isAvailable, shown: .value(value))
  }
}

@MainActor
final class OfferedCommands {
  private let group: any ActionGroup
  /// Nil for a window.
  private let application: Application?
  private var updates: [@MainActor () -> Void] = []
  /// Whether only those are available that change nothing, as in a window with a backup.
  private let isForReading: Bool

  init(of window: Window, isForReading: Bool = false) {
    (group, application, self.isForReading) = (window, nil, isForReading)
  }

  init(of application: Application) {
    (group, self.application, isForReading) = (application, application, false)
  }

  /// Offers all commands of a handler, which is not kept.
  func offer<Handler: CommandHandler>(_ handler: Handler) {
    for command in Handler.Handled.allCases {
      let shown = handler.state(of: command).shown
      let action = add(command, shown) { [weak handler] in handler?.run(command, $0) }
      if command.row.isForDesktop { application?.export(action) }
      let update: @MainActor () -> Void = { [weak self, weak handler] in
        guard let self, let handler else { return }
        action.show(handler.state(of: command), if: !isForReading || command.onlyReads)
      }
      update()
      updates.append(update)
    }
  }

  /// Offers commands that are always available and that all do the same.
  func offerAll<Theme: Command>(_ theme: Theme.Type, _ run: @escaping @MainActor (Theme) -> Void) {
    for command in theme.allCases { group.addAction(command.rawValue) { run(command) } }
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
    _ command: some Command, _ shown: CommandState.Shown,
    run: @escaping @MainActor (String) -> Void
  ) -> Action {
    switch shown {
    case .isOn(let isOn): group.addSwitch(command.rawValue, isOn: isOn) { run("") }
    case .value(let value): group.addChoice(command.rawValue, value: value, run)
    case .nothing:
      command.row.takesParameter
        ? group.addAction(command.rawValue, taking: run)
        : group.addAction(command.rawValue) { run("") }
    }
  }
}

extension Action {
  fileprivate func show(_ state: CommandState, if isPossible: Bool) {
    isEnabled = state.isAvailable && isPossible
    switch state.shown {
    case .nothing: break
    case .isOn(let isOn): show(isOn: isOn)
    case .value(let value): show(value: value)
    }
  }
}
