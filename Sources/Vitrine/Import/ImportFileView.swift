// SPDX-License-Identifier: Apache-2.0
// How a file is read: its format, and what can be chosen otherwise than it was found out.

import Catalog
import Exchange
import Gtk
import VitrineModel
import Wording

@MainActor
final class ImportFileView {
  let root: Widget
  private let scene: ImportScene
  private let format = Label().wrapped(at: 30)
  private let sheet = Row(tr("Sheet", context: "of a spreadsheet"))
  private let head = Row(tr("Names of the columns"))
  private let delimiter = Row(tr("Between the cells"))
  private let encoding = Row(tr("Encoding", context: "of a text"))
  private let key = Row(tr("Compared by"))
  private let secondKey = Row(tr("And by"))
  private let notes = Label().wrapped(at: 36).style("dim-label", "caption")
  private var heads: [Int] = []
  private var delimiters: [String] = []
  private var keys: [String] = []
  private var secondKeys: [String] = []

  init(_ scene: ImportScene) {
    self.scene = scene
    let formatName = Label(tr("Format", context: "of a file")).style("dim-label", "caption")
    let page = Box(
      .vertical, spacing: 12,
      children: [
        Box(.vertical, spacing: 6, children: [formatName, format]), sheet.root, head.root,
        delimiter.root, encoding.root, key.root, secondKey.root, notes,
      ]
    ).style("import-card")
    root = ScrolledWindow(page).expand(horizontally: true, vertically: true)
    sheet.onChoice { [weak scene] in scene?.choose(sheet: $0) }
    head.onChoice { [weak self] in self?.choose($0, \.heads) { $0.choose(head: $1) } }
    delimiter.onChoice { [weak self] in
      self?.choose($0, \.delimiters) { $0.choose(delimiter: $1) }
    }
    key.onChoice { [weak self] in self?.choose($0, \.keys) { $0.choose(key: $1) } }
    secondKey.onChoice { [weak self] in
      self?.choose($0, \.secondKeys) { $0.choose(secondKey: $1) }
    }
    encoding.onChoice { [weak scene] in
      scene?.choose(encoding: TextEncoding.all[$0].name)
    }
  }

  private func choose<Value>(
    _ position: Int, _ values: KeyPath<ImportFileView, [Value]>,
    with choose: (ImportScene, Value) -> Void
  ) {
    let values = self[keyPath: values]
    if values.indices.contains(position) { choose(scene, values[position]) }
  }

  func show() {
    format.text = scene.formatName
    sheet.show(scene.sheets, scene.sheet)
    let rows = scene.heads
    heads = rows.map(\.row)
    head.show(rows.map(\.text), heads.firstIndex(of: scene.head) ?? 0)
    showDelimiter()
    let encodings = TextEncoding.all.map(\.name)
    encoding.show(
      scene.encoding == nil ? [] : encodings,
      encodings.firstIndex(of: scene.encoding ?? "") ?? 0)
    showKeys()
    notes.text = scene.notes.joined(separator: "\n")
    notes.isVisible = !notes.text.isEmpty
  }

  private func showKeys() {
    let fields = scene.keys
    let labels = fields.map { $0.label.printable() }
    let found =
      scene.key.isEmpty
      ? tr("Found out: %@", scene.foundKey) : tr("Found out", context: "by what rows are compared")
    keys = [""] + fields.map(\.name)
    key.show([found] + labels, keys.firstIndex(of: scene.key) ?? 0)
    let others = fields.filter { $0.name != scene.key }
    secondKeys = [""] + others.map(\.name)
    let none = tr("Nothing else", context: "by which rows are compared")
    secondKey.show(
      scene.key.isEmpty ? [] : [none] + others.map { $0.label.printable() },
      secondKeys.firstIndex(of: scene.secondKey) ?? 0)
  }

  private func showDelimiter() {
    guard let found = scene.delimiter else { return delimiter.show([], 0) }
    var all = ImportScene.delimiters
    if !all.contains(where: { $0.text == found }) {
      let name =
        found.isEmpty
        ? tr("Nothing: each line is a cell") : tr("“%@”", found.printable())
      all.append((found, name))
    }
    delimiters = all.map(\.text)
    delimiter.show(all.map(\.name), delimiters.firstIndex(of: found) ?? 0)
  }

  /// A choice with its name above it, hidden if there is nothing to choose.
  @MainActor
  private final class Row {
    let root: Box
    private let choice = DropDown([])
    private var shown: [String] = []

    init(_ name: String) {
      root = Box(
        .vertical, spacing: 6,
        children: [Label(name).style("dim-label", "caption"), choice])
      choice.accessibleName(name)
    }

    func onChoice(_ handler: @escaping @MainActor (Int) -> Void) {
      choice.onChange { [weak self] in if let self { handler(choice.position) } }
    }

    func show(_ texts: [String], _ chosen: Int) {
      root.isVisible = !texts.isEmpty
      guard texts != shown else { return choice.position = chosen }
      shown = texts
      choice.show(texts, chosen: chosen)
    }
  }
}
