// SPDX-License-Identifier: Apache-2.0
// Photos being added, above the place where they will be: how far that has come, and which files were not
// added, each with the reason, until they are dismissed.

import Gtk
import StateRestorationGtk
import VitrineModel
import Wording

@MainActor
final class AddingPhotosView {
  let root: Box
  private let adding: AddingPictures
  private let progress = MessageBanner(isWarning: false)
  // Asks for no more width than a narrow pane has: GTK takes the height needed at that width as the least.
  private let heading = Label().wrapped(at: 30).style("heading")
  /// Short reasons are all in sight: a scrolled text is as high as it would be on lines of its own
  /// width, and hides what they are broken into.
  private let reasons = Label().wrapped(at: 30)
  private let manyReasons = Label().wrapped(at: 40)
  private let scroll: ScrolledWindow
  private let problems: Revealer

  private static let few = 4

  init(_ adding: AddingPictures) {
    self.adding = adding
    let dismiss = Button(
      icon: "window-close-symbolic", label: tr("Dismiss", context: "button: let a message go away"))
    dismiss.style("flat", "circular").align(vertical: .start)
    scroll = ScrolledWindow(manyReasons).naturalHeight(upTo: 140)
    let texts = Box(.vertical, spacing: 6, children: [heading, reasons, scroll])
    texts.expand(horizontally: true)
    problems = Revealer(
      alert: Box(.horizontal, spacing: 12, children: [texts, dismiss]).style("banner", "warning"),
      .slideDown)
    root = Box(.vertical, children: [progress.root, problems])
    dismiss.onClick { [weak adding] in adding?.dismissProblems() }
    adding.changed.add(self) { [weak self] _ in self?.show() }
  }

  private func show() {
    if let now = adding.progress, now.isWorthShowing {
      progress.show(text(of: now), tr("_Cancel", context: "button")) { [weak adding] in
        adding?.cancel()
      }
    } else {
      progress.hide()
    }
    let sentences = adding.problems
    problems.isRevealed = !sentences.isEmpty
    // What is folding away keeps its text meanwhile.
    guard !sentences.isEmpty else { return }
    heading.text = tr(
      "1 photo was not added", "%@ photos were not added", count: sentences.count)
    let (text, isMuch) = (sentences.joined(separator: "\n"), sentences.count > Self.few)
    reasons.text = isMuch ? "" : text
    manyReasons.text = isMuch ? text : ""
    reasons.isVisible = !isMuch
    scroll.isVisible = isMuch
  }

  private func text(of now: AddingPictures.Progress) -> String {
    let (done, count) = (now.done.displayText, now.count.displayText)
    guard let title = now.title else { return tr("Adding photos: %1$@ of %2$@", done, count) }
    return tr("Adding photos to “%1$@”: %2$@ of %3$@", title, done, count)
  }
}
