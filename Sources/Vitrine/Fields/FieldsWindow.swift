// The window with the custom fields: their list, in which they are put in order, and in its place the form
// for one of them. There is one such window at most.

import Catalog
import Foundation
import Gtk
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class FieldsWindow: SceneWindow {
  let frame: SceneFrame
  let productID: UUID? = nil
  /// Whether the keyboard is about to follow the selected field.
  private var isMovingKeyboard = false
  private let scene: FieldsScene
  private let pages = Stack()
  private let selection = SingleSelection()
  private let list: ListView
  private let rows: ItemFactory<FieldRow>
  private let form: FieldFormView
  private let add = Button(tr("_New Field"))
  private let edit = Button(tr("_Edit"))
  private let remove = Button(tr("_Remove"))
  private let scroll: AnchoredScroll

  init(_ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession) {
    let scene = FieldsScene(catalogue, session)
    self.scene = scene
    form = FieldFormView(scene)
    rows = ItemFactory(
      make: { [weak scene] in FieldRow(scene) },
      bind: { [weak scene] (row: FieldRow, position) in
        guard let scene, scene.fields.indices.contains(position) else { return }
        row.show(scene.fields[position])
      })
    list = ListView(selection, rows)
    list.accessibleName(tr("Custom Fields")).style("history-list")
    let scrolled = ScrolledWindow(list).expand(horizontally: true, vertically: true)
    scroll = AnchoredScroll(
      rows: scrolled, in: SceneStorage(wrappedValue: nil, "Fields.scroll", in: session),
      count: { [weak scene] in scene?.fields.count ?? 0 },
      name: { [weak scene] in scene?.fields[$0].id.uuidString },
      position: { [weak scene] in scene?.position(named: $0) })
    let header = HeaderBar()
    frame = SceneFrame(
      windows, session, header: header, content: pages, defaultSize: (480, 560))
    frame.window.title = WindowKind.fields.title
    header.addMainMenu(.primary(windows, hasProduct: false))
    let begin = Button(tr("_New Field")).style("suggested-action")
    let empty = StatusPage(
      icon: "document-edit-symbolic", title: tr("No Custom Fields"),
      text: tr("Add what else your products have: a size, a shelf, a supplier’s code."),
      buttons: [begin], compact: true)
    let bar = Box(
      .horizontal, spacing: 6,
      children: [add, Box(.horizontal).expand(horizontally: true), remove, edit]
    ).style("bottom-bar")
    pages.add(Box(.vertical), name: "loading")
    pages.add(Box(.vertical, children: [scrolled, bar]), name: "fields")
    pages.add(empty.root, name: "empty")
    pages.add(form.root, name: "form")
    for button in [begin, add] { button.onClick { [weak scene] in scene?.beginAdding() } }
    listen()
    // What other windows have read is there from the beginning.
    selection.splice(at: 0, removing: 0, adding: scene.fields.count)
    selection.position = scene.selection
    show()
  }

  private func listen() {
    selection.onChange { [weak self] in
      guard let self else { return }
      scene.selection = selection.position
      showButtons()
    }
    list.onActivate { [weak scene] in scene?.beginEditing(at: $0) }
    list.onKey(before: true) { [weak self] in self?.pressed($0) ?? false }
    edit.onClick { [weak scene] in
      if let position = scene?.selection { scene?.beginEditing(at: position) }
    }
    remove.onClick { [weak scene] in
      if let position = scene?.selection { scene?.remove(at: position) }
    }
    frame.commands.offer(ProductCommand.save) { [weak scene] in scene?.finish() }
    scene.messages.add(self) { [weak frame] in frame?.say($0) }
    scene.offers.add(self) { [weak frame] in frame?.offer($0.sentence, tr("Undo"), $0.undo) }
    scene.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      case .items(let changes): show(changes)
      case .form: show()
      case .parts: form.show()
      }
    }
  }

  private func show(_ changes: [ListChange]) {
    let hadFocus = list.hasFocus
    for change in changes {
      selection.splice(at: change.position, removing: change.removed, adding: change.added)
    }
    selection.position = scene.selection
    show()
    // The keyboard stays with what was moved, or goes to what comes after what was removed.
    if hadFocus, let position = scene.selection {
      isMovingKeyboard = true
      MainLoop.whenIdle { [weak self] in
        self?.isMovingKeyboard = false
        _ = self?.rows.focus(position)
      }
    }
  }

  private func show() {
    let wasOpen = pages.visibleName == "form"
    if scene.isOpen {
      form.show()
      pages.showAtOnce("form")
      if !wasOpen { form.goToPlace() }
    } else if scene.isLoaded {
      pages.showAtOnce(scene.fields.isEmpty ? "empty" : "fields")
      if wasOpen { leaveForm() }
    }
    showButtons()
  }

  private func leaveForm() {
    selection.position = scene.selection
    MainLoop.whenIdle { [weak self] in self?.focusSelected(tries: 10) }
  }

  // A row that was just added is laid out with the next frames.
  private func focusSelected(tries: Int) {
    guard !scene.isOpen, !(scene.selection.map { rows.focus($0) } ?? false) else { return }
    guard tries > 0, scene.selection != nil else { return _ = add.takeFocus() }
    MainLoop.after(milliseconds: 20) { [weak self] in self?.focusSelected(tries: tries - 1) }
  }

  private func showButtons() {
    for button in [edit, remove] { button.isSensitive = scene.selection != nil }
  }

  // Acts on the focused field, which is not always the selected one. Quirk: moved-row. For a moment, GTK has the
  // keyboard on the row that came into the place of one that was moved.
  private func pressed(_ press: KeyPress) -> Bool {
    let focused = isMovingKeyboard ? nil : rows.focusedPosition
    guard let position = focused ?? selection.position,
      scene.fields.indices.contains(position)
    else { return false }
    let id = scene.fields[position].id
    switch press.key {
    case .up where press.isAlt: scene.move(id, by: -1)
    case .down where press.isAlt: scene.move(id, by: 1)
    case .delete: scene.remove(at: position)
    default: return false
    }
    return true
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
