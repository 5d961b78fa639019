// SPDX-License-Identifier: Apache-2.0
// The lines of a label one below the other, as they will be on it, put in order by keys and by dragging.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class LabelLineList {
  let root: ListView
  private let scene: LabelsScene
  private let selection = SingleSelection()
  private let rows: ItemFactory<LabelLineRow>
  /// What the list shows.
  private var lines: [LayoutDraft.Line] = []
  /// Whether the keyboard is about to follow the selected line.
  private var isMovingKeyboard = false

  init(_ scene: LabelsScene) {
    self.scene = scene
    rows = ItemFactory(
      make: { [weak scene] in LabelLineRow(scene) },
      bind: { [weak scene] (row: LabelLineRow, position) in
        guard let lines = scene?.draft?.lines, lines.indices.contains(position) else { return }
        row.show(lines[position])
      })
    root = ListView(selection, rows)
    root.accessibleName(tr("Lines of the label")).style("history-list")
    selection.onChange { [weak self] in
      guard let self, let position = selection.position, lines.indices.contains(position) else {
        return
      }
      scene.select(line: lines[position].id)
    }
    root.onKey(before: true) { [weak self] in self?.pressed($0) ?? false }
  }

  func show() {
    let new = scene.draft?.lines ?? []
    let hadFocus = root.hasFocus
    for change in ListChange.changes(from: lines, to: new) {
      selection.splice(at: change.position, removing: change.removed, adding: change.added)
    }
    let hasMoved = new.map(\.id) != lines.map(\.id)
    lines = new
    selection.position = new.firstIndex { $0.id == scene.draft?.selected }
    // The keyboard stays with what was moved, or goes to what comes after what was removed.
    guard hadFocus, hasMoved, let position = selection.position else { return }
    isMovingKeyboard = true
    MainLoop.whenIdle { [weak self] in
      self?.isMovingKeyboard = false
      _ = self?.rows.focus(position)
    }
  }

  // Quirk: moved-row. For a moment, GTK has the keyboard on the row that came into the place of one that was moved.
  private func pressed(_ press: KeyPress) -> Bool {
    let focused = isMovingKeyboard ? nil : rows.focusedPosition
    guard let command = LabelLineCommand.of(press), let position = focused ?? selection.position,
      lines.indices.contains(position)
    else { return false }
    run(command, lines[position].id.uuidString)
    return true
  }
}

extension LabelLineList: CommandHandler {
  func run(_ command: LabelLineCommand, _ id: String) {
    guard let line = UUID(uuidString: id) else { return }
    switch command {
    case .moveLineUp: scene.move(line: line, by: -1)
    case .moveLineDown: scene.move(line: line, by: 1)
    case .removeLine: scene.remove(line: line)
    }
  }

  func state(of command: LabelLineCommand) -> CommandState {
    switch command {
    case .moveLineUp, .moveLineDown, .removeLine: .available
    }
  }
}

/// A line in the list.
@MainActor
private final class LabelLineRow: ItemView {
  private static let dragType = PrivateDragType("vitrine-label-line")

  let root: Widget
  private let name = Label().ellipsized()
  private let details = Label().ellipsized().style("dim-label", "caption")
  private weak var scene: LabelsScene?
  private var line: UUID?

  init(_ scene: LabelsScene?) {
    self.scene = scene
    root = Box(
      .horizontal,
      children: [
        Box(.vertical, children: [name, details]).expand(horizontally: true)
          .align(vertical: .center)
      ]
    ).style("history-row")
    root.letBeDragged(
      Self.dragType, id: { [weak self] in self?.line }, icon: { [weak root] in root })
    root.acceptRows(Self.dragType) { [weak self, weak scene] moved, below in
      if let line = self?.line { scene?.move(line: moved, beside: line, below: below) }
    }
  }

  func show(_ line: LayoutDraft.Line) {
    self.line = line.id
    name.text = scene?.name(of: line.line) ?? ""
    details.text = scene?.details(of: line.line) ?? ""
    nameItem([name.text, details.text].joined(separator: ", "))
  }
}
