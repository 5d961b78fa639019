// SPDX-License-Identifier: Apache-2.0
// What may be wrong with a value, below it: in the details and in the form.

import Gtk

@MainActor
final class DoubtView {
  let root: Box
  private let label = Label().wrapped(at: 36).expand(horizontally: true)

  init(_ sentence: String? = nil) {
    root = Box(.horizontal, spacing: 6, children: [Self.mark, label]).style("doubt")
    show(sentence)
  }

  static var mark: Image { Image(icon: "dialog-warning-symbolic").align(vertical: .start) }

  /// Hidden without a sentence.
  func show(_ sentence: String?) {
    label.text = sentence ?? ""
    root.isVisible = sentence != nil
  }
}
