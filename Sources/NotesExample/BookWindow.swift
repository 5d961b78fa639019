// SPDX-License-Identifier: Apache-2.0
// The window with all notes: the list, and beside it the note that is chosen.

import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk

@MainActor
final class BookWindow: SceneMember {
  let scene: SceneSession
  private let program: NotesProgram
  private let window: Window
  private lazy var list = NoteList(scene, program.book) { [weak self] in
    self?.program.open($0, .writing)
  }
  private lazy var page = NotePage(scene, program.book, isForReading: false) { [weak self] in
    self?.showTitle()
  }
  private let problem = Label().wrapped()
  @SceneStorage(.listWidth) private var listWidth = 200
  /// Which of the views had the keyboard.
  private var keyboard: StateReference?

  init(_ program: NotesProgram, _ scene: SceneSession) {
    (self.program, self.scene) = (program, scene)
    window = Window(application: program.application.application)
    scene.activationConditions.prefersToActivate = .begins(with: UserActivity.notePrefix)
    let panes = Paned(
      start: list.root.request(width: 120), end: page.root, startGrows: false, endGrows: true)
    panes.keepPosition(in: $listWidth)
    panes.expand(horizontally: true, vertically: true)
    problem.isVisible = false
    window.setHeaderBar(header)
    addCommands()
    list.onChoose { [weak self] in self?.showChosen() }
    program.book.onChange(self) { [weak self] in self?.showProblem() }
    // Nothing can be chosen before the notes are there.
    scene.whileRestoring { [weak self] in
      await program.book.read()
      self?.list.begin()
      self?.showChosen()
    }
    scene.restore(self)
    program.application.show(
      window, for: scene, content: Box(.vertical, children: [problem.margins(all: 6), panes]),
      defaultSize: (640, 420), owner: self)
    showTitle()
  }

  private var header: HeaderBar {
    let header = HeaderBar()
    header.addAtStart(Button(icon: "list-add-symbolic", label: "New Note").action("win.add"))
    let menu = Menu(sections: [
      [
        .init("_Save", "win.save"), .init("Open in New _Window", "win.open"),
        .init("_Read in New Window", "win.read"), .init("_Copy Link", "win.copy-link"),
        .init("Copy Link for a _Day", "win.copy-link-for-a-day"),
      ],
      NotesProgram.menu,
    ])
    header.addAtEnd(
      MenuButton(icon: "open-menu-symbolic", label: "Menu", menu: menu, isPrimary: true))
    return header
  }

  private func addCommands() {
    window.addAction("add") { [weak self] in self?.add() }
    window.addAction("save") { [weak self] in self?.page.save() }
    window.addAction("open") { [weak self] in self?.open(.writing) }
    window.addAction("read") { [weak self] in self?.open(.reading) }
    window.addAction("copy-link") { [weak self] in self?.copyLink() }
    window.addAction("copy-link-for-a-day") { [weak self] in
      self?.copyLink(until: Date(timeIntervalSinceNow: 24 * 60 * 60))
    }
  }

  private func copyLink(until end: Date? = nil) {
    guard let link = program.link(to: list.note, at: page.place, until: end) else { return }
    window.copy(link)
  }

  private func add() {
    list.choose(program.book.add().id)
    page.takeFocus()
  }

  private func open(_ type: ActivityType) {
    if let note = list.note { program.open(note, type) }
  }

  private func showChosen() { page.show(list.note) }

  private func showTitle() { window.title = page.title }

  private func showProblem() {
    problem.text = program.book.problem.map { "The notes can’t be read or written. \($0)" } ?? ""
    problem.isVisible = program.book.problem != nil
  }
}

// The tree of views that save something, for which of them had the keyboard.
extension BookWindow: StateRestoring {
  var restorationIdentifier: String? { "book" }
  var restorationChildren: [any StateRestoring] { [list, page] }

  func encodeState(to coder: inout StateCoder) {
    coder.encode(reference: page.hasFocus ? page : list, for: .keyboard)
  }

  func decodeState(from coder: StateCoder) { keyboard = coder.reference(for: .keyboard) }

  /// The notes have been read, or take very long.
  func didFinishRestoring() {
    let wanted = keyboard?.object
    if wanted === page { page.takeFocus() } else { list.takeFocus() }
  }
}
