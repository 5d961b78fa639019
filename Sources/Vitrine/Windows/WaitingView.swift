// SPDX-License-Identifier: Apache-2.0
// Says beside what it is about that something typed there was left and waits, and offers to go on with it.

import Gtk
import Wording

@MainActor
final class WaitingView {
  let root: Box
  private let label: Label

  /// - Parameter names: what a screen reader calls the two choices where one window has several of them.
  init(
    _ text: String = "", names: (resume: String, discard: String)? = nil,
    resume: @escaping @MainActor () -> Void, discard: @escaping @MainActor () -> Void
  ) {
    label = Label(text).wrapped(at: 12).expand(horizontally: true)
    let goOn = Button(tr("_Resume", context: "button: go on editing"))
    let giveUp = Button(tr("_Discard", context: "button: discard what was typed")).style("flat")
    if let names {
      goOn.accessibleName(names.resume)
      giveUp.accessibleName(names.discard)
    }
    let buttons = Box.wrapping()
    for button in [goOn, giveUp] { buttons.append(button) }
    root = Box(.horizontal, spacing: 12, children: [label, buttons]).style("waiting")
    goOn.onClick(resume)
    giveUp.onClick(discard)
  }

  /// Hidden without a sentence.
  func show(_ text: String?) {
    label.text = text ?? ""
    root.isVisible = text != nil
  }
}
