// SPDX-License-Identifier: Apache-2.0
// The list of notes. Their order is the user's: by dragging a row, or with Alt and an arrow. A row that is dragged out of
// the window opens in one of its own.

import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk

@MainActor
final class NoteList: SceneMember {
  let scene: SceneSession
  let root: Widget
  private let book: NoteBook
  private let list = ListBox()
  private var rows: [(note: UUID, row: ListBoxRow, title: Label)] = []
  @SceneStorage(.chosen) private(set) var chosen: String?
  private let open: @MainActor (UUID) -> Void
  private static let row = PrivateDragType("notes-example-row")

  /// `open`: a note is to have a window of its own.
  init(_ scene: SceneSession, _ book: NoteBook, open: @escaping @MainActor (UUID) -> Void) {
    (self.scene, self.book, self.open) = (scene, book, open)
    list.accessibleName("Notes")
    root = ScrolledWindow(list.expand(vertically: true))
    list.onActivate { [weak self] position in
      guard let self, rows.indices.contains(position) else { return }
      self.open(rows[position].note)
    }
    list.onKey(before: true) { [weak self] in self?.pressed($0) == true }
    book.onChange(self) { [weak self] in self?.fill() }
    scene.onContinue(.writing) { [weak self] in self?.goOn($0) == true }
  }

  /// Once the notes are read: chooses what was chosen, and keeps what is.
  func begin() {
    fill()
    list.keepSelection(in: $chosen) { [weak self] in self?.rows.map(\.note.uuidString) ?? [] }
  }

  var note: UUID? { chosen.flatMap(UUID.init) }

  func onChoose(_ handler: @escaping @MainActor () -> Void) {
    $chosen.onChange { _ in handler() }
  }

  func choose(_ note: UUID) {
    chosen = note.uuidString
    list.select(rows.first { $0.note == note }?.row)
  }

  @discardableResult
  func takeFocus() -> Bool {
    (rows.first { $0.note == note }?.row ?? list).takeFocus()
  }

  var hasFocus: Bool { list.hasFocus }

  private func goOn(_ activity: UserActivity) -> Bool {
    guard let note = book[activity.note] else { return false }
    choose(note.id)
    return true
  }

  private func pressed(_ press: KeyPress) -> Bool {
    guard press.isAlt, press.key == .up || press.key == .down,
      let note = rows.first(where: { $0.row.hasFocus })?.note
    else { return false }
    book.move(note, by: press.key == .up ? -1 : 1)
    rows.first { $0.note == note }?.row.takeFocus()
    return true
  }

  // Rows stay as long as their notes do, so that the keyboard stays where it is.
  private func fill() {
    for row in rows where book[row.note] == nil { list.remove(row.row) }
    let known = Dictionary(uniqueKeysWithValues: rows.map { ($0.note, $0) })
    var order = rows.map(\.note).filter { book[$0] != nil }
    rows = book.notes.enumerated().map { position, note in
      let row = known[note.id] ?? make(note)
      if !order.indices.contains(position) || order[position] != note.id {
        if known[note.id] != nil { list.remove(row.row) }
        order.removeAll { $0 == note.id }
        list.insert(row.row, at: position)
        order.insert(note.id, at: position)
      }
      row.title.text = note.title
      row.row.accessibleName(note.title)
      return row
    }
    list.select(rows.first { $0.note == note }?.row)
  }

  private func make(_ note: NoteBook.Note) -> (note: UUID, row: ListBoxRow, title: Label) {
    let title = Label(note.title).ellipsized()
    let row = ListBoxRow(title.margins(all: 8))
    let source = DragSource(Self.row) { _ in note.id.uuidString }
    source.onBegin { [weak row] in row }
    source.onDragOut { [weak self] in self?.open(note.id) }
    row.add(source)
    let target = DropTarget(Self.row)
    target.onMotion { _ in true }
    target.onDrop { [weak self] text, _ in
      guard let self, let moved = UUID(uuidString: text) else { return false }
      book.move(moved, to: note.id)
      return true
    }
    row.add(target)
    return (note.id, row, title)
  }
}

extension NoteList: StateRestoring {
  var restorationIdentifier: String? { "list" }
}
