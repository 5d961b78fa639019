// SPDX-License-Identifier: Apache-2.0
// The form for a product's fields. It is validated at every keystroke; problems are shown under the
// field, and Done is disabled until there are none. Enter goes on to the next field, Escape leaves the
// form and keeps what was typed.

import Gtk
import VitrineModel
import Wording

@MainActor
final class ProductFormView {
  let root: Widget
  let form: ProductForm
  private let done = Button(tr("_Done", context: "button: save the form")).style("suggested-action")
  private let addAnother = Button(tr("Save and Add _Another"))
  /// For products that were made of photos.
  private let nameNext = Button(tr("Save and Name _Next"))
  private let keptFields: KeptFieldsMenu
  private let catalogue: OpenCatalogue
  private let heading = Label().style("heading")
  /// Why it can't be done.
  private let reason = Label().ellipsized().style("caption", "dim-label")
  private let forMore: Box
  private let hasNext: @MainActor () -> Bool
  private let page = Box(.vertical, spacing: 8)
  private let scroll: ScrolledWindow
  private var fields: [FieldView] = []

  init(_ form: ProductForm, _ detail: ProductDetail, keptFields: KeptFieldsMenu) {
    self.form = form
    self.keptFields = keptFields
    catalogue = detail.catalogue
    let cancel = Button(tr("_Cancel", context: "button"))
    heading.ellipsized()
    reason.alignedToEnd().expand(horizontally: true)
    let buttons = Box(.horizontal, spacing: 12, children: [cancel, reason, done])
    for button in [cancel, done] { button.align(vertical: .center) }
    // However many fields there are, the buttons below them stay visible and the window is no higher
    // than the screen.
    scroll = ScrolledWindow(page).naturalHeight(upTo: 420)
    scroll.expand(vertically: true)
    let keep = MenuButton(
      icon: "pan-down-symbolic", label: tr("Keep for the Next Product"), menu: keptFields.menu)
    addAnother.onClick { [weak detail] in detail?.finishAndAddAnother() }
    nameNext.onClick { [weak detail] in detail?.finishAndAddAnother() }
    hasNext = { [weak detail] in detail?.nextUntitled != nil }
    forMore = Box(.horizontal, children: [addAnother, keep]).style("linked").align(.end)
    nameNext.align(.end)
    let box = Box(
      group: .vertical, spacing: 8, children: [heading, scroll, forMore, nameNext, buttons])
    box.accessibleName(tr("Product form"))
    root = box

    cancel.onClick { [weak detail] in detail?.cancelEditing() }
    done.onClick { [weak detail] in detail?.finishEditing() }
    box.onKey { [weak detail] press in
      guard press.key == .escape else { return false }
      detail?.setEditingAside()
      return true
    }
    form.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      case .field(let id):
        self.view(of: id)?.show()
        self.showWhetherReady()
      case .fields: self.showFields()
      case .place, .filled: break
      }
    }
    scroll.keepFocusInSight { [weak self] in self?.fields.first { $0.root.hasFocus }?.root }
    showFields()
  }

  private func view(of id: ProductForm.Field?) -> FieldView? { fields.first { $0.field.id == id } }

  // Those that stay keep what is going on in them: the keyboard, the caret, a menu that is open.
  private func showFields() {
    let gone = fields.filter { !form.fields.contains($0.field) }
    let hadFocus = gone.contains { $0.root.hasFocus }
    gone.forEach { page.remove($0.root) }
    var before: FieldView?
    fields = form.fields.map { field in
      let known = fields.first { $0.field == field }
      let view = known ?? FieldView(field, in: self, catalogue: catalogue)
      if known == nil {
        page.insert(view.root, after: before?.root)
      } else {
        page.move(view.root, after: before?.root)
      }
      before = view
      return view
    }
    fields.forEach { $0.show() }
    showWhetherReady()
    if form.isNew { keptFields.show(form) }
    if hadFocus { fields.first?.focus(nil) }
  }

  func showWhetherReady() {
    // Once it is saved, a new product is no longer one, even if somebody types on.
    heading.text = form.isNew ? tr("New Product") : tr("Edit Product")
    forMore.isVisible = form.isNew
    nameNext.isVisible = hasNext()
    let obstacle = form.obstacle?.sentence
    reason.text = obstacle ?? ""
    for button in [done, addAnother, nameNext] {
      button.isSensitive = obstacle == nil
      button.tooltip(obstacle ?? "").setAccessibleDescription(obstacle ?? "")
    }
  }

  // After the last field comes Done, or what keeps it from being pressed.
  fileprivate func goOn(from field: FormField) {
    guard let place = fields.firstIndex(where: { $0.field == field }) else { return }
    if place + 1 < fields.count {
      fields[place + 1].focus(nil)
    } else if let obstacle = form.obstacle {
      view(of: obstacle.field)?.focus(nil)
    } else {
      done.takeFocus()
    }
  }

  /// Puts a code into the field for codes that has the keyboard. Returns whether one has.
  func take(_ code: ScannedCode) -> Bool {
    guard let view = fields.first(where: { $0.root.hasFocus }), view.field.isForCodes else {
      return false
    }
    form.type(code.text, in: view.field.id)
    return true
  }

  /// Restores the focus and the caret.
  func goToPlace() {
    root.whenOnScreen { [weak self] in
      if let self { view(of: form.focus)?.focus(form.selection) }
    }
  }
}

