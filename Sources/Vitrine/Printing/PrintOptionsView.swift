// SPDX-License-Identifier: Apache-2.0
// What is asked before products are printed. What is of no effect for what is printed is not there.

import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class PrintOptionsView {
  let root = Box(.vertical, spacing: 12)
  /// The one that asks for a file.
  weak var window: Window?
  private let scene: PrintScene
  private let title = Entry()
  private let taxLine = Entry()
  private let extent: DropDown
  private let kind: DropDown
  private let layout = DropDown([
    tr("Three side by side", context: "layout of a catalogue"),
    tr("In rows, with descriptions", context: "layout of a catalogue"),
  ])
  private let paper = DropDown(["A4", tr("Letter", context: "size of paper")])
  private let prices = CheckButton(tr("With p_rices"))
  private let notes = CheckButton(tr("With _notes"))
  private let logo = Button(tr("_Logo…", context: "button: choose a picture")).ellipsized()
  private let noLogo = Button(
    icon: "edit-clear-symbolic", label: tr("No logo", context: "button: takes the logo away"))
  private lazy var layoutRow = Self.row(tr("Layout", context: "label: of a catalogue"), layout)
  private lazy var taxRow = Self.row(tr("Line about prices"), taxLine)
  private lazy var logoRow = Self.row(
    tr("Picture on the cover"),
    Box(.horizontal, spacing: 6, children: [logo.expand(horizontally: true), noLogo]))

  init(_ scene: PrintScene) {
    self.scene = scene
    extent = DropDown(scene.extents)
    kind = DropDown(PrintScene.kinds.map(\.name))
    root.request(width: 300)
    root.append(Self.row(tr("Print", context: "label: what kind of document"), kind))
    let extents = Self.row(tr("Products", context: "label: which products are printed"), extent)
    extents.isVisible = scene.extents.count > 1
    root.append(extents)
    root.append(Self.row(tr("Title", context: "label: of a printed document"), title))
    root.append(layoutRow)
    root.append(Self.row(tr("Paper", context: "label: size of paper"), paper))
    root.append(logoRow)
    root.append(prices)
    root.append(taxRow)
    root.append(notes)
    listen()
  }

  /// The name above what it names.
  private static func row(_ name: String, _ widget: Widget) -> Box {
    if !(widget is Box) { widget.accessibleName(name) }
    return Box(
      .vertical, spacing: 6,
      children: [Label(name).style("caption", "dim-label").align(.start), widget])
  }

  private func listen() {
    kind.onChange { [weak self] in
      guard let self, PrintScene.kinds.indices.contains(kind.position) else { return }
      scene.choices.kind = PrintScene.kinds[kind.position].kind
    }
    extent.onChange { [weak self] in
      if let self { scene.isOfSelected = extent.position == 1 }
    }
    layout.onChange { [weak self] in
      if let self { scene.choices.layout = layout.position == 0 ? .grid : .rows }
    }
    paper.onChange { [weak self] in
      if let self { scene.choices.paper = paper.position == 0 ? .a4 : .letter }
    }
    title.onChange { [weak self] in
      if let self { scene.title = title.text }
    }
    taxLine.onChange { [weak self] in
      if let self { scene.choices.taxLine = taxLine.text }
    }
    prices.onToggle { [weak self] in
      if let self { scene.choices.hasPrices = prices.isOn }
    }
    notes.onToggle { [weak self] in
      if let self { scene.choices.hasNotes = notes.isOn }
    }
    logo.onClick { [weak self] in self?.chooseLogo() }
    noLogo.onClick { [weak self] in self?.scene.choices.logo = "" }
  }

  private func chooseLogo() {
    guard let window else { return }
    FileChooser.open(
      over: window, tr("Picture on the cover"),
      button: tr("_Choose", context: "button: choose a file"),
      kind: tr("Photos", context: "kind of files in a dialog"), types: ["image/*"],
      everything: tr("All Files"), isSeveral: false
    ) { [weak self] files in
      if let file = files.first { self?.scene.choices.logo = file.path }
    }
  }

  func show() {
    let choices = scene.choices
    kind.position = PrintScene.kinds.firstIndex { $0.kind == choices.kind } ?? 0
    extent.position = scene.isOfSelected ? 1 : 0
    layout.position = choices.layout == .grid ? 0 : 1
    paper.position = choices.paper == .a4 ? 0 : 1
    if title.text != scene.title { title.text = scene.title }
    if taxLine.text != choices.taxLine { taxLine.text = choices.taxLine }
    (prices.isOn, notes.isOn) = (choices.hasPrices, choices.hasNotes)
    let isCatalogue = choices.kind == .catalogue
    layoutRow.isVisible = isCatalogue
    logoRow.isVisible = isCatalogue
    notes.isVisible = choices.kind == .sheets
    taxRow.isSensitive = choices.hasPrices
    let file = choices.logo.isEmpty ? "" : (choices.logo as NSString).lastPathComponent
    logo.setLabel(
      file.isEmpty ? tr("Choose a _Logo…", context: "button: choose a picture") : file.unmnemonic)
    noLogo.isVisible = !file.isEmpty
  }
}
