// SPDX-License-Identifier: Apache-2.0
// The custom fields one below the other, put in order by keys and by dragging.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class FieldList {
  let root: ListView
  private let scene: FieldsScene
  private let selection = SingleSelection()
  private let rows: ItemFactory<FieldRow>
  /// Whether the keyboard is about to follow the selected field.
  private var isMovingKeyboard = false

  init(_ scene: FieldsScene) {
    self.scene = scene
    rows = ItemFactory(
      make: { [weak scene] in FieldRow(scene) },
      bind: { [weak scene] (row: FieldRow, position) in
        guard let scene, scene.fields.indices.contains(position) else { return }
        row.show(scene.fields[position])
      })
    root = ListView(selection, rows)
    root.accessibleName(tr("Custom Fields")).style("history-list")
    // What other windows have read is there from the beginning.
    selection.splice(at: 0, removing: 0, adding: scene.fields.count)
    showSelection()
    root.onActivate { [weak scene] in scene?.beginEditing(at: $0) }
    root.onKey(before: true) { [weak self] in self?.pressed($0) ?? false }
  }

  /// The user selected another field, or none.
  func onSelectionChange(_ handler: @escaping @MainActor () -> Void) {
    selection.onChange { [weak self] in
      guard let self else { return }
      scene.selection = selection.position
      handler()
    }
  }

  func show(_ changes: [ListChange]) {
    let hadFocus = root.hasFocus
    for change in changes {
      selection.splice(at: change.position, removing: change.removed, adding: change.added)
    }
    showSelection()
    // The keyboard stays with what was moved, or goes to what comes after what was removed.
    guard hadFocus, scene.selection != nil else { return }
    isMovingKeyboard = true
    MainLoop.whenIdle { [weak self] in
      self?.isMovingKeyboard = false
      self?.focusSelected()
    }
  }

  func showSelection() { selection.position = scene.selection }

  /// Gives the selected field the keyboard; false if it is not laid out, or none is selected.
  @discardableResult
  func focusSelected() -> Bool { scene.selection.map { rows.focus($0) } ?? false }

  // Acts on the focused field, which is not always the selected one. Quirk: moved-row. For a moment, GTK has the
  // keyboard on the row that came into the place of one that was moved.
  private func pressed(_ press: KeyPress) -> Bool {
    let focused = isMovingKeyboard ? nil : rows.focusedPosition
    guard let command = FieldCommand.of(press), let position = focused ?? selection.position,
      scene.fields.indices.contains(position)
    else { return false }
    run(command, scene.fields[position].id.uuidString)
    return true
  }
}

extension FieldList: CommandHandler {
  func run(_ command: FieldCommand, _ id: String) {
    guard let field = UUID(uuidString: id) else { return }
    switch command {
    case .moveFieldUp: scene.move(field, by: -1)
    case .moveFieldDown: scene.move(field, by: 1)
    case .removeField:
      if let position = scene.fields.firstIndex(where: { $0.id == field }) {
        scene.remove(at: position)
      }
    }
  }

  func state(of command: FieldCommand) -> CommandState {
    switch command {
    case .moveFieldUp, .moveFieldDown, .removeField: .available
    }
  }
}

/// A field in the list.
@MainActor
private final class FieldRow: ItemView {
  private static let dragType = PrivateDragType("vitrine-field")

  let root: Widget
  private let name = Label().ellipsized()
  private let definition = Label().ellipsized().style("dim-label", "caption")
  private var field: UUID?

  init(_ scene: FieldsScene?) {
    root = Box(
      .horizontal,
      children: [
        Box(.vertical, children: [name, definition]).expand(horizontally: true)
          .align(vertical: .center)
      ]
    ).style("history-row")
    root.letBeDragged(
      Self.dragType, id: { [weak self] in self?.field }, icon: { [weak root] in root })
    root.acceptRows(Self.dragType) { [weak self, weak scene] moved, below in
      if let field = self?.field { scene?.move(moved, beside: field, below: below) }
    }
  }

  func show(_ field: CustomField) {
    self.field = field.id
    name.text = field.name
    definition.text = field.definitionText
    nameItem([field.name, field.definitionText].joined(separator: ", "))
  }
}
