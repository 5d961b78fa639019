// SPDX-License-Identifier: Apache-2.0
// A part of a menu with a mark at each field for which something holds. Fields come and go, so their
// commands are made when they are first offered.

import Catalog
import Gtk
import VitrineModel

@MainActor
final class FieldSwitches {
  let section = Menu(section: [])
  private let command: FieldsCommand
  private let choose: @MainActor (FormField) -> Bool
  private weak var commands: OfferedCommands?
  private var switches: [FieldID: Action] = [:]

  /// `command`: what the names of the commands begin with; `choose`: a field was chosen, and has a mark
  /// from now on or not.
  init(_ command: FieldsCommand, _ choose: @escaping @MainActor (FormField) -> Bool) {
    (self.command, self.choose) = (command, choose)
  }

  func offer(in commands: OfferedCommands) { self.commands = commands }

  /// Offers these fields, with a mark at some of them.
  func show(_ fields: [FormField], marked: Set<FieldID>) {
    guard let commands else { return }
    for field in fields {
      let action = switches[field.id] ?? addSwitch(field, to: commands)
      action.show(isOn: marked.contains(field.id))
    }
    section.show(fields.map { .init($0.label.unmnemonic, command.inMenu + "-" + $0.id.text) })
  }

  private func addSwitch(_ field: FormField, to commands: OfferedCommands) -> Action {
    let action = commands.offerSwitch(command, for: field.id.text) { [weak self] in
      guard let self else { return }
      let isMarked = choose(field)
      switches[field.id]?.show(isOn: isMarked)
    }
    switches[field.id] = action
    return action
  }
}
