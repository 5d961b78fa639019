// SPDX-License-Identifier: Apache-2.0
// Shown in the detail's place while several products are edited: the fields that one adds, each with what is to be done
// with it, and below them what would become of the products. The list stays beside it, and what is
// selected there is what is changed.

import Catalog
import Gtk
import VitrineModel
import Wording

/// What a window does about the form for several products.
@MainActor
protocol BulkEditFormViewDelegate: AnyObject {
  /// Gives up what was typed, or stops carrying it out.
  func cancelEditingSeveral()
  /// Leaves the form and keeps what was typed, or stops carrying it out.
  func leaveEditingSeveral()
  @discardableResult func applySeveral() -> Bool
}

@MainActor
final class BulkEditFormView {
  let root: Widget
  private weak var delegate: (any BulkEditFormViewDelegate)?
  private let browser: ProductBrowser
  private let form: BulkEditForm
  private let preview: LiveBulkEditPreview
  private let heading = Label(heading: "").style("heading")
  private let cancel = Button(tr("_Cancel", context: "button"))
  private let apply = Button(tr("A_pply", context: "button: change the products as previewed"))
    .style("suggested-action")
  private let page = Box(.vertical, spacing: 12)
  private let chosen = Box(.vertical, spacing: 12)
  /// The fields that are left as they are.
  private let others = Menu(section: [])
  private lazy var add = MenuButton(
    text: tr("A_dd Field", context: "button: change one more field of several products"),
    label: tr("Add Field"), menu: others)
  private var offered: [FormField] = []
  private let summary = Label().wrapped(at: 30).style("heading", "numeric")
  private let odd = Label().wrapped(at: 40).style("problem")
  private let examples = Box(.vertical, spacing: 6)
  private let fields: ScrolledWindow
  private let list: ScrolledWindow
  private var rows: [BulkEditFieldView] = []

  init(_ browser: ProductBrowser, delegate: any BulkEditFormViewDelegate) {
    (self.browser, self.delegate) = (browser, delegate)
    form = browser.bulkEdit
    preview = LiveBulkEditPreview(browser.selectionCommands)
    heading.ellipsized()
    let buttons = Box(
      .horizontal, spacing: 6,
      children: [cancel, Box(.horizontal).expand(horizontally: true), apply])
    fields = ScrolledWindow(page.margins(top: 6, bottom: 6, start: 18, end: 18))
    list = ScrolledWindow(examples.margins(bottom: 12, start: 18, end: 18))
      .naturalHeight(upTo: 200)
    let outcome = Box(
      .vertical,
      children: [
        summary.margins(top: 12, bottom: 6, start: 18, end: 18),
        odd.margins(bottom: 6, start: 18, end: 18), list,
      ]
    ).style("preview")
    odd.isVisible = false
    examples.accessibleName(
      tr("Preview", context: "list of products as they will be after a change"))
    let box = Box(
      group: .vertical, spacing: 6,
      children: [
        heading.margins(top: 12, start: 18, end: 18),
        fields.expand(vertically: true), outcome, buttons.style("bottom-bar"),
      ])
    box.accessibleName(tr("Form for several products"))
    root = box
    page.append(chosen)
    page.append(add.align(.start))
    cancel.onClick { [weak self] in self?.delegate?.cancelEditingSeveral() }
    apply.onClick { [weak self] in self?.delegate?.applySeveral() }
    box.onEscape { [weak self] in self?.delegate?.leaveEditingSeveral() }
    form.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      case .extent:
        leaveOrReturn()
        showFields()
      case .progress: return showOutcome()
      case .fields: showFields()
      case .field(let id): rows.first { $0.field.id == id }?.show()
      }
      showState()
    }
    preview.changed.add(self) { [weak self] _ in self?.showPreview() }
    browser.selected.changed.add(self) { [weak self] _ in self?.showState() }
    fields.keepFocusInSight { [weak self] in self?.rows.first { $0.root.hasFocus }?.root }
    showFields()
    showState()
    showPreview()
  }

  /// Moves the keyboard to where it was, or to the first field.
  func takeFocus() {
    guard let row = rows.first(where: { $0.field.id == form.focus }) ?? rows.first else {
      return add.takeFocusInside()
    }
    row.takeFocus(form.selection)
  }

  /// Adds a field, to be changed from now on.
  func add(_ id: FieldID) {
    form.add(id)
    rows.first { $0.field.id == id }?.takeFocus(nil)
  }

  /// Quirk: hidden-caret. GTK complains of a text with the caret that is hidden or cannot be typed in any longer.
  private func leaveOrReturn() {
    if form.isOpen, !form.isApplying {
      page.isSensitive = true
      if cancel.hasFocus { takeFocus() }
    } else if page.hasFocus {
      cancel.takeFocus()
    }
  }

  private func showFields() {
    guard form.isOpen else { return }
    let fields = form.changedFields
    if rows.map(\.field) != fields {
      // Those that stay keep the keyboard and what is open in them.
      let gone = rows.filter { !fields.contains($0.field) }
      let hadFocus = gone.contains { $0.root.hasFocus }
      if hadFocus { cancel.takeFocus() }
      for row in gone { chosen.remove(row.root) }
      var before: BulkEditFieldView?
      rows = fields.map { field in
        let known = rows.first { $0.field == field }
        let row =
          known
          ?? BulkEditFieldView(field, form, in: browser.detail.catalogue) { [weak delegate] in
            delegate?.applySeveral()
          }
        if known == nil { chosen.insert(row.root, after: before?.root) }
        before = row
        return row
      }
      if hadFocus { takeFocus() }
    }
    rows.forEach { $0.show() }
    showOthers()
  }

  private func showOthers() {
    let others = form.otherFields
    add.isVisible = !others.isEmpty
    guard others != offered else { return }
    offered = others
    self.others.show(
      others.map { .init($0.label.unmnemonic, BrowserCommand.changeField.inMenu($0.id.text)) })
  }

  private func showState() {
    let count = browser.selected.count
    heading.text = tr(
      "Edit 1 Product", "Edit %@ Products", count: count)
    apply.isSensitive = form.obstacle == nil && !form.isApplying
    page.isSensitive = !form.isApplying
    showOutcome()
  }

  private func showOutcome() {
    summary.text = form.isApplying ? form.progress ?? tr("Changing the products") : preview.summary
  }

  private func showPreview() {
    showOutcome()
    odd.text = preview.odd ?? ""
    odd.isVisible = preview.odd != nil
    // What asks first does not look as if it could do no harm.
    apply.setStyle("suggested-action", preview.odd == nil)
    examples.removeAll()
    list.isVisible = !preview.lines.isEmpty
    for line in preview.lines {
      let title = Label(line.title.printable()).ellipsized()
      title.keepEnd(line.title.endsInValues)
      let text = Label(line.text).wrapped()
      text.style(line.isRefused || line.isOdd ? "problem" : "numeric")
      examples.append(Box(.vertical, children: [title.style("caption", "dim-label"), text]))
    }
  }
}
