// SPDX-License-Identifier: Apache-2.0
// Shown in the detail's place while several products are edited: every field with what is to be done with
// it, and below them what would become of the products. The list stays beside it, and what is
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
  private let summary = Label().wrapped(at: 30).style("heading", "numeric")
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
      .vertical, children: [summary.margins(top: 12, bottom: 6, start: 18, end: 18), list]
    ).style("preview")
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
    cancel.onClick { [weak self] in self?.delegate?.cancelEditingSeveral() }
    apply.onClick { [weak self] in self?.delegate?.applySeveral() }
    box.onKey { [weak self] press in
      guard press.key == .escape else { return false }
      self?.delegate?.leaveEditingSeveral()
      return true
    }
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
    (rows.first { $0.field.id == form.focus } ?? rows.first)?.takeFocus(form.selection)
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
    if rows.map(\.field) != form.fields {
      let hadFocus = page.hasFocus
      if hadFocus { cancel.takeFocus() }
      page.removeAll()
      rows = form.fields.map {
        BulkEditFieldView($0, form, in: browser.detail.catalogue) { [weak delegate] in
          delegate?.applySeveral()
        }
      }
      rows.forEach { page.append($0.root) }
      if hadFocus { takeFocus() }
    }
    rows.forEach { $0.show() }
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
    examples.removeAll()
    list.isVisible = !preview.lines.isEmpty
    for line in preview.lines {
      let title = Label(line.title.printable()).ellipsized()
      let text = Label(line.text).wrapped()
      text.style(line.isRefused ? "problem" : "numeric")
      examples.append(Box(.vertical, children: [title.style("caption", "dim-label"), text]))
    }
  }
}
