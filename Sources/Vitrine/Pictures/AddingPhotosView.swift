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
  private let problems = Revealer(alert: .slideDown)
  /// Made when there are some for the first time.
  private lazy var reasons = Reasons(adding, in: problems)

  init(_ adding: AddingPictures) {
    self.adding = adding
    root = Box(.vertical, children: [progress.root, problems])
    adding.changed.add(self) { [weak self] _ in self?.show() }
    show()
  }

  private func show() {
    if let now = adding.progress, now.isWorthShowing {
      progress.show(text(of: now), tr("_Cancel", context: "button")) { [weak adding] in
        adding?.cancel()
      }
    } else {
      progress.hide()
    }
    // What is folding away keeps its text meanwhile.
    if !adding.problems.isEmpty { reasons.show(adding.problems) }
    problems.isRevealed = !adding.problems.isEmpty
  }

  private func text(of now: AddingPictures.Progress) -> String {
    let (done, count) = (now.done.displayText, now.count.displayText)
    guard let title = now.title else { return tr("Adding photos: %1$@ of %2$@", done, count) }
    return tr("Adding photos to “%1$@”: %2$@ of %3$@", title, done, count)
  }
}

/// Why some were not added.
@MainActor
private final class Reasons {
  // Asks for no more width than a narrow pane has: GTK takes the height needed at that width as the least.
  private let heading = Label().wrapped(at: 30).style("heading")
  /// Short reasons are all in sight: a scrolled text is as high as it would be on lines of its own
  /// width, and hides what they are broken into.
  private let few = Label().wrapped(at: 30)
  private let many = Label().wrapped(at: 40)
  private let scroll: ScrolledWindow

  private static let mostFew = 4

  init(_ adding: AddingPictures, in revealer: Revealer) {
    let dismiss = Button(
      icon: "window-close-symbolic", label: tr("Dismiss", context: "button: let a message go away"))
    dismiss.style("flat", "circular").align(vertical: .start)
    dismiss.onClick { [weak adding] in adding?.dismissProblems() }
    scroll = ScrolledWindow(many).naturalHeight(upTo: 140)
    let texts = Box(.vertical, spacing: 6, children: [heading, few, scroll])
    texts.expand(horizontally: true)
    revealer.setMessage(
      Box(.horizontal, spacing: 12, children: [texts, dismiss]).style("banner", "warning"))
  }

  func show(_ sentences: [String]) {
    heading.text = tr(
      "1 photo was not added", "%@ photos were not added", count: sentences.count)
    let (text, isMuch) = (sentences.joined(separator: "\n"), sentences.count > Self.mostFew)
    few.text = isMuch ? "" : text
    many.text = isMuch ? text : ""
    few.isVisible = !isMuch
    scroll.isVisible = isMuch
  }
}
