// SPDX-License-Identifier: Apache-2.0
// A note being written: title and text, Cancel and Save. Every letter goes into the draft at once; Escape leaves the
// note and keeps what was typed.

import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class NoteEditor {
  let root: Box
  private let id: UUID
  private let notes: ProductNotes
  private let title = Entry()
  private let text = TextView()
  private let save = Button(tr("_Save", context: "button")).style("suggested-action")
  private let conflict: ConflictView
  private var isExpected = false

  init(_ id: UUID, _ notes: ProductNotes) {
    self.id = id
    self.notes = notes
    title.accessibleName(tr("Note title")).placeholder(tr("Title", context: "of a note"))
    text.accessibleName(tr("Note text")).style("note-text")
    text.expand(horizontally: true, vertically: true)
    let area = TextArea(text, minimumHeight: 60)
    let cancel = Button(tr("_Cancel", context: "button")).accessibleName(tr("Cancel Note"))
    save.accessibleName(tr("Save Note"))
    conflict = ConflictView(
      tr("Note", context: "what was changed elsewhere"),
      names: (tr("Use the other note"), tr("Keep my note"))
    ) { [weak notes, weak text] in
      notes?.resolve(id, takingTheirs: $0)
      // The line that had it is gone.
      MainLoop.whenIdle { [weak text] in
        if text?.hasFocus == false { text?.takeFocus() }
      }
    }
    let kept = Box(.horizontal, children: [conflict.root]).align(vertical: .center)
    let buttons = Box(
      .horizontal, spacing: 8, children: [kept.expand(horizontally: true), cancel, save])
    root = Box(.vertical, spacing: 8, children: [title, area.root, buttons])
    root.style("note")

    cancel.onClick { [weak notes] in notes?.cancel(id) }
    save.onClick { [weak notes] in notes?.save(id) }
    // After the text itself: there Escape may cancel what an input method is composing.
    root.onEscape { [weak notes] in notes?.setAside(id) }
    show()
    showCaret()
    listen()
    root.onMap { [weak self] in
      // GTK does not move the focus during `map`.
      MainLoop.whenIdle { [weak self] in
        if let self, self.isExpected { self.goToPlace() }
      }
    }
  }

  private func listen() {
    title.onChange { [weak self] in self?.keepTitle() }
    text.onEdit { [weak self] in self?.keep($0) }
    title.onSelectionChange { [weak self] in self?.keepPlace() }
    text.onSelectionChange { [weak self] in self?.keepPlace() }
    title.onFocus(entered: { [weak self] in self?.keepPlace() }, left: {})
    text.onFocus(entered: { [weak self] in self?.keepPlace() }, left: {})
  }

  func show() {
    guard let draft = notes.draft(of: id) else { return }
    title.text = draft.title
    text.text = draft.text
    save.isSensitive = notes.canSave(id)
    let theirs = notes.conflict(of: id).map {
      tr("Changed elsewhere to “%@”.", "\($0.title.text) — \($0.text.text)")
    }
    conflict.show(theirs, theirs ?? "")
  }

  /// Restores the focus and the caret, as soon as the editor is on screen.
  func goToPlace() {
    guard root.isMapped else {
      isExpected = true
      return
    }
    isExpected = false
    switch notes.draft(of: id)?.focus {
    case .title: title.takeFocus()
    case .text: text.takeFocus()
    case nil: break
    }
    showCaret()
  }

  // Also of a note that has not got the keyboard: it goes on there when it gets it.
  private func showCaret() {
    guard let draft = notes.draft(of: id) else { return }
    let selection = TextSelection(anchor: draft.anchor, caret: draft.caret)
    switch draft.focus {
    case .title: title.selection = selection
    case .text: text.selection = selection
    case nil: break
    }
  }

  private func keepTitle() {
    let typed = title.text
    notes.write(id) { $0.title = typed }
  }

  private func keep(_ change: TextChange) {
    if !notes.type(TextEdit(change), in: id, length: text.length) { keepText() }
  }

  private func keepText() {
    let typed = text.text
    notes.write(id) { $0.text = typed }
  }

  /// Stores the title as well. Quirk: caret-first. An entry reports that a letter moved the caret before it reports the
  /// letter, and showing the draft again for its new caret would remove that letter.
  private func keepPlace() {
    // Until a person does something here, only GTK moves the caret.
    guard root.isWindowUsed else { return }
    let place: (NoteDraft.Field, TextSelection)
    if title.hasFocus {
      keepTitle()
      place = (.title, title.selection)
    } else if text.hasFocus {
      place = (.text, text.selection)
    } else {
      return
    }
    notes.place(id, in: place.0, anchor: place.1.anchor, caret: place.1.caret)
  }
}
