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
  private let driverLabel = DropDown([]).searchable()
  private lazy var driverLabelRow = Self.row(tr("Labels of the printer"), driverLabel)
  /// What the list of them shows.
  private var driverLabels: [String] = []
  private let layout = DropDown([])
  /// What the list of layouts shows.
  private var layouts: [String] = []
  private let editLayout = Button(tr("_Edit…", context: "button: edit what is on labels"))
  private let asked = Box(.vertical, spacing: 12)
  private lazy var layoutForm = makeLayoutForm()
  private var hasLayoutForm = false
  private let copies = Entry()
  private lazy var copiesRow = Self.row(tr("Copies of each label"), copies)
  private let stock = CheckButton(tr("As many as are in st_ock"))
  private let arrived = CheckButton(tr("As many as arri_ved last"))
  private let firstLabel = Entry()
  private let printer: LabelPrinterView
  private let pages: PrintedPages

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    let scene = LabelsScene(catalogue, session, decoder: PictureDecoder.program)
    self.scene = scene
    printer = LabelPrinterView(scene)
    pages = PrintedPages(
      beside: questions, pageUpTo: 540, summary: Label(),
      progress: tr("Progress", context: "of writing labels to a file"))
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header, content: pages.root, defaultSize: (860, 790))
    frame.title = WindowKind.labels.title
    header.addMainMenu(.primary(windows))
    addQuestions()
    listen()
    show()
  }

  var isFilled: Bool { scene.preview != nil || scene.failure != nil }

  private func addQuestions() {
    questions.request(width: 280)
    questions.append(asked)
    layout.accessibleName(tr("On each label"))
    let layoutRow = Self.row(
      tr("On each label"),
      Box(.horizontal, spacing: 6, children: [layout.expand(horizontally: true), editLayout]))
    for row: Widget in [
      Self.row(tr("Sheet", context: "sheet of labels"), sheet), driverLabelRow, sizeRow, layoutRow,
      copiesRow,
      stock, arrived, Self.row(tr("Start at label"), firstLabel), printer.root,
    ] {
      asked.append(row)
    }
  }

  private func makeLayoutForm() -> LabelLayoutView {
    let form = LabelLayoutView(scene, in: frame.window)
    questions.append(form.root)
    pages.add(bar: form.bar)
    frame.commands.offer(form.lines)
    hasLayoutForm = true
    return form
  }

  /// The form in the place of what else is asked, or the other way round.
  private func showLayoutForm() {
    let (isOpen, wasOpen) = (scene.draft != nil, hasLayoutForm && layoutForm.root.isVisible)
    guard isOpen || wasOpen else { return }
    asked.isVisible = !isOpen
    layoutForm.root.isVisible = isOpen
    layoutForm.bar.isVisible = isOpen
    pages.hasUsualBar = !isOpen
    layoutForm.show()
    guard isOpen != wasOpen else { return }
    if isOpen { layoutForm.takeFocus() } else { editLayout.takeFocus() }
  }

  /// The name above what it names.
  static func row(_ name: String, _ widget: Widget) -> Box {
    if !(widget is Box) { widget.accessibleName(name) }
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
    editLayout.onClick { [weak scene] in scene?.editLayout() }
    driverLabel.onChange { [weak self] in
      if let self { scene.driverLabel = driverLabel.position }
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
    arrived.onToggle { [weak self] in
      if let self { scene.isAsManyAsArrived = arrived.isOn }
    }
    pages.page.onPress(.primary) { [weak self] _, point in
      guard let self, case let page = pages.page, page.width > 0, page.height > 0 else { return }
      scene.begin(
        at: CGPoint(x: point.x / Double(page.width), y: point.y / Double(page.height)))
    }
    pages.before.onClick { [weak scene] in scene?.turnPage(by: -1) }
    pages.after.onClick { [weak scene] in scene?.turnPage(by: 1) }
    pages.cancel.onClick { [weak scene] in scene?.cancel() }
    pages.print.onClick { [weak self] in self?.askPrinter() }
    printer.ruler.onClick { [weak self] in self?.printRuler() }
    pages.save.onClick { [weak self] in self?.chooseFile() }
    pages.fit(frame.window)
    scene.messages.add(self) { [weak frame] in frame?.say($0) }
    scene.changed.add(self) { [weak self] _ in self?.show() }
  }

  private func show() {
    sheet.position = scene.sheet
    if layouts != scene.layoutNames {
      layouts = scene.layoutNames
      layout.show(layouts, chosen: scene.layout)
    }
    layout.position = scene.layout
    let labels = scene.driverLabelTitles
    if driverLabels != labels {
      driverLabels = labels
      driverLabel.show(driverLabels, chosen: scene.driverLabel)
    }
    driverLabel.position = scene.driverLabel
    driverLabelRow.isVisible = scene.asksForSize && !driverLabels.isEmpty
    (size.text, copies.text, firstLabel.text) = (scene.size, scene.copies, scene.firstLabel)
    (stock.isOn, arrived.isOn) = (scene.isAsManyAsInStock, scene.isAsManyAsArrived)
    printer.show()
    showLayoutForm()
    sizeRow.isVisible = scene.asksForOwnSize
    copiesRow.isSensitive = scene.asksForCopies
    pages.show(
      (scene.preview?.image).flatMap {
        Texture(width: $0.width, height: $0.height, drawn: $0.pixels)
      },
      called: scene.pageText, hasPageBefore: scene.hasPageBefore, hasPageAfter: scene.hasPageAfter)
    pages.show(summary: scene.summary, work: scene.progress, canPrint: scene.canSave)
  }

  private func askPrinter() {
    Task { [weak self, scene] in
      guard let labels = await scene.labelsToPrint(), let self else { return }
      begin(
        Printing.Job(name: frame.title, pages: labels.pages, of: labels.pageSize),
        page: { number, printer in
          let page = try await labels.drawn(
            number, on: printer?.name, dotsPerInch: printer?.dotsPerInch)
          return { page.paint(on: $0) }
        },
        printed: { [weak scene] printer in
          scene?.wasPrinted(labels, on: printer?.name, dotsPerInch: printer?.dotsPerInch)
        })
    }
  }

  private func printRuler() {
    guard let ruler = scene.ruler() else { return }
    begin(
      Printing.Job(
        name: tr("Ruler", context: "page to measure a printer by"), pages: 1, of: ruler.size),
      page: { _, _ in { ruler.page.paint(on: $0) } },
      printed: { [weak scene] printer in
        scene?.rulerWasPrinted(on: printer?.name, dotsPerInch: printer?.dotsPerInch)
      })
  }

  /// Proposes the printer that labels are set for.
  private func begin(
    _ job: Printing.Job, page: @escaping Printing.Making,
    printed: @escaping @MainActor (Printing.Printer?) -> Void
  ) {
    var job = job
    if !scene.printer.isEmpty {
      job.printer = Printing.Printer(name: scene.printer, dotsPerInch: scene.dotsPerInch)
      job.papers = self.printer.papersOfPrinter
    }
    Printing.begin(
      over: frame.window, job, page: page, words: { $0.sentence },
      done: { [weak frame] outcome in
        if case .printed(let printer) = outcome { printed(printer) }
        outcome.sentence.map { frame?.say($0) }
      })
  }

  private func chooseFile() {
    FileChooser.save(
      over: frame.window, tr("Labels as PDF"),
      button: tr("_Save", context: "button: save a file"), name: scene.fileName
    ) { [weak scene] in scene?.save(to: $0) }
  }
}
