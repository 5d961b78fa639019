// SPDX-License-Identifier: Apache-2.0
// The notes of a product: read, written, put in order by dragging or by Alt+Up and Alt+Down. An item
// that is being written in is never rebuilt under the user's hands.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class NotesTab {
  let root: Widget
  private let notes: ProductNotes
  private let commands: NoteCommands
  private let list = ListBox().activatedByClick()
  private let scroll: ScrolledWindow
  private let add = Button(tr("_Add Note"))
  private let begin = Button(tr("_Add Note")).style("suggested-action")
  private let empty: StatusPage
  private let pages = Stack()
  private var views: [NoteItemView] = []
  /// A note that was asked for, or is written in from now on, until it is laid out and in sight.
  private var opened: NoteItemView?
  private var wereLoaded = false

  init(_ notes: ProductNotes, _ commands: NoteCommands) {
    (self.notes, self.commands) = (notes, commands)
    list.style("note-list").accessibleName(tr("Notes", context: "what a product has"))
    add.align(.start)
    let page = Box(.vertical, spacing: 12, children: [list, add]).style("detail-page")
    empty = StatusPage(
      icon: DrawnIcon.notes, title: tr("No Notes"), text: "", buttons: [begin],
      compact: true)
    pages.add(empty.root, name: "empty")
    scroll = ScrolledWindow(.page(page))
    pages.add(scroll, name: "notes")
    root = pages

    for button in [add, begin] { button.onClick { [weak notes] in notes?.beginAdding() } }
    list.onSelectionChange { [weak self] in
      guard let self else { return }
      self.notes.select(self.list.selectedPosition.map { self.views[$0].item.id })
    }
    list.onActivate { [weak self] position in
      guard let self, position < self.views.count else { return }
      self.notes.beginEditing(self.views[position].item.id)
    }
    list.onKey(before: true) { [weak self] press in self?.pressed(press) ?? false }
    scroll.vertical.onRangeChange { [weak self] in
      // Not during the layout pass that changed the range.
      MainLoop.whenIdle { [weak self] in self?.showOpened() }
    }
    // Notes above it are laid out one after the other and may be longer than they seemed.
    scroll.keepFocusInSight { [weak self] in
      self?.views.first { $0.item.isBeingWritten && $0.root.hasFocus }?.root
    }
    notes.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      case .list: self.rebuild()
      case .draft(let id): self.views.first { $0.item.id == id }?.showDraft()
      case .selection: self.showSelection()
      case .deleted, .discarded: break
      }
    }
    rebuild()
  }

  // Acts on the focused item, which is not always the selected one.
  private func pressed(_ press: KeyPress) -> Bool {
    guard let item = views.first(where: { $0.root.hasFocus })?.item else { return false }
    // In a text that is being written the key deletes a letter.
    guard let command = NoteCommand.of(press), command != .deleteNote || !item.isBeingWritten
    else { return false }
    commands.run(command, item.id.uuidString)
    return true
  }

  /// Saves the note that is being written in, if the keyboard is in one.
  func saveFocused() -> Bool {
    guard let item = views.first(where: { $0.root.hasFocus })?.item, item.isBeingWritten else {
      return false
    }
    notes.save(item.id)
    return true
  }

  private func rebuild() {
    defer { showSelection() }
    add.isVisible = notes.canChange
    begin.isVisible = notes.canChange
    empty.show(
      text: notes.canChange
        ? tr("Write down what you want to find again: a supplier, a shelf, an idea.")
        : tr("This product has no notes."))
    let (hadFocus, place) = (list.hasFocus, views.firstIndex { $0.root.hasFocus })
    var known: [UUID: NoteItemView] = [:]
    for view in views {
      if notes.items.contains(where: { view.canStay(for: $0) }) {
        known[view.item.id] = view
      } else {
        list.remove(view.root)
      }
    }
    var order = views.filter { known[$0.item.id] === $0 }
    for (position, item) in notes.items.enumerated() {
      if let view = known[item.id] {
        if order[position] !== view {
          list.remove(view.root)
          order.removeAll { $0 === view }
          list.insert(view.root, at: position)
          order.insert(view, at: position)
        }
      } else {
        let view = NoteItemView(item, notes)
        offerActions(of: view)
        view.root.onFocus(
          entered: { [weak self] in MainLoop.whenIdle { [weak self] in self?.showOpened() } },
          left: {})
        list.insert(view.root, at: position)
        order.insert(view, at: position)
        if item.isBeingWritten, notes.hadKeyboard(item.id) { opened = view }
      }
    }
    views = order
    if notes.isLoaded { pages.showAtOnce(views.isEmpty ? "empty" : "notes") }
    if let opened, views.contains(where: { $0 === opened }) {
      opened.goToPlace()
      MainLoop.whenIdle { [weak self] in self?.showOpened() }
    } else if hadFocus, let now = views.firstIndex(where: { $0.item.id == notes.selectedID }) {
      views[now].takeFocus()
      if place != now { scroll.follow(views[now].root) }
    }
    // Those above it may only have been read now.
    if notes.isLoaded, !wereLoaded, opened == nil {
      opened = views.first { $0.item.isBeingWritten && $0.root.hasFocus }
    }
    wereLoaded = notes.isLoaded
  }

  // A screen reader does with a note what its keys do.
  private func offerActions(of view: NoteItemView) {
    let offered: [NoteCommand] = [.moveNoteUp, .moveNoteDown, .deleteNote]
    view.root.offer(offered.map(\.rawValue), as: "note") { [weak self, id = view.item.id] name in
      if let command = NoteCommand(rawValue: name) { self?.commands.run(command, id.uuidString) }
    }
  }

  // In a low window its fields are below the edge. Not before it has the keyboard: a tab that comes to the
  // front gives the keyboard to its first note, and scrolls there.
  private func showOpened() {
    guard let view = opened, view.root.hasFocus else { return }
    if scroll.bringIntoSight(view.root) { opened = nil }
  }

  private func showSelection() {
    let selected = views.first { $0.item.id == notes.selectedID }
    list.select(selected?.root)
    guard let selected, selected.item.id == notes.presented else { return }
    notes.didPresent()
    opened = selected
    // Once everything is laid out.
    MainLoop.whenIdle { [weak self, weak selected] in
      selected?.takeFocus()
      self?.showOpened()
    }
  }
}