/// One labelled control with its problem and its conflict.
@MainActor
private final class FieldView {
  let root: Box
  let field: FormField
  private weak var formView: ProductFormView?
  private let form: ProductForm
  private let control: any FieldControl
  /// The currency of an amount, so that nobody has to know which one an amount without one is in.
  private let unit = Label().ellipsized().style("caption", "dim-label")
  private let problem = Label().wrapped(at: 36).style("problem")
  private let doubt = DoubtView()
  private let conflict: ConflictView

  init(_ field: FormField, in formView: ProductFormView, catalogue: OpenCatalogue) {
    self.field = field
    self.formView = formView
    form = formView.form
    control = field.kind.makeControl(catalogue)
    let label = Label(field.mnemonic).ellipsized().style("caption", "dim-label")
    label.names(control.input)
    let id = field.id
    conflict = ConflictView(
      names: (tr("Use the other %@", field.label), tr("Keep my %@", field.label))
    ) { [weak form] in form?.resolve(id, takingTheirs: $0) }
    let head = Box(.horizontal, spacing: 6, children: [label, unit])
    root = Box(
      .vertical, spacing: 2, children: [head, control.root, problem, doubt.root, conflict.root])

    problem.isVisible = false
    control.text = form.text(of: id)
    control.onChange { [weak self] in
      guard let self else { return }
      self.form.type(self.control.text, in: id)
    }
    control.onEnter { [weak self] in self?.formView?.goOn(from: field) }
    // Screen readers say it when it changes.
    control.onChoice { [weak self] title in self?.describe(title) }
    control.onSelectionChange { [weak self] in self?.keepPlace() }
    control.input.onFocus(entered: { [weak self] in self?.keepPlace() }, left: {})
  }

  func show() {
    let text = form.text(of: field.id)
    if control.text != text { control.text = text }
    let sentence = form.problem(of: field.id)
    problem.text = sentence ?? ""
    // Its room stays: otherwise a click right behind the key that mends this would miss what is below.
    if sentence != nil { problem.isVisible = true }
    unit.text = form.unit(of: field.id) ?? ""
    unit.isVisible = !unit.text.isEmpty
    control.input.setInvalid(sentence != nil)
    doubt.show(form.doubt(of: field.id))
    describe()
    conflict.show(
      form.conflict(in: field.id).map {
        $0.isEmpty ? tr("Cleared elsewhere.") : tr("Changed elsewhere to “%@”.", $0)
      })
  }

  private func describe(_ suggestion: String? = nil) {
    control.input.setAccessibleDescription(
      suggestion ?? form.problem(of: field.id) ?? form.doubt(of: field.id)
        ?? form.unit(of: field.id).map { tr("In %@", $0) } ?? "")
  }

  func focus(_ selection: (anchor: Int, caret: Int)?) {
    control.input.takeFocus()
    if let selection {
      control.selection = TextSelection(anchor: selection.anchor, caret: selection.caret)
    }
  }

  private func keepPlace() {
    // Until a person does something here, only GTK moves the caret.
    guard control.input.hasFocus, root.isWindowUsed else { return }
    let selection = control.selection
    form.place(in: field.id, anchor: selection.anchor, caret: selection.caret)
  }
}
