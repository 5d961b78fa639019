// One note in the list: as text, or with an editor.

import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class NoteItemView {
  let root: ListBoxRow
  let item: ProductNotes.Item
  private let notes: ProductNotes
  private let editor: NoteEditor?

  init(_ item: ProductNotes.Item, _ notes: ProductNotes) {
    self.item = item
    self.notes = notes
    if item.isBeingWritten {
      let editor = NoteEditor(item.id, notes)
      self.editor = editor
      root = ListBoxRow(editor.root)
      root.setActivatable(false)
      root.accessibleName(tr("Note being written"))
    } else {
      editor = nil
      root = ListBoxRow(Self.reading(item, notes))
      root.accessibleName(item.note?.title.text.nonEmpty ?? tr("Note"))
      addDragging()
    }
    addDropping()
  }

  /// Whether the view can stay for this item. An open editor ignores changes made elsewhere.
  func canStay(for other: ProductNotes.Item) -> Bool {
    item.isBeingWritten ? other.id == item.id && other.isBeingWritten : other == item
  }

  func showDraft() { editor?.show() }
  func goToPlace() { editor?.goToPlace() }

  func takeFocus() {
    if let editor { editor.goToPlace() } else { root.takeFocus() }
  }

  private static func reading(_ item: ProductNotes.Item, _ notes: ProductNotes) -> Widget {
    let title = Label(item.note?.title.text ?? "").wrapped(at: 40).style("heading")
    title.isVisible = !title.text.isEmpty
    let text = Label(item.note?.text.text ?? "").wrapped(at: 50)
    text.isVisible = !text.text.isEmpty
    let texts = Box(.vertical, spacing: 4, children: [title, text]).expand(horizontally: true)
    let edit = Button(icon: "document-edit-symbolic", label: tr("Edit Note"))
    let delete = Button(icon: "user-trash-symbolic", label: tr("Delete Note"))
    edit.onClick { [weak notes] in notes?.beginEditing(item.id) }
    delete.onClick { [weak notes] in notes?.delete(item.id) }
    for button in [edit, delete] { button.style("flat", "circular").align(vertical: .start) }
    return Box(.horizontal, spacing: 6, children: [texts, edit, delete]).style("note")
  }

  // MARK: Order by dragging

  // A private type: a text field would accept plain text, and an item would accept any text.
  private static let dragType = PrivateDragType("vitrine-note")

  private func addDragging() {
    let id = item.id
    let source = DragSource(Self.dragType) { _ in id.uuidString }
    source.onBegin { [weak self] in self?.root }
    root.add(source)
  }

  private func addDropping() {
    let target = DropTarget(Self.dragType)
    target.onMotion { [weak self] point in
      guard let self else { return false }
      let isBelow = self.isBelowMiddle(point)
      self.root.setStyle("drop-above", !isBelow)
      self.root.setStyle("drop-below", isBelow)
      return true
    }
    target.onLeave { [weak self] in self?.clearMarks() }
    target.onDrop { [weak self] text, point in
      guard let self, let moved = UUID(uuidString: text) else { return false }
      self.clearMarks()
      self.notes.move(moved, beside: self.item.id, below: self.isBelowMiddle(point))
      return true
    }
    root.add(target)
  }

  private func isBelowMiddle(_ point: Point) -> Bool { point.y > Double(root.height) / 2 }

  private func clearMarks() {
    root.setStyle("drop-above", false)
    root.setStyle("drop-below", false)
  }
}
