// SPDX-License-Identifier: Apache-2.0
// The dialog in which the fields of a category's forms are chosen and put in order. What is chosen counts at once, as the
// form behind it shows.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class FieldChoiceDialog {
  private static let dragType = PrivateDragType("vitrine-form-field")

  private let window: Window
  private let choice: FieldChoice
  private let list = Box(group: .vertical)
  private let usual = Button(tr("_Usual Fields"))
  private let close = Button(tr("_Close", context: "button"))
  private let failure = Label(status: "").centered().wrapped(at: 44).style("problem")
  private var shown: [FormField] = []
  private var rows: [FieldID: (id: UUID, check: CheckButton)] = [:]
  /// What keeps it as long as it is on screen: GTK's widgets only know it weakly.
  private static var open: FieldChoiceDialog?

  static func open(over parent: Window, _ choice: FieldChoice) {
    open?.window.destroy()
    open = FieldChoiceDialog(over: parent, choice)
  }

  private init(over parent: Window, _ choice: FieldChoice) {
    self.choice = choice
    window = Window(dialogOver: parent)
    window.title = tr("Fields for “%@”", choice.category.displayText)
    list.accessibleName(tr("Fields", context: "list of what a form asks for"))
    let scrolled = ScrolledWindow(list).minimumHeight(200).style("frame")
    // The list makes room for what is said: what is below it stays where it is.
    let middle = Box(
      .vertical, spacing: 12, children: [scrolled.expand(vertically: true), failure]
    ).request(height: 320)
    usual.tooltip(tr("Those of the category above, or all"))
    let page = Box(
      .vertical, spacing: 12,
      children: [
        Label(window.title).centered().wrapped(at: 32).style("title-4"),
        Label(
          tr(
            "Only these are asked for in the forms of this category. What a product has in another field stays in sight. Alt+Up and Alt+Down, or dragging, move a field."
          )
        ).centered().wrapped(at: 44).style("dim-label"),
        middle,
        Box(.horizontal, spacing: 12, children: [usual, close]).homogeneous(),
      ])
    failure.isVisible = false
    window.setContent(page.margins(all: 24).request(width: 340))
    usual.onClick { [weak self] in self?.choice.forget() }
    close.onClick { [weak self] in self?.end() }
    page.onEscape { [weak self] in self?.end() }
    window.onCloseRequest { [weak self] in
      self?.forget()
      return false
    }
    choice.changed.add(self) { [weak self] in self?.show() }
    choice.messages.add(self) { [weak self] sentence in
      self?.failure.text = sentence
      self?.failure.isVisible = true
    }
    show()
    window.present()
    close.takeFocus()
  }

  private func show() {
    let fields = choice.fields
    if fields != shown { fill(with: fields) }
    for field in fields { rows[field.id]?.check.isOn = choice.isShown(field) }
    usual.isSensitive = choice.isOwn
  }

  private func fill(with fields: [FormField]) {
    // The keyboard stays on the field that was moved.
    let focused = shown.first { rows[$0.id]?.check.hasFocus == true }
    shown = fields
    list.removeAll()
    rows = [:]
    for group in FieldGroup.allCases {
      let ofGroup = fields.filter { $0.group == group }
      guard !ofGroup.isEmpty else { continue }
      list.append(Label(heading: group.label).style("heading", "choice-heading"))
      for field in ofGroup { append(field) }
    }
    if let focused { rows[focused.id]?.check.takeFocus() }
  }

  private func append(_ field: FormField) {
    let check = CheckButton(field.label.unmnemonic).style("choice-row")
    check.isSensitive = !field.isAlwaysInForm
    check.onToggle { [weak self, weak check] in
      if let check { self?.choice.show(field, check.isOn) }
    }
    check.onKey(before: true) { [weak self] press in
      guard let command = TemplateCommand.of(press) else { return false }
      // Not from within the key press: the check that has it is made anew.
      MainLoop.whenIdle { [weak self] in self?.run(command, field.id) }
      return true
    }
    let id = UUID()
    check.letBeDragged(Self.dragType, id: { id }, icon: { [weak check] in check })
    check.acceptRows(Self.dragType) { [weak self] moved, below in
      guard let self, let other = rows.first(where: { $0.value.id == moved })?.key else { return }
      choice.move(other, beside: field.id, below: below)
    }
    rows[field.id] = (id, check)
    list.append(check)
  }

  private func run(_ command: TemplateCommand, _ field: FieldID) {
    switch command {
    case .moveFormFieldUp: choice.move(field, by: -1)
    case .moveFormFieldDown: choice.move(field, by: 1)
    case .useAsTemplate, .removeTemplate, .chooseFields: break
    }
  }

  private func end() {
    window.destroy()
    forget()
  }

  // Not from within the handler that runs now.
  private func forget() {
    MainLoop.whenIdle {
      if Self.open === self { Self.open = nil }
    }
  }
}
