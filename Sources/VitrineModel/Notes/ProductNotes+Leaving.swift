// SPDX-License-Identifier: Apache-2.0
// Leaving a note that is being written, as one leaves a form: with Escape, what was typed waits until it is resumed;
// with Cancel it is given up, which can be taken back.

import Catalog
import Foundation
import StateRestoration

extension ProductNotes {
  /// Whether something would be lost by closing the note.
  func isChanged(_ id: UUID) -> Bool {
    guard let draft = draft(of: id) else { return false }
    guard !draft.isNew else { return !(draft.title + draft.text).allSatisfy(\.isWhitespace) }
    // Of one that was changed or deleted elsewhere, nobody knows any longer.
    guard let note = notes.first(where: { $0.id == id }), note.revision == draft.baseRevision
    else { return true }
    return (draft.title, draft.text) != (note.title.text, note.text.text)
  }

  /// Closes the note; what was typed waits until it is resumed.
  public func setAside(_ id: UUID) {
    guard isChanged(id) else { return close(id) }
    drafts[note: id]?.isSetAside = true
    session.saveNow()
    rebuild()
  }

  /// Goes on with what waits.
  public func resume(_ id: UUID) {
    guard canChange, var draft = draft(of: id) else { return }
    draft.isSetAside = false
    open(id, draft)
  }

  /// Gives up what was typed. It can be taken back.
  public func cancel(_ id: UUID) {
    let given = isChanged(id) ? draft(of: id) : nil
    close(id)
    if let given { changed.notify(.discarded(given, of: id)) }
  }

  /// Goes on with what was given up, beside what was begun meanwhile.
  func takeBack(_ draft: NoteDraft, of id: UUID) {
    var (draft, place) = (draft, id)
    if isChanged(id) {
      place = UUID()
      (draft.isNew, draft.baseRevision) = (true, 0)
    }
    draft.isSetAside = false
    if draft.product == productID {
      open(place, draft)
    } else {
      drafts[note: place] = draft
      state.editor = .note(place)
      session.saveNow()
    }
  }
}
