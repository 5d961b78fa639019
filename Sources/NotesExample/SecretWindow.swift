// SPDX-License-Identifier: Apache-2.0
// A window for what is to be nowhere but on the screen, such as a number somebody says on the telephone. Its kind is one
// of those that are never saved; it is gone when it is closed, and when the program ends.

import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk

@MainActor
final class SecretWindow {
  private let text = TextView().accessibleName("Secret Text")

  init(_ program: NotesProgram, _ scene: SceneSession) {
    let window = Window(application: program.application.application)
    window.title = "Secret"
    let header = HeaderBar()
    header.addAtEnd(
      MenuButton(
        icon: "open-menu-symbolic", label: "Menu", menu: Menu(section: NotesProgram.menu),
        isPrimary: true))
    window.setHeaderBar(header)
    let hint = Label("What is written here is kept nowhere.").style("dim-label").margins(all: 6)
    let area = ScrolledWindow(text).expand(horizontally: true, vertically: true)
    program.application.show(
      window, for: scene, content: Box(.vertical, children: [hint, area]), defaultSize: (360, 240),
      owner: self)
    text.takeFocus()
  }
}
