// SPDX-License-Identifier: Apache-2.0
// One field of the form: its label, beside it or above it, its control, what is wrong with it, and its conflict.

import Gtk
import VitrineModel
import Wording

@MainActor
final class FormFieldView {
  let root: Box
  let field: FormField
  private let form: ProductForm
  private let control: any FieldControl
  private let label: Label
  /// The label and the control.
  private let line: Box
  /// What stands below the control.
  private let below: Box
  /// The currency of an amount, so that nobody has to know which one an amount without one is in.
  private let unit = Label().ellipsized().style("dim-label")
  private let message = FieldMessage()
  private let conflict: ConflictView

  /// - Parameter goOn: Enter was pressed.
  init(
    _ field: FormField, of form: ProductForm, in catalogue: OpenCatalogue,
    goOn: @escaping @MainActor (FormField) -> Void
  ) {
    (self.field, self.form) = (field, form)
    control = field.kind.makeControl(catalogue)
    label = Label(field.mnemonic).wrapped(at: Self.labelCharacters).ellipsized().lines(2)
    label.style("dim-label").names(control.input)
    let id = field.id
    conflict = ConflictView(
      field.label, names: (tr("Use the other %@", field.label), tr("Keep my %@", field.label))
    ) { [weak form, weak control] in
      form?.resolve(id, takingTheirs: $0)
      // The line that had it is gone. Whoever types there already must not have it once more: it selects all, and the next
      // letter would be in place of the first.
      MainLoop.whenIdle { [weak control] in
        if control?.input.hasFocus == false { control?.input.takeFocus() }
      }
    }
    let value = Box(
      .horizontal, spacing: 6, children: [control.root.expand(horizontally: true), unit])
    line = Box(.horizontal, children: [label, value.expand(horizontally: true)])
    below = Box(.vertical, children: [message.root])
    message.add(conflict)
    root = Box(.vertical, children: [line, below])

    control.text = form.text(of: id)
    let isToldPlaces = control.onEdit { [weak self] edit, length in
      guard let self, !self.form.type(edit, in: id, length: length) else { return }
      self.form.type(self.control.text, in: id)
    }
    if !isToldPlaces {
      control.onChange { [weak self] in
        guard let self else { return }
        self.form.type(self.control.text, in: id)
      }
    }
    control.onEnter { goOn(field) }
    // Screen readers say it when it changes.
    control.onChoice { [weak self] title in self?.describe(title) }
    control.onSelectionChange { [weak self] in self?.keepPlace() }
    control.input.onFocus(entered: { [weak self] in self?.keepPlace() }, left: {})
  }

  static let labelCharacters = 20
  private static let gap = 12

  /// - Parameter labelWidth: that of all labels beside the fields; nil puts them above.
  func arrange(labelWidth: Int?) {
    line.turn(labelWidth == nil ? .vertical : .horizontal)
    label.request(width: labelWidth ?? -1)
    if let labelWidth {
      let isHigh = field.kind == .text || field.kind == .tags
      label.alignedToEnd().align(vertical: isHigh ? .start : .center)
      label.margins(top: isHigh ? 8 : 0, end: Self.gap)
      below.margins(start: labelWidth + Self.gap)
    } else {
      label.alignedToStart().align(vertical: .start).margins(bottom: 3)
      below.margins()
    }
  }

  /// What its label needs, to be beside the field.
  var labelWidth: Int { label.textWidth(field.label) }

  func show() {
    let text = form.text(of: field.id)
    if control.text != text {
      let place = form.focus == field.id ? form.selection : nil
      control.text = text
      if let place, control.input.hasFocus {
        control.selection = TextSelection(anchor: place.anchor, caret: place.caret)
      }
    }
    let sentence = form.problem(of: field.id)
    let theirs = form.conflict(in: field.id).map {
      $0.isEmpty ? tr("Cleared elsewhere.") : tr("Changed elsewhere to “%@”.", $0)
    }
    conflict.show(theirs, theirs ?? "")
    message.show(
      problem: theirs == nil ? sentence : nil,
      doubt: theirs == nil ? form.doubt(of: field.id) : nil,
      remark: theirs == nil ? form.remark(on: field.id) : nil)
    let taken = form.takenText(of: field.id)
    let isSaid = control.showTaken(taken) || taken.isEmpty
    unit.text = isSaid ? form.unit(of: field.id) ?? "" : tr("Taken: %@", taken)
    unit.isVisible = !unit.text.isEmpty
    control.input.setInvalid(sentence != nil)
    describe()
  }

  private var takenDescription: String? {
    let taken = form.takenText(of: field.id)
    return taken.isEmpty ? nil : tr("Taken: %@", taken)
  }

  private func describe(_ suggestion: String? = nil) {
    control.input.setAccessibleDescription(
      suggestion ?? form.problem(of: field.id) ?? form.doubt(of: field.id)
        ?? form.remark(on: field.id) ?? takenDescription ?? form.unit(of: field.id).map {
          tr("In %@", $0)
        } ?? "")
  }

  /// Gives the keyboard to what keeps the field from being saved: the choice, or what was typed.
  func goToObstacle() {
    if !conflict.takeFocus() { focus(nil) }
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
