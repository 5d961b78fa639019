// SPDX-License-Identifier: Apache-2.0
// What is wrong with a value, or may be, below its field. There is always room for a line of it, so that nothing moves
// while somebody types, and a click right behind the key that mends something does not miss what is below.

import Gtk

@MainActor
final class FieldMessage {
  let root: Box
  private let icon = Image(icon: "").align(vertical: .start)
  private let label = Label().wrapped(at: 60).expand(horizontally: true)
  private let line: Box

  init() {
    line = Box(.horizontal, spacing: 6, children: [icon, label])
    root = Box(.vertical, children: [line]).style("field-message")
    line.isVisible = false
  }

  /// In its place, which is kept for either.
  func add(_ conflict: ConflictView) { root.append(conflict.root) }

  /// - Parameter remark: how something was understood.
  func show(problem: String?, doubt: String?, remark: String?) {
    let text = problem ?? doubt ?? remark
    label.text = text ?? ""
    line.isVisible = text != nil
    let name = problem != nil ? "error" : doubt != nil ? "warning" : "information"
    icon.show(icon: "dialog-\(name)-symbolic")
    line.setStyle("problem", problem != nil)
    line.setStyle("doubt", problem == nil)
  }
}
