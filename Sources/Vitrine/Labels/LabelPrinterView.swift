// SPDX-License-Identifier: Apache-2.0
// What is asked about the printer that labels are for. Printers are found while the window is there, one after the other.

import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class LabelPrinterView {
  let root = Box(.vertical, spacing: 12)
  let ruler = Button(tr("Print a _Ruler…", context: "button: a page to measure a printer by"))
  private let scene: LabelsScene
  private let printer = DropDown([])
  private let dots = Entry()
  private let right = Entry()
  private let down = Entry()
  private let across = Entry()
  private let downwards = Entry()
  private let edges = CheckButton(tr("Draw e_dges, to try it on plain paper"))
  /// What the list shows.
  private var printers: [String] = []
  /// The papers of printers that were asked for them.
  private var papers: [String: [PrinterPaper]] = [:]
  /// Those of the printer that is chosen.
  var papersOfPrinter: [PrinterPaper] { papers[scene.printer] ?? [] }

  init(_ scene: LabelsScene) {
    self.scene = scene
    root.append(LabelsWindow.row(tr("Printer", context: "machine that prints labels"), printer))
    root.append(LabelsWindow.row(tr("Dots per inch"), dots))
    root.append(
      Self.pair(
        LabelsWindow.row(tr("Move right, mm", context: "correction of a printer"), right),
        LabelsWindow.row(tr("Move down, mm", context: "correction of a printer"), down)))
    root.append(
      Self.pair(
        LabelsWindow.row(tr("Scale across, %", context: "correction of a printer"), across),
        LabelsWindow.row(tr("Scale down, %", context: "correction of a printer"), downwards)))
    root.append(ruler.align(.start))
    root.append(edges)
    listen()
  }

  private static func pair(_ first: Box, _ second: Box) -> Box {
    Box(
      .horizontal, spacing: 12,
      children: [first.expand(horizontally: true), second.expand(horizontally: true)])
  }

  private func listen() {
    printer.onChange { [weak self] in
      guard let self, printers.indices.contains(printer.position) else { return }
      scene.printer = printers[printer.position]
    }
    for entry in [dots, right, down, across, downwards] {
      // They are short, and stand side by side.
      entry.minimumWidth(characters: 6)
      entry.onChange { [weak self] in self?.take() }
    }
    edges.onToggle { [weak self] in
      if let self { scene.printsEdges = edges.isOn }
    }
    KnownPrinters.each { [weak scene] in scene?.found(printer: $0) }
  }

  private func take() {
    var texts = PrinterTexts()
    (texts.dotsPerInch, texts.right, texts.down) = (dots.text, right.text, down.text)
    (texts.across, texts.downwards) = (across.text, downwards.text)
    scene.printerTexts = texts
  }

  /// Each printer is asked once.
  private func askForPapers(of printer: String) {
    guard !printer.isEmpty, papers[printer] == nil else { return }
    papers[printer] = []
    KnownPrinters.papers(of: printer) { [weak self] found in
      guard let self else { return }
      papers[printer] = found
      scene.found(
        found.map {
          LabelsScene.DriverLabel($0.title, size: CGSize(width: $0.width, height: $0.height))
        }, of: printer)
    }
  }

  func show() {
    askForPapers(of: scene.printer)
    let (there, texts) = (scene.printers, scene.printerTexts)
    let chosen = there.firstIndex(of: scene.printer) ?? 0
    if there != printers {
      printers = there
      let names = there.dropFirst().map { $0 }
      printer.show(
        [tr("Any Printer", context: "choice: one that is not known yet")] + names, chosen: chosen)
    }
    printer.position = chosen
    (dots.text, right.text, down.text) = (texts.dotsPerInch, texts.right, texts.down)
    (across.text, downwards.text) = (texts.across, texts.downwards)
    edges.isOn = scene.printsEdges
  }
}
