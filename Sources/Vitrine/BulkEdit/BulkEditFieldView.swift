// SPDX-License-Identifier: Apache-2.0
// One field in the form for several products: what is to be done with it, and what that needs.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class BulkEditFieldView {
  let root: Box
  let field: FormField
  private let form: BulkEditForm
  private let catalogue: OpenCatalogue
  private let apply: @MainActor () -> Void
  private let actions: [FieldAction]
  private let choice: DropDown
  private let inputs = Box(.vertical, spacing: 6)
  private let problem = Label().wrapped(at: 36).style("problem")
  /// What the inputs are for.
  private var shown: FieldAction?
  private var typed: (any FieldControl)?
  /// What else is typed, such as a replacement.
  private var other: Entry?
  private var rounding: DropDown?

  init(
    _ field: FormField, _ form: BulkEditForm, in catalogue: OpenCatalogue,
    apply: @escaping @MainActor () -> Void
  ) {
    (self.field, self.form, self.catalogue, self.apply) = (field, form, catalogue, apply)
    actions = BulkEditForm.actions(for: field)
    choice = DropDown(actions.map { $0.label })
    choice.accessibleName(tr("What to do with “%@”", field.label))
    let name = Label(field.label).ellipsized().expand(horizontally: true)
    let remove = Button(
      icon: "window-close-symbolic", label: tr("Leave “%@” as it is", field.label)
    ).style("flat")
    root = Box(
      .vertical, spacing: 6,
      children: [Box(.horizontal, spacing: 6, children: [name, choice, remove]), inputs, problem])
    inputs.isVisible = false
    problem.isVisible = false
    let id = field.id
    choice.onChange { [weak self] in
      guard let self, actions.indices.contains(choice.position) else { return }
      self.form.choose(actions[choice.position], for: id)
    }
    remove.onClick { [weak form] in form?.choose(nil, for: id) }
    choice.onFocus(entered: { [weak form] in form?.place(in: id, anchor: 0, caret: 0) }, left: {})
  }

  func show() {
    let change = form.change(of: field.id)
    choice.position = actions.firstIndex { $0 == change?.action } ?? 0
    if shown != change?.action { showInputs(change) }
    if let typed, let change, typed.text != change.typed { typed.text = change.typed }
    let sentence = form.problem(of: field)
    problem.text = sentence ?? ""
    // Its room stays: else a click right behind the key that mends this would miss what is below.
    if sentence != nil { problem.isVisible = true }
    typed?.input.setInvalid(sentence != nil)
    describe()
  }

  private func describe(_ suggestion: String? = nil) {
    typed?.input.setAccessibleDescription(suggestion ?? form.problem(of: field) ?? "")
  }

  func takeFocus(_ selection: (anchor: Int, caret: Int)?) {
    guard let typed else {
      choice.takeFocus()
      return
    }
    typed.input.takeFocus()
    if let selection {
      typed.selection = TextSelection(anchor: selection.anchor, caret: selection.caret)
    }
  }

  // MARK: Inputs

  private func showInputs(_ change: BulkEditDraft.Change?) {
    shown = change?.action
    inputs.removeAll()
    (typed, other, rounding) = (nil, nil, nil)
    problem.isVisible = false
    inputs.isVisible = change != nil && shown != .clear
    guard let change, change.action != .clear else { return }
    let control =
      (change.action == .set ? field.kind : .line).makeControl(catalogue)
    control.input.accessibleName(change.action.inputLabel(field.label))
    if let hint = change.action.hint { (control.input as? Entry)?.placeholder(hint) }
    control.text = change.typed
    // A text that the drop-down does not have.
    if control.text != change.typed { form.type(control.text, in: field.id) }
    let id = field.id
    control.onChange { [weak self] in
      guard let self, let typed else { return }
      form.type(typed.text, in: id)
    }
    control.onSelectionChange { [weak self] in self?.keepPlace() }
    control.input.onFocus(entered: { [weak self] in self?.keepPlace() }, left: {})
    control.onEnter { [weak self] in self?.apply() }
    control.onChoice { [weak self] in self?.describe($0) }
    typed = control
    inputs.append(control.root)
    switch change.action {
    case .replace:
      add(
        change.replacement, name: tr("Replace in “%@” with", field.label),
        placeholder: tr("Replace with")
      ) { [form] in form.type(replacement: $0, in: id) }
    case .percent, .plus, .times: addRounding(change)
    case .number:
      add(
        change.step, name: tr("Step of “%@”", field.label), placeholder: tr("Add to each: 1")
      ) { [form] in form.type(step: $0, in: id) }
    case .set, .clear, .add, .remove, .pattern: break
    }
  }

  private func add(
    _ text: String?, name: String, placeholder: String,
    onType: @escaping @MainActor (String) -> Void
  ) {
    let entry = Entry()
    entry.placeholder(placeholder).accessibleName(name)
    entry.text = text ?? ""
    entry.onChange { [weak self] in
      if let other = self?.other { onType(other.text) }
    }
    entry.onEnter { [weak self] in self?.apply() }
    other = entry
    inputs.append(entry)
  }

  private func addRounding(_ change: BulkEditDraft.Change) {
    let roundings = BulkEditForm.roundings(for: field)
    let list = DropDown(roundings.map(\.label))
    list.accessibleName(tr("Rounding of “%@”", field.label))
    list.position = roundings.firstIndex(of: change.rounding ?? .exact) ?? 0
    list.onChange { [weak self] in
      guard let self, let rounding, roundings.indices.contains(rounding.position) else { return }
      form.round(roundings[rounding.position], in: field.id)
    }
    rounding = list
    inputs.append(list)
  }

  private func keepPlace() {
    // Until a person does something here, only GTK moves the caret.
    guard let typed, typed.input.hasFocus, typed.input.isWindowUsed else { return }
    let selection = typed.selection
    form.place(in: field.id, anchor: selection.anchor, caret: selection.caret)
  }
}

extension FieldAction {
  fileprivate var label: String {
    switch self {
    case .set: tr("Set to")
    case .clear: tr("Empty", context: "what to do with a field: empty it")
    case .add: tr("Add tag")
    case .remove: tr("Remove tag")
    case .percent: tr("Change by percent")
    case .plus: tr("Add or subtract")
    case .times: tr("Multiply by")
    case .replace: tr("Find and replace")
    case .number: tr("Number in order")
    case .pattern: tr("Set to a pattern")
    }
  }

  fileprivate func inputLabel(_ field: String) -> String {
    switch self {
    case .set, .clear: tr("New value of “%@”", field)
    case .add: tr("Tag to add")
    case .remove: tr("Tag to remove")
    case .percent: tr("Percent for “%@”", field)
    case .plus: tr("What to add to “%@”", field)
    case .times: tr("Factor for “%@”", field)
    case .replace: tr("What to find in “%@”", field)
    case .number: tr("First number of “%@”", field)
    case .pattern: tr("Pattern for “%@”", field)
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .replace: tr("Find", context: "the text that is to be replaced")
    case .number: tr("First: 1 or A-001")
    case .pattern:
      BulkEditForm.examplePattern
    case .set, .clear, .add, .remove, .percent, .plus, .times: nil
    }
  }
}
