// SPDX-License-Identifier: Apache-2.0
// Asks what of a list is written to a file, in which format, and where to. What the file would lack is said here, before
// it is written.

import Exchange
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class ExportDialog {
  /// A format as people choose it.
  private struct Choice {
    let format: ExportFormat
    var isLocal = false
    let name: String
  }

  private let window: Window
  private let exporting: ListExporting
  private let typedNames: TypedNames
  private let extents: [ListExporting.Extent]
  private let choices: [Choice]
  /// Those that were kept by a name, if there are any.
  private var kept: [SavedExport] = []
  private let keptNames = DropDown([])
  private lazy var keptRow = Self.row(tr("Repeat", context: "label: an export"), keptChoice)
  private lazy var keptChoice = Box(
    .horizontal, spacing: 6, children: [keptNames.expand(horizontally: true), forgetting])
  private let forgetting = Button(tr("Fo_rget", context: "button: forget an export"))
  private let extent: DropDown
  private let format: DropDown
  private let columns = DropDown([tr("All, to be read again"), tr("As in the list")])
  private let pictures = Switch()
  private let file = Entry()
  private let name = Entry().placeholder(tr("A name, to repeat it at any time"))
  /// What is not asked of one that was kept.
  private let asked = Box(.vertical, spacing: 12)
  /// What goes along, and what does not: it has its room from the beginning, and is scrolled if there is more to say.
  private let remarks = Label(status: "").wrapped(at: 44).style("dim-label")
  private var addition: String? { didSet { showRemarks() } }
  private var lack: String? { didSet { showRemarks() } }
  private let confirm = Button(tr("_Export", context: "button: write products to a file"))
  /// What keeps it as long as it is on screen: GTK's widgets only know it weakly.
  private static var open: ExportDialog?
  private var asking: Task<Void, Never>?
  private var adding: Task<Void, Never>?

  /// - Parameter typedNames: the file that was typed and not written is there again.
  static func show(over parent: Window, _ exporting: ListExporting, typedNames: TypedNames) {
    open?.window.destroy()
    open = ExportDialog(over: parent, exporting, typedNames: typedNames)
  }

  private init(over parent: Window, _ exporting: ListExporting, typedNames: TypedNames) {
    (self.exporting, self.typedNames) = (exporting, typedNames)
    extents = exporting.extents
    choices = Self.choices
    extent = DropDown(extents.map(exporting.name(of:)))
    format = DropDown(choices.map(\.name))
    window = Window(dialogOver: parent)
    window.title = tr("Export", context: "title of a dialog")
    file.activatesDefault()
    let typed = typedNames[.exportFile]
    file.text = typed ?? Self.place(exporting.fileName, choices[0].format)
    let ending = (file.text as NSString).pathExtension
    if let place = choices.firstIndex(where: { $0.format.ending == ending }) {
      format.position = place
    }
    let choose = Button(tr("C_hoose…", context: "button: choose a file"))
    for row: Widget in [
      Self.row(tr("Products", context: "label: which products are exported"), extent),
      Self.row(tr("Format", context: "label: kind of file"), format),
      Self.row(tr("Columns", context: "label: columns of a file"), columns),
      Self.row(tr("With photos"), pictures.align(.start)),
      Self.row(
        tr("File", context: "label: where something is written to"),
        Box(.horizontal, spacing: 6, children: [file.expand(horizontally: true), choose])),
      Self.row(tr("Keep as", context: "label: the name of an export"), name),
    ] {
      asked.append(row)
    }
    let back = Button(tr("_Cancel", context: "button"))
    confirm.style("suggested-action")
    let page = Box(
      .vertical, spacing: 12,
      children: [
        Label(tr("Export", context: "title of a dialog")).centered().style("title-4"),
        keptRow, asked, ScrolledWindow(remarks).style("three-lines"),
        Box(.horizontal, spacing: 12, children: [back, confirm]).homogeneous(),
      ])
    extent.accessibleName(tr("Products", context: "label: which products are exported"))
    format.accessibleName(tr("Format", context: "label: kind of file"))
    columns.accessibleName(tr("Columns", context: "label: columns of a file"))
    pictures.accessibleName(tr("With photos"))
    file.accessibleName(tr("File", context: "label: where something is written to"))
    keptNames.accessibleName(tr("Repeat", context: "label: an export"))
    name.accessibleName(tr("Keep as", context: "label: the name of an export"))
    name.text = typedNames[.exportName] ?? ""
    keptRow.isVisible = false
    window.setContent(page.margins(all: 24).request(width: 420))
    window.setDefaultWidget(confirm)
    back.onClick { [weak self] in self?.close() }
    confirm.onClick { [weak self] in self?.finish() }
    choose.onClick { [weak self] in self?.chooseFile() }
    extent.onChange { [weak self] in self?.showAddition() }
    format.onChange { [weak self] in self?.formatChanged() }
    columns.onChange { [weak self] in self?.showLack() }
    pictures.onChange { [weak self] in self?.showLack() }
    file.onChange { [weak self] in
      guard let self else { return }
      self.typedNames[.exportFile] = file.text.nonEmpty
      showWhetherItCan()
    }
    name.activatesDefault()
    name.onChange { [weak self] in
      guard let self else { return }
      self.typedNames[.exportName] = name.text.nonEmpty
      showWhetherItCan()
    }
    keptNames.onChange { [weak self] in self?.showKept() }
    forgetting.onClick { [weak self] in self?.forgetKept() }
    page.onEscape { [weak self] in self?.close() }
    window.onCloseRequest { [weak self] in
      self?.forget()
      return false
    }
    showWhetherItCan()
    showLack()
    showAddition()
    Task { [weak self] in
      await self?.readKept()
      guard let self, Self.open === self else { return }
      window.present()
      format.takeFocus()
    }
  }

  private static func row(_ label: String, _ widget: Widget) -> Widget {
    Box(
      .horizontal, spacing: 12,
      children: [
        Label(label).style("dim-label").request(width: 96), widget.expand(horizontally: true),
      ])
  }

  private static var choices: [Choice] {
    [
      Choice(format: .csv, name: tr("CSV, for programs")),
      Choice(format: .csv, isLocal: true, name: tr("CSV with semicolons and decimal commas")),
      Choice(format: .tsv, name: tr("Text with tabs")),
      Choice(format: .xlsx, name: tr("Excel workbook")),
      Choice(format: .ods, name: tr("OpenDocument spreadsheet")),
      Choice(format: .jsonl, name: tr("Lines of JSON")),
      // Names of programs.
      Choice(format: .woocommerce, name: "WooCommerce"),  // Not for translation.
      Choice(format: .shopify, name: "Shopify"),  // Not for translation.
      Choice(format: .magento, name: "Magento"),  // Not for translation.
      Choice(format: .google, name: "Google Merchant"),  // Not for translation.
      Choice(format: .bmecat, name: "BMEcat 2005"),  // Not for translation.
    ]
  }

  private var choice: Choice {
    choices.indices.contains(format.position) ? choices[format.position] : choices[0]
  }

  /// In the home directory at first.
  private static func place(_ name: String, _ format: ExportFormat) -> String {
    "~/\(name).\(format.ending)"
  }

  // MARK: Repeating

  private func readKept() async {
    kept = await exporting.kept()
    keptNames.show([tr("None of those kept")] + kept.map { $0.name.printable() }, chosen: 0)
    keptRow.isVisible = !kept.isEmpty
    showKept()
  }

  /// The one that is chosen.
  private var chosenKept: SavedExport? {
    kept.indices.contains(keptNames.position - 1) ? kept[keptNames.position - 1] : nil
  }

  /// Of one that was kept, it is only said what it is.
  private func showKept() {
    let chosen = chosenKept
    asked.isVisible = chosen == nil
    forgetting.isVisible = chosen != nil
    showWhetherItCan()
    showLack()
  }

  private func forgetKept() {
    guard let chosen = chosenKept else { return }
    Task { [weak self, exporting] in
      await exporting.forget(chosen)
      await self?.readKept()
    }
  }

  private func showWhetherItCan() {
    let name = name.text.trimmingCharacters(in: .whitespaces)
    confirm.isSensitive =
      chosenKept != nil
      || !file.text.allSatisfy(\.isWhitespace) && ListExporting.isFree(name)
  }

  // MARK: Choosing

  private var export: ProductExport {
    var export = ProductExport(.init(), as: choice.format)
    export.isLocal = choice.isLocal
    export.hasPictures = pictures.isOn
    if choice.format.isTable, columns.position == 1 { export.columns = exporting.shownColumns }
    return export
  }

  private func formatChanged() {
    columns.isSensitive = choice.format.isTable
    let path = file.text as NSString
    if !path.pathExtension.isEmpty {
      file.text = path.deletingPathExtension + "." + choice.format.ending
      if typedNames[.exportFile] != nil { typedNames[.exportFile] = file.text }
    }
    showLack()
  }

  private func showLack() {
    let (export, chosen) = (chosenKept?.export ?? export, chosenKept)
    asking?.cancel()
    asking = Task { [weak self, exporting] in
      var sentence = await exporting.lack(of: export)
      guard !Task.isCancelled else { return }
      if let chosen {
        let goes = tr("It goes to “%@” again, with what the list has now.", chosen.path)
        sentence = [goes, sentence].compactMap(\.self).joined(separator: "\n")
      }
      self?.lack = sentence
    }
  }

  private func showAddition() {
    guard extents.indices.contains(extent.position) else { return }
    let chosen = extents[extent.position]
    adding?.cancel()
    adding = Task { [weak self, exporting] in
      let sentence = await exporting.addition(to: chosen)
      guard !Task.isCancelled else { return }
      self?.addition = sentence
    }
  }

  private func showRemarks() {
    let ofExtent = chosenKept == nil ? addition : nil
    remarks.text = [ofExtent, lack].compactMap(\.self).joined(separator: "\n")
  }

  private func chooseFile() {
    let name = (file.text as NSString).lastPathComponent
    FileChooser.save(
      over: window, tr("Export", context: "title of a dialog"),
      button: tr("_Choose", context: "button: choose a file"),
      name: name
    ) { [weak self] in
      guard let self else { return }
      file.text = $0.path
      typedNames[.exportFile] = $0.path
    }
  }

  private func finish() {
    if let chosen = chosenKept {
      close()
      return exporting.repeatKept(chosen)
    }
    let name = name.text.trimmingCharacters(in: .whitespaces).nonEmpty
    let path = (file.text as NSString).expandingTildeInPath
    guard confirm.isSensitive, extents.indices.contains(extent.position) else { return }
    let (export, chosen) = (export, extents[extent.position])
    let write: @MainActor () -> Void = { [weak self, exporting] in
      self?.typedNames[.exportFile] = nil
      self?.typedNames[.exportName] = nil
      self?.close()
      exporting.write(export, of: chosen, to: path, keptAs: name)
    }
    guard FileManager.default.fileExists(atPath: path) else { return write() }
    Confirmation.ask(
      over: window, tr("Replace the File?"),
      text: tr("“%@” is there already.", (path as NSString).lastPathComponent),
      button: tr("_Replace", context: "button: replace a file"), action: write)
  }

  private func close() {
    window.destroy()
    forget()
  }

  // Not from within the handler that runs now.
  private func forget() {
    asking?.cancel()
    adding?.cancel()
    MainLoop.whenIdle {
      if Self.open === self { Self.open = nil }
    }
  }
}
