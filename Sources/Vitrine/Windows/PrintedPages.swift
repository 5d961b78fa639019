// SPDX-License-Identifier: Apache-2.0
// What the windows that print have in common: beside what is asked, a page as it will be, and below both what is said of
// them, how far the work is, and what is done with them. In a narrow window the page is below what is asked.

import Gtk
import Wording

@MainActor
final class PrintedPages {
  let root: Box
  let page: Picture
  let before = Button(icon: "go-previous-symbolic", label: tr("Page before"))
  let after = Button(icon: "go-next-symbolic", label: tr("Page after"))
  let cancel = Button(tr("_Cancel", context: "button"))
  let save = Button(tr("_Save as PDF…"))
  let print = Button(tr("_Print…", context: "button: on a printer")).style("suggested-action")
  private let questions: Widget
  private let pageText = Label().style("numeric")
  private let sides: Box
  private let summary: Label
  private let underWay: ProgressBar
  private let bar: Box
  private let foot: Box

  init(
    beside questions: Widget, pageUpTo size: Int, summary: Label, progress name: String
  ) {
    (self.questions, self.summary) = (questions, summary.wrapped())
    page = Picture(upTo: size)
    underWay = ProgressBar(name: name)
    let turning = Box(.horizontal, spacing: 12, children: [before, pageText, after])
    let preview = Box(
      .vertical, spacing: 12,
      // At the top no message covers its buttons.
      children: [turning.align(.center), page.align(.center).style("paper")])
    preview.expand(horizontally: true)
    sides = Box(.horizontal, spacing: 24, children: [questions, preview])
    let scrolled = ScrolledWindow(sides.margins(all: 18))
    scrolled.expand(horizontally: true, vertically: true)
    let said = Box(.vertical, spacing: 6, children: [summary, underWay])
    bar = Box(
      .horizontal, spacing: 12,
      children: [
        said.expand(horizontally: true).align(vertical: .center),
        cancel.align(vertical: .center), save.align(vertical: .center),
        print.align(vertical: .center),
      ])
    foot = Box(.vertical, children: [bar]).style("bottom-bar")
    root = Box(.vertical, children: [scrolled, foot])
  }

  /// Adds a bar that is shown in the place of the usual one.
  func add(bar other: Box) { foot.append(other) }

  var hasUsualBar = true {
    didSet { bar.isVisible = hasUsualBar }
  }

  func fit(_ window: Window) {
    window.onWidthChange { [weak self, weak window] in
      guard let self, let window else { return }
      sides.turn(window.width < 620 ? .vertical : .horizontal)
    }
  }

  func show(
    _ image: Texture?, called text: String, hasPageBefore: Bool, hasPageAfter: Bool
  ) {
    if let image { page.show(image) }
    page.accessibleName(text)
    pageText.text = text
    before.isSensitive = hasPageBefore
    after.isSensitive = hasPageAfter
  }

  /// - Parameter work: how much of what is under way is done; nil if nothing is.
  func show(summary text: String, work: Double?, canPrint: Bool) {
    if summary.text != text { summary.text = text }
    underWay.isVisible = work != nil
    underWay.fraction = work ?? 0
    // Not below the keyboard, which would not come back.
    if work != nil, !cancel.isVisible, print.hasFocus || save.hasFocus {
      cancel.isVisible = true
      cancel.takeFocus()
    }
    let hadFocus = cancel.hasFocus
    cancel.isVisible = work != nil
    questions.isSensitive = work == nil
    save.isSensitive = canPrint
    print.isSensitive = canPrint
    if work == nil, hadFocus { (canPrint ? save : before).takeFocus() }
  }
}
