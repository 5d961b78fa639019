// SPDX-License-Identifier: Apache-2.0
// A value of a row that both the source and the person changed: both in full, and the choice between them.

import Catalog
import Exchange
import Gtk
import VitrineModel
import Wording

@MainActor
final class ImportConflictView {
  let root: Box
  private let mine = ToggleButton(choice: tr("Keep Mine"), besides: nil)
  private lazy var theirs = ToggleButton(choice: tr("Take the List’s"), besides: mine)

  init(_ conflict: Conflict, in row: PlannedRow, of scene: ImportScene) {
    let name = Label(tr("Both changed: %@", conflict.label)).wrapped(at: 36)
    root = Box(.vertical, spacing: 6, children: [name]).style("conflict")
    for (answer, button) in [(Conflict.Answer.mine, mine), (.theirs, theirs)] {
      let text = conflict.text(of: answer).shortened(to: 400)
      let value = answer == .mine ? tr("Yours: %@", text) : tr("The list’s: %@", text)
      root.append(Label(value).wrapped(at: 36))
      button.accessibleName(
        answer == .mine
          ? tr("%1$@: keep %2$@", conflict.label, text.shortened(to: 60))
          : tr("%1$@: take %2$@", conflict.label, text.shortened(to: 60)))
      button.isOn = conflict.answer == answer
      button.onToggle { [weak scene, weak button] in
        if button?.isOn == true { scene?.decide(conflict, in: row, for: answer) }
      }
    }
    let buttons = Box.wrapping()
    for button in [mine, theirs] { buttons.append(button) }
    root.append(buttons)
  }

  func show(_ answer: Conflict.Answer?) {
    mine.isOn = answer == .mine
    theirs.isOn = answer == .theirs
  }
}
