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
  private let heading = Label().wrapped().style("heading")
  private let reasons = Label().wrapped()
  private let problems: Revealer

  init(_ adding: AddingPictures) {
    self.adding = adding
    let dismiss = Button(icon: "window-close-symbolic", label: tr("Dismiss"))
    dismiss.style("flat", "circular").align(vertical: .start)
    let texts = Box(
      .vertical, spacing: 6, children: [heading, ScrolledWindow(reasons).naturalHeight(upTo: 140)])
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
      progress.show(text(of: now), tr("_Cancel")) { [weak adding] in adding?.cancel() }
    } else {
      progress.hide()
    }
    let sentences = adding.problems
    problems.isRevealed = !sentences.isEmpty
    // What is folding away keeps its text meanwhile.
    guard !sentences.isEmpty else { return }
    heading.text = tr(
      "1 photo was not added", "%@ photos were not added", count: sentences.count)
    reasons.text = sentences.joined(separator: "\n")
  }

  private func text(of now: AddingPictures.Progress) -> String {
    let (done, count) = (now.done.displayText, now.count.displayText)
    guard let title = now.title else { return tr("Adding photos: %@ of %@", done, count) }
    return tr("Adding photos to “%@”: %@ of %@", title, done, count)
  }
}
