// SPDX-License-Identifier: Apache-2.0
// The window with the custom fields: their list, and in its place the form for one of them. There is one such
// window at most.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class FieldsWindow: SceneWindow {
  let frame: SceneFrame
  private let scene: FieldsScene
  private let pages = Stack()
  /// What was left unfinished.
  private let unfinished = MessageBanner(isWarning: false)
  private let list: FieldList
  private let form: FieldFormView
  private let add = Button(tr("_New Field"))
  /// The same where there are no fields yet.
  private let begin = Button(tr("_New Field")).style("suggested-action")
  private let edit = Button(tr("_Edit", context: "button: edit a field"))
  private let remove = Button(tr("_Remove", context: "button: remove a field"))
  private let scroll: AnchoredScroll

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    let scene = FieldsScene(catalogue, session)
    self.scene = scene
    form = FieldFormView(scene)
    list = FieldList(scene)
    let scrolled = ScrolledWindow(list.root).expand(horizontally: true, vertically: true)
    scroll = AnchoredScroll(
      rows: scrolled, in: SceneStorage(wrappedValue: nil, "Fields.scroll", in: session),
      count: { [weak scene] in scene?.fields.count ?? 0 },
      name: { [weak scene] in scene?.fields[$0].id.uuidString },
      position: { [weak scene] in scene?.position(named: $0) })
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header,
      content: Box.messages(unfinished.root, above: pages), defaultSize: (480, 560))
    frame.title = WindowKind.fields.title
    header.addMainMenu(.primary(windows))
    let bar = Box(
      .horizontal, spacing: 6,
      children: [add, Box(.horizontal).expand(horizontally: true), remove, edit]
    ).style("bottom-bar")
    pages.add(Box(.vertical), name: "loading")
    pages.add(Box(.vertical, children: [scrolled, bar]), name: "fields")
    pages.add(name: "empty") { [begin] in
      StatusPage(
        icon: "document-edit-symbolic", title: tr("No Custom Fields"),
        text: tr("Add what else your products have: a size, a shelf, a supplier’s code."),
        buttons: [begin], compact: true
      ).root
    }
    pages.add(form.root, name: "form")
    for button in [begin, add] { button.onClick { [weak scene] in scene?.beginAdding() } }
    listen()
    show()
  }

  func run(_ command: FieldsWindowCommand, _ thing: String) {
    switch command {
    case .save: scene.finish()
    }
  }

  func state(of command: FieldsWindowCommand) -> CommandState {
    switch command {
    case .save: .available
    }
  }

  private func listen() {
    unfinished.onDismiss(tr("_Discard", context: "button: discard what was typed")) {
      [weak scene] in scene?.discardWaiting()
    }
    list.onSelectionChange { [weak self] in self?.showButtons() }
    frame.commands.offer(list)
    edit.onClick { [weak scene] in
      if let position = scene?.selection { scene?.beginEditing(at: position) }
    }
    remove.onClick { [weak scene] in
      if let position = scene?.selection { scene?.remove(at: position) }
    }
    scene.messages.add(self) { [weak frame] in frame?.say($0) }
    scene.offers.add(self) { [weak frame] in
      frame?.offer($0)
    }
    scene.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      case .items(let changes):
        list.show(changes)
        show()
      case .form: show()
      case .parts: form.show()
      }
    }
  }

  private func show() {
    if let text = scene.waitingText {
      unfinished.show(text, tr("_Resume", context: "button: go on editing")) {
        [weak scene] in scene?.resume()
      }
    } else {
      unfinished.hide()
    }
    let wasOpen = pages.visibleName == "form"
    if scene.isOpen {
      form.show()
      pages.showAtOnce("form")
      if !wasOpen { form.goToPlace() }
    } else if scene.isLoaded {
      pages.showAtOnce(scene.fields.isEmpty ? "empty" : "fields")
      if wasOpen { leaveForm() }
    }
    showButtons()
  }

  private func leaveForm() {
    list.showSelection()
    MainLoop.whenIdle { [weak self] in self?.focusSelected(tries: 10) }
  }

  // A row that was just added is laid out with the next frames.
  private func focusSelected(tries: Int) {
    guard !scene.isOpen, !list.focusSelected() else { return }
    guard tries > 0, scene.selection != nil else {
      return _ = (scene.fields.isEmpty ? begin : add).takeFocus()
    }
    MainLoop.after(milliseconds: 20) { [weak self] in self?.focusSelected(tries: tries - 1) }
  }

  private func showButtons() {
    for button in [edit, remove] { button.isSensitive = scene.selection != nil }
  }
}
