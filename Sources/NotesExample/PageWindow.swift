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
    header.addAtEnd(
      MenuButton(icon: "open-menu-symbolic", label: "Menu", menu: menu, isPrimary: true))
    window.setHeaderBar(header)
    if !isForReading { window.addAction("save") { [weak page] in page?.save() } }
    let missing = Label(Self.missing(scene.activity)).wrapped(at: 40).centered()
    missing.isVisible = false
    missing.expand(horizontally: true, vertically: true)
    scene.whileRestoring {
      await program.book.read()
      page.show(note, at: scene.activity?.payload(TextSelection.self))
      missing.isVisible = page.note == nil
      page.takeFocus()
    }
    // Whatever comes to this window is about its note, which may be there by now.
    let arriving = scene.continuedActivities(.writing)
    Task { [weak page] in
      for await activity in arriving {
        guard let page else { return }
        page.show(note, at: activity.payload(TextSelection.self))
        missing.isVisible = page.note == nil
        page.takeFocus()
      }
    }
    program.application.show(
      window, for: scene, content: Box(.vertical, children: [missing, page.root]),
      defaultSize: (420, 320), owner: self)
    showTitle()
  }

  private static func missing(_ activity: UserActivity?) -> String {
    let beginning = activity?.userInfo[.beginning]?.string ?? ""
    return "This note is not there any more."
      + (beginning.isEmpty ? "" : " It began:\n\n\(beginning)")
  }

  private func showTitle() { window.title = page?.title ?? "Notes" }
}
