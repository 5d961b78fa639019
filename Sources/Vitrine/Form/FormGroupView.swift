// SPDX-License-Identifier: Apache-2.0
// A group of the form's fields below a heading that folds them away. Folded, it still says that something is wrong
// in it.

import Gtk
import VitrineModel
import Wording

@MainActor
final class FormGroupView {
  let root: Box
  let group: FieldGroup
  private let arrow = Image(icon: "pan-down-symbolic")
  private let mark = Image(icon: "dialog-error-symbolic").style("problem")
  private let heading: Button
  private let content = Box(.vertical)
  private let fold: @MainActor (Bool) -> Void
  private(set) var isFolded: Bool

  init(_ group: FieldGroup, isFolded: Bool, fold: @escaping @MainActor (Bool) -> Void) {
    (self.group, self.isFolded, self.fold) = (group, isFolded, fold)
    let line = Box(
      .horizontal, spacing: 6, children: [arrow, Label(group.label).style("heading"), mark])
    heading = Button(child: line, label: group.label).style("flat", "group-heading")
    heading.align(.start)
    root = Box(.vertical, spacing: 6, children: [heading, content])
    heading.onClick { [weak self] in
      guard let self else { return }
      set(isFolded: !self.isFolded)
    }
    show()
    markProblem(nil)
  }

  func append(_ field: FormFieldView, after before: FormFieldView?) {
    content.insert(field.root, after: before?.root)
  }

  func move(_ field: FormFieldView, after before: FormFieldView?) {
    content.move(field.root, after: before?.root)
  }

  func remove(_ field: FormFieldView) { content.remove(field.root) }

  func unfold() { if isFolded { set(isFolded: false) } }

  /// Says while it is folded that something in it is wrong.
  func markProblem(_ sentence: String?) {
    mark.isVisible = isFolded && sentence != nil
    heading.setAccessibleDescription(isFolded ? sentence ?? "" : "")
  }

  private func set(isFolded: Bool) {
    self.isFolded = isFolded
    // The keyboard can't stay in what is no longer there.
    if isFolded, content.hasFocus { heading.takeFocus() }
    show()
    fold(isFolded)
  }

  private func show() {
    content.isVisible = !isFolded
    arrow.show(icon: isFolded ? "pan-end-symbolic" : "pan-down-symbolic")
    heading.setExpanded(!isFolded)
  }
}
