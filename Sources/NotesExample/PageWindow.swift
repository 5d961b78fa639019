// SPDX-License-Identifier: Apache-2.0
// A window with one note: to write it, or only to read it, as its activity says.

import Foundation
import Gtk
import StateRestoration

@MainActor
final class PageWindow {
  private let window: Window
  private var page: NotePage?

  init(_ program: NotesProgram, _ scene: SceneSession) {
    window = Window(application: program.application.application)
    let isForReading = scene.activity?.type == .reading
    let note = scene.activity?.note
    // Who wants to write in a note is not shown one to read.
    scene.activationConditions.canActivate =
      isForReading ? .none : note.map { .equals(UserActivity.target($0)) } ?? .none
    let page = NotePage(scene, program.book, isForReading: isForReading) { [weak self] in
      self?.showTitle()
    }
    self.page = page
    let header = HeaderBar()
    let menu = Menu(sections: [isForReading ? [] : [.init("_Save", "win.save")], NotesProgram.menu])
    header.addAtEnd(MenuButton(icon: "open-menu-symbolic", label: "Menu", menu: menu))
    window.setHeaderBar(header)
    if !isForReading { window.addAction("save") { [weak page] in page?.save() } }
    let missing = Label("This note is not there any more.").centered()
    missing.isVisible = false
    missing.expand(horizontally: true, vertically: true)
    scene.whileRestoring {
      await program.book.read()
      page.show(note)
      if !page.takeFocus() { missing.isVisible = true }
    }
    program.application.show(
      window, for: scene, content: Box(.vertical, children: [missing, page.root]),
      defaultSize: (420, 320), owner: self)
    showTitle()
  }

  private func showTitle() { window.title = page?.title ?? "Notes" }
}
