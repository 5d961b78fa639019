// SPDX-License-Identifier: Apache-2.0
// The commands for the notes of a product. They are there whether or not the notes have been in front.

import Foundation
import VitrineModel

@MainActor
final class NoteCommands {
  private let notes: ProductNotes

  init(_ notes: ProductNotes) { self.notes = notes }

  private func move(_ id: UUID, by distance: Int) {
    notes.select(id)
    notes.move(id, by: distance)
  }
}

extension NoteCommands: CommandHandler {
  func run(_ command: NoteCommand, _ id: String) {
    guard let note = UUID(uuidString: id) else { return }
    switch command {
    case .moveNoteUp: move(note, by: -1)
    case .moveNoteDown: move(note, by: 1)
    case .deleteNote:
      notes.select(note)
      notes.delete(note)
    }
  }

  func state(of command: NoteCommand) -> CommandState {
    switch command {
    case .moveNoteUp, .moveNoteDown, .deleteNote: .available(if: notes.canChange)
    }
  }
}
