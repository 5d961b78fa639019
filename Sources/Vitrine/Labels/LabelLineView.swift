// SPDX-License-Identifier: Apache-2.0
// What the selected line of a layout shows, and how.

import Gtk
import Paper
import VitrineModel
import Wording

@MainActor
final class LabelLineView {
  let root = Box(.vertical, spacing: 12)
  private let scene: LabelsScene
  private let shown: DropDown
  private let text = Entry()
  private let size = DropDown(LabelsScene.sizes.map { tr("%@ pt", numberText(Int($0))) })
  private let alignment = DropDown(LabelsScene.alignments.map(\.name))
  private let most = DropDown((1...4).map { numberText($0) })
  private let bold = CheckButton(tr("_Bold", context: "letters"))
  private let coded: DropDown
  private let kind = DropDown(LabelsScene.codeKinds.map(\.name))
  private let ofText: Box
  private let ofLetters: Box
  private let ofCode: Box

  init(_ scene: LabelsScene) {
    self.scene = scene
    shown = DropDown(scene.shownThings.map(\.name)).searchable()
    coded = DropDown(scene.codedThings.map(\.name)).searchable()
    ofText = LabelsWindow.row(tr("Text", context: "on a label: the same on all"), text)
    ofLetters = Box(
      .vertical, spacing: 12,
      children: [
        LabelsWindow.row(tr("Size on a label 30 mm high"), size),
        LabelsWindow.row(tr("Place in the line"), alignment),
        LabelsWindow.row(tr("Lines at most"), most), bold,
      ])
    ofCode = Box(
      .vertical, spacing: 12,
      children: [
        LabelsWindow.row(tr("What it says", context: "a code"), coded),
        LabelsWindow.row(tr("Kind of code"), kind),
      ])
    root.append(LabelsWindow.row(tr("The line shows"), shown))
    for part in [ofText, ofLetters, ofCode] { root.append(part) }
    listen()
  }

  private func listen() {
    shown.onChange { [weak self] in
      guard let self, case let things = scene.shownThings,
        things.indices.contains(shown.position)
      else { return }
      let show = things[shown.position].show
      scene.changeLine { line in
        line.show = show
        line.text = show == nil ? line.text ?? "" : nil
        if show != LabelLayout.code { (line.of, line.kind) = (nil, nil) }
      }
    }
    text.onChange { [weak self] in
      guard let self, case let text = text.text else { return }
      scene.changeLine { $0.text = text }
    }
    size.onChange { [weak self] in
      guard let self, LabelsScene.sizes.indices.contains(size.position) else { return }
      let points = LabelsScene.sizes[size.position]
      scene.changeLine { $0.size = points }
    }
    alignment.onChange { [weak self] in
      guard let self, LabelsScene.alignments.indices.contains(alignment.position) else { return }
      let alignment = LabelsScene.alignments[alignment.position].alignment
      scene.changeLine { $0.align = alignment }
    }
    most.onChange { [weak self] in
      guard let self, case let count = most.position + 1 else { return }
      scene.changeLine { $0.lines = count }
    }
    bold.onToggle { [weak self] in
      guard let self, case let isBold = bold.isOn else { return }
      scene.changeLine { $0.bold = isBold }
    }
    coded.onChange { [weak self] in
      guard let self, case let things = scene.codedThings,
        things.indices.contains(coded.position)
      else { return }
      let of = things[coded.position].of
      scene.changeLine { $0.of = of }
    }
    kind.onChange { [weak self] in
      guard let self, LabelsScene.codeKinds.indices.contains(kind.position) else { return }
      let kind = LabelsScene.codeKinds[kind.position].kind
      scene.changeLine { $0.kind = kind }
    }
  }

  func show() {
    let line = scene.selectedLine?.line
    root.isVisible = line != nil
    guard let line else { return }
    shown.position = scene.shownThings.firstIndex { $0.show == line.show } ?? 0
    let isCode = line.show == LabelLayout.code
    ofText.isVisible = line.show == nil
    ofLetters.isVisible = !isCode
    ofCode.isVisible = isCode
    if text.text != line.text ?? "" { text.text = line.text ?? "" }
    let points = line.size ?? LabelLayout.Line.usualSize
    size.position =
      LabelsScene.sizes.firstIndex { $0 >= points } ?? LabelsScene.sizes.count - 1
    let aligned = line.align ?? .leading
    alignment.position = LabelsScene.alignments.firstIndex { $0.alignment == aligned } ?? 0
    most.position = min(3, max(0, (line.lines ?? 1) - 1))
    bold.isOn = line.bold ?? false
    coded.position = scene.codedThings.firstIndex { $0.of == line.of } ?? 0
    kind.position = LabelsScene.codeKinds.firstIndex { $0.kind == line.kind } ?? 0
  }
}
