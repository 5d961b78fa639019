// SPDX-License-Identifier: Apache-2.0
// The window that prints labels: on one side what is asked, on the other a page as it will look. In a narrow window
// the page is below.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class LabelsWindow: SceneWindow {
  typealias Handled = NoCommand

  let frame: SceneFrame
  private let scene: LabelsScene
  private let questions = Box(.vertical, spacing: 12)
  private let sheet = DropDown(LabelsScene.sheets.map(\.about)).searchable()
  private let size = Entry()
  private lazy var sizeRow = Self.row(tr("Size in millimetres"), size)
  private let layout = DropDown(LabelsScene.layouts)
  private let copies = Entry()
  private lazy var copiesRow = Self.row(tr("Copies of each label"), copies)
  private let stock = CheckButton(tr("As many as are in st_ock"))
  private let firstLabel = Entry()
  private let page = Picture(upTo: 540)
  private let before = Button(icon: "go-previous-symbolic", label: tr("Page before"))
  private let pageText = Label().style("numeric")
  private let after = Button(icon: "go-next-symbolic", label: tr("Page after"))
  private let sides: Box
  private let summary = Label().wrapped()
  private let underWay = ProgressBar(name: tr("Progress", context: "of writing labels to a file"))
  private let cancel = Button(tr("_Cancel", context: "button"))
  private let save = Button(tr("_Save as PDF…"))
  private let toPrinter = Button(tr("_Print…", context: "button: on a printer")).style(
    "suggested-action")

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    let scene = LabelsScene(catalogue, session)
    self.scene = scene
    let turning = Box(.horizontal, spacing: 12, children: [before, pageText, after])
    let preview = Box(
      .vertical, spacing: 12,
      children: [page.align(.center).style("paper"), turning.align(.center)])
    preview.expand(horizontally: true)
    sides = Box(.horizontal, spacing: 24, children: [questions, preview])
    let scrolled = ScrolledWindow(sides.margins(all: 18))
    scrolled.expand(horizontally: true, vertically: true)
    let said = Box(.vertical, spacing: 6, children: [summary, underWay])
    let bar = Box(
      .horizontal, spacing: 12,
      children: [
        said.expand(horizontally: true).align(vertical: .center), cancel.align(vertical: .center),
        save.align(vertical: .center), toPrinter.align(vertical: .center),
      ])
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header,
      content: Box(.vertical, children: [scrolled, bar.style("bottom-bar")]),
      defaultSize: (860, 700))
    frame.title = WindowKind.labels.title
    header.addMainMenu(.primary(windows))
    addQuestions()
    listen()
    show()
  }

  var isFilled: Bool { scene.preview != nil || scene.failure != nil }

  private func addQuestions() {
    questions.request(width: 280)
    for row in [
      Self.row(tr("Sheet", context: "sheet of labels"), sheet), sizeRow,
      Self.row(tr("On each label"), layout), copiesRow,
      stock, Self.row(tr("First label that is still there"), firstLabel),
    ] {
      questions.append(row)
    }
  }

  /// The name above what it names.
  private static func row(_ name: String, _ widget: Widget) -> Box {
    widget.accessibleName(name)
    return Box(
      .vertical, spacing: 6,
      children: [Label(name).style("caption", "dim-label").align(.start), widget])
  }

  private func listen() {
    sheet.onChange { [weak self] in
      if let self { scene.sheet = sheet.position }
    }
    layout.onChange { [weak self] in
      if let self { scene.layout = layout.position }
    }
    size.onChange { [weak self] in
      if let self { scene.size = size.text }
    }
    copies.onChange { [weak self] in
      if let self { scene.copies = copies.text }
    }
    firstLabel.onChange { [weak self] in
      if let self { scene.firstLabel = firstLabel.text }
    }
    stock.onToggle { [weak self] in
      if let self { scene.isAsManyAsInStock = stock.isOn }
    }
    page.onPress(.primary) { [weak self] _, point in
      guard let self, page.width > 0, page.height > 0 else { return }
      scene.begin(
        at: CGPoint(x: point.x / Double(page.width), y: point.y / Double(page.height)))
    }
    before.onClick { [weak scene] in scene?.turnPage(by: -1) }
    after.onClick { [weak scene] in scene?.turnPage(by: 1) }
    cancel.onClick { [weak scene] in scene?.cancel() }
    toPrinter.onClick { [weak self] in self?.askPrinter() }
    save.onClick { [weak self] in self?.chooseFile() }
    scene.messages.add(self) { [weak frame] in frame?.say($0) }
    scene.changed.add(self) { [weak self] _ in self?.show() }
    frame.window.onWidthChange { [weak self] in self?.fit() }
  }

  private func fit() { sides.turn(frame.window.width < 620 ? .vertical : .horizontal) }

  private func show() {
    (sheet.position, layout.position) = (scene.sheet, scene.layout)
    (size.text, copies.text, firstLabel.text) = (scene.size, scene.copies, scene.firstLabel)
    stock.isOn = scene.isAsManyAsInStock
    sizeRow.isVisible = scene.asksForSize
    copiesRow.isSensitive = !scene.isAsManyAsInStock
    if let image = scene.preview?.image {
      page.show(Texture(width: image.width, height: image.height, drawn: image.pixels))
    }
    page.accessibleName(scene.pageText)
    pageText.text = scene.pageText
    before.isSensitive = scene.hasPageBefore
    after.isSensitive = scene.hasPageAfter
    summary.text = scene.summary
    underWay.isVisible = scene.progress != nil
    underWay.fraction = scene.progress ?? 0
    cancel.isVisible = scene.progress != nil
    questions.isSensitive = scene.progress == nil
    save.isSensitive = scene.canSave
    toPrinter.isSensitive = scene.canSave
  }

  private func askPrinter() {
    Task { [weak self] in
      guard let self, let labels = await scene.labelsToPrint() else { return }
      let size = (width: Double(labels.pageSize.width), height: Double(labels.pageSize.height))
      Printing.begin(
        over: frame.window, name: frame.title, pages: labels.pages, size: size,
        page: { number in
          let page = try await labels.drawn(number)
          return { page.paint(on: $0) }
        },
        done: { [weak frame, weak scene] outcome in
          switch outcome {
          case .cancelled: break
          case .printed:
            scene?.wasPrinted()
            frame?.say(
              tr(
                "1 label handed to the printer", "%@ labels handed to the printer",
                count: labels.labels))
          case .failed(let reason): frame?.say(tr("Not printed: %@", reason))
          }
        })
    }
  }

  private func chooseFile() {
    FileChooser.save(
      over: frame.window, tr("Labels as PDF"),
      button: tr("_Save", context: "button: save a file"), name: scene.fileName
    ) { [weak scene] in scene?.save(to: $0) }
  }
}
