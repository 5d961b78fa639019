// The form in which a product's title, year and price are typed. Checked with every letter; what is
// wrong is said under the field, and Done waits until nothing is.

import Gtk
import VitrineModel
import Wording

@MainActor
final class ProductFormView {
  let root: Widget
  let form: ProductForm
  let done = Button(tr("_Done")).style("suggested-action")
  private var fields: [ProductForm.Field: FieldView] = [:]

  init(_ form: ProductForm, _ detail: ProductDetail) {
    self.form = form
    let views = ProductForm.Field.allCases.map { FieldView($0, form) }
    let cancel = Button(tr("_Cancel"))
    let heading = Label(form.isNew ? tr("New Product") : tr("Edit Product")).style("heading")
    // Where there is little room the buttons matter more than the heading.
    heading.ellipsized().expand(horizontally: true)
    let buttons = Box(.horizontal, spacing: 8, [heading, cancel, done])
    let box = Box(group: .vertical, spacing: 8, [buttons] + views.map(\.root))
    box.accessibleName(tr("Product form"))
    root = box
    for (field, view) in zip(ProductForm.Field.allCases, views) { fields[field] = view }

    cancel.onClick { [weak detail] in detail?.cancelEditing() }
    done.onClick { [weak detail] in detail?.finishEditing() }
    box.onKey { [weak detail] press in
      guard press.key == .escape else { return false }
      detail?.cancelEditing()
      return true
    }
    form.changed.add(self) { [weak self] change in
      guard let self, case .field(let field) = change else { return }
      self.fields[field]?.show()
      self.done.isSensitive = self.form.isReady
    }
    views.forEach { $0.show() }
    done.isSensitive = form.isReady
  }

  /// Restores the focus and the caret.
  func goToPlace() {
    guard let field = form.focus, let view = fields[field] else { return }
    view.focus(form.selection)
  }
}

/// One labelled entry with its problem and its conflict.
@MainActor
private final class FieldView {
  let root: Box
  private let field: ProductForm.Field
  private let form: ProductForm
  private let entry = Entry()
  private let problem = Label().wrapped(at: 36).style("problem")
  private let conflictText = Label().wrapped(at: 36)
  private let conflict: Box

  init(_ field: ProductForm.Field, _ form: ProductForm) {
    self.field = field
    self.form = form
    let name = Self.name(of: field)
    let label = Label(Self.mnemonic(of: field)).style("caption", "dim-label")
    label.names(entry)
    entry.expand(horizontally: true)
    entry.activatesDefault()
    switch field {
    case .title: break
    case .year: entry.purpose(.digits)
    case .price: entry.purpose(.number)
    }
    let theirs = Button(tr("Use That")).accessibleName(tr("Use the other %@", name))
    let mine = Button(tr("Keep Mine")).accessibleName(tr("Keep my %@", name))
    conflict = Box(
      .vertical, spacing: 6,
      [conflictText, Box(.horizontal, spacing: 6, [theirs, mine]).homogeneous()]
    ).style("conflict")
    root = Box(.vertical, spacing: 2, [label, entry, problem, conflict])

    theirs.onClick { [weak form] in form?.resolve(field, takingTheirs: true) }
    mine.onClick { [weak form] in form?.resolve(field, takingTheirs: false) }
    entry.text = form.text(of: field)
    entry.onChange { [weak self] in
      guard let self else { return }
      self.form.type(self.entry.text, in: self.field)
    }
    entry.onSelectionChange { [weak self] in self?.keepPlace() }
    entry.onFocus(entered: { [weak self] in self?.keepPlace() }, left: {})
  }

  func show() {
    entry.text = form.text(of: field)
    let sentence = form.problem(of: field)
    problem.text = sentence ?? ""
    problem.isVisible = sentence != nil
    entry.setInvalid(sentence != nil)
    entry.setAccessibleDescription(sentence ?? "")
    let other = form.conflict(in: field)
    conflict.isVisible = other != nil
    conflictText.text =
      other.map {
        $0.isEmpty ? tr("Emptied elsewhere meanwhile.") : tr("Changed elsewhere to “%@”.", $0)
      } ?? ""
  }

  func focus(_ selection: (anchor: Int, caret: Int)?) {
    entry.takeFocus()
    if let selection {
      entry.selection = TextSelection(anchor: selection.anchor, caret: selection.caret)
    }
  }

  private func keepPlace() {
    guard entry.hasFocus else { return }
    let selection = entry.selection
    form.place(in: field, anchor: selection.anchor, caret: selection.caret)
  }

  private static func name(of field: ProductForm.Field) -> String {
    switch field {
    case .title: tr("Title")
    case .year: tr("Year")
    case .price: tr("Price")
    }
  }

  private static func mnemonic(of field: ProductForm.Field) -> String {
    switch field {
    case .title: tr("_Title")
    case .year: tr("_Year")
    case .price: tr("_Price")
    }
  }
}
