// SPDX-License-Identifier: Apache-2.0
// Where the list comes from: a source that remembers its lists, or none. A new one gets its name here.

import Catalog
import Exchange
import Gtk
import VitrineModel
import Wording

@MainActor
final class ImportSourceView {
  let root: Widget
  private let scene: ImportScene
  private let choice = DropDown([])
  private let entry = Entry()
  private let naming: Box
  private let problem = Label().wrapped(at: 30).style("problem")
  private let watch = CheckButton(tr("Watch This _File")).tooltip(
    tr("Says when the file was saved anew, and what is new in it."))
  private let remark = Label().wrapped(at: 36).style("dim-label", "caption")
  private var names: [String] = []
  private var shown: [String] = []

  init(_ scene: ImportScene) {
    self.scene = scene
    let name = tr("Source", context: "of a list")
    choice.accessibleName(name)
    choice.expand(horizontally: true)
    entry.accessibleName(tr("Name of the supplier"))
    entry.expand(horizontally: true).minimumWidth(characters: 8)
    let done = Button(tr("_Use", context: "button: take a name"))
    naming = Box(.horizontal, spacing: 6, children: [entry, done])
    let page = Box(
      .vertical, spacing: 6,
      children: [Label(name).style("dim-label", "caption"), choice, naming, problem, remark, watch])
    root = page.style("import-line")
    choice.onChange { [weak self] in self?.choose() }
    entry.onChange { [weak self] in
      guard let self else { return }
      self.scene.typedSource = entry.text
      // Its room stays: else a click right behind the key that mends this would miss what is below.
      problem.text = ""
    }
    entry.onEnter { [weak self] in self?.giveName() }
    done.onClick { [weak self] in self?.giveName() }
    watch.onToggle { [weak self] in
      guard let self else { return }
      self.scene.watches = watch.isOn
    }
    problem.isVisible = false
    show()
  }

  func show() {
    names = scene.sources
    let texts =
      [tr("None", context: "source of a list")] + names.map { $0.printable() }
      + [tr("New Source…")]
    let position =
      switch scene.origin {
      case .undecided, .none: 0
      case .source: 1 + (names.firstIndex { $0 == scene.source } ?? -1)
      case .unnamed: texts.count - 1
      }
    if texts != shown {
      shown = texts
      choice.show(texts, chosen: position)
    } else {
      choice.position = position
    }
    let isNaming = scene.origin == .unnamed
    naming.isVisible = isNaming
    if !isNaming { problem.isVisible = false }
    if entry.text != scene.typedSource { entry.text = scene.typedSource }
    watch.isVisible = scene.canWatch
    watch.isOn = scene.watches
    remark.text = scene.sourceRemark ?? ""
    remark.isVisible = scene.sourceRemark != nil
  }

  private func choose() {
    let position = choice.position
    if position == shown.count - 1 {
      scene.beginSource()
      show()
      // The list that closes gives the keyboard back to its button.
      MainLoop.whenIdle { [weak entry] in entry?.takeFocus() }
    } else {
      scene.choose(source: names.indices.contains(position - 1) ? names[position - 1] : nil)
    }
  }

  private func giveName() {
    guard let sentence = scene.nameSource() else { return }
    problem.text = sentence
    problem.isVisible = true
    entry.takeFocus()
  }
}
