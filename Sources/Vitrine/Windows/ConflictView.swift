// SPDX-License-Identifier: Apache-2.0
// What was typed here and what it was changed to elsewhere meanwhile, with the choice between them.

import Gtk
import Wording

@MainActor
final class ConflictView {
  let root: Box
  private let label: Label

  /// - Parameters:
  ///   - width: of the text, in characters.
  ///   - names: what a screen reader calls the two choices where one window has several of them.
  ///   - resolve: is told whether the text from elsewhere was chosen.
  init(
    width: Int = 36, names: (theirs: String, mine: String)? = nil,
    _ resolve: @escaping @MainActor (Bool) -> Void
  ) {
    label = Label().wrapped(at: width)
    let theirs = Button(tr("Use That"))
    let mine = Button(tr("Keep Mine"))
    if let names {
      theirs.accessibleName(names.theirs)
      mine.accessibleName(names.mine)
    }
    let buttons = Box(.horizontal, spacing: 6, children: [theirs, mine]).homogeneous()
    root = Box(.vertical, spacing: 6, children: [label, buttons]).style("conflict")
    theirs.onClick { resolve(true) }
    mine.onClick { resolve(false) }
    show(nil)
  }

  /// Hidden without a sentence.
  func show(_ sentence: String?) {
    label.text = sentence ?? ""
    root.isVisible = sentence != nil
  }
}
