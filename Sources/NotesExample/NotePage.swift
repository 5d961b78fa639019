// SPDX-License-Identifier: Apache-2.0
// A note as it is written or read. What is typed is a draft, which belongs to its window and survives everything until
// it is saved; each note has its own, so that choosing another note loses nothing.

import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk

@MainActor
final class NotePage: SceneMember {
  let scene: SceneSession
  let root: Widget
  private let book: NoteBook
  private let isForReading: Bool
  private let text: TextView
  private let titleChanged: @MainActor () -> Void
  private(set) var note: UUID?
  /// How long the note is that is saved.
  private var savedLength = 0
  @SceneStorage(.selection) private var selection: TextSelection?
  private lazy var activity = scene.contribute(beginning: .writing) { [weak self] activity in
    guard let self, let note = self.book[self.note] else { return }
    activity.show(note)
    activity.title = self.title
  }

  init(
    _ scene: SceneSession, _ book: NoteBook, isForReading: Bool,
    titleChanged: @escaping @MainActor () -> Void
  ) {
    (self.scene, self.book, self.isForReading) = (scene, book, isForReading)
    self.titleChanged = titleChanged
    text = isForReading ? TextView().readOnly() : TextView()
    root = ScrolledWindow(text.accessibleName("Text")).expand(horizontally: true, vertically: true)
    root.isVisible = false
    text.onEdit { [weak self] in self?.typed($0) }
    // Each view has a handler of its own; this one is asked before that of the list.
    if !isForReading {
      scene.onContinue(.writing) { [weak self] in self?.goOn($0) == true }
    }
    book.onChange(self) { [weak self] in self?.follow() }
  }

  /// The first line of what is shown.
  var title: String {
    note.map { NoteBook.Note(id: $0, text: text.beginning(400)).title } ?? "Notes"
  }

  /// - Parameter place: where a link leads to.
  func show(_ id: UUID?, at place: TextSelection? = nil) {
    let isFirst = note == nil
    note = book[id]?.id
    root.isVisible = note != nil
    follow()
    if isFirst, note != nil {
      // From now on the caret is kept; the first time it is put where it was.
      text.keepSelection(in: $selection)
    }
    if let place { text.selection = place }
    if note == nil { activity.resignCurrent() } else { activity.becomeCurrent() }
    activity.needsSave = true
    titleChanged()
  }

  @discardableResult
  func takeFocus() -> Bool { text.takeFocus() }
  var hasFocus: Bool { text.hasFocus }

  /// Where the caret is, and what is selected.
  var place: TextSelection { text.selection }

  func save() {
    guard let note, let draft = scene.value(String.self, for: .draft(of: note)) else { return }
    scene.set(String?.none, for: .draft(of: note))
    book.set(draft, of: note)
  }

  private func typed(_ change: TextChange) {
    guard let note else { return }
    keep(change, of: note)
    activity.needsSave = true
    titleChanged()
  }

  // All of it is stored at the first letter; what is typed then costs the same, however long the text is.
  private func keep(_ change: TextChange, of note: UUID) {
    let draft = StateKey.draft(of: note)
    if text.length == savedLength, text.text == book[note]?.text {
      scene.set(String?.none, for: draft)
    } else if !scene.edit(draft, TextEdit(change)) {
      scene.set(text.text, for: draft)
    }
  }

  // Another window saved it, or another note is to be shown.
  private func follow() {
    guard let note, let saved = book[note]?.text else { return }
    savedLength = saved.unicodeScalars.count
    let shown = scene.value(String.self, for: .draft(of: note)) ?? saved
    guard text.text != shown else { return }
    text.text = shown
    titleChanged()
  }

  private func goOn(_ activity: UserActivity) -> Bool {
    guard activity.note == note else { return false }
    if let place = activity.payload(TextSelection.self) { text.selection = place }
    return takeFocus()
  }
}

extension NotePage: StateRestoring {
  var restorationIdentifier: String? { "page" }
}
