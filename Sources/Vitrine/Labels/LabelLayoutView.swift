// SPDX-License-Identifier: Apache-2.0
// The form in which a layout of labels is made or changed, in the place of what else is asked: its lines, what the selected
// one shows, and its logo. The page beside it shows at once what becomes of it.

import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class LabelLayoutView {
  let root = Box(.vertical, spacing: 12)
  /// How it is left, at the foot of the window: a layout has more lines than a window is high.
  let bar: Box
  /// The one that asks for a file.
  private weak var window: Window?
  private let scene: LabelsScene
  private let name = Entry()
  let lines: LabelLineList
  private let line: LabelLineView
  private let add = Button(tr("_Add Line"))
  private let remove = Button(tr("_Remove Line"))
  private let logo = Button(tr("_Logo…", context: "button: choose a picture")).ellipsized()
  private let noLogo = Button(
    icon: "edit-clear-symbolic", label: tr("No logo", context: "button: takes the logo away"))
  private let obstacle = Label(status: "").wrapped(at: 32).style("problem")
  private let cancel = Button(tr("_Cancel", context: "button"))
  private let removeLayout = Button(tr("Re_move Layout…"))
  private let done = Button(tr("_Done", context: "button: save the form")).style("suggested-action")

  init(_ scene: LabelsScene, in window: Window) {
    (self.scene, self.window) = (scene, window)
    lines = LabelLineList(scene)
    line = LabelLineView(scene)
    bar = Box(
      .horizontal, spacing: 12,
      children: [
        cancel.align(vertical: .center), obstacle.expand(horizontally: true).align(.center),
        done.align(vertical: .center),
      ])
    root.append(Label(tr("What Is on a Label")).style("heading").align(.start))
    root.append(LabelsWindow.row(tr("Name of the layout"), name))
    root.append(lines.root)
    root.append(Box(.horizontal, spacing: 6, children: [add, remove]))
    root.append(line.root)
    let logoRow = Box(.horizontal, spacing: 6, children: [logo.expand(horizontally: true), noLogo])
    root.append(logoRow)
    root.append(removeLayout.align(.start))
    listen()
  }

  private func listen() {
    name.onChange { [weak self] in
      if let self { scene.layoutName = name.text }
    }
    add.onClick { [weak scene] in scene?.addLine() }
    remove.onClick { [weak scene] in
      if let line = scene?.selectedLine { scene?.remove(line: line.id) }
    }
    cancel.onClick { [weak scene] in scene?.cancelLayout() }
    done.onClick { [weak scene] in scene?.finishLayout() }
    removeLayout.onClick { [weak self] in self?.askToRemove() }
    logo.onClick { [weak self] in self?.chooseLogo() }
    noLogo.onClick { [weak scene] in scene?.logo = nil }
  }

  func takeFocus() { name.takeFocus() }

  func show() {
    guard let draft = scene.draft else { return }
    if name.text != draft.name { name.text = draft.name }
    lines.show()
    line.show()
    remove.isSensitive = scene.selectedLine != nil
    let file = draft.logo.map { ($0 as NSString).lastPathComponent } ?? ""
    logo.setLabel(
      file.isEmpty ? tr("Choose a _Logo…", context: "button: choose a picture") : file.unmnemonic)
    noLogo.isVisible = !file.isEmpty
    let reason = scene.layoutObstacle ?? ""
    if obstacle.text != reason { obstacle.text = reason }
    done.isSensitive = reason.isEmpty
    removeLayout.isVisible = scene.canRemoveLayout
  }

  private func askToRemove() {
    guard let window, let name = scene.draft?.original else { return }
    Question.ask(
      over: window, tr("Remove the layout “%@”?", name),
      text: tr("Labels can’t be printed with it any more, in no catalogue of yours."),
      cancel: tr("_Cancel", context: "button"),
      confirm: tr("_Remove", context: "button: remove a layout"),
      action: { [weak scene] in scene?.removeLayout() })
  }

  private func chooseLogo() {
    guard let window else { return }
    FileChooser.open(
      over: window, tr("Logo on Labels"),
      button: tr("_Choose", context: "button: choose a file"),
      kind: tr("JPEG pictures", context: "kind of files in a dialog"), types: ["image/jpeg"],
      everything: tr("All Files"), isSeveral: false
    ) { [weak scene] files in
      if let file = files.first { scene?.logo = file.path }
    }
  }
}
