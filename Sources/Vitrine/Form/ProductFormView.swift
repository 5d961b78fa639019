// SPDX-License-Identifier: Apache-2.0
// The form for a product's fields, in the place of its details. It is validated at every keystroke; problems are shown
// under the field, and Done is disabled until there are none. Enter goes on to the next field, Escape leaves the form and
// keeps what was typed.

import Gtk
import VitrineModel
import Wording

@MainActor
final class ProductFormView: ScrolledTab {
  var root: Widget { scroll }
  let scroll: ScrolledWindow
  let isLaidOut = true
  let form: ProductForm
  private(set) lazy var bar = makeBar()
  private let detail: ProductDetail
  private let keptFields: KeptFieldsMenu
  private let groups: [FormGroupView]
  private let chooseFields = Button(TemplateCommand.chooseFields).style("flat").align(.start)
  private var fields: [FormFieldView] = []
  private var width = 0
  private var place: TabScroll?

  init(_ form: ProductForm, _ detail: ProductDetail, keptFields: KeptFieldsMenu) {
    (self.form, self.detail, self.keptFields) = (form, detail, keptFields)
    groups = FieldGroup.allCases.map { group in
      FormGroupView(group, isFolded: detail.isFolded(group)) { [weak detail] in
        detail?.fold(group, $0)
      }
    }
    let page = Box(group: .vertical, spacing: 6, children: groups.map(\.root) + [chooseFields])
    page.accessibleName(tr("Product form")).style("form-page")
    scroll = ScrolledWindow(page).contentAtItsHeight()
    scroll.expand(horizontally: true, vertically: true)
    for part in [page, bar.root] {
      part.onEscape { [weak detail] in detail?.setEditingAside() }
    }
    form.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      case .field(let id):
        if let view = view(of: id) { show(view) }
        showWhetherReady()
      case .fields: showFields()
      case .place, .typed, .filled: break
      }
    }
    scroll.keepFocusInSight { [weak self] in self?.fields.first { $0.root.hasFocus }?.root }
    place = TabScroll(self, detail, name: ProductDetail.formScroll)
    showFields()
  }

  private func makeBar() -> FormBar {
    FormBar(form, detail, keptFields: keptFields) { [weak self] in self?.goToObstacle() }
  }

  /// Whether the keyboard is in a field or in the bar.
  var hasFocus: Bool { root.hasFocus || bar.root.hasFocus }

  private func show(_ view: FormFieldView) {
    view.show()
    // What is wrong is said below the field.
    if view.root.hasFocus, form.problem(of: view.field.id) != nil { bringIntoSight(view) }
  }

  private func view(of id: ProductForm.Field?) -> FormFieldView? {
    fields.first { $0.field.id == id }
  }

  private func group(of field: FormField) -> FormGroupView? {
    groups.first { $0.group == field.group }
  }

  // Those that stay keep what is going on in them: the keyboard, the caret, a menu that is open.
  private func showFields() {
    let gone = fields.filter { !form.fields.contains($0.field) }
    let hadFocus = gone.contains { $0.root.hasFocus }
    for view in gone { group(of: view.field)?.remove(view) }
    var before: FormFieldView?
    fields = form.fields.map { field in
      if before?.field.group != field.group { before = nil }
      let known = fields.first { $0.field == field }
      let view =
        known
        ?? FormFieldView(field, of: form, in: detail.catalogue) { [weak self] in
          self?.goOn(from: $0)
        }
      if known == nil {
        group(of: field)?.append(view, after: before)
      } else {
        group(of: field)?.move(view, after: before)
      }
      before = view
      return view
    }
    for group in groups {
      group.root.isVisible = fields.contains { $0.field.group == group.group }
    }
    fields.forEach { $0.show() }
    arrange()
    showWhetherReady()
    if form.isNew || detail.nextUntitled != nil { keptFields.show(form) }
    if hadFocus { fields.first?.focus(nil) }
  }

  func showWhetherReady() {
    bar.show()
    chooseFields.isVisible = form.category != nil
    for group in groups {
      let wrong = form.fields.first {
        $0.group == group.group
          && (form.conflict(in: $0.id) != nil || form.problem(of: $0.id) != nil)
      }
      group.markProblem(wrong.map { tr("%@: not right yet", $0.label) })
    }
  }

  /// How wide the pane is: beside the fields there is not always room for labels.
  func fit(_ width: Int) {
    bar.fit(width)
    let wasNarrow = isNarrow
    self.width = width
    if isNarrow != wasNarrow { arrange() }
  }

  private var isNarrow: Bool { width < Int(500 * scroll.textScale) }

  private func arrange() {
    let most = scroll.textWidth(String(repeating: "n", count: FormFieldView.labelCharacters))
    let widest = fields.map(\.labelWidth).max() ?? 0
    let labelWidth = isNarrow ? nil : max(120, min(widest, most))
    fields.forEach { $0.arrange(labelWidth: labelWidth) }
  }

  // After the last field comes Done, or what keeps it from being pressed.
  private func goOn(from field: FormField) {
    let open = fields.filter { group(of: $0.field)?.isFolded == false }
    guard let place = open.firstIndex(where: { $0.field == field }) else { return }
    if place + 1 < open.count {
      open[place + 1].focus(nil)
    } else if form.isReady {
      bar.takeFocus()
    } else {
      goToObstacle()
    }
  }

  /// Brings the first field that keeps the form from being saved into sight, with what is wrong, and gives it the
  /// keyboard.
  func goToObstacle() {
    form.showObstacles()
    guard let view = view(of: form.obstacle?.field) else { return }
    detail.tab = .details
    group(of: view.field)?.unfold()
    view.goToObstacle()
    bringIntoSight(view)
  }

  private func bringIntoSight(_ view: FormFieldView) {
    // It may have just been unfolded, or got a message.
    MainLoop.after(paintOf: scroll) { [weak self, weak view] in
      if let view { _ = self?.scroll.bringIntoSight(view.root) }
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

  /// Restores the focus and the caret, in sight unless the window was left with it out of sight.
  func goToPlace() {
    root.whenOnScreen { [weak self] in
      guard let self else { return }
      defer { detail.formHasKeyboard() }
      guard let view = view(of: form.focus) else { return }
      let isLeftElsewhere = detail.scroll[ProductDetail.formScroll] != nil
      group(of: view.field)?.unfold()
      view.focus(form.selection)
      if !isLeftElsewhere { bringIntoSight(view) }
    }
  }
}
