// SPDX-License-Identifier: Apache-2.0
// One note in the list: as text, or with an editor.

import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class NoteItemView {
  private static let mostOfTitle = 250
  private static let dragType = PrivateDragType("vitrine-note")

  let root: ListBoxRow
  let item: ProductNotes.Item
  private let notes: ProductNotes
  private let editor: NoteEditor?
  private let canChange: Bool

  init(_ item: ProductNotes.Item, _ notes: ProductNotes) {
    self.item = item
    self.notes = notes
    canChange = notes.canChange
    if item.isBeingWritten {
      let editor = NoteEditor(item.id, notes)
      self.editor = editor
      root = ListBoxRow(editor.root)
      root.setActivatable(false)
      root.style("written")
      root.accessibleName(tr("Note being edited"))
    } else {
      editor = nil
      root = ListBoxRow(Self.reading(item, notes))
      root.accessibleName(Self.name(item))
      root.letBeDragged(
        Self.dragType, id: { [notes] in notes.canChange ? item.id : nil },
        icon: { [weak root] in root })
    }
    root.acceptRows(Self.dragType) { [notes] moved, below in
      notes.move(moved, beside: item.id, below: below)
    }
  }

  /// Whether the view can stay for this item. An open editor ignores changes made elsewhere.
  func canStay(for other: ProductNotes.Item) -> Bool {
    item.isBeingWritten
      ? other.id == item.id && other.isBeingWritten
      : other == item && canChange == notes.canChange
  }

  func showDraft() { editor?.show() }
  func goToPlace() { editor?.goToPlace() }

  func takeFocus() {
    if let editor { editor.goToPlace() } else { root.takeFocus() }
  }

  /// The title, or how the text begins.
  private static func name(_ item: ProductNotes.Item) -> String {
    let title = item.note?.title.text ?? item.waiting?.title ?? ""
    let text = item.note?.text.text ?? item.waiting?.text ?? ""
    let beginning = text.shortened(to: 60).prefix { !$0.isNewline }
    return title.shortened(to: 60).nonEmpty ?? String(beginning).nonEmpty
      ?? tr("Note", context: "in place of a note’s title")
  }

  private static func reading(_ item: ProductNotes.Item, _ notes: ProductNotes) -> Widget {
    let shown = item.note?.title.text ?? item.waiting?.title ?? ""
    // A product may have many of them.
    let title = Label(shown.shortened(to: Self.mostOfTitle)).wrapped(at: 40).style("heading")
    if shown.utf8.count > Self.mostOfTitle { title.tooltip(shown) }
    title.isVisible = !title.text.isEmpty
    let name = Self.name(item)
    let text = ReadingText(Label().wrapped(at: 50), name: tr("Text of the note: %@", name))
    text.show(item.note?.text.text ?? item.waiting?.text ?? "")
    let texts = Box(.vertical, spacing: 4, children: [title, text.root]).expand(horizontally: true)
    let edit = Button(icon: "document-edit-symbolic", label: tr("Edit Note"))
    let delete = Button(icon: "user-trash-symbolic", label: tr("Delete Note"))
    edit.accessibleName(tr("Edit note: %@", name))
    delete.accessibleName(tr("Delete note: %@", name))
    edit.onClick { [weak notes] in notes?.beginEditing(item.id) }
    delete.onClick { [weak notes] in notes?.delete(item.id) }
    for button in [edit, delete] {
      button.style("flat", "circular").align(vertical: .start)
      button.isVisible = notes.canChange && item.note != nil
    }
    let note = Box(.horizontal, spacing: 6, children: [texts, edit, delete])
    guard let waiting = item.waiting else { return note.style("note") }
    let isUnfinished = WaitingView(
      waiting.isNew ? tr("A new note is unfinished.") : tr("An edit of this note is unfinished."),
      names: (tr("Resume note: %@", name), tr("Discard what was typed: %@", name)),
      resume: { [weak notes] in notes?.resume(item.id) },
      discard: { [weak notes] in notes?.cancel(item.id) })
    isUnfinished.root.isSensitive = notes.canChange
    return Box(.vertical, spacing: 6, children: [note, isUnfinished.root]).style("note")
  }
}
